import { MAX_HISTORY_POINTS } from "@landfall/api/congestion/PortCongestionApi"
import { LandfallApi } from "@landfall/api/LandfallApi"
import { hoursInPort, type PortCall, type PortCallId } from "@landfall/core/congestion/detection/PortCall"
import { AnchorageCongestion } from "@landfall/core/congestion/figures/AnchorageCongestion"
import { MAX_PORT_SILENT_HOURS } from "@landfall/core/congestion/figures/ComputeCongestion"
import { type CongestionAggregate, narrowToType } from "@landfall/core/congestion/figures/CongestionAggregate"
import { distinctPorts } from "@landfall/core/congestion/figures/CongestionBatch"
import { PortCongestion } from "@landfall/core/congestion/figures/PortCongestion"
import { PortTimes } from "@landfall/core/congestion/figures/PortTimes"
import { type CallFigure, figuresByCall } from "@landfall/core/congestion/ledger/CallFigures"
import { callAsOf } from "@landfall/core/congestion/ledger/PortCallTimeline"
import { TIME_IN_PORT_DAYS } from "@landfall/core/congestion/ledger/PortLedger"
import { roundDegrees } from "@landfall/core/geo/Position"
import type { Unlocode } from "@landfall/core/geo/Unlocode"
import { type PageRequest, pageOf } from "@landfall/core/listing/Page"
import { DAY_MILLIS, HOUR_MILLIS } from "@landfall/core/time/Durations"
import { Instant, instantOf, isoOf } from "@landfall/core/time/Instant"
import type { Tariff } from "@landfall/core/usage/Tariff"
import { DateTime, Effect, Option } from "effect"
import { HttpEffect, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { failWith } from "../conventions/ApiError.ts"
import { CurrentCall } from "../conventions/CallRecord.ts"
import { mapDomainErrors } from "../conventions/DomainErrors.ts"
import { parsePageRequest, toPageView } from "../conventions/Pagination.ts"
import { WeightedWork } from "../limits/WeightedWork.ts"
import { makePayment } from "../metering/MeteredCalls.ts"
import { makePortTest, makePortUnknown } from "./MissingFigures.ts"
import { countHeaders, makeGetPortFigures, parsePastInstant } from "./PortFigures.ts"
import { makePortZones } from "./PortZones.ts"

/** The wire form of a port call. */
const toPortCallView = (figures: ReadonlyMap<PortCallId, ReadonlyArray<CallFigure>>) => (call: PortCall) => ({
  id: call.id,
  portCode: call.port,
  vessel: {
    mmsi: Option.getOrNull(call.vessel.mmsi),
    imo: Option.getOrNull(Option.map(call.vessel.imo, Number)),
    name: Option.getOrNull(call.vessel.name),
    aisShipType: Option.getOrNull(call.vessel.shipType),
    commercial: call.vessel.commercial,
    type: Option.getOrNull(call.vessel.type),
    typeSource: call.vessel.typeSource
  },
  startTime: isoOf(call.startedAt),
  endTime: Option.match(call.endedAt, { onNone: () => null, onSome: isoOf }),
  ending: Option.getOrNull(call.ending),
  hours: Option.getOrNull(hoursInPort(call)),
  stays: call.stays.map(({ kind, evidence, zone, from, to, latitude, longitude }) => ({
    kind,
    evidence,
    zone: Option.getOrNull(zone),
    startTime: isoOf(from),
    endTime: Option.match(to, { onNone: () => null, onSome: isoOf }),
    position: call.source === "report" ? null : { latitude: roundDegrees(latitude), longitude: roundDegrees(longitude) }
  })),
  silences: call.silences.map(({ from, to }) => ({ startTime: isoOf(from), endTime: isoOf(to) })),
  lastPositionReceivedAt: isoOf(call.lastReceivedAt),
  assignment: call.assignment === "likely" || call.assignment === "shared" ? call.assignment : null,
  source: call.source,
  figures: figures.get(call.id) ?? []
})

/** The key of a port call in lists, in order of time. */
const portCallKey = ({ startedAt, id }: PortCall): string => `call_${String(startedAt).padStart(16, "0")}_${id}`

/** The calls as they were known at a past instant, or as they are now. */
const callsAsOf = (past: Option.Option<Instant>, calls: ReadonlyArray<PortCall>): ReadonlyArray<PortCall> =>
  Option.match(past, {
    onNone: () => calls,
    onSome: (instant) => calls.flatMap((call) => Option.toArray(callAsOf(call, instant)))
  })

/** Sets the number of requested and of found ports on the response, if it succeeds. */
const setCountHeaders = (requested: number, found: number) =>
  HttpEffect.appendPreResponseHandler((_, response) =>
    Effect.succeed(HttpServerResponse.setHeaders(response, countHeaders(requested, found)))
  )

interface PeriodQuery {
  readonly from?: DateTime.Utc
  readonly to?: DateTime.Utc
}

/** The requested period. Default: the 30 days up to now, or up to the past instant that the request names. */
const parsePeriod = Effect.fnUntraced(function* (
  query: PeriodQuery,
  past: Option.Option<Instant>,
  days = TIME_IN_PORT_DAYS
) {
  const now = instantOf(yield* DateTime.now)
  const latest = Option.getOrElse(past, () => now)
  const to = query.to === undefined ? latest : instantOf(query.to)
  const from = query.from === undefined ? Instant.make(to - days * DAY_MILLIS) : instantOf(query.from)
  const faults = [
    ...(to > latest ? [`query.to must not be ${Option.isSome(past) ? "after query.asOf" : "in the future"}.`] : []),
    ...(from > to ? ["query.from must not be after query.to."] : [])
  ]
  return faults.length === 0 ? { from, to } : yield* failWith("parameterInvalid", faults)
})

/** The days of a history whose start is not given, within `MAX_HISTORY_POINTS`. */
const MAX_DEFAULT_DAYS = { day: TIME_IN_PORT_DAYS, hour: 14 } as const

/**
 * The period of a history. Without any bound it ends at the last position of a port without new positions, so that it
 * covers the stored data.
 */
const coveredPeriod = Effect.fnUntraced(function* (query: PeriodQuery, figures: Option.Option<CongestionAggregate>) {
  if (query.from !== undefined || query.to !== undefined) return query
  const now = instantOf(yield* DateTime.now)
  const last = Option.flatMap(figures, ({ quality }) => quality.lastPositionReceivedAt)
  const isPast = Option.exists(last, (at) => instantOf(at) < now - MAX_PORT_SILENT_HOURS * HOUR_MILLIS)
  return Option.isSome(last) && isPast ? { to: last.value } : query
})

const historyInstants = Effect.fnUntraced(function* (from: Instant, to: Instant, interval: "hour" | "day") {
  const intervalMillis = interval === "hour" ? HOUR_MILLIS : DAY_MILLIS
  const count = Math.floor((to - from) / intervalMillis) + 1
  if (count > MAX_HISTORY_POINTS) {
    return yield* failWith("parameterInvalid", [
      `query.from to query.to must have at most ${MAX_HISTORY_POINTS} points, and have ${count}: use a shorter period or interval=day.`
    ])
  }
  return Array.from({ length: count }, (_, point) => Instant.make(from + point * intervalMillis))
})

const paginateCalls = (calls: ReadonlyArray<PortCall>, request: PageRequest) => {
  const key = Option.getOrUndefined(request.cursor)
  const backwards = key?.direction === "before"
  const side = calls.filter(
    (call) => key === undefined || (backwards ? portCallKey(call) < key.key : portCallKey(call) > key.key)
  )
  const ordered = backwards ? side.toReversed() : side
  return pageOf(ordered.slice(0, request.limit + 1), request, portCallKey)
}

/** Figures are read first and paid before the response is sent: a port without data costs nothing. */
export const portCongestionHandlers = (tariff: Tariff) =>
  HttpApiBuilder.group(
    LandfallApi,
    "portCongestion",
    Effect.fnUntraced(function* (handlers) {
      const congestion = yield* PortCongestion
      const anchorages = yield* AnchorageCongestion
      const times = yield* PortTimes
      const pay = yield* makePayment(tariff)
      const work = yield* WeightedWork
      const failUnknown = yield* makePortUnknown
      const isKnownPort = yield* makePortTest
      const getFigures = yield* makeGetPortFigures(tariff)
      const findZones = yield* makePortZones

      return handlers.handleAll({
        get: ({ params: { portCode }, query }) =>
          Effect.flatMap(CurrentCall, (call) => getFigures(call, portCode, query)),
        batch: Effect.fnUntraced(function* ({ payload }) {
          const ports = distinctPorts(payload)
          const { asOf, vesselType } = payload
          const past = yield* parsePastInstant(asOf, "asOf")
          const figuresOf = (port: Unlocode) =>
            Option.isSome(past) ? congestion.asOf(port, past.value) : congestion.now(port)
          const aggregates = yield* work.run(ports.length, Effect.forEach(ports, figuresOf))
          const results = aggregates
            .flatMap((aggregate) => Option.toArray(aggregate))
            .map((aggregate) => (vesselType === undefined ? aggregate : narrowToType(aggregate, vesselType)))
          yield* pay("congestion.port", results.length)
          yield* setCountHeaders(ports.length, results.length)
          return { results }
        }, mapDomainErrors),
        history: Effect.fnUntraced(function* ({ params: { portCode }, query }) {
          const interval = query.interval ?? "day"
          const figures = yield* congestion.now(portCode)
          const { from, to } = yield* parsePeriod(
            yield* coveredPeriod(query, figures),
            Option.none(),
            MAX_DEFAULT_DAYS[interval]
          )
          const data = yield* congestion.history(portCode, yield* historyInstants(from, to, interval))
          if (data.length > 0) yield* pay("congestion.history", 1)
          else if (!(yield* isKnownPort(portCode))) return yield* failUnknown(portCode, Option.none())
          return { portCode, interval, data }
        }, mapDomainErrors),
        times: Effect.fnUntraced(function* ({ params: { portCode }, query: { asOf, vesselType } }) {
          const past = yield* parsePastInstant(asOf)
          const now = instantOf(yield* DateTime.now)
          const at = Option.getOrElse(past, () => now)
          const figures = yield* times.asOf(portCode, vesselType ?? "commercialVessels", at)
          if (Option.isNone(figures)) return yield* failUnknown(portCode, past)
          yield* pay("congestion.history", 1)
          return figures.value
        }, mapDomainErrors),
        compareTimes: Effect.fnUntraced(function* ({ payload }) {
          const ports = distinctPorts(payload)
          const past = yield* parsePastInstant(payload.asOf, "asOf")
          const now = instantOf(yield* DateTime.now)
          const at = Option.getOrElse(past, () => now)
          const timesOf = (port: Unlocode) => times.asOf(port, payload.vesselType ?? "commercialVessels", at)
          const portTimes = yield* work.run(ports.length, Effect.forEach(ports, timesOf))
          const results = portTimes.flatMap((figures) => Option.toArray(figures))
          yield* pay("congestion.history", results.length)
          return { results }
        }, mapDomainErrors),
        anchorage: Effect.fnUntraced(function* ({ params: { anchorageId }, query }) {
          const past = yield* parsePastInstant(query.asOf)
          const now = instantOf(yield* DateTime.now)
          const figures = yield* anchorages.asOf(
            anchorageId,
            Option.getOrElse(past, () => now)
          )
          if (Option.isNone(figures)) {
            return yield* failWith("portUnknown", [
              `No anchorage has the id ${JSON.stringify(anchorageId)}. List them with: landfall zones list --bundled`
            ])
          }
          yield* pay("congestion.port", 1)
          return figures.value
        }, mapDomainErrors),
        calls: Effect.fnUntraced(function* ({ params: { portCode }, query }) {
          const past = yield* parsePastInstant(query.asOf)
          const { from, to } = yield* parsePeriod(query, past)
          const request = yield* parsePageRequest(query, "call_")
          const figures = yield* Option.isSome(past) ? congestion.asOf(portCode, past.value) : congestion.now(portCode)
          if (Option.isNone(figures)) return yield* failUnknown(portCode, past)
          const calls = callsAsOf(past, yield* congestion.calls(portCode, from, to))
          const counted = figuresByCall(portCode, calls, instantOf(figures.value.quality.asOf))
          yield* pay("congestion.calls", 1)
          return toPageView(paginateCalls(calls, request), toPortCallView(counted))
        }, mapDomainErrors),
        zones: Effect.fnUntraced(function* ({ params: { portCode } }) {
          if (!(yield* isKnownPort(portCode))) return yield* failUnknown(portCode, Option.none())
          return yield* findZones(portCode)
        }, mapDomainErrors)
      })
    })
  )
