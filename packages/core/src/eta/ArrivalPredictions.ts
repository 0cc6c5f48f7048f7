import { Context, DateTime, Effect, Layer, Option, Result } from "effect"
import { DEGREES_PER_UNIT, speedKnotsOf } from "../congestion/detection/CompactPosition.ts"
import type { PortCall } from "../congestion/detection/PortCall.ts"
import type { VesselState } from "../congestion/detection/PortCallDetector.ts"
import { makeFindVesselByImo } from "../congestion/fleet/VesselByImo.ts"
import { VesselStateStore } from "../congestion/fleet/VesselStateStore.ts"
import { PortCallLog } from "../congestion/ledger/PortCallLog.ts"
import type { StorageError } from "../faults/StorageError.ts"
import { Gazetteer } from "../geo/Gazetteer.ts"
import { positionOf } from "../geo/Position.ts"
import { type SeaRoute, SeaRouter } from "../geo/SeaRouter.ts"
import type { Unlocode } from "../geo/Unlocode.ts"
import { Instant, instantOf } from "../time/Instant.ts"
import type { ImoNumber } from "../vessels/ImoNumber.ts"
import { Mmsi, MmsiInteger } from "../vessels/Mmsi.ts"
import type { ArrivalPrediction, NoPredictionReason, VesselPosition } from "./ArrivalPrediction.ts"
import { cargoCallsAt, PORT_CALLS_CONSIDERED, usualHoursInPort, usualHoursWaiting, VESSEL_CALLS } from "./CallTimes.ts"
import { type CarrierVesselPlan, predictArrival, type RouteTable, withReportedDeparture } from "./PredictArrival.ts"
import { usualCalls } from "./RemainingCalls.ts"
import { hoursInPortOf, hoursWaitingOf, type VesselCall, vesselCallsOf } from "./VesselCalls.ts"
import { carrierPlanOf, type VesselVoyage } from "./VesselVoyage.ts"

/** The newest calls of a vessel that a prediction reads: those of more than a year. */
const VESSEL_CALLS_READ = 150

/** The passages of the usual route that are avoided, one at a time, for a vessel beside it. */
const MAX_ALTERNATIVES = 3

/** A prediction, or the reason without one. */
export type PredictionResult = Result.Result<ArrivalPrediction, NoPredictionReason>

/** The newest position of a vessel; none before the first. */
const vesselPositionOf = ({ reorderBuffer, track }: VesselState): Option.Option<VesselPosition> => {
  const last = reorderBuffer.positions.at(-1) ?? track.last
  if (last === null) return Option.none()
  return Option.map(positionOf(last.latitude * DEGREES_PER_UNIT, last.longitude * DEGREES_PER_UNIT), (position) => ({
    position,
    speedKnots: speedKnotsOf(last),
    at: Instant.make(last.at * 1000)
  }))
}

/** Predicts when vessels arrive, from their positions, the port-call log and sea routes. */
export class ArrivalPredictions extends Context.Service<
  ArrivalPredictions,
  {
    /** Predicts when a vessel berths at a port that it has called at in earlier rounds. */
    readonly ofVessel: (imo: ImoNumber, port: Unlocode) => Effect.Effect<PredictionResult, StorageError>
    /** Predicts when the vessel of a voyage berths at the port where the container leaves it. */
    readonly ofVoyage: (voyage: VesselVoyage) => Effect.Effect<PredictionResult, StorageError>
  }
>()("@landfall/core/eta/ArrivalPredictions") {
  static readonly layer = Layer.effect(
    ArrivalPredictions,
    Effect.suspend(() => make)
  )
}

/** The calls of one vessel in records by either of its numbers: an MMSI can have belonged to another vessel before. */
const recordsOf = (imo: ImoNumber, records: ReadonlyArray<PortCall>): ReadonlyArray<PortCall> => {
  const ofVessel = records.filter(({ vessel }) => !Option.exists(vessel.imo, (other) => other !== imo))
  return [...new Map(ofVessel.map((call) => [call.id, call])).values()]
}

/** The ports whose usual times a prediction reads. */
const portsOnTheWay = (
  calls: ReadonlyArray<VesselCall>,
  destination: Unlocode,
  plan: Option.Option<CarrierVesselPlan>
): ReadonlyArray<Unlocode> => {
  const ports = calls.map(({ port }) => port)
  const last = calls.at(-1)
  return [
    ...new Set([
      destination,
      ...(last?.open === true ? [last.port] : []),
      ...Option.match(plan, { onNone: () => [], onSome: (carrierPlan) => carrierPlan.ports }),
      ...(usualCalls(ports, destination)?.ports ?? [])
    ])
  ]
}

const pairKey = (from: Unlocode, to: Unlocode): string => `${from} ${to}`

/** Pairs of consecutive ports of the past, of the plan, and from the last port to each planned one. */
const routePairs = (
  calls: ReadonlyArray<VesselCall>,
  destination: Unlocode,
  plan: Option.Option<CarrierVesselPlan>
): ReadonlyArray<readonly [Unlocode, Unlocode]> => {
  const ports = calls.map(({ port }) => port)
  const planned = [...Option.match(plan, { onNone: () => [], onSome: (carrierPlan) => carrierPlan.ports }), destination]
  const last = ports.at(-1)
  const consecutive = [ports, planned].flatMap((list) =>
    list.slice(1).map((to, index) => [list[index] ?? to, to] as const)
  )
  const fromLast = last === undefined ? [] : planned.map((to) => [last, to] as const)
  return [...new Map([...consecutive, ...fromLast].map((pair) => [pairKey(...pair), pair])).values()]
}

const make = Effect.gen(function* () {
  const states = yield* VesselStateStore
  const findVesselByImo = yield* makeFindVesselByImo
  const log = yield* PortCallLog
  const router = yield* SeaRouter
  const gazetteer = yield* Gazetteer

  const routeOf = (from: Unlocode, to: Unlocode, avoid: SeaRoute["passages"] = []) =>
    Effect.option(router.route({ from, to, avoid }))

  const alternativesOf = Effect.fnUntraced(function* (usual: SeaRoute, from: Unlocode, to: Unlocode) {
    const others = yield* Effect.forEach(usual.passages.slice(0, MAX_ALTERNATIVES), (passage) =>
      routeOf(from, to, [passage])
    )
    return [usual, ...others.flatMap(Option.toArray)]
  })

  const routeBook = Effect.fnUntraced(function* (
    pairs: ReadonlyArray<readonly [Unlocode, Unlocode]>,
    last: Unlocode | undefined
  ) {
    const routes = new Map<string, ReadonlyArray<SeaRoute>>()
    for (const [from, to] of pairs) {
      const usual = yield* routeOf(from, to)
      if (Option.isNone(usual)) continue
      const alternatives = from === last ? yield* alternativesOf(usual.value, from, to) : [usual.value]
      routes.set(pairKey(from, to), alternatives)
    }
    const alternatives = (from: Unlocode, to: Unlocode) => routes.get(pairKey(from, to)) ?? []
    return { alternatives, lengthNm: (from, to) => alternatives(from, to)[0]?.lengthNm } satisfies RouteTable
  })

  /** The calls of other cargo vessels at a port; not read where the vessel's own calls decide. */
  const othersAt = Effect.fnUntraced(function* (port: Unlocode, calls: ReadonlyArray<VesselCall>) {
    const callsAtPort = calls.filter((call) => call.port === port)
    const suffice = (of: (call: VesselCall) => Option.Option<number>) =>
      callsAtPort.filter((call) => Option.isSome(of(call))).length >= VESSEL_CALLS
    if (suffice(hoursInPortOf) && suffice(hoursWaitingOf)) return []
    return cargoCallsAt(yield* log.latestAt(port, PORT_CALLS_CONSIDERED))
  })

  const predict = Effect.fnUntraced(function* (
    imo: ImoNumber,
    requested: Unlocode,
    plan: Option.Option<CarrierVesselPlan>
  ) {
    const port = yield* Effect.option(gazetteer.get(requested))
    if (Option.isNone(port)) return Result.fail("port_unknown" as const)
    const destination = port.value.code
    const byImo = yield* log.latestOfVessel({ _tag: "Imo", imo }, VESSEL_CALLS_READ)
    const registered = yield* findVesselByImo(imo)
    const called = Option.fromUndefinedOr(byImo.flatMap(({ vessel }) => Option.toArray(vessel.mmsi))[0])
    const mmsi = Option.orElse(registered.mmsi, () => Option.map(called, (number) => Mmsi.make(String(number))))
    if (Option.isNone(mmsi)) return Result.fail("mmsi_unknown" as const)
    const byMmsi = yield* log.latestOfVessel({ _tag: "Mmsi", mmsi: mmsi.value }, VESSEL_CALLS_READ)
    const state = Option.isSome(registered.mmsi)
      ? registered.state
      : yield* states.find(MmsiInteger.make(Number(mmsi.value)))
    const records = vesselCallsOf(recordsOf(imo, [...byImo, ...byMmsi]))
    const departedAt = Option.flatMap(plan, ({ departedAt }) => departedAt)
    if (
      Option.isSome(departedAt) &&
      records.some((call) => call.port === destination && call.arrivedAt > departedAt.value)
    )
      return Result.fail("arrived" as const)
    const calls = withReportedDeparture({ calls: records, plan })
    const others = new Map<Unlocode, ReadonlyArray<VesselCall>>()
    for (const onTheWay of portsOnTheWay(calls, destination, plan))
      others.set(onTheWay, yield* othersAt(onTheWay, calls))
    return predictArrival({
      now: instantOf(yield* DateTime.now),
      destination,
      calls,
      position: Option.flatMap(state, vesselPositionOf),
      plan,
      routes: yield* routeBook(routePairs(calls, destination, plan), calls.at(-1)?.port),
      hoursInPort: (at) => usualHoursInPort(at, calls, others.get(at) ?? []),
      hoursWaiting: (at) => usualHoursWaiting(at, calls, others.get(at) ?? [])
    })
  })

  return ArrivalPredictions.of({
    ofVessel: Effect.fn("ArrivalPredictions.ofVessel")((imo, port) => predict(imo, port, Option.none())),
    ofVoyage: Effect.fn("ArrivalPredictions.ofVoyage")(function* (voyage: VesselVoyage) {
      if (Option.isNone(voyage.imo)) return Result.fail("vessel_unknown" as const)
      if (Option.isNone(voyage.arrival)) return Result.fail("destination_unknown" as const)
      return yield* predict(voyage.imo.value, voyage.arrival.value.place.unlocode, Option.some(carrierPlanOf(voyage)))
    })
  })
})
