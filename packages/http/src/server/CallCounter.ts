import { abandonedCallOutcome, callOutcomeOf } from "@landfall/core/usage/CallOutcome"
import { Credits } from "@landfall/core/usage/Credits"
import { UsageStore } from "@landfall/core/usage/Usage"
import { UsageMeter } from "@landfall/core/usage/UsageMeter"
import { Context, DateTime, Effect, Layer } from "effect"
import type { HttpServerRequest } from "effect/http"
import type { CallRecord } from "../conventions/CallRecord.ts"
import { logRepeatedFault } from "../conventions/RepeatedFaults.ts"
import { MeteredCalls } from "../metering/MeteredCalls.ts"
import { Metrics } from "../metrics/Metrics.ts"
import { operationAt, UNMATCHED_OPERATION } from "./OperationRoutes.ts"

const NO_CREDITS = Credits.make(0)
const UNAUTHORIZED = 401
const PAYMENT_REQUIRED = 402
const TOO_MANY_REQUESTS = 429

/** Counts calls where their status is known. A call counts once its API key is valid, whatever its status. */
export class CallCounter extends Context.Service<
  CallCounter,
  {
    /**
     * Counts a call with its status. Undefined when it is done immediately, as for an ordinary call; otherwise the effect that
     * completes it.
     *
     * @param isRouted whether the router found a route for the request
     */
    readonly complete: (
      call: CallRecord,
      request: HttpServerRequest.HttpServerRequest,
      status: number,
      isRouted: boolean
    ) => Effect.Effect<void> | undefined
    /** Counts a call whose caller disconnected before its response. */
    readonly abandon: (call: CallRecord) => void
  }
>()("@landfall/http/server/CallCounter") {
  static readonly layer = Layer.effect(
    CallCounter,
    Effect.gen(function* () {
      const { identify } = yield* MeteredCalls
      const meter = yield* UsageMeter
      const usage = yield* UsageStore
      const metrics = yield* Metrics

      const debited = new Map<string, (credits: number) => void>()
      const debitsOf = (operation: string) => {
        const existing = debited.get(operation)
        if (existing !== undefined) return existing
        const add = metrics.counter("landfall_credits_debited_total", "Credits debited for calls, by operation", {
          operation
        })
        debited.set(operation, add)
        return add
      }

      const recordDebit = ({ operation, credits }: CallRecord): void => {
        if (credits !== NO_CREDITS) debitsOf(operation)(credits)
      }

      /** Counts a request that was rejected before its key was looked up, such as an unknown path, unless the key is rejected too. */
      const countRejected = (request: HttpServerRequest.HttpServerRequest, operation: string, status: number) =>
        Effect.match(identify(request), {
          onFailure: () => undefined,
          onSuccess: ({ account }) => meter.count(account.id, operation, callOutcomeOf(status), NO_CREDITS)
        })

      const recordRejection = (accountId: NonNullable<CallRecord["accountId"]>) =>
        Effect.flatMap(DateTime.now, (now) => usage.recordRejection(accountId, now)).pipe(
          Effect.catch((error) =>
            logRepeatedFault(
              "Warn",
              "The event credits.exhausted could not be stored; the next rejected call stores it.",
              error
            )
          )
        )

      return CallCounter.of({
        complete: (call, request, status, isRouted) => {
          const { accountId } = call
          if (accountId !== undefined) {
            recordDebit(call)
            meter.count(accountId, call.operation, callOutcomeOf(status), call.credits)
            return status === PAYMENT_REQUIRED ? recordRejection(accountId) : undefined
          }
          if (status < 400 || status === UNAUTHORIZED || status === TOO_MANY_REQUESTS) return undefined
          const operation = operationAt(request.method, request.url) ?? (isRouted ? undefined : UNMATCHED_OPERATION)
          return operation === undefined ? undefined : countRejected(request, operation, status)
        },
        abandon: (call) => {
          const { accountId, operation, credits } = call
          if (accountId === undefined) return
          recordDebit(call)
          meter.count(accountId, operation, abandonedCallOutcome(credits), credits)
        }
      })
    })
  )
}
