import type { Account } from "@landfall/core/accounts/Account"
import { CongestionAggregate } from "@landfall/core/congestion/CongestionAggregate"
import { PortCongestion } from "@landfall/core/congestion/PortCongestion"
import { Unlocode } from "@landfall/core/geo/Unlocode"
import { type Tariff, unitsOf } from "@landfall/core/usage/Tariff"
import { UsageStore } from "@landfall/core/usage/Usage"
import { UsageMeter } from "@landfall/core/usage/UsageMeter"
import { DateTime, Effect, Option, Schema } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { Callers } from "../api/Callers.ts"
import { CONGESTION } from "../api/Prefixes.ts"
import { RequestIds, withRequestId } from "./RequestId.ts"

const PATH = `${CONGESTION}/congestion/`
const PATH_LENGTH = PATH.length + "NLRTM".length
const isUnlocode = Schema.is(Unlocode)

/** The port of a request for its figures as they are now, written as ports are; undefined for every other request. */
const portOf = ({ method, url, headers }: HttpServerRequest.HttpServerRequest): Unlocode | undefined => {
  if (url.length !== PATH_LENGTH || method !== "GET" || !url.startsWith(PATH)) return undefined
  if (headers["content-encoding"] !== undefined) return undefined
  const type = headers["content-type"]
  if (type !== undefined && type !== "application/json") return undefined
  const code = url.slice(PATH.length)
  return isUnlocode(code) ? code : undefined
}

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

const passOn = Effect.succeedNone

/**
 * The short way of `GET /congestion/{portCode}`, the operation that is asked for most: the key looked up, the figures at
 * hand, the credits debited, the call counted, as the operation itself does it, without the layers that make an operation
 * out of its contract. They cost four times what is done here.
 *
 * It answers the ordinary call alone. Whatever else there is, a parameter, an unknown key, a port without figures,
 * exhausted credits, a storage that is away, goes the long way from its beginning, and nothing was taken for it here.
 */
export const congestionShortcut = (tariff: Tariff) =>
  HttpRouter.middleware(
    Effect.gen(function* () {
      const callers = yield* Callers
      const congestion = yield* PortCongestion
      const usage = yield* UsageStore
      const meter = yield* UsageMeter
      const ids = yield* RequestIds
      const answerWith = makeAnswers()
      const credits = unitsOf(tariff, "congestion.port", 1)

      // A caller who goes away meanwhile is counted with what was taken.
      const pay = ({ id }: Account) =>
        Effect.flatMap(DateTime.now, (now) =>
          Effect.flatMap(usage.debit(id, credits, now), () => meter.count(id, "portCongestion.get", credits))
        ).pipe(Effect.uninterruptible)

      const answer = (request: HttpServerRequest.HttpServerRequest, port: Unlocode, key: string) =>
        Effect.flatMap(callers.find(key), (account) => {
          if (Option.isNone(account)) return passOn
          return Effect.flatMap(congestion.now(port), (figures) => {
            if (Option.isNone(figures)) return passOn
            const response = answerWith(figures.value)
            return Effect.flatMap(pay(account.value), () =>
              Effect.map(ids.of(request), (id) => Option.some(withRequestId(response, id)))
            )
          })
        }).pipe(Effect.catchCause(() => passOn))

      return (httpEffect) =>
        Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
          const port = portOf(request)
          const key = request.headers.api_key
          if (port === undefined || key === undefined) return httpEffect
          return Effect.flatMap(answer(request, port, key), (response) =>
            Option.isSome(response) ? Effect.succeed(response.value) : httpEffect
          )
        })
    }),
    { global: true }
  )
