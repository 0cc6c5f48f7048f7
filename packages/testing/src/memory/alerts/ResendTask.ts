import type { AccountId } from "@landfall/core/accounts/Account"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import type { Message } from "@landfall/core/alerts/Message"
import { DeliveryTask, TaskId } from "@landfall/core/alerts/operations/DeliveryTask"
import { DateTime, Option } from "effect"
import { type DeliveryRow, joinKey, type MemoryState } from "../state/MemoryState.ts"

type State = MemoryState["Service"]

/** Whose task it is, and when it is made. */
export interface TaskIdentity {
  readonly accountId: AccountId
  readonly now: DateTime.Utc
}

type TaskFields = Pick<
  DeliveryTask,
  "kind" | "endpointId" | "messageId" | "since" | "until" | "state" | "total" | "done"
>

/** A new task with an id of its own. */
export const newTask = (state: State, { accountId, now }: TaskIdentity, said: TaskFields): DeliveryTask => {
  const id = TaskId.make(`task_${state.nextUlid(DateTime.toEpochMillis(now))}`)
  return new DeliveryTask({ id, accountId, ...said, createdAt: now, updatedAt: now })
}

/** Puts a delivery back into its queue with its retry policy begun anew. To be called inside a transaction. */
export const requeue = (state: State, row: DeliveryRow, now: DateTime.Utc): void => {
  const { attempts } = row.state
  state.deliveries.set(joinKey(row.messageId, row.endpointId), {
    ...row,
    state: { _tag: "Pending", attempts, dueAt: now },
    token: "",
    attemptsBefore: attempts,
    trigger: "manual"
  })
  const target = state.endpoints.get(row.endpointId)
  if (target !== undefined) state.endpoints.set(row.endpointId, { ...target, nextTurnAt: 0 })
  state.arrivals.openUnsafe()
}

/** Sends one message to one endpoint again, unless it is on its way. To be called inside a transaction. */
export const resendMessage = (
  state: State,
  message: Message,
  endpointId: EndpointId,
  identity: TaskIdentity
): DeliveryTask => {
  const { now } = identity
  const known = state.deliveries.get(joinKey(message.id, endpointId))
  const row: DeliveryRow = known ?? {
    messageId: message.id,
    endpointId,
    order: state.deliveries.size,
    state: { _tag: "Pending", attempts: 0, dueAt: now },
    token: "",
    attempts: [],
    attemptsBefore: 0,
    trigger: "manual"
  }
  const again = row.state._tag !== "Leased"
  if (again) requeue(state, row, now)
  const count = again ? 1 : 0
  const task = newTask(state, identity, {
    kind: "resend",
    endpointId,
    messageId: Option.some(message.id),
    since: message.createdAt,
    until: message.createdAt,
    state: { _tag: "Completed", at: now },
    total: count,
    done: count
  })
  state.tasks.set(task.id, { task, nextAt: undefined, cursor: { at: 0, messageId: "" }, settledUntil: 0 })
  return task
}
