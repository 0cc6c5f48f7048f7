import { DateTime, Option, Schema } from "effect"
import { AccountId } from "../../accounts/Account.ts"
import type { DeliveryState } from "../delivery/Delivery.ts"
import type { RateLimit } from "../delivery/RateLimit.ts"
import { EndpointId } from "../EndpointId.ts"
import { type FilterTypes, matchesFilter } from "../endpoints/Endpoint.ts"
import { MessageId } from "../Message.ts"

/** `task_` and a ULID. */
export const TaskId = Schema.String.pipe(Schema.check(Schema.isStartingWith("task_")), Schema.brand("TaskId"))
export type TaskId = typeof TaskId.Type

/** What of an endpoint is sent again as a whole: what failed, or what never reached it. */
export const BulkTaskKind = Schema.Literals(["recover", "replay-missing"])
export type BulkTaskKind = typeof BulkTaskKind.Type

/** `resend`: one message, whatever became of it. */
export const TaskKind = Schema.Literals(["resend", ...BulkTaskKind.literals])
export type TaskKind = typeof TaskKind.Type

/** Why a task ended before it was through: somebody asked for that, or its endpoint takes nothing any more. */
export const CancelReason = Schema.Literals(["requested", "endpoint_disabled", "endpoint_deleted"])
export type CancelReason = typeof CancelReason.Type

/** Nothing is done of it yet. */
const Queued = Schema.TaggedStruct("Queued", {})
/** A part is done. */
const Running = Schema.TaggedStruct("Running", {})
/** All of it is back in the endpoint's queue. */
const Completed = Schema.TaggedStruct("Completed", { at: Schema.DateTimeUtc })
/** What was done until then stays done. */
const Cancelled = Schema.TaggedStruct("Cancelled", { reason: CancelReason, at: Schema.DateTimeUtc })

export const TaskState = Schema.Union([Queued, Running, Completed, Cancelled])
export type TaskState = typeof TaskState.Type

/**
 * Deliveries of an endpoint that somebody asked to be sent again. A task puts them back into the endpoint's queue; what
 * becomes of them there, their attempts tell.
 */
export class DeliveryTask extends Schema.Class<DeliveryTask>("@landfall/core/alerts/operations/DeliveryTask")({
  id: TaskId,
  accountId: AccountId,
  kind: TaskKind,
  endpointId: EndpointId,
  /** The one message of a `resend`. */
  messageId: Schema.Option(MessageId),
  since: Schema.DateTimeUtc,
  until: Schema.DateTimeUtc,
  state: TaskState,
  /** How many deliveries it was made for. */
  total: Schema.Int,
  /** How many of them it put back; less than `total` in the end when others have sent some of them again meanwhile. */
  done: Schema.Int,
  createdAt: Schema.DateTimeUtc,
  updatedAt: Schema.DateTimeUtc
}) {}

/** What of an endpoint is to be sent again: deliveries that were open or given up between two instants, both included. */
export interface ResendScope {
  readonly kind: BulkTaskKind
  readonly endpointId: EndpointId
  readonly since: DateTime.Utc
  readonly until: DateTime.Utc
}

/** A delivery, with what a task asks of its message. */
export interface ResendCandidate {
  readonly state: DeliveryState
  readonly type: string
  readonly example: boolean
  readonly createdAt: DateTime.Utc
}

/** When a delivery was given up; none while it is open, and when it has succeeded. */
export const undeliveredAt = (state: DeliveryState): Option.Option<DateTime.Utc> =>
  state._tag === "Exhausted" || state._tag === "Skipped" ? Option.some(state.at) : Option.none()

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
 * Whether a task takes a delivery. `recover`: it was tried and given up. `replay-missing`: it was skipped because the
 * endpoint was disabled, because of the plan, or by a filter that admits the type now; examples are no loss. The
 * message was made before the span ends, and given up after it began: so what waited when an endpoint was disabled is
 * found from that instant on, although it was made before.
 *
 * @param filterTypes of the endpoint, as it is now
 */
export const isInScope = (
  { kind, since, until }: Omit<ResendScope, "endpointId">,
  filterTypes: Option.Option<FilterTypes>,
  candidate: ResendCandidate
): boolean => {
  const within = Option.exists(
    undeliveredAt(candidate.state),
    (at) => DateTime.isGreaterThanOrEqualTo(at, since) && DateTime.isLessThanOrEqualTo(candidate.createdAt, until)
  )
  return within && (kind === "recover" ? isFailed(candidate) : isMissing(candidate, filterTypes))
}

/** The most deliveries that may wait in an endpoint's queue for their first attempt while tasks add to it. */
const MAX_WAITING = 1000
/** How many seconds of a throttled endpoint's deliveries. */
const MAX_WAITING_SECONDS = 10

/**
 * How many deliveries a task may put back into a queue now: few wait at a time, so that a replay of days stands before no
 * new alert for long, and can still be cancelled.
 *
 * @param waiting how many deliveries wait there for their first attempt
 */
export const resendCapacity = (rateLimit: Option.Option<RateLimit>, waiting: number): number => {
  const most = Option.match(rateLimit, {
    onNone: () => MAX_WAITING,
    onSome: (perSecond) => Math.min(perSecond * MAX_WAITING_SECONDS, MAX_WAITING)
  })
  return Math.max(most - waiting, 0)
}
