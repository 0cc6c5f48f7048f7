import type { AggregateQuery } from "@landfall/api/congestion/PortCongestionApi"
import { CongestionAggregate, narrowToType } from "@landfall/core/congestion/figures/CongestionAggregate"
import { PortCongestion } from "@landfall/core/congestion/figures/PortCongestion"
import type { Unlocode } from "@landfall/core/geo/Unlocode"
import { type Instant, instantOf } from "@landfall/core/time/Instant"
import type { Tariff } from "@landfall/core/usage/Tariff"
import { DateTime, Effect, Option, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { failWith } from "../conventions/ApiError.ts"
import { mapDomainErrors } from "../conventions/DomainErrors.ts"
import { makePayment } from "../metering/MeteredCalls.ts"
import { makePortUnknown } from "./MissingFigures.ts"

/** The headers of a response with the figures of ports. */
export const countHeaders = (requested: number, found: number) => ({
  "X-Resource-Type": "PORT_CONGESTION",
  "X-Requested-Count": String(requested),
  "X-Found-Count": String(found)
})

const encodeAggregate = Schema.encodeSync(Schema.toCodecJson(CongestionAggregate), { disableChecks: true })

const makeResponse = (figures: CongestionAggregate): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.jsonUnsafe(encodeAggregate(figures), { headers: countHeaders(1, 1) })

/** Encodes the figures of a port once for as long as they are current: encoding costs more than the rest of a call. */
const makeResponseCache = () => {
  const responses = new WeakMap<CongestionAggregate, HttpServerResponse.HttpServerResponse>()
  return (figures: CongestionAggregate): HttpServerResponse.HttpServerResponse => {
    const cached = responses.get(figures)
    if (cached !== undefined) return cached
    const response = makeResponse(figures)
    responses.set(figures, response)
    return response
  }
}

/** The past instant that a request names; none for the present. */
export const parsePastInstant = Effect.fnUntraced(function* (asOf: DateTime.Utc | undefined) {
  if (asOf === undefined) return Option.none<Instant>()
  if (DateTime.isGreaterThan(asOf, yield* DateTime.now)) {
    return yield* failWith("parameterInvalid", ["query.asOf must not be in the future."])
  }
  return Option.some(instantOf(asOf))
})

/** Makes the operation `portCongestion.get`, which both its handler and its fast path run. */
export const makeGetPortFigures = Effect.fnUntraced(function* (tariff: Tariff) {
  const congestion = yield* PortCongestion
  const pay = yield* makePayment(tariff)
  const failUnknown = yield* makePortUnknown
  const cachedResponse = makeResponseCache()

  return Effect.fnUntraced(function* (port: Unlocode, { vesselType, asOf }: typeof AggregateQuery.Type) {
    const past = yield* parsePastInstant(asOf)
    const found = yield* Option.isSome(past) ? congestion.asOf(port, past.value) : congestion.now(port)
    if (Option.isNone(found)) return yield* failUnknown(port, past)
    yield* pay("congestion.port", 1)
    return vesselType === undefined ? cachedResponse(found.value) : makeResponse(narrowToType(found.value, vesselType))
  }, mapDomainErrors)
})
