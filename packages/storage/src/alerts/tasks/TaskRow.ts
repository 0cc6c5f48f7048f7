import { AccountId } from "@landfall/core/accounts/Account"
import { EndpointId } from "@landfall/core/alerts/EndpointId"
import { MessageId } from "@landfall/core/alerts/Message"
import {
  CancelReason,
  DeliveryTask,
  TaskId,
  TaskKind,
  type TaskState
} from "@landfall/core/alerts/operations/DeliveryTask"
import { DateTime, Option, Schema } from "effect"

const TaskStatus = Schema.Literals(["queued", "running", "completed", "cancelled"])

/** A row of `delivery_task`. */
export const TaskRow = Schema.Struct({
  id: TaskId,
  accountId: AccountId,
  endpointId: EndpointId,
  kind: TaskKind,
  messageId: Schema.NullOr(MessageId),
  since: Schema.Int,
  until: Schema.Int,
  status: TaskStatus,
  reason: Schema.NullOr(CancelReason),
  total: Schema.Int,
  done: Schema.Int,
  settledAfter: Schema.Int,
  messageAfter: Schema.String,
  settledLast: Schema.Int,
  nextAt: Schema.NullOr(Schema.Int),
  createdAt: Schema.Int,
  updatedAt: Schema.Int,
  finishedAt: Schema.NullOr(Schema.Int)
})
export type TaskRow = typeof TaskRow.Type

const taskStateOf = ({ status, reason, finishedAt, updatedAt }: TaskRow): TaskState => {
  const at = DateTime.makeUnsafe(finishedAt ?? updatedAt)
  switch (status) {
    case "queued":
      return { _tag: "Queued" }
    case "running":
      return { _tag: "Running" }
    case "completed":
      return { _tag: "Completed", at }
    case "cancelled":
      return { _tag: "Cancelled", reason: reason ?? "requested", at }
  }
}

export const taskFromRow = (row: TaskRow): DeliveryTask =>
  new DeliveryTask({
    id: row.id,
    accountId: row.accountId,
    kind: row.kind,
    endpointId: row.endpointId,
    messageId: Option.fromNullOr(row.messageId),
    since: DateTime.makeUnsafe(row.since),
    until: DateTime.makeUnsafe(row.until),
    state: taskStateOf(row),
    total: row.total,
    done: row.done,
    createdAt: DateTime.makeUnsafe(row.createdAt),
    updatedAt: DateTime.makeUnsafe(row.updatedAt)
  })
