import { AccountId } from "@landfall/core/accounts/Account"
import { EndpointId, EndpointNotFound } from "@landfall/core/alerts/EndpointId"
import type { ApplicationId } from "@landfall/core/alerts/endpoints/Application"
import { MessageId, MessageNotFound } from "@landfall/core/alerts/Message"
import { type DeliveryTask, TaskId } from "@landfall/core/alerts/operations/DeliveryTask"
import { DeliveryTasks, EndpointDisabled, TaskNotFound } from "@landfall/core/alerts/operations/DeliveryTasks"
import type { ResendScope } from "@landfall/core/alerts/operations/ResendSelection"
import { cancelTask, makeBulkTask, makeResendTask, type TaskIdentity } from "@landfall/core/alerts/operations/TaskStep"
import { type PageRequest, pageOf } from "@landfall/core/listing/Page"
import { Clock, DateTime, Effect, Latch, Layer, Option, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { SqlClient, SqlSchema, type Statement } from "effect/sql"
import { makeAccountCounts } from "../../limits/AccountCounts.ts"
import { LeaseClock } from "../../sql/LeaseClock.ts"
import { listPage, pageQuery } from "../../sql/ListPage.ts"
import { rowLocks } from "../../sql/RowLocks.ts"
import { mapToStorageError } from "../../sql/StorageErrorMapping.ts"
import { isOfApplication } from "../endpoints/ApplicationEndpoints.ts"
import { ENDPOINT_COLUMNS, EndpointRow } from "../endpoints/EndpointRow.ts"
import { makeDeliveryRequeue } from "../queue/DeliveryRequeue.ts"
import { type CandidateRange, makeResendCandidates } from "./ResendCandidates.ts"
import { TaskRow, taskFromRow, taskToRow } from "./TaskRow.ts"
import { makeTaskRunner } from "./TaskRunner.ts"

const AccountScopedId = Schema.Struct({ accountId: AccountId, id: Schema.String })
const DeliveryKey = Schema.Struct({ messageId: MessageId, endpointId: EndpointId })
const encodeRow = Schema.encodeEffect(TaskRow)
const decodeRows = Schema.decodeUnknownEffect(Schema.Array(TaskRow))

/**
 * The maximum number of tasks that a page of one application reads. The page is then shorter than its limit, and its
 * iterator continues.
 */
export const MAX_SCANNED_TASKS = 10_000

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const random = yield* SecureRandom.SecureRandom
  const clock = yield* LeaseClock
  const { forChange, forShare, unlocked } = rowLocks(sql)
  const candidates = makeResendCandidates(sql)
  const requeue = yield* makeDeliveryRequeue
  const runner = makeTaskRunner(sql, candidates, requeue)
  const counts = yield* makeAccountCounts
  const taskCreated = yield* Latch.make(false)

  const findEndpoint = (lock: Statement.Fragment) =>
    SqlSchema.findOneOption({
      Request: AccountScopedId,
      Result: EndpointRow,
      execute: ({ accountId, id }) => sql`SELECT ${sql.literal(ENDPOINT_COLUMNS)} FROM endpoint
        WHERE id = ${id} AND account_id = ${accountId} AND removed_at IS NULL ${lock}`
    })
  const readEndpoint = findEndpoint(unlocked)
  const lockEndpoint = findEndpoint(forChange)
  // Locked, so that it is not pruned before it has the new delivery.
  const lockMessage = SqlSchema.findOneOption({
    Request: AccountScopedId,
    Result: Schema.Struct({ createdAt: Schema.DateTimeUtcFromMillis }),
    execute: ({ accountId, id }) =>
      sql`SELECT created_at FROM message WHERE id = ${id} AND account_id = ${accountId} ${forShare}`
  })
  const lockDelivery = SqlSchema.findOneOption({
    Request: DeliveryKey,
    Result: Schema.Struct({ state: Schema.String }),
    execute: ({ messageId, endpointId }) =>
      sql`SELECT state FROM delivery WHERE message_id = ${messageId} AND endpoint_id = ${endpointId} ${forChange}`
  })
  const findTask = (lock: Statement.Fragment) =>
    SqlSchema.findOneOption({
      Request: AccountScopedId,
      Result: TaskRow,
      execute: ({ accountId, id }) =>
        sql`SELECT * FROM delivery_task WHERE id = ${id} AND account_id = ${accountId} ${lock}`
    })
  const readTask = findTask(unlocked)
  const lockTask = findTask(forChange)

  /** An endpoint that is not disabled, locked: it is neither changed nor removed meanwhile. */
  const lockEnabled = Effect.fnUntraced(function* (accountId: AccountId, id: EndpointId) {
    const endpoint = yield* lockEndpoint({ accountId, id })
    if (Option.isNone(endpoint)) return yield* new EndpointNotFound({ id })
    return endpoint.value.disabled ? yield* new EndpointDisabled({ id }) : endpoint.value
  })

  const newIdentity = Effect.fnUntraced(function* (accountId: AccountId) {
    const identity: TaskIdentity = {
      id: TaskId.make(`task_${yield* random.ulid}`),
      accountId,
      now: yield* DateTime.now
    }
    return identity
  })

  const insert = Effect.fnUntraced(function* (task: DeliveryTask, range: CandidateRange) {
    const row = yield* encodeRow(taskToRow(task, range, yield* clock.now))
    yield* sql`INSERT INTO delivery_task ${sql.insert(row)}`
    return task
  })

  const countCandidates = Effect.fn("DeliveryTasks.countCandidates")(function* (
    accountId: AccountId,
    scope: ResendScope
  ) {
    const endpoint = yield* readEndpoint({ accountId, id: scope.endpointId })
    if (Option.isNone(endpoint)) return yield* new EndpointNotFound({ id: scope.endpointId })
    const range = yield* candidates.rangeOf(scope, yield* Clock.currentTimeMillis)
    return yield* candidates.count(accountId, scope, endpoint.value.filterTypes, range)
  }, mapToStorageError("DeliveryTasks.countCandidates"))

  const createBulkTask = Effect.fnUntraced(function* (
    accountId: AccountId,
    scope: ResendScope,
    range: CandidateRange,
    total: number
  ) {
    yield* counts.addTask(accountId)
    yield* lockEnabled(accountId, scope.endpointId)
    const task = yield* insert(makeBulkTask(yield* newIdentity(accountId), scope, total), range)
    yield* sql.afterCommit(taskCreated.open)
    return task
  }, sql.withTransaction)

  const start = Effect.fn("DeliveryTasks.start")(function* (accountId: AccountId, scope: ResendScope) {
    const { filterTypes } = yield* lockEnabled(accountId, scope.endpointId)
    const range = yield* candidates.rangeOf(scope, yield* Clock.currentTimeMillis)
    const total = yield* candidates.count(accountId, scope, filterTypes, range)
    return yield* createBulkTask(accountId, scope, range, total)
  }, mapToStorageError("DeliveryTasks.start"))

  const resend = Effect.fn("DeliveryTasks.resend")(
    function* (accountId: AccountId, messageId: MessageId, endpointId: EndpointId) {
      yield* lockEnabled(accountId, endpointId)
      const stored = yield* lockMessage({ accountId, id: messageId })
      if (Option.isNone(stored)) return yield* new MessageNotFound({ id: messageId })
      const { createdAt } = stored.value
      const delivery = yield* lockDelivery({ messageId, endpointId })
      const resent = Option.isNone(delivery)
        ? yield* requeue.create(messageId, endpointId)
        : yield* requeue.resend([messageId], endpointId)
      const message = { id: messageId, createdAt }
      const task = makeResendTask(yield* newIdentity(accountId), message, endpointId, resent > 0)
      const settledAt = createdAt.epochMilliseconds
      return yield* insert(task, { settledAfter: settledAt, messageAfter: "", settledLast: settledAt })
    },
    sql.withTransaction,
    mapToStorageError("DeliveryTasks.resend")
  )

  const find = Effect.fn("DeliveryTasks.find")(function* (accountId: AccountId, id: TaskId) {
    const row = yield* readTask({ accountId, id })
    return Option.isSome(row) ? taskFromRow(row.value) : yield* new TaskNotFound({ id })
  }, mapToStorageError("DeliveryTasks.find"))

  const cancel = Effect.fn("DeliveryTasks.cancel")(
    function* (accountId: AccountId, id: TaskId) {
      const row = yield* lockTask({ accountId, id })
      if (Option.isNone(row)) return yield* new TaskNotFound({ id })
      const task = taskFromRow(row.value)
      const cancelled = cancelTask(task, "requested", yield* DateTime.now)
      if (cancelled !== task) yield* runner.write(cancelled, row.value, 0)
      return cancelled
    },
    sql.withTransaction,
    mapToStorageError("DeliveryTasks.cancel")
  )

  /** Reads the tasks of the account in the order of their ids, a bounded number for each page: no index has the application. */
  const listOfApplication = Effect.fnUntraced(function* (
    accountId: AccountId,
    applicationId: ApplicationId,
    page: PageRequest
  ) {
    const { ascending, where, orderAndLimit } = pageQuery(sql, page, "newest first")
    const order = ascending ? sql`ORDER BY id ASC` : sql`ORDER BY id DESC`
    const [stop] = yield* sql<{ id: string }>`SELECT id FROM delivery_task WHERE account_id = ${accountId} AND ${where}
      ${order} LIMIT 1 OFFSET ${MAX_SCANNED_TASKS - 1}`
    const until = stop === undefined ? sql`1 = 1` : ascending ? sql`id <= ${stop.id}` : sql`id >= ${stop.id}`
    const rows = yield* Effect.flatMap(
      sql`SELECT * FROM delivery_task WHERE account_id = ${accountId} AND ${where} AND ${until}
        AND ${isOfApplication(sql, "delivery_task.endpoint_id", accountId, applicationId)} ${orderAndLimit}`,
      decodeRows
    )
    return pageOf(rows, page, ({ id }) => id, stop?.id)
  })

  const list = Effect.fn("DeliveryTasks.list")(
    (accountId: AccountId, page: PageRequest, applicationId?: ApplicationId) =>
      Effect.map(
        applicationId === undefined
          ? listPage(
              sql,
              page,
              "newest first",
              ({ where, orderAndLimit }) =>
                sql`SELECT * FROM delivery_task WHERE account_id = ${accountId} AND ${where} ${orderAndLimit}`,
              decodeRows
            )
          : listOfApplication(accountId, applicationId, page),
        (found) => ({ ...found, data: found.data.map(taskFromRow) })
      ),
    mapToStorageError("DeliveryTasks.list")
  )

  const runBatch = Effect.fnUntraced(function* (limit: number) {
    yield* taskCreated.close
    const now = yield* clock.now
    const result = yield* runner.run(limit, now)
    const ahead = now - (yield* Clock.currentTimeMillis)
    return { ...result, nextAt: Option.map(result.nextAt, (at) => at - ahead) }
  }, mapToStorageError("DeliveryTasks.runBatch"))

  return DeliveryTasks.of({
    countCandidates,
    start,
    resend,
    find,
    list,
    cancel,
    runBatch,
    arrival: taskCreated.await
  })
})

/** `DeliveryTasks` in the table `delivery_task`. */
export const layer = Layer.effect(DeliveryTasks, make)
