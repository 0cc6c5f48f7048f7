import { Co2VoyagesApi } from "@landfall/api/co2/Co2VoyagesApi"
import { PortCongestionApi } from "@landfall/api/congestion/PortCongestionApi"
import { Unlocode } from "@landfall/core/geo/Unlocode"
import type { Tariff } from "@landfall/core/usage/Tariff"
import { Effect, Schema } from "effect"
import type { HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"
import { makeComputeVoyage } from "../co2/ComputeVoyage.ts"
import { makeGetPortFigures } from "../congestion/PortFigures.ts"
import type { ApiError } from "../conventions/ApiError.ts"
import type { CallRecord } from "../conventions/CallRecord.ts"
import { MeteredCalls } from "../metering/MeteredCalls.ts"
import { hasSmallJsonBody, readSmallJson } from "./SmallJsonBody.ts"

/**
 * The most frequent operation in its most frequent form, handled without the router and without decoding by schema. Both
 * cost more than the operation itself.
 */
export interface FastPath {
  /** Method and path pattern of the operation, as the metrics name it. */
  readonly route: string
  /** The path pattern alone, as spans name it. */
  readonly path: string
  /** Handles an ordinary request of the operation; undefined for every other request, which the router handles. */
  readonly match: (
    request: HttpServerRequest.HttpServerRequest,
    call: CallRecord
  ) =>
    | Effect.Effect<
        HttpServerResponse.HttpServerResponse,
        ApiError | HttpServerError.HttpServerError,
        HttpServerRequest.HttpServerRequest
      >
    | undefined
}

const isUnlocode = Schema.is(Unlocode)

/** `GET /congestion/{portCode}` without a query and with the code in capital letters. */
const makeCongestionPath = Effect.fnUntraced(function* (tariff: Tariff) {
  const { runCall } = yield* MeteredCalls
  const getFigures = yield* makeGetPortFigures(tariff)
  const { identifier, method, path } = PortCongestionApi.endpoints.get
  const operation = `${PortCongestionApi.identifier}.${identifier}`
  const prefix = path.slice(0, path.indexOf(":portCode"))
  const length = prefix.length + "NLRTM".length

  const fastPath: FastPath = {
    route: `${method} ${path}`,
    path,
    match: (request, call) => {
      const { url } = request
      if (url.length !== length || request.method !== method || !url.startsWith(prefix)) return undefined
      const port = url.slice(prefix.length)
      return isUnlocode(port) ? runCall(call, request, operation, () => getFigures(call, port, {})) : undefined
    }
  }
  return fastPath
})

/** `POST /compute-co2` with a small body in JSON, as every voyage has. */
const makeCo2Path = Effect.fnUntraced(function* (tariff: Tariff) {
  const { runCall } = yield* MeteredCalls
  const compute = yield* makeComputeVoyage(tariff)
  const { identifier, method, path } = Co2VoyagesApi.endpoints.compute
  const operation = `${Co2VoyagesApi.identifier}.${identifier}`

  const fastPath: FastPath = {
    route: `${method} ${path}`,
    path,
    match: (request, call) =>
      request.url === path && request.method === method && hasSmallJsonBody(request)
        ? runCall(call, request, operation, () => Effect.flatMap(readSmallJson(request), (body) => compute(call, body)))
        : undefined
  }
  return fastPath
})

/** Makes the fast paths of the server. */
export const makeFastPaths = (tariff: Tariff) => Effect.all([makeCongestionPath(tariff), makeCo2Path(tariff)])
