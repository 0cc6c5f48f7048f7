import { type DateTime, Option } from "effect"
import type { AccountId } from "../../accounts/Account.ts"
import type { RateLimit } from "../delivery/RateLimit.ts"
import type { EndpointId } from "../EndpointId.ts"
import type { Endpoint } from "../endpoints/Endpoint.ts"
import type { Message } from "../Message.ts"
import { type CancelReason, DeliveryTask, type TaskId, type TaskState } from "./DeliveryTask.ts"
import type { ResendScope } from "./ResendSelection.ts"

/** The pause of a task whose endpoint has enough deliveries in its queue, in milliseconds. */
export const TASK_PAUSE_MILLIS = 500

/**
 * The maximum number of deliveries that may wait in an endpoint's queue for their first attempt while tasks add to it.
 */
const MAX_WAITING = 1000
/** Under a rate limit, the deliveries of this many seconds. */
const MAX_WAITING_SECONDS = 10

/** The owner and the creation of a new task. */
export interface TaskIdentity {
  readonly id: TaskId
  readonly accountId: AccountId
  readonly now: DateTime.Utc
}

/** Whether batches of a task are still to be run. */
export const isTaskOpen = ({ state }: DeliveryTask): boolean => state._tag === "Queued" || state._tag === "Running"

/** A task for a scope in which `total` deliveries were selected; completed immediately when there are none. */
export const makeBulkTask = (
  { id, accountId, now }: TaskIdentity,
  { kind, endpointId, since, until }: ResendScope,
  total: number
): DeliveryTask =>
  new DeliveryTask({
    id,
    accountId,
    kind,
    endpointId,
    messageId: Option.none(),
    since,
    until,
    state: total === 0 ? { _tag: "Completed", at: now } : { _tag: "Queued" },
    total,
    done: 0,
    createdAt: now,
    updatedAt: now
  })

/**
 * A task that sent one message again, completed when it is created.
 *
 * @param resent false when the delivery is being sent, so that the task skips it
 */
export const makeResendTask = (
  { id, accountId, now }: TaskIdentity,
  message: Pick<Message, "id" | "createdAt">,
  endpointId: EndpointId,
  resent: boolean
): DeliveryTask =>
  new DeliveryTask({
    id,
    accountId,
    kind: "resend",
    endpointId,
    messageId: Option.some(message.id),
    since: message.createdAt,
    until: message.createdAt,
    state: { _tag: "Completed", at: now },
    total: resent ? 1 : 0,
    done: resent ? 1 : 0,
    createdAt: now,
    updatedAt: now
  })

/** Ends a task early; one that has ended remains unchanged. */
export const cancelTask = (task: DeliveryTask, reason: CancelReason, now: DateTime.Utc): DeliveryTask =>
  isTaskOpen(task) ? new DeliveryTask({ ...task, state: { _tag: "Cancelled", reason, at: now }, updatedAt: now }) : task

/**
 * Whether the pause of a task is over. No task pauses for longer than `TASK_PAUSE_MILLIS`: one that would was stored
 * before the clock was set back. Instants in milliseconds since the epoch.
 */
export const isTaskDue = (nextAt: number, now: number): boolean => nextAt <= now || nextAt > now + TASK_PAUSE_MILLIS

/**
 * The number of deliveries that a task may return to a queue now. Few wait at a time, so that a replay of days does not
 * delay new alerts for long, and can still be cancelled.
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

/** The step of a task whose turn has come. */
export type TaskStep =
  /** Its endpoint is inactive: it ends. */
  | { readonly _tag: "Cancel"; readonly reason: CancelReason }
  /** Its endpoint has enough deliveries in its queue: it waits for `TASK_PAUSE_MILLIS`. */
  | { readonly _tag: "Pause" }
  /** It reads the next `size` candidates and returns those in its scope to the queue. */
  | { readonly _tag: "Batch"; readonly size: number; readonly endpoint: Endpoint }

/**
 * Decides the next step of an open task.
 *
 * @param endpoint none when it was removed
 * @param waiting how many deliveries wait at the endpoint for their first attempt
 * @param limit the maximum number of candidates of one batch
 */
export const decideTaskStep = (endpoint: Option.Option<Endpoint>, waiting: number, limit: number): TaskStep => {
  if (Option.isNone(endpoint)) return { _tag: "Cancel", reason: "endpoint_deleted" }
  const { disabled, rateLimit } = endpoint.value
  if (disabled) return { _tag: "Cancel", reason: "endpoint_disabled" }
  const size = Math.min(limit, resendCapacity(rateLimit, waiting))
  return size === 0 ? { _tag: "Pause" } : { _tag: "Batch", size, endpoint: endpoint.value }
}

/** A batch of a task: the candidates that it requested, read and returned. */
export interface TaskBatch {
  readonly size: number
  readonly read: number
  readonly resent: number
}

/**
 * A task after a batch: completed when there were fewer candidates than requested. `total` grows where
 * deliveries joined the scope since it was counted.
 */
export const advanceTask = (task: DeliveryTask, { size, read, resent }: TaskBatch, now: DateTime.Utc): DeliveryTask => {
  const done = task.done + resent
  const state: TaskState = read < size ? { _tag: "Completed", at: now } : { _tag: "Running" }
  return new DeliveryTask({ ...task, state, done, total: Math.max(task.total, done), updatedAt: now })
}

/** The scope of a bulk task. */
export const scopeOf = ({ kind, endpointId, since, until }: DeliveryTask): ResendScope => ({
  kind: kind === "recover" ? "recover" : "replay-missing",
  endpointId,
  since,
  until
})
