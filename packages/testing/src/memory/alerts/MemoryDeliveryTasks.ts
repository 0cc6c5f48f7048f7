import type { AccountId } from "@landfall/core/accounts/Account"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import { EndpointNotFound } from "@landfall/core/alerts/endpoints/Endpoint"
import { type MessageId, MessageNotFound } from "@landfall/core/alerts/Message"
import {
  type CancelReason,
  DeliveryTask,
  isInScope,
  type ResendScope,
  resendCapacity,
  type TaskId,
  type TaskState,
  undeliveredAt
} from "@landfall/core/alerts/operations/DeliveryTask"
import {
  DeliveryTasks,
  EndpointDisabled,
  TASK_PAUSE_MILLIS,
  type TaskBatchResult,
  TaskNotFound
} from "@landfall/core/alerts/operations/DeliveryTasks"
import { DateTime, Effect, Latch, Layer, Option, Result } from "effect"
import { slicePage } from "../state/ListPage.ts"
import { type DeliveryRow, type EndpointRow, MemoryState, type TaskRow } from "../state/MemoryState.ts"
import { awaitsFirstAttempt } from "./DeliveryClaim.ts"
import { newTask, requeue, resendMessage, type TaskIdentity } from "./ResendTask.ts"

type State = MemoryState["Service"]

/** A delivery that was given up, with when; in the order in which tasks take them. */
interface ResendCandidate {
  readonly row: DeliveryRow
  readonly at: number
}

const isAfter = (a: ResendCandidate, at: number, messageId: string): boolean =>
  a.at > at || (a.at === at && a.row.messageId > messageId)

const resendCandidates = (state: State, endpointId: EndpointId): ReadonlyArray<ResendCandidate> =>
  state.deliveries
    .filter((row) => row.endpointId === endpointId)
    .flatMap((row) =>
      Option.toArray(Option.map(undeliveredAt(row.state), (at) => ({ row, at: DateTime.toEpochMillis(at) })))
    )
    .toSorted((a, b) => (isAfter(a, b.at, b.row.messageId) ? 1 : -1))

const isSelected = (
  state: State,
  { endpoint }: EndpointRow,
  span: Omit<ResendScope, "endpointId">,
  row: DeliveryRow
) => {
  const message = state.messages.get(row.messageId)
  return message !== undefined && isInScope(span, endpoint.filterTypes, { ...message, state: row.state })
}

const selectedCandidates = (state: State, target: EndpointRow, span: ResendScope): ReadonlyArray<ResendCandidate> =>
  resendCandidates(state, span.endpointId).filter(({ row }) => isSelected(state, target, span, row))

const updateTask = (
  state: State,
  row: TaskRow,
  to: TaskState,
  at: DateTime.Utc,
  rest: Partial<TaskRow> = {}
): TaskRow => {
  const task = new DeliveryTask({ ...(rest.task ?? row.task), state: to, updatedAt: at })
  const open = to._tag === "Queued" || to._tag === "Running"
  const changed = { ...row, ...rest, task, nextAt: open ? (rest.nextAt ?? row.nextAt) : undefined }
  state.tasks.set(task.id, changed)
  return changed
}

const startSpanTask = (state: State, target: EndpointRow, span: ResendScope, identity: TaskIdentity): DeliveryTask => {
  const all = selectedCandidates(state, target, span)
  const { now } = identity
  const none: TaskState = { _tag: "Completed", at: now }
  const task = newTask(state, identity, {
    ...span,
    messageId: Option.none(),
    state: all.length === 0 ? none : { _tag: "Queued" },
    total: all.length,
    done: 0
  })
  state.tasks.set(task.id, {
    task,
    nextAt: all.length === 0 ? undefined : DateTime.toEpochMillis(now),
    cursor: { at: span.since.epochMilliseconds, messageId: "" },
    settledUntil: Math.max(now.epochMilliseconds, all.at(-1)?.at ?? 0)
  })
  return task
}

const cancelReasonOf = (target: EndpointRow | undefined): CancelReason | undefined => {
  if (target === undefined) return "endpoint_deleted"
  return target.endpoint.disabled ? "endpoint_disabled" : undefined
}

/** One page of a task whose endpoint takes something. */
const runTask = (state: State, row: TaskRow, target: EndpointRow, limit: number, at: DateTime.Utc): void => {
  const { task, cursor: after, settledUntil } = row
  const waiting = state.deliveries.filter(
    (delivery) => delivery.endpointId === task.endpointId && awaitsFirstAttempt(delivery)
  )
  const room = Math.min(limit, resendCapacity(target.endpoint.rateLimit, waiting.length))
  const now = DateTime.toEpochMillis(at)
  if (room === 0) return void state.tasks.set(task.id, { ...row, nextAt: now + TASK_PAUSE_MILLIS })
  const page = resendCandidates(state, task.endpointId)
    .filter((found) => isAfter(found, after.at, after.messageId) && found.at <= settledUntil)
    .slice(0, room)
  const kind = task.kind === "recover" ? "recover" : "replay-missing"
  const again = page.filter((found) => isSelected(state, target, { ...task, kind }, found.row))
  for (const found of again) requeue(state, found.row, at)
  const done = task.done + again.length
  const progress = new DeliveryTask({ ...task, done, total: Math.max(task.total, done) })
  const last = page.at(-1)
  const cursor = last === undefined ? after : { at: last.at, messageId: last.row.messageId }
  const to: TaskState = page.length < room ? { _tag: "Completed", at } : { _tag: "Running" }
  updateTask(state, row, to, at, { task: progress, cursor: cursor, nextAt: now })
}

const runPage = (state: State, limit: number, at: DateTime.Utc): TaskBatchResult => {
  const now = DateTime.toEpochMillis(at)
  const open = state.tasks
    .filter((row) => row.nextAt !== undefined)
    .toSorted((a, b) => (a.nextAt ?? 0) - (b.nextAt ?? 0) || (a.task.id < b.task.id ? -1 : 1))
  const [row] = open.filter(({ nextAt = 0 }) => nextAt <= now || nextAt > now + TASK_PAUSE_MILLIS)
  if (row === undefined) return { ran: false, nextAt: Option.fromUndefinedOr(open[0]?.nextAt) }
  const target = state.endpoints.get(row.task.endpointId)
  const reason = cancelReasonOf(target)
  if (target === undefined || reason !== undefined) {
    updateTask(state, row, { _tag: "Cancelled", reason: reason ?? "endpoint_deleted", at }, at)
  } else runTask(state, row, target, limit, at)
  return { ran: true, nextAt: Option.some(now) }
}

/** `DeliveryTasks` on `MemoryState`. */
export const layer = Layer.effect(
  DeliveryTasks,
  Effect.gen(function* () {
    const state = yield* MemoryState
    const made = yield* Latch.make(false)

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
      countCandidates: (accountId, span) =>
        state.transact(() =>
          Result.map(endpointOf(accountId, span.endpointId), (target) => selectedCandidates(state, target, span).length)
        ),
      start: (accountId, span) =>
        at((now) =>
          Result.map(enabled(accountId, span.endpointId), (target) =>
            startSpanTask(state, target, span, { accountId, now })
          )
        ).pipe(Effect.tap(made.open)),
      resend: (accountId, messageId, endpointId) =>
        at((now) =>
          Result.flatMap(enabled(accountId, endpointId), () =>
            Result.map(messageOf(accountId, messageId), (message) =>
              resendMessage(state, message, endpointId, { accountId, now })
            )
          )
        ),
      find: (accountId, id) => state.transact(() => Result.map(taskRow(accountId, id), ({ task }) => task)),
      list: (accountId, page) =>
        state.transact(() => {
          const tasks = state.tasks.filter(({ task }) => task.accountId === accountId).map(({ task }) => task)
          return Result.succeed(slicePage(tasks, "falling", page, ({ id }) => id))
        }),
      cancel: (accountId, id) =>
        at((now) =>
          Result.map(taskRow(accountId, id), (row) =>
            row.nextAt === undefined
              ? row.task
              : updateTask(state, row, { _tag: "Cancelled", reason: "requested", at: now }, now).task
          )
        ),
      runBatch: (limit) =>
        Effect.andThen(
          made.close,
          at((now) => Result.succeed(runPage(state, limit, now)))
        ),
      arrival: made.await
    })
  })
)
