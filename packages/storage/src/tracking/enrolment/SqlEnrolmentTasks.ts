import type { AccountId } from "@landfall/core/accounts/Account"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import { EndpointNotFound } from "@landfall/core/alerts/EndpointId"
import { type DeliveryTask, TaskId } from "@landfall/core/alerts/operations/DeliveryTask"
import { EndpointDisabled } from "@landfall/core/alerts/operations/DeliveryTasks"
import { cancelTask, decideTaskStep, TASK_PAUSE_MILLIS } from "@landfall/core/alerts/operations/TaskStep"
import { Limits } from "@landfall/core/limits/Limits"
import {
  affordableRegistrations,
  decideEnrolmentStep,
  type EnrolmentRange,
  enrolmentUsage,
  isOutOfCredits,
  makeEnrolmentTask,
  planEnrolment
} from "@landfall/core/tracking/enrolment/Enrolment"
import { EnrolmentTasks } from "@landfall/core/tracking/enrolment/EnrolmentTasks"
import type { Shipment } from "@landfall/core/tracking/shipments/Shipment"
import type { ShipmentDecision } from "@landfall/core/tracking/shipments/ShipmentStore"
import { trackingPrice } from "@landfall/core/tracking/shipments/TrackingOutcome"
import { remainingCredits } from "@landfall/core/usage/ConsumptionPeriod"
import { Credits } from "@landfall/core/usage/Credits"
import { UsageStore } from "@landfall/core/usage/Usage"
import { Clock, DateTime, Effect, Latch, Layer, Option, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { SqlClient } from "effect/sql"
import { makeTaskQueue } from "../../alerts/tasks/TaskQueue.ts"
import { enrolmentRangeOf, enrolmentToRow, TaskRow } from "../../alerts/tasks/TaskRow.ts"
import { makeAccountCounts } from "../../limits/AccountCounts.ts"
import { readByIndex } from "../../sql/IndexPlans.ts"
import { insertThen } from "../../sql/JsonRows.ts"
import { LeaseClock } from "../../sql/LeaseClock.ts"
import { inOneRoundTrip } from "../../sql/RoundTrips.ts"
import { rowLocks } from "../../sql/RowLocks.ts"
import { mapToStorageError } from "../../sql/StorageErrorMapping.ts"
import { TrackingRows } from "../shipments/TrackingRows.ts"
import { makeEnrolmentCandidates } from "./EnrolmentCandidates.ts"

const encodeRow = Schema.encodeEffect(TaskRow)

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const random = yield* SecureRandom.SecureRandom
  const clock = yield* LeaseClock
  const usage = yield* UsageStore
  const { tracking, planOf, writeChanges } = yield* TrackingRows
  const locks = rowLocks(sql)
  const queue = makeTaskQueue(sql, "enrolments")
  const candidates = makeEnrolmentCandidates(sql, yield* Limits)
  const counts = yield* makeAccountCounts
  const taskCreated = yield* Latch.make(false)

  /** An enabled endpoint of the account, locked. */
  const lockEnabled = Effect.fnUntraced(function* (accountId: AccountId, id: EndpointId) {
    const endpoint = yield* queue.lockEndpoint({ accountId, endpointId: id })
    if (Option.isNone(endpoint)) return yield* new EndpointNotFound({ id })
    if (endpoint.value.disabled) return yield* new EndpointDisabled({ id })
  })

  const insertTask = Effect.fnUntraced(function* (
    accountId: AccountId,
    endpointId: EndpointId,
    future: Option.Option<boolean>,
    range: EnrolmentRange,
    total: number
  ) {
    yield* counts.addTask(accountId)
    yield* lockEnabled(accountId, endpointId)
    const now = yield* DateTime.now
    if (Option.isSome(future)) {
      yield* sql`UPDATE endpoint SET enrol_future = ${future.value ? 1 : 0}, updated_at = ${now.epochMilliseconds}
          WHERE account_id = ${accountId} AND id = ${endpointId}`
    }
    const identity = { id: TaskId.make(`task_${yield* random.ulid}`), accountId, now }
    const task = makeEnrolmentTask(identity, endpointId, total)
    const row = yield* encodeRow(enrolmentToRow(task, range, yield* clock.now))
    yield* sql`INSERT INTO delivery_task ${sql.insert(row)}`
    yield* sql.afterCommit(taskCreated.open)
    return task
  }, sql.withTransaction)

  const start = Effect.fn("EnrolmentTasks.start")(function* (
    accountId: AccountId,
    endpointId: EndpointId,
    future: Option.Option<boolean>
  ) {
    // Rejected before its shipments are counted: there may be a million of them.
    yield* sql.withTransaction(Effect.andThen(counts.addTask(accountId), lockEnabled(accountId, endpointId)))
    const range = yield* candidates.rangeOf(accountId)
    const total = yield* candidates.count(accountId, endpointId, range)
    return yield* insertTask(accountId, endpointId, future, range, total)
  }, mapToStorageError("EnrolmentTasks.start"))

  /** The number of registrations that the account can pay for now. */
  const countAffordable = Effect.fnUntraced(function* (accountId: AccountId, price: Credits, now: DateTime.Utc) {
    if (price === 0) return affordableRegistrations(price, price)
    const period = yield* usage.currentPeriod(accountId, now)
    const remaining = Option.match(period, { onNone: () => Credits.make(0), onSome: remainingCredits })
    return affordableRegistrations(remaining, price)
  })

  const enrol = Effect.fnUntraced(function* (
    { accountId, endpointId }: DeliveryTask,
    shipments: ReadonlyArray<Shipment>,
    price: Credits,
    now: DateTime.Utc,
    decide: ShipmentDecision
  ) {
    if (shipments.length === 0) return
    const plan = planEnrolment(shipments, endpointId, now)
    const { tracked, changes, rows } = yield* tracking.decideOn(accountId, yield* planOf(accountId), plan, now, decide)
    const credits = trackingPrice(tracked, price)
    const following = [
      usage.debit(accountId, credits, now),
      usage.add([enrolmentUsage(accountId, credits, now)]),
      writeChanges(accountId, changes, now)
    ] as const
    yield* insertThen(sql, rows, inOneRoundTrip(sql, following))
  })

  // Rows are locked in one order: the task, the account, its endpoint, deliveries, the endpoint's queue.
  const runStep = Effect.fnUntraced(function* (
    task: DeliveryTask,
    row: TaskRow,
    limit: number,
    price: Credits,
    queueNow: number,
    decide: ShipmentDecision
  ) {
    const range = enrolmentRangeOf(row)
    const [, , endpoint] = yield* inOneRoundTrip(sql, [
      readByIndex(sql),
      locks.lockAccount(task.accountId),
      queue.lockEndpoint(task)
    ])
    const taskStep = decideTaskStep(endpoint, yield* queue.countWaiting(endpoint), limit)
    const now = yield* DateTime.now
    if (taskStep._tag === "Cancel") {
      return yield* queue.writeRow(enrolmentToRow(cancelTask(task, taskStep.reason, now), range, queueNow))
    }
    if (taskStep._tag === "Pause")
      return yield* queue.writeRow(enrolmentToRow(task, range, queueNow + TASK_PAUSE_MILLIS))
    const page = {
      size: taskStep.size,
      candidates: yield* candidates.page(task.accountId, task.endpointId, range, taskStep.size)
    }
    const affordable = yield* countAffordable(task.accountId, price, now)
    const decided = decideEnrolmentStep(task, range, page, affordable, now)
    yield* enrol(task, decided.enrolled, price, now, decide)
    if (isOutOfCredits(decided.task)) yield* usage.recordRejection(task.accountId, now)
    yield* queue.writeRow(enrolmentToRow(decided.task, decided.range, queueNow))
  })

  const runBatch = Effect.fnUntraced(function* (limit: number, price: Credits, decide: ShipmentDecision) {
    yield* taskCreated.close
    const queueNow = yield* clock.now
    const result = yield* queue
      .run(queueNow, (task, row) => runStep(task, row, limit, price, queueNow, decide))
      .pipe(
        // Another call has spent the credits or deleted the endpoint meanwhile. The next step finds that.
        Effect.catchTag(["CreditsExhausted", "EndpointNotFound"], () =>
          Effect.succeed({ ran: true, nextAt: Option.some(queueNow) })
        )
      )
    const ahead = queueNow - (yield* Clock.currentTimeMillis)
    return { ...result, nextAt: Option.map(result.nextAt, (at) => at - ahead) }
  }, mapToStorageError("EnrolmentTasks.runBatch"))

  return EnrolmentTasks.of({ start, runBatch, arrival: taskCreated.await })
})

/** `EnrolmentTasks` in the table `delivery_task`. */
export const layer = Layer.effect(EnrolmentTasks, make)
