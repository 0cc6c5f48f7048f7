import { DateTime, Option, Schema } from "effect"
import type { DeliveryState } from "../delivery/Delivery.ts"
import { undeliveredAt } from "../delivery/DeliveryStateMachine.ts"
import type { EndpointId } from "../EndpointId.ts"
import { type FilterTypes, matchesFilter } from "../endpoints/Endpoint.ts"

/** The deliveries of an endpoint that a bulk task sends again: the failed ones, or those that were never sent. */
export const BulkTaskKind = Schema.Literals(["recover", "replay-missing"])
export type BulkTaskKind = typeof BulkTaskKind.Type

/** The deliveries of an endpoint that were open or became undelivered between two instants, both included. */
export interface ResendScope {
  readonly kind: BulkTaskKind
  readonly endpointId: EndpointId
  readonly since: DateTime.Utc
  readonly until: DateTime.Utc
}

/** A delivery with the properties of its message that the selection depends on. */
export interface ResendCandidate {
  readonly state: DeliveryState
  readonly type: string
  readonly example: boolean
  readonly createdAt: DateTime.Utc
}

const isMissing = (
  { state, type, example }: ResendCandidate,
  filterTypes: Option.Option<ReadonlyArray<string>>
): boolean => {
  if (state._tag !== "Skipped" || example) return false
  switch (state.reason) {
    case "endpoint_disabled":
    case "plan":
      return true
    case "filter":
      return matchesFilter(filterTypes, type)
    case "endpoint_deleted":
      return false
  }
}

const isFailed = ({ state }: ResendCandidate): boolean =>
  state._tag === "Exhausted" || (state._tag === "Skipped" && state.attempts > 0)

/**
 * Whether a task sends a delivery again. `recover` selects deliveries that were attempted and are undelivered.
 * `replay-missing` selects those that were skipped because of a disabled endpoint, the plan, or a filter that admits the
 * type now, except examples. The message must have been created by the end of the scope, and the delivery must have
 * become undelivered after its start.
 *
 * @param filterTypes of the endpoint, as it is now
 */
export const isInScope = (
  { kind, since, until }: Omit<ResendScope, "endpointId">,
  filterTypes: Option.Option<FilterTypes>,
  candidate: ResendCandidate
): boolean => {
  // Messages that waited when the endpoint was disabled are selected from that instant on, although they were created
  // before.
  const within = Option.exists(
    undeliveredAt(candidate.state),
    (at) => DateTime.isGreaterThanOrEqualTo(at, since) && DateTime.isLessThanOrEqualTo(candidate.createdAt, until)
  )
  return within && (kind === "recover" ? isFailed(candidate) : isMissing(candidate, filterTypes))
}
