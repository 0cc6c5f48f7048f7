import type { AggregateQuery } from "@landfall/api/congestion/PortCongestionApi"
import { CongestionAggregate, narrowToType } from "@landfall/core/congestion/figures/CongestionAggregate"
import { PortCongestion } from "@landfall/core/congestion/figures/PortCongestion"
import type { Unlocode } from "@landfall/core/geo/Unlocode"
import { instantOf } from "@landfall/core/time/Instant"
import type { Tariff } from "@landfall/core/usage/Tariff"
import { DateTime, Effect, Option, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { type ApiError, failWith } from "../conventions/ApiError.ts"
import type { CallRecord } from "../conventions/CallRecord.ts"
import { type DomainError, mapDomainErrors } from "../conventions/DomainErrors.ts"
import { makeCallPayment } from "../metering/MeteredCalls.ts"
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

type VesselTypeQuery = (typeof AggregateQuery.Type)["vesselType"]

/** The past instant that a request names, in its query or in its body; none for the present. */
export const parsePastInstant = (asOf: DateTime.Utc | undefined, name = "query.asOf") =>
  asOf === undefined
    ? Effect.succeedNone
    : Effect.flatMap(DateTime.now, (now) =>
        DateTime.isGreaterThan(asOf, now)
          ? failWith("parameterInvalid", [`${name} must not be in the future.`])
          : Effect.succeedSome(instantOf(asOf))
      )

/** Makes the operation `portCongestion.get`, which both its handler and its fast path run. Written without generators. */
export const makeGetPortFigures = Effect.fnUntraced(function* (tariff: Tariff) {
  const congestion = yield* PortCongestion
  const pay = yield* makeCallPayment(tariff)
  const failUnknown = yield* makePortUnknown
  const cachedResponse = makeResponseCache()

  const responseOf = (figures: CongestionAggregate, vesselType: VesselTypeQuery) =>
    vesselType === undefined ? cachedResponse(figures) : makeResponse(narrowToType(figures, vesselType))

  return (call: CallRecord, port: Unlocode, { vesselType, asOf }: typeof AggregateQuery.Type) =>
    mapDomainErrors(
      Effect.flatMap(parsePastInstant(asOf), (past) =>
        Effect.flatMap(
          Option.isSome(past) ? congestion.asOf(port, past.value) : congestion.now(port),
          (found): Effect.Effect<HttpServerResponse.HttpServerResponse, DomainError | ApiError> =>
            Option.isNone(found)
              ? failUnknown(port, past)
              : Effect.map(pay(call, "congestion.port", 1), () => responseOf(found.value, vesselType))
        )
      )
    )
})
