import { MAX_POINTS } from "@landfall/api/congestion/PortCongestionApi"
import { LandfallApi } from "@landfall/api/LandfallApi"
import type { PortCall } from "@landfall/core/congestion/detection/PortCall"
import { narrow } from "@landfall/core/congestion/figures/CongestionAggregate"
import { portsOf } from "@landfall/core/congestion/figures/CongestionRequest"
import { PortCongestion } from "@landfall/core/congestion/figures/PortCongestion"
import { TIME_IN_PORT_DAYS } from "@landfall/core/congestion/figures/PortLedger"
import type { Unlocode } from "@landfall/core/geo/Unlocode"
import { type PageRequest, pageOf } from "@landfall/core/listing/Page"
import { DAY_MILLIS, HOUR_MILLIS, Instant, instantOf } from "@landfall/core/time/Instant"
import type { Tariff } from "@landfall/core/usage/Tariff"
import { DateTime, Effect, Option } from "effect"
import { HttpEffect, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { failing } from "../DomainFailures.ts"
import { failWith } from "../Failure.ts"
import { pageRequest, showPage } from "../Listing.ts"
import { paying } from "../usage/Payment.ts"
import { callKey, showCall } from "./PortCallViews.ts"
import { makeWhyUnheard } from "./UnheardPort.ts"

/** Says on a 200 how many ports were asked for and found. */
const counted = (requested: number, found: number) =>
  HttpEffect.appendPreResponseHandler((_, response) =>
    Effect.succeed(
      HttpServerResponse.setHeaders(response, {
        "X-Resource-Type": "PORT_CONGESTION",
        "X-Requested-Count": String(requested),
        "X-Found-Count": String(found)
      })
    )
  )

const pastInstant = Effect.fnUntraced(function* (asOf: DateTime.Utc) {
  if (DateTime.isGreaterThan(asOf, yield* DateTime.now)) {
    return yield* failWith("parameterInvalid", ["query.asOf must not be in the future."])
  }
  return instantOf(asOf)
})

interface Between {
  readonly from?: DateTime.Utc
  readonly to?: DateTime.Utc
}

/** The time asked for: up to now, and the 30 days before its end, unless told otherwise. */
const timeOf = Effect.fnUntraced(function* (query: Between) {
  const now = instantOf(yield* DateTime.now)
  const to = query.to === undefined ? now : instantOf(query.to)
  const from = query.from === undefined ? Instant.make(to - TIME_IN_PORT_DAYS * DAY_MILLIS) : instantOf(query.from)
  const faults = [
    ...(to > now ? ["query.to must not be in the future."] : []),
    ...(from > to ? ["query.from must not be after query.to."] : [])
  ]
  return faults.length === 0 ? { from, to } : yield* failWith("parameterInvalid", faults)
})

const pointsOf = Effect.fnUntraced(function* (from: Instant, to: Instant, interval: "hour" | "day") {
  const step = interval === "hour" ? HOUR_MILLIS : DAY_MILLIS
  const count = Math.floor((to - from) / step) + 1
  if (count > MAX_POINTS) {
    return yield* failWith("parameterInvalid", [
      `query.from to query.to must hold at most ${MAX_POINTS} points, and holds ${count}: ask for less at once, or by the day.`
    ])
  }
  return Array.from({ length: count }, (_, point) => Instant.make(from + point * step))
})

const cut = (calls: ReadonlyArray<PortCall>, request: PageRequest) => {
  const key = Option.getOrUndefined(request.cursor)
  const backwards = key?.direction === "before"
  const side = calls.filter(
    (call) => key === undefined || (backwards ? callKey(call) < key.key : callKey(call) > key.key)
  )
  const ordered = backwards ? side.toReversed() : side
  return pageOf(ordered.slice(0, request.limit + 1), request, callKey)
}

/** Figures are looked up first and paid before they are shown: a port without data costs nothing. */
export const portCongestionHandlers = (tariff: Tariff) =>
  HttpApiBuilder.group(
    LandfallApi,
    "portCongestion",
    Effect.fnUntraced(function* (handlers) {
      const congestion = yield* PortCongestion
      const pay = yield* paying(tariff)
      const whyUnheard = yield* makeWhyUnheard

      /** Tells why there are no figures of a port; `by` is the past instant that was asked for. */
      const notHeard = (port: Unlocode, by: Option.Option<Instant>) =>
        Effect.flatMap(whyUnheard(port, by), (details) => failWith("portUnknown", details))

      const orNotHeard = <A>(port: Unlocode, found: Option.Option<A>, by: Option.Option<Instant> = Option.none()) =>
        Option.match(found, { onNone: () => notHeard(port, by), onSome: Effect.succeed })

      return handlers.handleAll({
        get: Effect.fnUntraced(function* ({ params: { portCode }, query: { vesselType, asOf } }) {
          const found = yield* asOf === undefined
            ? congestion.now(portCode)
            : Effect.flatMap(pastInstant(asOf), (then) => congestion.asOf(portCode, then))
          const aggregate = yield* orNotHeard(portCode, found, Option.map(Option.fromUndefinedOr(asOf), instantOf))
          yield* pay("congestion.port", 1)
          yield* counted(1, 1)
          return vesselType === undefined ? aggregate : narrow(aggregate, vesselType)
        }, failing),
        batch: Effect.fnUntraced(function* ({ payload }) {
          const ports = portsOf(payload)
          const found = yield* Effect.forEach(ports, congestion.now)
          const results = found.flatMap((aggregate) => Option.toArray(aggregate))
          yield* pay("congestion.port", results.length)
          yield* counted(ports.length, results.length)
          return { results }
        }, failing),
        history: Effect.fnUntraced(function* ({ params: { portCode }, query }) {
          const interval = query.interval ?? "day"
          const { from, to } = yield* timeOf(query)
          const data = yield* congestion.history(portCode, yield* pointsOf(from, to, interval))
          if (data.length === 0) return yield* notHeard(portCode, Option.some(to))
          yield* pay("congestion.history", 1)
          return { portCode, interval, data }
        }, failing),
        calls: Effect.fnUntraced(function* ({ params: { portCode }, query }) {
          const { from, to } = yield* timeOf(query)
          const request = yield* pageRequest(query, "call_")
          const heard = yield* congestion.now(portCode)
          yield* orNotHeard(portCode, heard)
          const page = cut(yield* congestion.calls(portCode, from, to), request)
          yield* pay("congestion.calls", 1)
          return showPage(page, showCall)
        }, failing)
      })
    })
  )
