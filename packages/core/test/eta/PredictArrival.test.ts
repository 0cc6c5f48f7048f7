import { assert, describe, it } from "@effect/vitest"
import { Option, Result } from "effect"
import type { CallTime } from "../../src/eta/CallTimes.ts"
import { type CarrierVesselPlan, type PredictionInput, predictArrival } from "../../src/eta/PredictArrival.ts"
import type { VesselCall } from "../../src/eta/VesselCalls.ts"
import { NauticalMiles } from "../../src/geo/Distance.ts"
import { Latitude, Longitude } from "../../src/geo/Position.ts"
import type { SeaRoute } from "../../src/geo/SeaRouter.ts"
import { Unlocode } from "../../src/geo/Unlocode.ts"
import { HOUR_MILLIS } from "../../src/time/Durations.ts"
import { Instant } from "../../src/time/Instant.ts"

const [SGSIN, NLRTM] = [Unlocode.make("SGSIN"), Unlocode.make("NLRTM")]
const hour = (hours: number) => Instant.make(hours * HOUR_MILLIS)

/** 4,000 nm along the equator. */
const route: SeaRoute = {
  lengthNm: NauticalMiles.make(4000),
  comparedNm: NauticalMiles.make(4000),
  passages: [],
  legs: [],
  geometry: { type: "LineString", coordinates: Array.from({ length: 11 }, (_, index) => [index * 5, 0] as const) }
}

/** Sails to and fro: each leg takes 250 h times its factor, each stay 20 h, with these waits at Rotterdam. */
const history = (factors: ReadonlyArray<number>, waits: ReadonlyArray<number>): ReadonlyArray<VesselCall> => {
  let at = 0
  const calls: Array<VesselCall> = []
  for (const [index, factor] of [...factors, 0].entries()) {
    const wait = index % 2 === 0 ? 0 : (waits[(index - 1) / 2] ?? 0)
    calls.push({
      port: index % 2 === 0 ? SGSIN : NLRTM,
      arrivedAt: hour(at),
      berthedAt: Option.some(hour(at + wait)),
      departedAt: Option.some(hour(at + wait + 20)),
      open: false
    })
    at += wait + 20 + 250 * factor
  }
  return calls
}

const time = (hours: ReadonlyArray<number>): CallTime => {
  const [first = 0, ...rest] = hours.toSorted((a, b) => a - b)
  return { hours: [first, ...rest], basis: "vessel", calls: hours.length }
}

/** Of the worked example: 3,200 nm remain at 16 knots; legs took 0.9 to 1.1 times as long as usual. */
const calls = history([1, 0.9, 1, 1.1, 1, 1], [0, 0, 12])
const departedAt = Option.getOrElse(calls[6]?.departedAt ?? Option.none(), () => hour(0))
const now = Instant.make(departedAt + 50 * HOUR_MILLIS)

const input = (changes: Partial<PredictionInput> = {}): PredictionInput => ({
  now,
  destination: NLRTM,
  calls,
  position: Option.some({
    position: { latitude: Latitude.make(0), longitude: Longitude.make(10) },
    speedKnots: 16,
    at: now
  }),
  plan: Option.none(),
  routes: { lengthNm: () => route.lengthNm, alternatives: () => [route] },
  hoursInPort: () => time([20, 20, 20]),
  hoursWaiting: () => time([0, 0, 12]),
  ...changes
})

const reasonOf = (changes: Partial<PredictionInput>) =>
  Result.match(predictArrival(input(changes)), { onFailure: (reason) => reason, onSuccess: () => "predicted" })

describe("a predicted arrival", () => {
  it("of the worked example is in 200 hours, between the quantiles of speeds and waits", () => {
    const predicted = Result.getOrThrow(predictArrival(input()))
    const inHours = (at: Instant) => (at - now) / HOUR_MILLIS
    assert.closeTo(inHours(predicted.portArrival), 200, 0.5)
    assert.closeTo(inHours(predicted.eta), 200, 0.5)
    assert.closeTo(predicted.distanceNm, 3200, 1)
    assert.deepStrictEqual([predicted.speed.basis, Math.round(predicted.speed.knots)], ["present-leg", 16])
    assert.strictEqual(predicted.interval._tag, "Known")
    if (predicted.interval._tag === "Known") {
      assert.isBelow(inHours(predicted.interval.low), 190)
      assert.isAbove(inHours(predicted.interval.high), 212)
    }
  })

  it("has no interval without five past legs, or with a default time", () => {
    const few = Result.getOrThrow(predictArrival(input({ calls: calls.slice(4) })))
    assert.deepStrictEqual(few.interval, { _tag: "Unknown", reason: "too_few_legs" })
    const waiting: CallTime = { hours: [0], basis: "default", calls: 0 }
    const unknown = Result.getOrThrow(predictArrival(input({ hoursWaiting: () => waiting })))
    assert.deepStrictEqual(unknown.interval, { _tag: "Unknown", reason: "too_few_calls" })
  })

  it("counts what usually remains of a stay in port", () => {
    const open = calls.map((call, index) =>
      index === 6 ? { ...call, departedAt: Option.none<Instant>(), open: true } : call
    )
    const arrived = calls[6]?.arrivedAt ?? hour(0)
    const at = Instant.make(arrived + 15 * HOUR_MILLIS)
    const predicted = Result.getOrThrow(predictArrival(input({ calls: open, now: at })))
    assert.isTrue(predicted.inPort)
    assert.closeTo((predicted.portArrival - at) / HOUR_MILLIS, 5 + 250, 0.5)
  })

  it("is not available without its evidence", () => {
    const old = Instant.make(now + 8 * 24 * HOUR_MILLIS)
    const far = {
      position: { latitude: Latitude.make(30), longitude: Longitude.make(10) },
      speedKnots: 16,
      at: now
    }
    assert.strictEqual(reasonOf({ calls: [] }), "last_port_unknown")
    assert.strictEqual(reasonOf({ position: Option.none() }), "no_position")
    assert.strictEqual(reasonOf({ now: old }), "position_old")
    assert.strictEqual(reasonOf({ position: Option.some(far) }), "off_route")
    assert.strictEqual(reasonOf({ destination: Unlocode.make("USNYC") }), "calls_unknown")
    assert.strictEqual(reasonOf({ routes: { lengthNm: () => undefined, alternatives: () => [] } }), "no_route")
    const atBerth = calls.slice(0, 6).map((call, index) => (index === 5 ? { ...call, open: true } : call))
    assert.strictEqual(reasonOf({ calls: atBerth }), "arrived")
  })

  it("needs the carrier's plan where the log has no round: its calls, or a passage without time for one", () => {
    const without = { calls: calls.slice(6) }
    const plan = (arrival: number, ports: ReadonlyArray<Unlocode>): Option.Option<CarrierVesselPlan> =>
      Option.some({
        from: SGSIN,
        departedAt: Option.some(departedAt),
        arrival: Option.some(Instant.make(departedAt + arrival * HOUR_MILLIS)),
        ports
      })
    const basisOf = (changes: Partial<PredictionInput>) =>
      Result.match(predictArrival(input({ ...without, ...changes })), {
        onFailure: (reason) => reason,
        onSuccess: ({ callsKnownBy }) => callsKnownBy.basis
      })
    assert.strictEqual(basisOf({}), "calls_unknown")
    assert.strictEqual(basisOf({ plan: plan(255, [NLRTM]) }), "direct")
    assert.strictEqual(basisOf({ plan: plan(270, [NLRTM]) }), "calls_unknown")
    assert.strictEqual(basisOf({ plan: plan(400, [Unlocode.make("LKCMB"), NLRTM]) }), "plan")
  })
})
