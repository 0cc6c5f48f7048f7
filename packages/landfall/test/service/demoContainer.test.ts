import { assert, describe, it } from "@effect/vitest"
import { DefaultEventType } from "@landfall/core/alerts/EventType"
import { MemoryTransport } from "@landfall/testing/memory/alerts/MemoryTransport"
import { accountOf } from "@landfall/testing/samples/Samples"
import * as DemoShipmentLoop from "@landfall/worker/tracking/DemoShipmentLoop"
import { DateTime, Effect, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { follow, memoryAlerts } from "../support/MemoryAlerts.ts"

// A day of looking for new registrations every second would be 86,400 turns of the test clock.
const demoRounds = DemoShipmentLoop.layer({
  ...DemoShipmentLoop.defaultDemoShipmentSettings,
  arrival: Effect.sleep("10 minutes")
}).pipe(Layer.provideMerge(memoryAlerts))

/** A minute in small steps: leases last 25 seconds, and the work under them takes time too. */
const settle = Effect.replicateEffect(TestClock.adjust("1 second"), 60, { discard: true })

describe("the demo container", () => {
  it.effect("sends all subscribed types immediately and then every 6 hours", () =>
    Effect.gen(function* () {
      const account = accountOf(1, { monthlyCredits: Option.some(100), createdAt: yield* DateTime.now })
      yield* follow(account, "ZZZZ0000000", "https://example.com/hook")
      const transport = yield* MemoryTransport
      const count = Effect.map(transport.sent, (sent) => sent.length)
      yield* settle
      const types = (yield* transport.sent).map(({ body }) => JSON.parse(body).type)
      assert.deepStrictEqual(types.toSorted(), DefaultEventType.literals.toSorted())
      yield* TestClock.adjust("5 hours")
      assert.strictEqual(yield* count, 33)
      yield* TestClock.adjust("59 minutes")
      for (const rounds of [2, 3, 4]) {
        yield* TestClock.adjust("1 minute")
        yield* settle
        assert.strictEqual(yield* count, 33 * rounds)
        yield* TestClock.adjust("358 minutes")
      }
    }).pipe(Effect.provide(demoRounds))
  )
})
