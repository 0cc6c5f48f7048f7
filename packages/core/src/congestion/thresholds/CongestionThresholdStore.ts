import { Context, type DateTime, type Effect } from "effect"
import type { AccountId } from "../../accounts/Account.ts"
import type { Plan } from "../../accounts/Plan.ts"
import type { EndpointId, EndpointNotFound } from "../../alerts/EndpointId.ts"
import type { Endpoint } from "../../alerts/endpoints/Endpoint.ts"
import type { MessageDraft } from "../../alerts/Message.ts"
import type { StorageError } from "../../faults/StorageError.ts"
import type { Unlocode } from "../../geo/Unlocode.ts"
import type { LimitExceeded } from "../../limits/Limits.ts"
import type { Page, PageRequest } from "../../listing/Page.ts"
import type {
  CongestionThreshold,
  CongestionThresholdId,
  CongestionThresholdNotFound,
  TooManyThresholds
} from "./CongestionThreshold.ts"

/** A threshold with the data that decide whether its endpoint is notified. */
export interface ThresholdSnapshot {
  readonly threshold: CongestionThreshold
  readonly endpoint: Pick<Endpoint, "id" | "filterTypes" | "disabled">
  readonly plan: Plan
}

/** The outcome of an evaluation: the threshold to store and the messages to send. */
export interface ThresholdDecision {
  readonly threshold: CongestionThreshold
  readonly messages: ReadonlyArray<MessageDraft>
}

/** The result of the evaluation of several thresholds: those that changed, and the messages by account. */
export interface ThresholdDecisions {
  readonly changed: ReadonlyArray<CongestionThreshold>
  readonly messages: ReadonlyMap<AccountId, ReadonlyArray<MessageDraft>>
  readonly messageCount: number
}

/** At most `limit` thresholds of a port, in the order of their ids, after an id. */
export interface ThresholdRange {
  readonly port: Unlocode
  readonly after: string
  readonly limit: number
}

/** The number of messages, and the id after which the next evaluation begins; none at the end of the port. */
export interface ThresholdEvaluations {
  readonly messages: number
  readonly next: string | undefined
}

/** Decides several thresholds one by one. A threshold that `decide` returns as it was is not stored again. */
export const decideThresholds = (
  snapshots: Iterable<ThresholdSnapshot>,
  decide: (snapshot: ThresholdSnapshot) => ThresholdDecision
): ThresholdDecisions => {
  const changed: Array<CongestionThreshold> = []
  const messages = new Map<AccountId, Array<MessageDraft>>()
  let messageCount = 0
  for (const snapshot of snapshots) {
    const decision = decide(snapshot)
    if (decision.threshold === snapshot.threshold) continue
    const { accountId } = decision.threshold
    changed.push(decision.threshold)
    const drafts = messages.get(accountId)
    if (drafts === undefined) messages.set(accountId, [...decision.messages])
    else drafts.push(...decision.messages)
    messageCount += decision.messages.length
  }
  return { changed, messages, messageCount }
}

/** Stores the congestion thresholds of endpoints and their last evaluations. */
export class CongestionThresholdStore extends Context.Service<
  CongestionThresholdStore,
  {
    /** Stores a threshold by the rule of `planThresholdCreation`, and returns the stored one. */
    readonly create: (
      threshold: CongestionThreshold
    ) => Effect.Effect<CongestionThreshold, EndpointNotFound | LimitExceeded | StorageError | TooManyThresholds>
    /** The thresholds of an endpoint, oldest first. */
    readonly list: (
      accountId: AccountId,
      endpointId: EndpointId,
      page: PageRequest
    ) => Effect.Effect<Page<CongestionThreshold>, EndpointNotFound | StorageError>
    /** Returns a threshold of an endpoint. */
    readonly find: (
      accountId: AccountId,
      endpointId: EndpointId,
      id: CongestionThresholdId
    ) => Effect.Effect<CongestionThreshold, CongestionThresholdNotFound | StorageError>
    /** Deletes a threshold. */
    readonly remove: (
      accountId: AccountId,
      endpointId: EndpointId,
      id: CongestionThresholdId
    ) => Effect.Effect<void, CongestionThresholdNotFound | StorageError>
    /** The ports with a threshold of an endpoint that is not deleted, in order of code. */
    readonly ports: Effect.Effect<ReadonlyArray<Unlocode>, StorageError>
    /**
     * Evaluates thresholds of a port, or one threshold, by a pure function. The evaluations and their messages commit together, and
     * no other evaluation of the same threshold runs in between: a crossing causes exactly one message, however many
     * processes evaluate the port, and whenever one of them stops. Only that of one threshold waits for another.
     */
    readonly evaluate: (
      selected: ThresholdRange | Pick<CongestionThreshold, "accountId" | "id">,
      decide: (snapshot: ThresholdSnapshot) => ThresholdDecision,
      now: DateTime.Utc
    ) => Effect.Effect<ThresholdEvaluations, StorageError>
  }
>()("@landfall/core/congestion/thresholds/CongestionThresholdStore") {}
