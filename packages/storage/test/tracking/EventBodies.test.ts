import { assert, describe, it } from "@effect/vitest"
import { CarrierEvent } from "@landfall/core/tracking/CarrierEvent"
import { Effect, Schema } from "effect"
import { encodeBody } from "../../src/tracking/EventBodies.ts"

const encode = Schema.encodeEffect(CarrierEvent)
const decode = Schema.decodeEffect(Schema.fromJsonString(CarrierEvent))

describe("the stored body of an event", () => {
  it.effect.prop("is what its schema makes of it, and is read back as it was", [CarrierEvent], ([event]) =>
    Effect.gen(function* () {
      const body = encodeBody(event)
      assert.strictEqual(body, JSON.stringify(yield* encode(event)))
      assert.strictEqual(JSON.stringify(yield* decode(body)), JSON.stringify(event))
    })
  )
})
