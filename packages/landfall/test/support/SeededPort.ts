import { PortCallLog } from "@landfall/core/congestion/ledger/PortCallLog"
import { Unlocode } from "@landfall/core/geo/Unlocode"
import { DAY_MILLIS, HOUR_MILLIS } from "@landfall/core/time/Durations"
import { Instant } from "@landfall/core/time/Instant"
import { sampleHour, samplePortCall } from "@landfall/testing/samples/CongestionSamples"
import { Clock, Effect, Option } from "effect"
import { ensureStarterVessels } from "../../src/service/StarterVessels.ts"

const NLRTM = Unlocode.make("NLRTM")

/** Forty calls of a port with 100 days of history; four vessels are in port. */
export const seedPort = Effect.gen(function* () {
  yield* ensureStarterVessels
  const log = yield* PortCallLog
  const now = yield* Clock.currentTimeMillis
  const hoursOn = (now - sampleHour(0)) / HOUR_MILLIS
  yield* log.put(
    Array.from({ length: 40 }, (_, n) => {
      const from = hoursOn - 6 * n - 20
      return samplePortCall(n, { hours: [from, n < 4 ? null : from + 12 + (n % 24)], lastSeenHour: hoursOn })
    })
  )
  const days = Array.from({ length: 100 }, (_, day) => Math.floor(now / DAY_MILLIS) - day)
  yield* log.addCoverage([{ port: NLRTM, days, lastReceivedAt: Option.some(Instant.make(now)) }])
})
