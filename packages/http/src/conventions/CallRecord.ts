import type { AccountId } from "@landfall/core/accounts/Account"
import type { ApiKeyId } from "@landfall/core/accounts/ApiKey"
import type { ApplicationId } from "@landfall/core/alerts/endpoints/Application"
import { Credits } from "@landfall/core/usage/Credits"
import { Context } from "effect"
import type { RateStanding } from "./RequestRates.ts"

/** The data about a request that its steps collect until its response is ready. Mutable. */
export interface CallRecord {
  /** The account that the API key opens; undefined until the key was looked up. */
  accountId: AccountId | undefined
  /** The API key of the call; undefined until it was looked up. */
  keyId: ApiKeyId | undefined
  /** The application that the token of a portal limits the call to; undefined for a call with a key or a session. */
  applicationId: ApplicationId | undefined
  /** Whether the call carries the key of the operator, which no rate limits. */
  isOperator: boolean
  /** The bucket of the rate that is nearest to its limit; undefined while nothing was counted. */
  rate: RateStanding | undefined
  /** After how many seconds a call that is rejected by a limit can be sent again. */
  retryAfterSeconds: number | undefined
  /** The weight that was debited from the rates of the call so far. */
  chargedWeight: number
  /** The values in the body of the call; 0 for a small body, which is not measured. */
  bodyValues: number
  /** Whether a large body of the call counts among the waiting requests of its account, until its work begins. */
  isExpectedHeavy: boolean
  /** The name of the operation in the usage counters: `group.endpoint`. */
  operation: string
  /** The credits that the call has cost so far. */
  credits: Credits
  /**
   * The annotations of the log lines of the request. The account is added to this object once it is known, because every
   * service that is added to the context of a request makes a metered read slower.
   */
  readonly logAnnotations: Record<string, unknown>
}

/** The record of a request whose log lines carry these annotations. */
export const newCallRecord = (logAnnotations: Record<string, unknown> = {}): CallRecord => ({
  accountId: undefined,
  keyId: undefined,
  applicationId: undefined,
  isOperator: false,
  rate: undefined,
  retryAfterSeconds: undefined,
  chargedWeight: 0,
  bodyValues: 0,
  isExpectedHeavy: false,
  operation: "",
  credits: Credits.make(0),
  logAnnotations
})

/** The record of the current request. `server/RequestPipeline.ts` provides one to each request. */
export const CurrentCall = Context.Reference<CallRecord>("@landfall/http/conventions/CurrentCall", {
  defaultValue: () => newCallRecord()
})
