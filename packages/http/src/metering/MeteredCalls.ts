import { AlertsPlan, Authorization, CurrentAccount } from "@landfall/api/conventions/Authorization"
import type { Account } from "@landfall/core/accounts/Account"
import { includesAlerts } from "@landfall/core/accounts/Plan"
import { costOf, type MeteredOperation, type Tariff } from "@landfall/core/usage/Tariff"
import { UsageStore } from "@landfall/core/usage/Usage"
import { Clock, Context, DateTime, Effect, Layer, Option, Result } from "effect"
import { HttpServerRequest, type HttpServerResponse } from "effect/http"
import type { unhandled } from "effect/Types"
import { RequestBodies } from "../bodies/RequestBodies.ts"
import type { ApiError } from "../conventions/ApiError.ts"
import { failWith } from "../conventions/ApiError.ts"
import { type CallRecord, CurrentCall } from "../conventions/CallRecord.ts"
import { CurrentCaller, isInProcess, unpaidWeight } from "../conventions/InProcessRequest.ts"
import { rejectParameters } from "../conventions/QueryParameters.ts"
import { CallRates } from "../limits/CallRates.ts"
import { RunningRequests } from "../limits/RunningRequests.ts"
import { slotWeightOf } from "../shares/RequestConcurrency.ts"
import { baseWeight, weightOfFilters, weightOfPage } from "../shares/RequestWeight.ts"
import { AccountLookup, type PreparedKey } from "./AccountLookup.ts"
import { apiKeyFailures } from "./ApiKeyFailures.ts"
import { makeAdmission } from "./KeyAdmission.ts"
import { allowsOperation } from "./PortalOperations.ts"
import { PORTAL_TOKEN_START } from "./PortalTokens.ts"
import { apiKeyOf } from "./RequestApiKey.ts"
import { sessionOf } from "./SessionCookie.ts"

// The pipeline of every call with an API key, in the order in which it runs:
//
//   1. identify  the account that the key, or the session of the dashboard, opens, or the response 401, or 403 when the key may not be used from the
//                address of the request, or 429 when the client's address sent too many unknown keys; these cost nothing
//                and are not counted
//   2. limit     what the call counts as is taken from the rates of its key and its account, or the response is 429
//   3. admit     a large body waits for its room, is read, and is checked before it is parsed: 413, 408 or 429
//   4. share     the call waits for its slot among those that the server runs at the same time, or the response is 429
//   5. handle    the operation computes its response
//   6. pay       a metered operation debits its credits, or fails with 402; nothing is sent before the debit is stored
//   7. complete  `server/RequestPipeline.ts` knows the status: it counts the call with the credits that it cost
//                (`server/CallCounter.ts`), sets the request id and records the duration
//
// Requests to track shipments are charged by the store, in the transaction that stores the shipments: `Shipments.track`
// in core passes the price to `ShipmentStore.track`, and `SqlShipmentStore` debits it.
//
// Every call runs it, so that it is written without generators. Ordinary operations run it as the middleware
// `Authorization`, fast paths call it directly and skip step 4: they take less time than their routing would.

const failKeyUnknown = failWith("keyUnknown", ["The API key of the request is unknown, has expired or was revoked."])

const PAGE_LENGTH = /[?&]limit=(\d{1,4})(?:&|$)/

/** The query of a URL, without the question mark. */
const queryOf = (url: string): string => {
  const start = url.indexOf("?")
  return start < 0 ? "" : url.slice(start + 1)
}

/** The length of the page that a request names; 0 for one that names none. */
const pageLength = (url: string): number => Number((url.includes("?") ? PAGE_LENGTH.exec(url)?.[1] : undefined) ?? 0)

const failPortal = failWith("portalNotAllowed")

type Response<E> = Effect.Effect<HttpServerResponse.HttpServerResponse, E, HttpServerRequest.HttpServerRequest>

/** Computes the response to a call of an account. */
type Handler<E> = (account: Account) => Response<E>

/** Runs the calls of accounts. */
export class MeteredCalls extends Context.Service<
  MeteredCalls,
  {
    /** The key that a request carries, with its account. */
    readonly identify: (request: HttpServerRequest.HttpServerRequest) => Effect.Effect<PreparedKey, ApiError>
    /**
     * Identifies the caller and runs the handler. `operation` is the name of the call in the usage counters:
     * `group.endpoint`.
     */
    readonly run: <E>(operation: string, handler: Handler<E>) => Response<E | ApiError>
    /** As `run`, for a caller that has the record of the call and the request. */
    readonly runCall: <E>(
      call: CallRecord,
      request: HttpServerRequest.HttpServerRequest,
      operation: string,
      handler: Handler<E>
    ) => Response<E | ApiError>
  }
>()("@landfall/http/metering/MeteredCalls") {
  /** @param publicUrl the URL at which callers reach the server, whose pages may use a session in place of a key */
  static readonly layer = (publicUrl: Option.Option<string>) =>
    Layer.effect(
      MeteredCalls,
      Effect.gen(function* () {
        const lookup = yield* AccountLookup
        const admit = yield* makeAdmission
        const rates = yield* CallRates
        const bodies = yield* RequestBodies
        const running = yield* RunningRequests

        const identify = (request: HttpServerRequest.HttpServerRequest) => {
          const key = apiKeyOf(request.headers)
          if (Result.isFailure(key)) {
            const session = key.failure === "missing" ? sessionOf(request, publicUrl) : undefined
            if (session === undefined) return apiKeyFailures[key.failure]
            return Effect.flatMap(lookup.findBySession(session, request), (prepared) =>
              Option.isSome(prepared) ? admit(prepared.value, request) : failWith("sessionEnded")
            )
          }
          const preparedKey = key.success.startsWith(PORTAL_TOKEN_START)
            ? lookup.findByPortal(key.success, request)
            : lookup.findByApiKey(key.success, request)
          return Effect.flatMap(preparedKey, (prepared) =>
            Option.isSome(prepared) ? admit(prepared.value, request) : failKeyUnknown
          )
        }

        const runCall = <E>(
          call: CallRecord,
          request: HttpServerRequest.HttpServerRequest,
          operation: string,
          handler: Handler<E>
        ) =>
          Effect.flatMap(identify(request), ({ account, id, portal }): Response<E | ApiError> => {
            call.accountId = account.id
            call.keyId = id
            call.operation = operation
            if (portal !== undefined) {
              if (!allowsOperation(portal, operation)) return rates.take(call, 1) ?? failPortal
              call.applicationId = portal.applicationId
            }
            call.logAnnotations.accountId = account.id
            const weight = Math.max(
              baseWeight(operation),
              weightOfPage(pageLength(request.url)),
              weightOfFilters(operation, queryOf(request.url))
            )
            call.chargedWeight = weight
            const proceed = (unpaid: number) =>
              rates.take(call, unpaid) ?? bodies.admit(call, request, handler(account))
            return isInProcess(request)
              ? Effect.flatMap(CurrentCaller, (caller) => proceed(unpaidWeight(caller, weight)))
              : proceed(weight)
          })

        return MeteredCalls.of({
          identify,
          runCall,
          run: (operation, handler) =>
            Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
              Effect.flatMap(CurrentCall, (call) =>
                runCall(
                  call,
                  request,
                  operation,
                  // A request of this server itself runs in the slot of its caller, which would wait for it otherwise.
                  isInProcess(request)
                    ? handler
                    : (account) =>
                        running.run(
                          call,
                          slotWeightOf(operation, call.chargedWeight, pageLength(request.url)),
                          handler(account)
                        )
                )
              )
            )
        })
      })
    )
}

/**
 * Makes the function by which a metered operation pays: it debits `count` times the price of `operation`. Handlers call it
 * once the response is computed, so that an error costs nothing. A debit that has begun completes even when the caller
 * disconnects, and is counted.
 */
export const makeCallPayment = (tariff: Tariff) =>
  Effect.gen(function* () {
    const usage = yield* UsageStore
    const clock = yield* Clock.Clock

    return (call: CallRecord, operation: MeteredOperation, count: number) =>
      Effect.suspend(() => {
        const { accountId } = call
        if (accountId === undefined)
          return Effect.die(new Error(`${operation} is paid for in a call without an account`))
        const credits = costOf(tariff, operation, count)
        const now = DateTime.makeUnsafe(clock.currentTimeMillisUnsafe())
        return Effect.map(usage.debit(accountId, credits, now), () => {
          call.credits = credits
        })
      }).pipe(Effect.uninterruptible)
  })

/** Makes the function by which a metered operation pays in the current call. */
export const makePayment = (tariff: Tariff) =>
  Effect.map(
    makeCallPayment(tariff),
    (pay) => (operation: MeteredOperation, count: number) =>
      Effect.flatMap(CurrentCall, (call) => pay(call, operation, count))
  )

/** Runs the ordinary operations as metered calls. Without a declared query, they reject every query parameter. */
export const authorizationLayer = Layer.effect(
  Authorization,
  Effect.map(MeteredCalls, ({ run }) =>
    Authorization.of((handler, { group, endpoint }) => {
      const operation = `${group.identifier}.${endpoint.identifier}`
      const provided = (account: Account) => Effect.provideService(handler, CurrentAccount, account)
      return endpoint.query === undefined
        ? Effect.flatMap(HttpServerRequest.ParsedSearchParams, (parameters) => {
            const rejection = rejectParameters(parameters)
            return run<unhandled | ApiError>(operation, rejection === undefined ? provided : () => rejection)
          })
        : run(operation, provided)
    })
  )
)

/** Rejects calls of accounts whose plan has no alerts. */
export const alertsPlanLayer = Layer.succeed(
  AlertsPlan,
  Effect.fnUntraced(function* (handler) {
    const account = yield* CurrentAccount
    if (includesAlerts(account.plan)) return yield* handler
    return yield* failWith("planWithoutAlerts", [`The plan of the account is ${account.plan}.`])
  })
)
