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
import type { EnrolmentRange } from "@landfall/core/tracking/enrolment/Enrolment"
import { DateTime, Option, Schema } from "effect"
import type { CandidateRange } from "./ResendCandidates.ts"

const TaskStatus = Schema.Literals(["queued", "running", "completed", "cancelled"])

/**
 * A row of `delivery_task`: the task, the deliveries or, for an enrolment, the shipments that it has yet to read, and
 * when its next step is due.
 */
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
  shipmentAfter: Schema.NullOr(Schema.String),
  shipmentLast: Schema.NullOr(Schema.String),
  nextAt: Schema.NullOr(Schema.Int),
  createdAt: Schema.Int,
  updatedAt: Schema.Int,
  finishedAt: Schema.NullOr(Schema.Int)
})
export type TaskRow = typeof TaskRow.Type

const stateOf = ({ status, reason, finishedAt, updatedAt }: TaskRow): TaskState => {
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

const STATUS_BY_TAG = {
  Queued: "queued",
  Running: "running",
  Completed: "completed",
  Cancelled: "cancelled"
} as const satisfies Record<TaskState["_tag"], typeof TaskStatus.Type>

export const taskFromRow = (row: TaskRow): DeliveryTask =>
  new DeliveryTask({
    id: row.id,
    accountId: row.accountId,
    kind: row.kind,
    endpointId: row.endpointId,
    messageId: Option.fromNullOr(row.messageId),
    since: DateTime.makeUnsafe(row.since),
    until: DateTime.makeUnsafe(row.until),
    state: stateOf(row),
    total: row.total,
    done: row.done,
    createdAt: DateTime.makeUnsafe(row.createdAt),
    updatedAt: DateTime.makeUnsafe(row.updatedAt)
  })

/** A task that reads no deliveries. */
const NO_CANDIDATES: CandidateRange = { settledAfter: 0, messageAfter: "", settledLast: 0 }

/** The shipments that a task reads, which is not an enrolment. */
const NO_SHIPMENTS = { shipmentAfter: null, shipmentLast: null }

/** @param nextAt the due time of the next step by the queue's clock; ignored once the task has ended */
export const enrolmentToRow = (task: DeliveryTask, { after, last }: EnrolmentRange, nextAt: number): TaskRow => ({
  ...taskToRow(task, NO_CANDIDATES, nextAt),
  shipmentAfter: after,
  shipmentLast: last
})

/** The shipments that an enrolment has yet to read. */
export const enrolmentRangeOf = ({ shipmentAfter, shipmentLast }: TaskRow): EnrolmentRange => ({
  after: shipmentAfter ?? "",
  last: shipmentLast ?? ""
})

/** @param nextAt the due time of the next step by the queue's clock; ignored once the task has ended */
export const taskToRow = (task: DeliveryTask, range: CandidateRange, nextAt: number): TaskRow => {
  const { state } = task
  const finishedAt = "at" in state ? state.at.epochMilliseconds : null
  return {
    id: task.id,
    accountId: task.accountId,
    endpointId: task.endpointId,
    kind: task.kind,
    messageId: Option.getOrNull(task.messageId),
    since: task.since.epochMilliseconds,
    until: task.until.epochMilliseconds,
    status: STATUS_BY_TAG[state._tag],
    reason: state._tag === "Cancelled" ? state.reason : null,
    total: task.total,
    done: task.done,
    settledAfter: range.settledAfter,
    messageAfter: range.messageAfter,
    settledLast: range.settledLast,
    ...NO_SHIPMENTS,
    nextAt: finishedAt === null ? nextAt : null,
    createdAt: task.createdAt.epochMilliseconds,
    updatedAt: task.updatedAt.epochMilliseconds,
    finishedAt
  }
}
