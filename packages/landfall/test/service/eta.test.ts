import { assert, layer } from "@effect/vitest"
import { ALERTS_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { detect, newVesselState } from "@landfall/core/congestion/detection/PortCallDetector"
import { DetectorId } from "@landfall/core/congestion/fleet/FleetLease"
import { VesselStateStore } from "@landfall/core/congestion/fleet/VesselStateStore"
import { PortCallLog } from "@landfall/core/congestion/ledger/PortCallLog"
import { makeZoneIndex } from "@landfall/core/congestion/zones/ZoneIndex"
import { DAY_MILLIS, HOUR_MILLIS } from "@landfall/core/time/Durations"
import { Instant, isoOf } from "@landfall/core/time/Instant"
import { Knots } from "@landfall/core/vessels/Knots"
import * as NetworkSeaRouter from "@landfall/sea/NetworkSeaRouter"
import { type LinerVessel, linerPlan, simulateLinerService } from "@landfall/testing/fleet/LinerService"
import { Effect, Option } from "effect"
import { newCaller, serviceOn } from "../support/Service.ts"
import { SERVICE_START, ServiceClock, stoppedClock } from "../support/ServiceClock.ts"

const CONTAINER = "MSKU7194304"
const now = Instant.make(SERVICE_START)
const plan = linerPlan({ vessels: 1, seed: "service" })
/** In the fourth round, the vessel is on its way from Singapore to Rotterdam. */
const SINGAPORE = 33

const departureOf = ({ calls }: LinerVessel): number =>
  Option.getOrElse(calls[SINGAPORE]?.call.endedAt ?? Option.none(), () => 0)

/** A vessel that left Singapore six days ago. */
const simulated = Effect.gen(function* () {
  const [draft] = yield* simulateLinerService(plan)
  assert.isDefined(draft)
  const start = Instant.make(plan.start + now - (departureOf(draft) + 6 * DAY_MILLIS))
  const [vessel] = yield* simulateLinerService({ ...plan, start })
  assert.isDefined(vessel)
  return vessel
}).pipe(Effect.provide(NetworkSeaRouter.layer))

/** Stores what AIS has shown of a vessel so far. */
const observe = Effect.fnUntraced(function* ({ calls, mmsi, positions }: LinerVessel) {
  yield* (yield* PortCallLog).put(calls.slice(0, SINGAPORE + 1).map(({ call }) => call))
  const last = positions.findLast(({ at }) => at <= now)
  assert.isDefined(last)
  const report = {
    _tag: "PositionReport",
    mmsi,
    at: last.at,
    clock: "source",
    source: "test",
    position: last.position,
    speed: Option.map(Option.fromUndefinedOr(last.speedKnots), (knots) => Knots.make(knots)),
    course: Option.none(),
    heading: Option.none(),
    status: Option.none(),
    transceiver: Option.none()
  } as const
  const { state } = detect(newVesselState(mmsi), report, makeZoneIndex([]), now)
  const states = yield* VesselStateStore
  const detector = DetectorId.make("test")
  yield* states.claim(detector, HOUR_MILLIS)
  yield* states.save({ states: [state], removed: [], calls: [], coverage: [] }, detector)
})

/** Stores that a vessel has transmitted its IMO number. */
const identify = Effect.fnUntraced(function* ({ imo, mmsi }: LinerVessel) {
  const states = yield* VesselStateStore
  const state = yield* Effect.fromOption(yield* states.find(mmsi))
  const identified = { ...state, profile: { ...state.profile, imo } }
  yield* states.save({ states: [identified], removed: [], calls: [], coverage: [] }, DetectorId.make("test"))
})

const dcsaEvent = (code: string, classifier: string, port: string, at: number, imo: string) => ({
  eventType: code === "LOAD" ? "EQUIPMENT" : "TRANSPORT",
  eventClassifierCode: classifier,
  eventDateTime: isoOf(Instant.make(at)),
  ...(code === "LOAD"
    ? { equipmentEventTypeCode: code, equipmentReference: CONTAINER, emptyIndicatorCode: "LADEN" }
    : { transportEventTypeCode: code, references: [{ referenceType: "EQ", referenceValue: CONTAINER }] }),
  transportCall: {
    transportCallID: `${port}-1`,
    carrierVoyageNumber: "612W",
    UNLocationCode: port,
    facilityTypeCode: "POTE",
    modeOfTransport: "VESSEL",
    vessel: { vesselIMONumber: imo, vesselName: "LINER 0" }
  }
})

layer(serviceOn(stoppedClock), { excludeTestServices: true })("a predicted arrival", (it) => {
  it.effect("is near the truth, known from the rounds of the vessel, and never a date of the carrier", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const get = (path: string) => Effect.promise(() => caller.send("GET", `${ALERTS_PREFIX}${path}`))
      const vessel = yield* simulated
      const unknown = yield* get(`/vessel/${vessel.imo}/eta?port=NLRTM`)
      assert.deepInclude(unknown.body, { prediction: null, reason: "mmsi_unknown" })

      yield* observe(vessel)
      const arrival = vessel.calls[SINGAPORE + 2]?.berthedAt ?? 0
      const { body, status } = yield* get(`/vessel/${vessel.imo}/eta?port=deham`)
      assert.strictEqual(status, 200)
      assert.deepInclude(body, { imo: vessel.imo, port: "DEHAM", reason: null, reasonText: null })
      const { prediction } = body
      assert.deepInclude(prediction, { classifier: "PRE", lastPort: "SGSIN", callsBasis: "rotation", rounds: 3 })
      assert.deepStrictEqual(
        prediction.calls.map(({ port }: { readonly port: string }) => port),
        ["NLRTM", "DEHAM"]
      )
      assert.deepInclude(prediction.calls[0].inPort, { basis: "vessel", calls: 3 })
      // The drawn delays of the passage and of the stay in Rotterdam lie between, 20 days ahead of the arrival.
      assert.isBelow(Math.abs(Date.parse(prediction.eta) - arrival) / DAY_MILLIS, 4)
      assert.isBelow(Date.parse(prediction.interval.low), Date.parse(prediction.eta))
      assert.isAbove(Date.parse(prediction.interval.high), Date.parse(prediction.eta))

      const never = yield* get(`/vessel/${vessel.imo}/eta?port=USNYC`)
      assert.deepInclude(never.body, { prediction: null, reason: "calls_unknown" })

      const estimate = now + 30 * DAY_MILLIS
      const tracked = yield* Effect.promise(() =>
        caller.send("POST", `${ALERTS_PREFIX}/shipment`, { number: CONTAINER })
      )
      const path = `/shipment/${tracked.body.id}`
      assert.deepInclude((yield* get(`${path}/eta`)).body, { vessel: null, reason: "not_at_sea", carrier: null })
      const departure = departureOf(vessel)
      yield* Effect.promise(() =>
        caller.send("POST", `${ALERTS_PREFIX}/tracking/events`, [
          dcsaEvent("LOAD", "ACT", "SGSIN", departure - 5 * HOUR_MILLIS, vessel.imo),
          dcsaEvent("DEPA", "ACT", "SGSIN", departure, vessel.imo),
          dcsaEvent("ARRI", "EST", "DEHAM", estimate, vessel.imo)
        ])
      )
      const shipment = yield* get(`${path}/eta`)
      assert.deepStrictEqual(shipment.body.prediction, prediction)
      assert.deepInclude(shipment.body.carrier, { date: isoOf(Instant.make(estimate)), classifier: "EST" })
      assert.deepInclude(shipment.body, { container: CONTAINER, reason: null })
      assert.notInclude(JSON.stringify((yield* get(path)).body), '"PRE"')

      const anonymous = yield* get(`${path}/vessel`)
      assert.deepInclude(anonymous.body, { position: null, reason: "mmsi_unknown" })
      yield* identify(vessel)
      const identified = yield* get(`${path}/vessel`)
      assert.deepInclude(identified.body.vessel, { imo: vessel.imo })
      assert.strictEqual(identified.body.position.mmsi, vessel.mmsi)
      assert.isBelow(now - Date.parse(identified.body.position.receivedAt), DAY_MILLIS)
    })
  )

  it.effect("of a carrier is compared with the actual arrival, by lane and lead time", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const send = (method: string, path: string, body?: unknown) =>
        Effect.promise(() => caller.send(method, `${ALERTS_PREFIX}${path}`, body))
      const imo = "9321483"
      yield* send("POST", "/shipment", { number: CONTAINER, sealine: "MAEU" })
      const arrival = now + 8 * DAY_MILLIS
      yield* send("POST", "/tracking/events", [
        dcsaEvent("LOAD", "ACT", "SGSIN", now - 30 * HOUR_MILLIS, imo),
        dcsaEvent("DEPA", "ACT", "SGSIN", now - 24 * HOUR_MILLIS, imo),
        dcsaEvent("ARRI", "EST", "DEHAM", arrival - 10 * HOUR_MILLIS, imo)
      ])
      yield* (yield* ServiceClock).advance("9 days")
      yield* send("POST", "/tracking/events", [dcsaEvent("ARRI", "ACT", "DEHAM", arrival, imo)])
      const { body, status } = yield* send("GET", "/carriers/MAEU/eta-accuracy")
      assert.strictEqual(status, 200)
      assert.deepInclude(body, { scac: "MAEU", shipments: 1, arrivals: 1 })
      const late = { arrivals: 1, biasHours: 10, medianAbsoluteHours: 10, p90AbsoluteHours: 10 }
      const none = { arrivals: 0, biasHours: null, medianAbsoluteHours: null, p90AbsoluteHours: null }
      const leads = [
        { leadDays: 1, ...late },
        { leadDays: 3, ...late },
        { leadDays: 7, ...late },
        { leadDays: 14, ...none }
      ]
      assert.deepStrictEqual(body.leads, leads)
      assert.deepStrictEqual(body.lanes, [{ from: "SGSIN", to: "DEHAM", arrivals: 1, leads }])
      const other = yield* send("GET", "/carriers/HLCU/eta-accuracy")
      assert.deepInclude(other.body, { shipments: 0, arrivals: 0, lanes: [] })
    })
  )

  it.effect("needs a valid IMO number and a known port", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const get = (path: string) => Effect.promise(() => caller.send("GET", `${ALERTS_PREFIX}${path}`))
      const digit = yield* get("/vessel/9706907/eta?port=NLRTM")
      assert.strictEqual(digit.status, 400)
      assert.include(JSON.stringify(digit.body.details), "check digit 6")
      const port = yield* get("/vessel/9706906/eta?port=NLRTN")
      assert.deepStrictEqual([port.status, port.body.errorCode], [400, 40004])
      assert.include(JSON.stringify(port.body.details), "query.port: no port has the code NLRTN")
      assert.strictEqual((yield* get("/vessel/9706906/eta")).status, 400)
      assert.strictEqual((yield* get("/shipment/shp_unknown/eta")).status, 404)
    })
  )
})
