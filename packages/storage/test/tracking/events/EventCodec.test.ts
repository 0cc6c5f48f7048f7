import { assert, describe, it } from "@effect/vitest"
import { CarrierEvent } from "@landfall/core/tracking/carriers/CarrierEvent"
import { Effect, Schema } from "effect"
import { decodeEvent, fromStoredEvent, toStoredEvent } from "../../../src/tracking/events/EventCodec.ts"
import { EventPartCache } from "../../../src/tracking/events/EventPartCache.ts"

const encode = Schema.encodeEffect(CarrierEvent)
const parts = new EventPartCache()
const decode = Schema.decodeEffect(Schema.fromJsonString(CarrierEvent))

describe("the stored body of an event", () => {
  it.effect.prop("equals the encoding by its schema, and decodes to the same event", [CarrierEvent], ([event]) =>
    Effect.gen(function* () {
      const stored = toStoredEvent(event)
      const body = JSON.stringify(stored)
      const decoded = yield* decodeEvent(body, parts)
      assert.strictEqual(body, JSON.stringify(yield* encode(event)))
      assert.deepStrictEqual(decoded, yield* decode(body))
      assert.strictEqual(JSON.stringify(decoded), JSON.stringify(event))
      assert.strictEqual(JSON.stringify(fromStoredEvent(stored, parts)), JSON.stringify(event))
    })
  )

  it.effect("is rejected with the fault when it is damaged", () =>
    Effect.gen(function* () {
      for (const body of ["{", "null", "[]", "7", '{"_tag":"TransportEvent"}', '{"_tag":"Another"}']) {
        assert.strictEqual((yield* Effect.flip(decodeEvent(body, parts)))._tag, "SchemaError", body)
      }
    })
  )
})
