import { assert, describe, it } from "@effect/vitest"
import { Instant } from "@landfall/core/time/Instant"
import { CarrierEventDecoder } from "@landfall/core/tracking/carriers/CarrierEventDecoder"
import { Effect, Fiber } from "effect"
import { DcsaDecoder } from "../../../src/dcsa/events/DcsaDecoder.ts"
import { journey } from "../payloads.ts"

const receivedAt = Instant.make(Date.parse("2026-02-02T00:00:00Z"))

describe("the events of a payload", () => {
  const decoder = Effect.provide(CarrierEventDecoder, DcsaDecoder.layer)

  it.effect("are as many as are decoded, however they are listed", () =>
    Effect.gen(function* () {
      const { count, decode } = yield* decoder
      const listed = journey()
      const payloads = [
        listed,
        [listed, [[listed]], 7, {}],
        { events: [listed, { data: listed }] },
        [[[[listed]]]],
        listed[0],
        {},
        [[], []],
        null
      ]
      for (const payload of payloads) {
        const result = yield* decode(payload, receivedAt)
        assert.strictEqual(yield* count(payload), result.events.length + result.rejected.length)
      }
    })
  )

  it.live("are counted and decoded in slices, also where lists are empty", () =>
    Effect.gen(function* () {
      const { count, decode } = yield* decoder
      const empty = Array.from({ length: 300_000 }, () => [])
      let turns = 0
      const turn = Effect.callback<void>((resume) => void setImmediate(() => resume(Effect.void)))
      const other = yield* Effect.forkChild(Effect.forever(Effect.tap(turn, () => Effect.sync(() => turns++))))
      for (const run of [count(empty), decode(empty, receivedAt)]) {
        const before = turns
        yield* run
        assert.isAbove(turns, before)
      }
      yield* Fiber.interrupt(other)
    })
  )
})
