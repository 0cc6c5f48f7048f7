import { CONGESTION_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { CongestionAggregate } from "@landfall/core/congestion/figures/CongestionAggregate"
import { PortCongestion } from "@landfall/core/congestion/figures/PortCongestion"
import { Unlocode } from "@landfall/core/geo/Unlocode"
import { costOf, type Tariff } from "@landfall/core/usage/Tariff"
import { Effect, Option, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { type FastPath, isPlainJsonRequest } from "./FastPaths.ts"

const CONGESTION_PATH = `${CONGESTION_PREFIX}/congestion/`
const CONGESTION_PATH_LENGTH = CONGESTION_PATH.length + "NLRTM".length
const isUnlocode = Schema.is(Unlocode)

const encodeAggregate = Schema.encodeSync(Schema.toCodecJson(CongestionAggregate), { disableChecks: true })

/** What answers with figures, written once for as long as they stand. */
const makeResponseCache = () => {
  const written = new WeakMap<CongestionAggregate, HttpServerResponse.HttpServerResponse>()
  return (figures: CongestionAggregate): HttpServerResponse.HttpServerResponse => {
    const known = written.get(figures)
    if (known !== undefined) return known
    const answer = HttpServerResponse.text(JSON.stringify(encodeAggregate(figures)), {
      contentType: "application/json",
      headers: { "X-Resource-Type": "PORT_CONGESTION", "X-Requested-Count": "1", "X-Found-Count": "1" }
    })
    written.set(figures, answer)
    return answer
  }
}

/** `GET /congestion/{portCode}` as of now, of all types of ships, the code in capital letters. */
export const congestionFastPath = (tariff: Tariff) =>
  Effect.map(PortCongestion, (congestion): FastPath => {
    const answerWith = makeResponseCache()
    return {
      operation: "portCongestion.get",
      route: `GET ${CONGESTION_PATH}:portCode`,
      credits: costOf(tariff, "congestion.port", 1),
      tryHandle: (request) => {
        const { method, url } = request
        if (url.length !== CONGESTION_PATH_LENGTH || method !== "GET" || !url.startsWith(CONGESTION_PATH))
          return undefined
        const port = url.slice(CONGESTION_PATH.length)
        if (!isUnlocode(port) || !isPlainJsonRequest(request)) return undefined
        return Effect.map(congestion.now(port), (figures) => Option.map(figures, answerWith))
      }
    }
  })
