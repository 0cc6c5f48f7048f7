import { detailsOf } from "@landfall/api/conventions/ErrorInfo"
import type { AccountNotFound } from "@landfall/core/accounts/Account"
import type { ApiKeyNotFound } from "@landfall/core/accounts/ApiKey"
import type { IdempotencyKeyReused, IdempotentRequestInFlight } from "@landfall/core/accounts/Idempotency"
import type { EndpointNotFound } from "@landfall/core/alerts/EndpointId"
import type { ApplicationNotFound } from "@landfall/core/alerts/endpoints/Application"
import type { MessageNotFound } from "@landfall/core/alerts/Message"
import type { EndpointDisabled, TaskNotFound } from "@landfall/core/alerts/operations/DeliveryTasks"
import type { TargetRejected } from "@landfall/core/alerts/sending/EgressGuard"
import type { ApiKeyInHeaders } from "@landfall/core/alerts/sending/HeaderKeys"
import type { Co2Rejected } from "@landfall/core/co2/Co2Calculator"
import type { CongestionThresholdNotFound } from "@landfall/core/congestion/thresholds/CongestionThreshold"
import type { StorageError } from "@landfall/core/faults/StorageError"
import { describeExcess, type LimitExceeded } from "@landfall/core/limits/Limits"
import { formatCount } from "@landfall/core/listing/Count"
import type { IteratorInvalid } from "@landfall/core/listing/Page"
import type { ShipmentNotFound } from "@landfall/core/tracking/shipments/ShipmentStore"
import type { CreditsExhausted, TopUpTooLarge } from "@landfall/core/usage/Credits"
import { DateTime, Effect, Option } from "effect"
import { ApiError, failWith } from "./ApiError.ts"
import { logRepeatedFault } from "./RepeatedFaults.ts"

/** The errors of the domain that callers can receive. */
export type DomainError =
  | AccountNotFound
  | ApiKeyInHeaders
  | ApiKeyNotFound
  | ApplicationNotFound
  | Co2Rejected
  | CreditsExhausted
  | EndpointDisabled
  | EndpointNotFound
  | IdempotencyKeyReused
  | IdempotentRequestInFlight
  | IteratorInvalid
  | LimitExceeded
  | MessageNotFound
  | CongestionThresholdNotFound
  | ShipmentNotFound
  | StorageError
  | TargetRejected
  | TaskNotFound
  | TopUpTooLarge

/** The reason why the credits do not cover a request: its price, the remaining credits, and the end of the period. */
const describeExhaustion = ({ needed, remaining, periodEndsAt }: CreditsExhausted): string => {
  const cost = `The request costs ${formatCount(needed, "credit")}`
  if (Option.isNone(periodEndsAt)) {
    return `${cost}; the account has no credit period. Ask the operator for monthly credits or a top-up.`
  }
  return `${cost}; ${remaining} ${remaining === 1 ? "is" : "are"} left in the period that ends at ${DateTime.formatIso(periodEndsAt.value)}.`
}

/** Maps each error of the domain to an error of the catalogue. The cause of a storage error goes to the log only. */
const toApiError = (error: DomainError | ApiError): Effect.Effect<never, ApiError> => {
  if (error instanceof ApiError) return Effect.fail(error)
  switch (error._tag) {
    case "AccountNotFound":
      return failWith("accountUnknown", [`There is no account ${error.id}.`])
    case "ApiKeyNotFound":
      return failWith("apiKeyUnknown", [`There is no API key ${error.id}.`])
    case "ApplicationNotFound":
      return failWith("applicationUnknown", [`The account has no application ${error.id}.`])
    case "Co2Rejected": {
      const onlyUnknown = error.faults.every(({ kind }) => kind === "unknown")
      return failWith(onlyUnknown ? "propertyUnknown" : "bodyInvalid", detailsOf(error.faults))
    }
    case "EndpointNotFound":
      return failWith("endpointUnknown", [`The account has no endpoint ${error.id}.`])
    case "EndpointDisabled":
      return failWith("endpointDisabled", [`The endpoint ${error.id} is disabled. Enable it first.`])
    case "TaskNotFound":
      return failWith("taskUnknown", [`The account has no task ${error.id}.`])
    case "ShipmentNotFound":
      return failWith("shipmentUnknown", [`The account has no shipment ${error.id}.`])
    case "MessageNotFound":
      return failWith("messageUnknown", [`The account has no message ${error.id}, or the message has expired.`])
    case "CongestionThresholdNotFound":
      return failWith("portWatchUnknown", [`The endpoint has no port watch ${error.id}.`])
    case "IteratorInvalid":
      return failWith("parameterInvalid", ["query.iterator must be the iterator of an earlier response."])
    case "LimitExceeded":
      return failWith(error.limit.startsWith("request.") ? "requestLimitExceeded" : "accountLimitReached", [
        describeExcess(error)
      ])
    case "TargetRejected":
      return failWith("targetRejected", [`$.url: ${error.message}`])
    case "ApiKeyInHeaders":
      return failWith("bodyInvalid", [`$.headers: ${error.message}`])
    case "CreditsExhausted":
      return failWith("creditsExhausted", [describeExhaustion(error)])
    case "TopUpTooLarge":
      return failWith("bodyInvalid", [
        `$.credits must be at most ${error.largest} in this period, which has a maximum of credits, got ${error.credits}.`
      ])
    case "IdempotencyKeyReused":
      return failWith("idempotencyKeyReused", [
        `The idempotency-key ${error.key} was used before with a different body. Use a new key.`
      ])
    case "IdempotentRequestInFlight":
      return failWith("requestInFlight", [
        `A request with the idempotency-key ${error.key} is in progress. Retry when it has completed.`
      ])
    case "StorageError":
      return error.reason === "unavailable"
        ? Effect.andThen(
            logRepeatedFault("Error", `Storage failed in ${error.operation}.`, error.cause),
            failWith("storageUnavailable")
          )
        : Effect.andThen(Effect.logError(`Storage failed in ${error.operation}.`, error.cause), failWith("internal"))
  }
}

/** Fails with the error of the catalogue in place of the error of the domain. */
export const mapDomainErrors = <A, R>(
  effect: Effect.Effect<A, DomainError | ApiError, R>
): Effect.Effect<A, ApiError, R> => Effect.catch(effect, toApiError)
