import { assert, layer } from "@effect/vitest"
import { CONGESTION_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import type { PortCall } from "@landfall/core/congestion/detection/PortCall"
import { PortCallLog } from "@landfall/core/congestion/ledger/PortCallLog"
import { ZoneId } from "@landfall/core/congestion/zones/Zone"
import { Unlocode } from "@landfall/core/geo/Unlocode"
import { DAY_MILLIS, HOUR_MILLIS } from "@landfall/core/time/Durations"
import { Instant, isoOf } from "@landfall/core/time/Instant"
import { samplePortCall } from "@landfall/testing/samples/CongestionSamples"
import { Effect, Option } from "effect"
import { newCaller, serviceOn } from "../support/Service.ts"
import { SERVICE_START, stoppedClock } from "../support/ServiceClock.ts"

const ANCHORAGE = "NLRTM-maas-north-anchorages"
const now = SERVICE_START

/** A vessel at the anchorage for so many hours. */
const atAnchor = (vessel: number, hours: number, assignment?: PortCall["assignment"]): PortCall => {
  const from = Instant.make(now - hours * HOUR_MILLIS)
  const call = samplePortCall(vessel, { kind: "anchorage" })
  return {
    ...call,
    startedAt: from,
    lastReceivedAt: Instant.make(now),
    stays: call.stays.map((stay) => ({
      ...stay,
      from,
      // The first stay was stored before the anchorage had numbered parts.
      zone: Option.some(ZoneId.make(vessel === 1 ? ANCHORAGE : `${ANCHORAGE}-1`))
    })),
    ...(assignment === undefined ? {} : { assignment })
  }
}

const fill = Effect.gen(function* () {
  const log = yield* PortCallLog
  const calls = [
    atAnchor(1, 5),
    atAnchor(2, 20, "likely"),
    atAnchor(3, 40, "shared"),
    atAnchor(4, 60, "shared"),
    atAnchor(5, 90, "withdrawn")
  ]
  yield* log.put(calls)
  const days = [0, 1].map((n) => Math.floor(now / DAY_MILLIS) - n)
  yield* log.addCoverage([{ port: Unlocode.make("NLRTM"), days, lastReceivedAt: Option.some(Instant.make(now)) }])
})

layer(serviceOn(stoppedClock), { excludeTestServices: true })("an anchorage", (it) => {
  const path = `${CONGESTION_PREFIX}/congestion/anchorage/${ANCHORAGE}`

  it.effect("has the vessels that wait there, now and at a past instant, by port where the port is known", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const unknown = yield* Effect.promise(() => caller.send("GET", path))
      assert.deepStrictEqual([unknown.status, unknown.body.waiting], [200, null])
      yield* fill
      const { body, status } = yield* Effect.promise(() => caller.send("GET", path))
      assert.strictEqual(status, 200)
      assert.deepStrictEqual([body.name, body.source], ["Maas North anchorages", "curated"])
      assert.include(body.portCodes, "NLMSV")
      assert.deepStrictEqual(body.waiting.cargo, { vessels: 4, unassigned: 2, medianHours: 30, longestHours: 60 })
      assert.deepInclude(body.byPort, { portCode: "NLRTM", vessels: 2 })
      const past = isoOf(Instant.make(now - 30 * HOUR_MILLIS))
      const before = yield* Effect.promise(() => caller.send("GET", `${path}?asOf=${past}`))
      assert.deepInclude(before.body.waiting.commercialVessels, { vessels: 2, unassigned: 2, longestHours: 30 })
      const port = yield* Effect.promise(() => caller.send("GET", `${CONGESTION_PREFIX}/congestion/NLRTM`))
      assert.include(port.body.quality.anchorages, ANCHORAGE)
      assert.strictEqual(port.body.quality.waiting.commercialVessels.unassigned, 2)
      assert.strictEqual(port.body.vesselsInPortCount.commercialVessels, 2)
    })
  )

  it.effect("that does not exist is 404", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const response = yield* Effect.promise(() =>
        caller.send("GET", `${CONGESTION_PREFIX}/congestion/anchorage/NLRTM-nowhere`)
      )
      assert.strictEqual(response.status, 404)
      assert.match(response.body.details[0], /No anchorage has the id "NLRTM-nowhere"/)
    })
  )
})
