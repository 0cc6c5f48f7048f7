import { CONGESTION } from "@landfall/api/conventions/Prefixes"
import { CongestionAggregate } from "@landfall/core/congestion/figures/CongestionAggregate"
import { PortCongestion } from "@landfall/core/congestion/figures/PortCongestion"
import { Unlocode } from "@landfall/core/geo/Unlocode"
import { type Tariff, unitsOf } from "@landfall/core/usage/Tariff"
import { Effect, Option, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { hasPlainForm, type Shortcut } from "./Shortcuts.ts"

const PATH = `${CONGESTION}/congestion/`
const PATH_LENGTH = PATH.length + "NLRTM".length
const isUnlocode = Schema.is(Unlocode)

const encode = Schema.encodeSync(Schema.toCodecJson(CongestionAggregate), { disableChecks: true })

/** What answers with figures, written once for as long as they stand. */
const makeAnswers = () => {
  const written = new WeakMap<CongestionAggregate, HttpServerResponse.HttpServerResponse>()
  return (figures: CongestionAggregate): HttpServerResponse.HttpServerResponse => {
    const known = written.get(figures)
    if (known !== undefined) return known
    const answer = HttpServerResponse.text(JSON.stringify(encode(figures)), {
      contentType: "application/json",
      headers: { "X-Resource-Type": "PORT_CONGESTION", "X-Requested-Count": "1", "X-Found-Count": "1" }
    })
    written.set(figures, answer)
    return answer
  }
}

/** `GET /congestion/{portCode}` as of now, of all types of ships, the code in capital letters. */
export const congestionShortcut = (tariff: Tariff) =>
  Effect.map(PortCongestion, (congestion): Shortcut => {
    const answerWith = makeAnswers()
    return {
      operation: "portCongestion.get",
      route: `GET ${PATH}:portCode`,
      credits: unitsOf(tariff, "congestion.port", 1),
      answerTo: (request) => {
        const { method, url } = request
        if (url.length !== PATH_LENGTH || method !== "GET" || !url.startsWith(PATH)) return undefined
        const port = url.slice(PATH.length)
        if (!isUnlocode(port) || !hasPlainForm(request)) return undefined
        return Effect.map(congestion.now(port), (figures) => Option.map(figures, answerWith))
      }
    }
  })
