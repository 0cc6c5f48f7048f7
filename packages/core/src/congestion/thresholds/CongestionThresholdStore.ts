import { Context, type DateTime, type Effect } from "effect"
import type { AccountId } from "../../accounts/Account.ts"
import type { Plan } from "../../accounts/Plan.ts"
import type { EndpointId } from "../../alerts/EndpointId.ts"
import type { Endpoint, EndpointNotFound } from "../../alerts/endpoints/Endpoint.ts"
import type { MessageDraft } from "../../alerts/Message.ts"
import type { StorageError } from "../../faults/StorageError.ts"
import type { Unlocode } from "../../geo/Unlocode.ts"
import type { Page, PageRequest } from "../../listing/Page.ts"
import type {
  CongestionThreshold,
  CongestionThresholdId,
  CongestionThresholdNotFound,
  TooManyThresholds
} from "./CongestionThreshold.ts"

/** A watch with what decides whether its endpoint is told. */
export interface ThresholdSnapshot {
  readonly threshold: CongestionThreshold
  readonly endpoint: Pick<Endpoint, "id" | "filterTypes" | "disabled">
  readonly plan: Plan
}

/** What becomes of a watch after a look: how it is kept, and what is told of it. */
export interface ThresholdDecision {
  readonly threshold: CongestionThreshold
  readonly messages: ReadonlyArray<MessageDraft>
}

/** Which figures of which ports endpoints want to hear of, and what was seen of each last. */
export class CongestionThresholdStore extends Context.Service<
  CongestionThresholdStore,
  {
    /**
     * Adds a watch. Where the endpoint has one with the same `thresholdKey` that one takes on the hysteresis and is answered,
     * with all that it has seen.
     */
    readonly create: (
      watch: CongestionThreshold
    ) => Effect.Effect<CongestionThreshold, EndpointNotFound | StorageError | TooManyThresholds>
    /** The watches of an endpoint, oldest first. */
    readonly list: (
      accountId: AccountId,
      endpointId: EndpointId,
      page: PageRequest
    ) => Effect.Effect<Page<CongestionThreshold>, EndpointNotFound | StorageError>
    readonly find: (
      accountId: AccountId,
      endpointId: EndpointId,
      id: CongestionThresholdId
    ) => Effect.Effect<CongestionThreshold, CongestionThresholdNotFound | StorageError>
    readonly remove: (
      accountId: AccountId,
      endpointId: EndpointId,
      id: CongestionThresholdId
    ) => Effect.Effect<void, CongestionThresholdNotFound | StorageError>
    /** The ports that an endpoint watches which was not removed, by code. */
    readonly ports: Effect.Effect<ReadonlyArray<Unlocode>, StorageError>
    /**
     * Decides about every watch of a port by a pure function that sees it as it is now. What was seen and what is told of
     * it commit together, and no other look comes between: a crossing is told once, however often and by however many
     * processes the port is looked at, and whenever one of them ends. Answers how many messages there are.
     */
    readonly evaluate: (
      port: Unlocode,
      decide: (snapshot: ThresholdSnapshot) => ThresholdDecision,
      now: DateTime.Utc
    ) => Effect.Effect<number, StorageError>
  }
>()("@landfall/core/congestion/thresholds/PortWatchStore") {}
