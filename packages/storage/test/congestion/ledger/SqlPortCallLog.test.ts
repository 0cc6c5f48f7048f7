import { assert, describe, it } from "@effect/vitest"
import { PortCallLog } from "@landfall/core/congestion/ledger/PortCallLog"
import { Unlocode } from "@landfall/core/geo/Unlocode"
import { sampleHour, samplePortCall } from "@landfall/testing/samples/CongestionSamples"
import { Effect } from "effect"
import { plansOf } from "../../Plans.ts"
import { openOnFile } from "../../TestStorage.ts"

describe("the calls of a port in an interval", () => {
  it.effect("are searched from 30 days before it on, and among the long ones", () =>
    Effect.gen(function* () {
      const log = yield* PortCallLog
      yield* log.put([samplePortCall(1)])
      const { plans } = yield* plansOf(log.calls(Unlocode.make("NLRTM"), sampleHour(-10), sampleHour(0)))
      const searches = plans.flatMap(({ steps }) => steps.filter((step) => step.includes(" port_call ")))
      assert.deepStrictEqual(searches, [
        "SEARCH port_call USING INDEX port_call_started (port=? AND started_at>? AND started_at<?)",
        "SEARCH port_call USING INDEX port_call_long (port=? AND started_at<?)"
      ])
    }).pipe(Effect.provide(openOnFile))
  )
})
