import type { Account } from "@landfall/core/accounts/Account"
import type { Credits } from "@landfall/core/usage/Credits"
import { UsageStore } from "@landfall/core/usage/Usage"
import { UsageMeter } from "@landfall/core/usage/UsageMeter"
import { Cause, DateTime, Effect, Option } from "effect"
import { HttpRouter, HttpServerRequest, type HttpServerResponse } from "effect/http"
import { AccountLookup } from "../AccountLookup.ts"
import { Metrics } from "./Metrics.ts"
import { RequestIds, withRequestId } from "./RequestId.ts"

type Request = HttpServerRequest.HttpServerRequest
type Response = HttpServerResponse.HttpServerResponse

/** The short way of one operation. */
export interface FastPath {
  /** The name under which calls are counted: the operation's group and its own. */
  readonly operation: string
  /** Its method and the form of its path. */
  readonly route: string
  /** What a call costs that is answered. */
  readonly credits: Credits
  /**
   * What answers an ordinary request of this operation; none, or any failure, sends it the long way after all. Undefined
   * for every request that is not this operation's, or is in any way out of the ordinary.
   */
  readonly tryHandle: (request: Request) => Effect.Effect<Option.Option<Response>, unknown> | undefined
}

/** Whether a request says nothing of its body but that it is JSON. */
export const isPlainJsonRequest = ({ headers }: Request): boolean =>
  headers["content-encoding"] === undefined &&
  (headers["content-type"] === undefined || headers["content-type"] === "application/json")

/**
 * Short ways of the operations that are asked for most: key looked up, answer made, credits debited, call counted, as the
 * operation does it, without the layers that make an operation out of its contract. Those cost more than all of the work.
 *
 * Only a call that is answered with 200 goes the short way. Whatever else there is, a parameter, an unknown key, a fault in
 * the body, exhausted credits, a storage that is away, goes the long way from its beginning: nothing was taken for it, and
 * whatever is wrong is told in one place.
 */
export const fastPathsLayer = <R>(shortcuts: Effect.Effect<ReadonlyArray<FastPath>, never, R>) =>
  HttpRouter.middleware(
    Effect.gen(function* () {
      const callers = yield* AccountLookup
      const usage = yield* UsageStore
      const meter = yield* UsageMeter
      const ids = yield* RequestIds
      const figures = yield* Metrics
      const ways = yield* shortcuts

      // A caller who goes away meanwhile is counted with what was taken.
      const pay = ({ credits, operation }: FastPath, { id }: Account) =>
        Effect.flatMap(DateTime.now, (now) =>
          Effect.flatMap(usage.debit(id, credits, now), () => meter.count(id, operation, credits))
        ).pipe(Effect.uninterruptible)

      const along = (way: FastPath, request: Request, answer: Effect.Effect<Option.Option<Response>, unknown>) =>
        Effect.flatMap(callers.findByApiKey(request.headers.api_key ?? ""), (account) => {
          if (Option.isNone(account)) return Effect.succeedNone
          return Effect.flatMap(answer, (response) => {
            if (Option.isNone(response)) return Effect.succeedNone
            return Effect.flatMap(pay(way, account.value), () =>
              Effect.map(ids.idOf(request), (id) => Option.some(withRequestId(response.value, id)))
            )
          })
        }).pipe(
          // A failure is met again, and told, on the long way; a defect may be of this way alone.
          Effect.catchCause((cause) =>
            Cause.hasDies(cause)
              ? Effect.as(Effect.logWarning(`The short way of ${way.operation} broke off.`, cause), Option.none())
              : Effect.succeedNone
          )
        )

      return (longWay) =>
        Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
          const started = figures.monotonicNanos()
          for (const way of ways) {
            const answer = way.tryHandle(request)
            if (answer === undefined) continue
            return Effect.flatMap(along(way, request, answer), (response) => {
              if (Option.isNone(response)) return longWay
              figures.recordRequest(way.route, response.value.status, started)
              return Effect.succeed(response.value)
            })
          }
          return longWay
        })
    }),
    { global: true }
  )
