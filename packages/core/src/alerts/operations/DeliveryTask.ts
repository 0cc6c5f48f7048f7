import { Schema } from "effect"
import { AccountId } from "../../accounts/Account.ts"
import { EndpointId } from "../EndpointId.ts"
import { MessageId } from "../Message.ts"
import { BulkTaskKind } from "./ResendSelection.ts"

/** `task_` and a ULID. */
export const TaskId = Schema.String.pipe(Schema.check(Schema.isStartingWith("task_")), Schema.brand("TaskId"))
export type TaskId = typeof TaskId.Type

/** `resend`: one message, whatever its state. `enrol-all`: registers every shipment of the account on an endpoint. */
export const TaskKind = Schema.Literals(["resend", ...BulkTaskKind.literals, "enrol-all"])
export type TaskKind = typeof TaskKind.Type

/**
 * The reason of the early end of a task: it was cancelled, its endpoint became inactive, or no credits are left to
 * register more.
 */
export const CancelReason = Schema.Literals(["requested", "endpoint_disabled", "endpoint_deleted", "credits_exhausted"])
export type CancelReason = typeof CancelReason.Type

/** No batch has run. */
const Queued = Schema.TaggedStruct("Queued", {})
/** At least one batch has run. */
const Running = Schema.TaggedStruct("Running", {})
/** Every selected delivery was returned to the endpoint's queue, or every shipment was registered. */
const Completed = Schema.TaggedStruct("Completed", { at: Schema.DateTimeUtc })
/** Ended early; the deliveries that were returned until then stay in the queue, and registrations stay. */
const Cancelled = Schema.TaggedStruct("Cancelled", { reason: CancelReason, at: Schema.DateTimeUtc })

/** The state of a task: queued, running, completed or cancelled. */
export const TaskState = Schema.Union([Queued, Running, Completed, Cancelled])
export type TaskState = typeof TaskState.Type

/**
 * A request to send deliveries of an endpoint again, or to register shipments on it. A task returns deliveries to the
 * endpoint's queue; their attempts show the results.
 */
export class DeliveryTask extends Schema.Class<DeliveryTask>("@landfall/core/alerts/operations/DeliveryTask")({
  id: TaskId,
  accountId: AccountId,
  kind: TaskKind,
  endpointId: EndpointId,
  /** The message of a `resend`. */
  messageId: Schema.Option(MessageId),
  since: Schema.DateTimeUtc,
  until: Schema.DateTimeUtc,
  state: TaskState,
  /** The deliveries or shipments that were selected when the task was created. */
  total: Schema.Int,
  /** The number returned or registered; less than `total` in the end when others were sent or registered meanwhile. */
  done: Schema.Int,
  createdAt: Schema.DateTimeUtc,
  updatedAt: Schema.DateTimeUtc
}) {}
