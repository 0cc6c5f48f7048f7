import type { AccountId } from "@landfall/core/accounts/Account"
import {
  awaitsFirstAttempt,
  requestedDelivery,
  undeliveredAt
} from "@landfall/core/alerts/delivery/DeliveryStateMachine"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import { EndpointNotFound } from "@landfall/core/alerts/EndpointId"
import { type Message, type MessageId, MessageNotFound } from "@landfall/core/alerts/Message"
import { type DeliveryTask, TaskId } from "@landfall/core/alerts/operations/DeliveryTask"
import {
  DeliveryTasks,
  EndpointDisabled,
  type TaskBatchResult,
  TaskNotFound
} from "@landfall/core/alerts/operations/DeliveryTasks"
import { isInScope, type ResendScope } from "@landfall/core/alerts/operations/ResendSelection"
import {
  advanceTask,
  cancelTask,
  decideTaskStep,
  isTaskDue,
  isTaskOpen,
  makeBulkTask,
  makeResendTask,
  scopeOf,
  TASK_PAUSE_MILLIS,
  type TaskIdentity
} from "@landfall/core/alerts/operations/TaskStep"
import { DateTime, Effect, Latch, Layer, Option, Result } from "effect"
import { slicePage } from "../state/ListPage.ts"
import type { DeliveryRow, EndpointRow, TaskRow } from "../state/MemoryRows.ts"
import { joinKey, MemoryState } from "../state/MemoryState.ts"
import { addDelivery, applyEvent, wakeQueue } from "./Deliveries.ts"
import { checkOpenTasks } from "./OpenTasks.ts"

type State = MemoryState["Service"]

/** An undelivered delivery, and when it became undelivered. */
interface Candidate {
  readonly row: DeliveryRow
  readonly at: number
}

const isAfter = (a: Candidate, at: number, messageId: string): boolean =>
  a.at > at || (a.at === at && a.row.messageId > messageId)

/** The undelivered deliveries of an endpoint, in the order in which tasks read them. */
const readCandidates = (state: State, endpointId: EndpointId): ReadonlyArray<Candidate> =>
  state.deliveries
    .filter((row) => row.endpointId === endpointId)
    .flatMap((row) => Option.toArray(Option.map(undeliveredAt(row.state), (at) => ({ row, at: at.epochMilliseconds }))))
    .toSorted((a, b) => (isAfter(a, b.at, b.row.messageId) ? 1 : -1))

const isSelected = (state: State, { endpoint }: EndpointRow, scope: ResendScope, { row }: Candidate): boolean => {
  const message = state.messages.get(row.messageId)
  return message !== undefined && isInScope(scope, endpoint.filterTypes, { ...message, state: row.state })
}

const selectCandidates = (state: State, target: EndpointRow, scope: ResendScope): ReadonlyArray<Candidate> =>
  readCandidates(state, scope.endpointId).filter((candidate) => isSelected(state, target, scope, candidate))

const resend = (state: State, row: DeliveryRow, at: DateTime.Utc): boolean => {
  const isResent = applyEvent(state, row, { _tag: "ResendRequested", at })
  if (isResent) wakeQueue(state, row.endpointId)
  return isResent
}

const newIdentity = (state: State, accountId: AccountId, now: DateTime.Utc): TaskIdentity => ({
  id: TaskId.make(`task_${state.nextUlid(now.epochMilliseconds)}`),
  accountId,
  now
})

const startBulkTask = (state: State, target: EndpointRow, scope: ResendScope, identity: TaskIdentity): DeliveryTask => {
  const selected = selectCandidates(state, target, scope)
  const task = makeBulkTask(identity, scope, selected.length)
  const now = identity.now.epochMilliseconds
  state.tasks.set(task.id, {
    task,
    nextAt: now,
    cursor: { at: scope.since.epochMilliseconds, messageId: "" },
    settledUntil: Math.max(now, selected.at(-1)?.at ?? 0)
  })
  return task
}

/** Sends one message to one endpoint again, unless it is being sent. */
const resendMessage = (
  state: State,
  message: Message,
  endpointId: EndpointId,
  identity: TaskIdentity
): DeliveryTask => {
  const { now } = identity
  const row = state.deliveries.get(joinKey(message.id, endpointId))
  if (row === undefined) addDelivery(state, message.id, endpointId, requestedDelivery(now))
  const isResent = row === undefined || resend(state, row, now)
  const task = makeResendTask(identity, message, endpointId, isResent)
  state.tasks.set(task.id, { task, nextAt: 0, cursor: { at: 0, messageId: "" }, settledUntil: 0 })
  return task
}

const runBatch = (state: State, row: TaskRow, target: EndpointRow, size: number, now: DateTime.Utc): void => {
  const { task, cursor, settledUntil } = row
  const read = readCandidates(state, task.endpointId)
    .filter((candidate) => isAfter(candidate, cursor.at, cursor.messageId) && candidate.at <= settledUntil)
    .slice(0, size)
  const selected = read.filter((candidate) => isSelected(state, target, scopeOf(task), candidate))
  for (const candidate of selected) resend(state, candidate.row, now)
  const last = read.at(-1)
  state.tasks.set(task.id, {
    task: advanceTask(task, { size, read: read.length, resent: selected.length }, now),
    nextAt: now.epochMilliseconds,
    cursor: last === undefined ? cursor : { at: last.at, messageId: last.row.messageId },
    settledUntil
  })
}

/** Runs a step of the task that has waited longest. */
const runStep = (state: State, limit: number, now: DateTime.Utc): TaskBatchResult => {
  const at = now.epochMilliseconds
  const open = state.tasks
    .filter(({ task }) => isTaskOpen(task) && task.kind !== "enrol-all")
    .toSorted((a, b) => a.nextAt - b.nextAt || (a.task.id < b.task.id ? -1 : 1))
  const row = open.find(({ nextAt }) => isTaskDue(nextAt, at))
  if (row === undefined) return { ran: false, nextAt: Option.fromUndefinedOr(open[0]?.nextAt) }
  const { task } = row
  const target = state.endpoints.get(task.endpointId)
  const waiting = state.deliveries.filter((found) => found.endpointId === task.endpointId && awaitsFirstAttempt(found))
  const taskStep = decideTaskStep(Option.fromUndefinedOr(target?.endpoint), waiting.length, limit)
  if (taskStep._tag === "Cancel") state.tasks.set(task.id, { ...row, task: cancelTask(task, taskStep.reason, now) })
  if (taskStep._tag === "Pause") state.tasks.set(task.id, { ...row, nextAt: at + TASK_PAUSE_MILLIS })
  if (taskStep._tag === "Batch" && target !== undefined) runBatch(state, row, target, taskStep.size, now)
  return { ran: true, nextAt: Option.some(at) }
}

/** `DeliveryTasks` on `MemoryState`. */
export const layer = Layer.effect(
  DeliveryTasks,
  Effect.gen(function* () {
    const state = yield* MemoryState
    const taskCreated = yield* Latch.make(false)

    const endpointOf = (accountId: AccountId, id: EndpointId): Result.Result<EndpointRow, EndpointNotFound> => {
      const row = state.endpoints.get(id)
      return row?.endpoint.accountId === accountId ? Result.succeed(row) : Result.fail(new EndpointNotFound({ id }))
    }
    const enabled = (accountId: AccountId, id: EndpointId) =>
      Result.flatMap(
        endpointOf(accountId, id),
        (row): Result.Result<EndpointRow, EndpointDisabled> =>
          row.endpoint.disabled ? Result.fail(new EndpointDisabled({ id })) : Result.succeed(row)
      )
    const messageOf = (accountId: AccountId, id: MessageId) => {
      const message = state.messages.get(id)
      return message?.accountId === accountId ? Result.succeed(message) : Result.fail(new MessageNotFound({ id }))
    }
    const taskRow = (accountId: AccountId, id: TaskId): Result.Result<TaskRow, TaskNotFound> => {
      const row = state.tasks.get(id)
      return row?.task.accountId === accountId ? Result.succeed(row) : Result.fail(new TaskNotFound({ id }))
    }
    const at = <A, E>(work: (now: DateTime.Utc) => Result.Result<A, E>) =>
      Effect.flatMap(DateTime.now, (now) => state.transact(() => work(now)))

    return DeliveryTasks.of({
      countCandidates: (accountId, scope) =>
        state.transact(() =>
          Result.map(endpointOf(accountId, scope.endpointId), (target) => selectCandidates(state, target, scope).length)
        ),
      start: (accountId, scope) =>
        at((now) =>
          Result.flatMap(enabled(accountId, scope.endpointId), (target) =>
            Result.map(checkOpenTasks(state, accountId), () =>
              startBulkTask(state, target, scope, newIdentity(state, accountId, now))
            )
          )
        ).pipe(Effect.tap(taskCreated.open)),
      resend: (accountId, messageId, endpointId) =>
        at((now) =>
          Result.flatMap(enabled(accountId, endpointId), () =>
            Result.map(messageOf(accountId, messageId), (message) =>
              resendMessage(state, message, endpointId, newIdentity(state, accountId, now))
            )
          )
        ),
      find: (accountId, id) => state.transact(() => Result.map(taskRow(accountId, id), ({ task }) => task)),
      list: (accountId, page, applicationId) =>
        state.transact(() => {
          const isOf = ({ endpointId }: DeliveryTask) =>
            applicationId === undefined || state.endpoints.get(endpointId)?.endpoint.applicationId === applicationId
          const tasks = state.tasks
            .filter(({ task }) => task.accountId === accountId && isOf(task))
            .map(({ task }) => task)
          return Result.succeed(slicePage(tasks, "falling", page, ({ id }) => id))
        }),
      cancel: (accountId, id) =>
        at((now) =>
          Result.map(taskRow(accountId, id), (row) => {
            const task = cancelTask(row.task, "requested", now)
            state.tasks.set(id, { ...row, task })
            return task
          })
        ),
      runBatch: (limit) =>
        Effect.andThen(
          taskCreated.close,
          at((now) => Result.succeed(runStep(state, limit, now)))
        ),
      arrival: taskCreated.await
    })
  })
)
