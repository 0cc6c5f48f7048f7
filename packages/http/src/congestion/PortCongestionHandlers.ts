import { MAX_HISTORY_POINTS } from "@landfall/api/congestion/PortCongestionApi"
import { LandfallApi } from "@landfall/api/LandfallApi"
import { hoursInPort, type PortCall } from "@landfall/core/congestion/detection/PortCall"
import { narrowToType } from "@landfall/core/congestion/figures/CongestionAggregate"
import { distinctPorts } from "@landfall/core/congestion/figures/CongestionBatch"
import { PortCongestion } from "@landfall/core/congestion/figures/PortCongestion"
import { TIME_IN_PORT_DAYS } from "@landfall/core/congestion/figures/PortLedger"
import type { Unlocode } from "@landfall/core/geo/Unlocode"
import { type PageRequest, pageOf } from "@landfall/core/listing/Page"
import { DAY_MILLIS, HOUR_MILLIS, Instant, instantOf, isoOf } from "@landfall/core/time/Instant"
import type { Tariff } from "@landfall/core/usage/Tariff"
import { DateTime, Effect, Option } from "effect"
import { HttpEffect, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { failWith } from "../ApiError.ts"
import { mapDomainErrors } from "../DomainErrors.ts"
import { parsePageRequest, toPageView } from "../Pagination.ts"
import { makeCreditCharge } from "../usage/CreditCharge.ts"
import { makeMissingFiguresExplainer } from "./MissingFigures.ts"

/** The wire form of a port call. */
export const toPortCallView = (call: PortCall) => ({
  id: call.id,
  portCode: call.port,
  vessel: {
    mmsi: Option.getOrNull(call.ship.mmsi),
    imo: Option.getOrNull(call.ship.imo),
    name: Option.getOrNull(call.ship.name),
    aisShipType: Option.getOrNull(call.ship.shipType),
    commercial: call.ship.commercial,
    type: Option.getOrNull(call.ship.type),
    typeSource: call.ship.typeSource
  },
  startTime: isoOf(call.startedAt),
  endTime: Option.match(call.endedAt, { onNone: () => null, onSome: isoOf }),
  ending: Option.getOrNull(call.ending),
  hours: Option.getOrNull(hoursInPort(call)),
  stays: call.stays.map(({ kind, evidence, zone, from, to }) => ({
    kind,
    evidence,
    zone: Option.getOrNull(zone),
    startTime: isoOf(from),
    endTime: Option.match(to, { onNone: () => null, onSome: isoOf })
  })),
  silences: call.silences.map(({ from, to }) => ({ startTime: isoOf(from), endTime: isoOf(to) })),
  lastHeard: isoOf(call.lastHeardAt),
  source: call.source
})

/** What a place in the list of calls is named by: in the order of time. */
export const portCallKey = ({ startedAt, id }: PortCall): string => `call_${String(startedAt).padStart(16, "0")}_${id}`

/** Says on a 200 how many ports were asked for and found. */
const setCountHeaders = (requested: number, found: number) =>
  HttpEffect.appendPreResponseHandler((_, response) =>
    Effect.succeed(
      HttpServerResponse.setHeaders(response, {
        "X-Resource-Type": "PORT_CONGESTION",
        "X-Requested-Count": String(requested),
        "X-Found-Count": String(found)
      })
    )
  )

const parsePastInstant = Effect.fnUntraced(function* (asOf: DateTime.Utc) {
  if (DateTime.isGreaterThan(asOf, yield* DateTime.now)) {
    return yield* failWith("parameterInvalid", ["query.asOf must not be in the future."])
  }
  return instantOf(asOf)
})

interface PeriodQuery {
  readonly from?: DateTime.Utc
  readonly to?: DateTime.Utc
}

/** The time asked for: up to now, and the 30 days before its end, unless told otherwise. */
const parsePeriod = Effect.fnUntraced(function* (query: PeriodQuery) {
  const now = instantOf(yield* DateTime.now)
  const to = query.to === undefined ? now : instantOf(query.to)
  const from = query.from === undefined ? Instant.make(to - TIME_IN_PORT_DAYS * DAY_MILLIS) : instantOf(query.from)
  const faults = [
    ...(to > now ? ["query.to must not be in the future."] : []),
    ...(from > to ? ["query.from must not be after query.to."] : [])
  ]
  return faults.length === 0 ? { from, to } : yield* failWith("parameterInvalid", faults)
})

const historyInstants = Effect.fnUntraced(function* (from: Instant, to: Instant, interval: "hour" | "day") {
  const step = interval === "hour" ? HOUR_MILLIS : DAY_MILLIS
  const count = Math.floor((to - from) / step) + 1
  if (count > MAX_HISTORY_POINTS) {
    return yield* failWith("parameterInvalid", [
      `query.from to query.to must hold at most ${MAX_HISTORY_POINTS} points, and holds ${count}: ask for less at once, or by the day.`
    ])
  }
  return Array.from({ length: count }, (_, point) => Instant.make(from + point * step))
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

/** Figures are looked up first and paid before they are shown: a port without data costs nothing. */
export const portCongestionHandlers = (tariff: Tariff) =>
  HttpApiBuilder.group(
    LandfallApi,
    "portCongestion",
    Effect.fnUntraced(function* (handlers) {
      const congestion = yield* PortCongestion
      const pay = yield* makeCreditCharge(tariff)
      const whyUnheard = yield* makeMissingFiguresExplainer

      /** Tells why there are no figures of a port; `by` is the past instant that was asked for. */
      const notHeard = (port: Unlocode, by: Option.Option<Instant>) =>
        Effect.flatMap(whyUnheard(port, by), (details) => failWith("portUnknown", details))

      const orNotHeard = <A>(port: Unlocode, found: Option.Option<A>, by: Option.Option<Instant> = Option.none()) =>
        Option.match(found, { onNone: () => notHeard(port, by), onSome: Effect.succeed })

      return handlers.handleAll({
        get: Effect.fnUntraced(function* ({ params: { portCode }, query: { vesselType, asOf } }) {
          const found = yield* asOf === undefined
            ? congestion.now(portCode)
            : Effect.flatMap(parsePastInstant(asOf), (then) => congestion.asOf(portCode, then))
          const aggregate = yield* orNotHeard(portCode, found, Option.map(Option.fromUndefinedOr(asOf), instantOf))
          yield* pay("congestion.port", 1)
          yield* setCountHeaders(1, 1)
          return vesselType === undefined ? aggregate : narrowToType(aggregate, vesselType)
        }, mapDomainErrors),
        batch: Effect.fnUntraced(function* ({ payload }) {
          const ports = distinctPorts(payload)
          const found = yield* Effect.forEach(ports, congestion.now)
          const results = found.flatMap((aggregate) => Option.toArray(aggregate))
          yield* pay("congestion.port", results.length)
          yield* setCountHeaders(ports.length, results.length)
          return { results }
        }, mapDomainErrors),
        history: Effect.fnUntraced(function* ({ params: { portCode }, query }) {
          const interval = query.interval ?? "day"
          const { from, to } = yield* parsePeriod(query)
          const data = yield* congestion.history(portCode, yield* historyInstants(from, to, interval))
          if (data.length === 0) return yield* notHeard(portCode, Option.some(to))
          yield* pay("congestion.history", 1)
          return { portCode, interval, data }
        }, mapDomainErrors),
        calls: Effect.fnUntraced(function* ({ params: { portCode }, query }) {
          const { from, to } = yield* parsePeriod(query)
          const request = yield* parsePageRequest(query, "call_")
          const heard = yield* congestion.now(portCode)
          yield* orNotHeard(portCode, heard)
          const page = paginateCalls(yield* congestion.calls(portCode, from, to), request)
          yield* pay("congestion.calls", 1)
          return toPageView(page, toPortCallView)
        }, mapDomainErrors)
      })
    })
  )
