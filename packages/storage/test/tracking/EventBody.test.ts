import { assert, describe, it } from "@effect/vitest"
import { CarrierEvent } from "@landfall/core/tracking/CarrierEvent"
import { Effect, Schema } from "effect"
import { decodeBody, encodeBody } from "../../src/tracking/EventBody.ts"

const encode = Schema.encodeEffect(CarrierEvent)
const decode = Schema.decodeEffect(Schema.fromJsonString(CarrierEvent))

describe("the stored body of an event", () => {
  it.effect.prop("is what its schema makes of it, and is read back as it was", [CarrierEvent], ([event]) =>
    Effect.gen(function* () {
      const body = encodeBody(event)
      assert.strictEqual(body, JSON.stringify(yield* encode(event)))
      assert.deepStrictEqual(yield* decodeBody(body), yield* decode(body))
      assert.strictEqual(JSON.stringify(yield* decodeBody(body)), JSON.stringify(event))
    })
  )

  it.effect("that is damaged is refused, with what is wrong", () =>
    Effect.gen(function* () {
      for (const body of ["{", "null", "[]", "7", '{"_tag":"TransportEvent"}', '{"_tag":"Another"}']) {
        assert.strictEqual((yield* Effect.flip(decodeBody(body)))._tag, "SchemaError", body)
      }
    })
  )
})
