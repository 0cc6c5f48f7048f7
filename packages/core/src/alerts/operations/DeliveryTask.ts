import { Schema } from "effect"
import { AccountId } from "../../accounts/Account.ts"
import { EndpointId } from "../EndpointId.ts"
import { MessageId } from "../Message.ts"
import { BulkTaskKind } from "./ResendSelection.ts"

/** `task_` and a ULID. */
export const TaskId = Schema.String.pipe(Schema.check(Schema.isStartingWith("task_")), Schema.brand("TaskId"))
export type TaskId = typeof TaskId.Type

/** `resend`: one message, whatever its state. */
export const TaskKind = Schema.Literals(["resend", ...BulkTaskKind.literals])
export type TaskKind = typeof TaskKind.Type

/** Why a task ended early: somebody cancelled it, or its endpoint became inactive. */
export const CancelReason = Schema.Literals(["requested", "endpoint_disabled", "endpoint_deleted"])
export type CancelReason = typeof CancelReason.Type

/** No batch has run. */
const Queued = Schema.TaggedStruct("Queued", {})
/** At least one batch has run. */
const Running = Schema.TaggedStruct("Running", {})
/** Every selected delivery was put back into the endpoint's queue. */
const Completed = Schema.TaggedStruct("Completed", { at: Schema.DateTimeUtc })
/** Ended early; the deliveries that were put back until then stay in the queue. */
const Cancelled = Schema.TaggedStruct("Cancelled", { reason: CancelReason, at: Schema.DateTimeUtc })

export const TaskState = Schema.Union([Queued, Running, Completed, Cancelled])
export type TaskState = typeof TaskState.Type

/**
 * A request to send deliveries of an endpoint again. A task puts them back into the endpoint's queue; their attempts
 * show what became of them.
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
  /** How many deliveries were selected when the task was created. */
  total: Schema.Int,
  /** How many deliveries were put back; less than `total` in the end when others were sent again meanwhile. */
  done: Schema.Int,
  createdAt: Schema.DateTimeUtc,
  updatedAt: Schema.DateTimeUtc
}) {}
