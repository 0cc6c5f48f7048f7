import type { AccountId } from "@landfall/core/accounts/Account"
import { awaitsFirstAttempt } from "@landfall/core/alerts/delivery/DeliveryStateMachine"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import { EndpointNotFound } from "@landfall/core/alerts/EndpointId"
import { Endpoint } from "@landfall/core/alerts/endpoints/Endpoint"
import { TaskId } from "@landfall/core/alerts/operations/DeliveryTask"
import { EndpointDisabled, type TaskBatchResult } from "@landfall/core/alerts/operations/DeliveryTasks"
import {
  cancelTask,
  decideTaskStep,
  isTaskDue,
  isTaskOpen,
  TASK_PAUSE_MILLIS
} from "@landfall/core/alerts/operations/TaskStep"
import {
  affordableRegistrations,
  decideEnrolmentStep,
  type EnrolmentCandidate,
  type EnrolmentRange,
  enrolmentUsage,
  isEnrollable,
  isOutOfCredits,
  makeEnrolmentTask,
  planEnrolment
} from "@landfall/core/tracking/enrolment/Enrolment"
import { EnrolmentTasks } from "@landfall/core/tracking/enrolment/EnrolmentTasks"
import type { Shipment } from "@landfall/core/tracking/shipments/Shipment"
import { registrationKey } from "@landfall/core/tracking/shipments/ShipmentChanges"
import type { ShipmentDecision } from "@landfall/core/tracking/shipments/ShipmentStore"
import { trackingPrice } from "@landfall/core/tracking/shipments/TrackingOutcome"
import { remainingCredits } from "@landfall/core/usage/ConsumptionPeriod"
import { Credits, type CreditsExhausted } from "@landfall/core/usage/Credits"
import { DateTime, Effect, Latch, Layer, Option, Result } from "effect"
import { addUsageCount, debit, ensurePeriod, recordRejection } from "../accounts/MemoryUsageStore.ts"
import { checkOpenTasks } from "../alerts/OpenTasks.ts"
import type { EndpointRow, TaskRow } from "../state/MemoryRows.ts"
import { MemoryState } from "../state/MemoryState.ts"
import { applyTrackingPlan } from "./ShipmentWrites.ts"

type State = MemoryState["Service"]

const WHOLE_RANGE: EnrolmentRange = { after: "", last: "" }

/** The next shipments of a range, at most `limit`. */
const readCandidates = (
  state: State,
  accountId: AccountId,
  endpointId: EndpointId,
  { after, last }: EnrolmentRange,
  limit: number
): ReadonlyArray<EnrolmentCandidate> =>
  state.shipments
    .filter((shipment) => shipment.accountId === accountId && shipment.id > after && shipment.id <= last)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .slice(0, limit)
    .map((shipment) => ({
      shipment,
      registered: state.registrations.has(registrationKey(shipment.id, endpointId)),
      full:
        state.registrations.filter(({ registration }) => registration.shipmentId === shipment.id).length >=
        state.limits["shipment.endpoints"]
    }))

const start = (state: State, { endpoint, ...row }: EndpointRow, future: Option.Option<boolean>, now: DateTime.Utc) => {
  const { accountId, id } = endpoint
  if (Option.isSome(future)) {
    const changed = new Endpoint({ ...endpoint, enrolFuture: future.value, updatedAt: now })
    state.endpoints.set(id, { ...row, endpoint: changed })
  }
  const ids = state.shipments.filter((shipment) => shipment.accountId === accountId).map((shipment) => shipment.id)
  const range = { after: "", last: ids.toSorted().at(-1) ?? "" }
  const candidates = readCandidates(state, accountId, id, range, Number.POSITIVE_INFINITY)
  const identity = { id: TaskId.make(`task_${state.nextUlid(now.epochMilliseconds)}`), accountId, now }
  const task = makeEnrolmentTask(identity, id, candidates.filter(isEnrollable).length)
  state.tasks.set(task.id, {
    task,
    nextAt: now.epochMilliseconds,
    cursor: { at: 0, messageId: "" },
    settledUntil: 0,
    enrolment: range
  })
  return task
}

const countAffordable = (state: State, accountId: AccountId, price: Credits, now: DateTime.Utc): number => {
  const period = ensurePeriod(state, accountId, now)
  return affordableRegistrations(period === undefined ? Credits.make(0) : remainingCredits(period), price)
}

const enrol = (
  state: State,
  { task: { accountId, endpointId } }: TaskRow,
  shipments: ReadonlyArray<Shipment>,
  price: Credits,
  now: DateTime.Utc,
  decide: ShipmentDecision
): Result.Result<void, CreditsExhausted | EndpointNotFound> =>
  Result.flatMap(
    applyTrackingPlan(state, accountId, planEnrolment(shipments, endpointId, now), now, decide),
    ({ tracked }) => {
      const credits = trackingPrice(tracked, price)
      addUsageCount(state, enrolmentUsage(accountId, credits, now))
      return debit(state, accountId, credits, now)
    }
  )

/** Runs a step of the task that has waited longest. */
const runStep = (
  state: State,
  limit: number,
  price: Credits,
  decide: ShipmentDecision,
  now: DateTime.Utc
): Result.Result<TaskBatchResult, CreditsExhausted | EndpointNotFound> => {
  const at = now.epochMilliseconds
  const open = state.tasks
    .filter(({ task }) => isTaskOpen(task) && task.kind === "enrol-all")
    .toSorted((a, b) => a.nextAt - b.nextAt || (a.task.id < b.task.id ? -1 : 1))
  const row = open.find(({ nextAt }) => isTaskDue(nextAt, at))
  if (row === undefined) return Result.succeed({ ran: false, nextAt: Option.fromUndefinedOr(open[0]?.nextAt) })
  const { task, enrolment: range = WHOLE_RANGE } = row
  const ran: TaskBatchResult = { ran: true, nextAt: Option.some(at) }
  const target = Option.fromUndefinedOr(state.endpoints.get(task.endpointId)?.endpoint)
  const waiting = state.deliveries.filter((found) => found.endpointId === task.endpointId && awaitsFirstAttempt(found))
  const taskStep = decideTaskStep(target, waiting.length, limit)
  if (taskStep._tag === "Cancel") {
    state.tasks.set(task.id, { ...row, task: cancelTask(task, taskStep.reason, now) })
    return Result.succeed(ran)
  }
  if (taskStep._tag === "Pause") {
    state.tasks.set(task.id, { ...row, nextAt: at + TASK_PAUSE_MILLIS })
    return Result.succeed(ran)
  }
  const candidates = readCandidates(state, task.accountId, task.endpointId, range, taskStep.size)
  const affordable = countAffordable(state, task.accountId, price, now)
  const decided = decideEnrolmentStep(task, range, { size: taskStep.size, candidates }, affordable, now)
  return Result.map(enrol(state, row, decided.enrolled, price, now, decide), () => {
    if (isOutOfCredits(decided.task)) recordRejection(state, task.accountId, now)
    state.tasks.set(task.id, { ...row, task: decided.task, nextAt: at, enrolment: decided.range })
    return ran
  })
}

/** `EnrolmentTasks` on `MemoryState`. */
export const layer = Layer.effect(
  EnrolmentTasks,
  Effect.gen(function* () {
    const state = yield* MemoryState
    const taskCreated = yield* Latch.make(false)

    const enabled = (
      accountId: AccountId,
      id: EndpointId
    ): Result.Result<EndpointRow, EndpointNotFound | EndpointDisabled> => {
      const row = state.endpoints.get(id)
      if (row?.endpoint.accountId !== accountId) return Result.fail(new EndpointNotFound({ id }))
      return row.endpoint.disabled ? Result.fail(new EndpointDisabled({ id })) : Result.succeed(row)
    }

    return EnrolmentTasks.of({
      start: (accountId, endpointId, future) =>
        Effect.flatMap(DateTime.now, (now) =>
          state.transact(() =>
            Result.flatMap(enabled(accountId, endpointId), (row) =>
              Result.map(checkOpenTasks(state, accountId), () => start(state, row, future, now))
            )
          )
        ).pipe(Effect.tap(taskCreated.open)),
      runBatch: (limit, creditsPerShipment, decide) =>
        Effect.andThen(
          taskCreated.close,
          Effect.flatMap(DateTime.now, (now) =>
            state.transact(() => runStep(state, limit, creditsPerShipment, decide, now))
          )
        ).pipe(Effect.catchTag(["CreditsExhausted", "EndpointNotFound"], Effect.die)),
      arrival: taskCreated.await
    })
  })
)
