import { AccountId } from "@landfall/core/accounts/Account"
import { EndpointId } from "@landfall/core/alerts/EndpointId"
import { EndpointNotFound } from "@landfall/core/alerts/endpoints/Endpoint"
import { MessageId, MessageNotFound } from "@landfall/core/alerts/Message"
import { type ResendScope, TaskId } from "@landfall/core/alerts/operations/DeliveryTask"
import { DeliveryTasks, EndpointDisabled, TaskNotFound } from "@landfall/core/alerts/operations/DeliveryTasks"
import type { PageRequest } from "@landfall/core/listing/Page"
import { Clock, Effect, Latch, Layer, Option, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { SqlClient, SqlSchema, type Statement } from "effect/sql"
import { LeaseClock } from "../../sql/LeaseClock.ts"
import { listPage } from "../../sql/ListPage.ts"
import { rowLocks } from "../../sql/RowLocks.ts"
import { mapToStorageError } from "../../sql/StorageErrorMapping.ts"
import { ENDPOINT_COLUMNS, EndpointRow } from "../endpoints/EndpointRow.ts"
import { makeDeliveryRequeue } from "../queue/DeliveryRequeue.ts"
import { type CandidateRange, makeResendCandidates } from "./ResendCandidates.ts"
import { TaskRow, taskFromRow } from "./TaskRow.ts"
import { makeTaskRunner } from "./TaskRunner.ts"

const AccountScopedId = Schema.Struct({ accountId: AccountId, id: Schema.String })
const DeliveryKey = Schema.Struct({ messageId: MessageId, endpointId: EndpointId })
const encodeRow = Schema.encodeEffect(TaskRow)
const decodeRows = Schema.decodeUnknownEffect(Schema.Array(TaskRow))

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const random = yield* SecureRandom.SecureRandom
  const clock = yield* LeaseClock
  const { forChange, unlocked } = rowLocks(sql)
  const givenUp = makeResendCandidates(sql)
  const queueAgain = yield* makeDeliveryRequeue
  const pages = makeTaskRunner(sql, givenUp, queueAgain)
  const made = yield* Latch.make(false)

  const findEndpoint = (lock: Statement.Fragment) =>
    SqlSchema.findOneOption({
      Request: AccountScopedId,
      Result: EndpointRow,
      execute: ({ accountId, id }) => sql`SELECT ${sql.literal(ENDPOINT_COLUMNS)} FROM endpoint
        WHERE id = ${id} AND account_id = ${accountId} AND removed_at IS NULL ${lock}`
    })
  const readEndpoint = findEndpoint(unlocked)
  const holdEndpoint = findEndpoint(forChange)
  const findMessage = SqlSchema.findOneOption({
    Request: AccountScopedId,
    Result: Schema.Struct({ createdAt: Schema.Int }),
    execute: ({ accountId, id }) => sql`SELECT created_at FROM message WHERE id = ${id} AND account_id = ${accountId}`
  })
  const findState = SqlSchema.findOneOption({
    Request: DeliveryKey,
    Result: Schema.Struct({ state: Schema.String }),
    execute: ({ messageId, endpointId }) =>
      sql`SELECT state FROM delivery WHERE message_id = ${messageId} AND endpoint_id = ${endpointId} ${forChange}`
  })
  const findTask = SqlSchema.findOneOption({
    Request: AccountScopedId,
    Result: TaskRow,
    execute: ({ accountId, id }) => sql`SELECT * FROM delivery_task WHERE id = ${id} AND account_id = ${accountId}`
  })
  const markCancelled = SqlSchema.findOneOption({
    Request: Schema.Struct({ ...AccountScopedId.fields, now: Schema.Int }),
    Result: TaskRow,
    execute: ({ accountId, id, now }) => sql`UPDATE delivery_task
      SET status = 'cancelled', reason = 'requested', next_at = NULL, finished_at = ${now}, updated_at = ${now}
      WHERE id = ${id} AND account_id = ${accountId} AND finished_at IS NULL RETURNING *`
  })

  /** The endpoint that something is to be sent to again; it is neither changed nor removed meanwhile. */
  const enabled = Effect.fnUntraced(function* (accountId: AccountId, id: EndpointId) {
    const found = yield* holdEndpoint({ accountId, id })
    if (Option.isNone(found)) return yield* new EndpointNotFound({ id })
    return found.value.disabled ? yield* new EndpointDisabled({ id }) : found.value
  })

  const store = Effect.fnUntraced(function* (said: Omit<TaskRow, "id" | "reason" | "updatedAt">) {
    const id = TaskId.make(`task_${yield* random.ulid}`)
    const row: TaskRow = { id, ...said, reason: null, updatedAt: said.createdAt }
    yield* sql`INSERT INTO delivery_task ${sql.insert(yield* encodeRow(row))}`
    return taskFromRow(row)
  })

  const count = Effect.fn("DeliveryTasks.count")(function* (accountId: AccountId, span: ResendScope) {
    const endpoint = yield* readEndpoint({ accountId, id: span.endpointId })
    if (Option.isNone(endpoint)) return yield* new EndpointNotFound({ id: span.endpointId })
    const stretch = yield* givenUp.rangeOf(span, yield* Clock.currentTimeMillis)
    return yield* givenUp.count(span, endpoint.value.filterTypes, stretch)
  }, mapToStorageError("DeliveryTasks.count"))

  const storeSpan = Effect.fnUntraced(function* (
    accountId: AccountId,
    { kind, endpointId, since, until }: ResendScope,
    stretch: CandidateRange,
    total: number
  ) {
    yield* enabled(accountId, endpointId)
    const now = yield* Clock.currentTimeMillis
    const open = total > 0
    const task = yield* store({
      accountId,
      endpointId,
      kind,
      messageId: null,
      since: since.epochMilliseconds,
      until: until.epochMilliseconds,
      status: open ? "queued" : "completed",
      total,
      done: 0,
      ...stretch,
      nextAt: open ? yield* clock.now : null,
      createdAt: now,
      finishedAt: open ? null : now
    })
    yield* sql.afterCommit(made.open)
    return task
  }, sql.withTransaction)

  const start = Effect.fn("DeliveryTasks.start")(function* (accountId: AccountId, span: ResendScope) {
    const { filterTypes } = yield* enabled(accountId, span.endpointId)
    const stretch = yield* givenUp.rangeOf(span, yield* Clock.currentTimeMillis)
    return yield* storeSpan(accountId, span, stretch, yield* givenUp.count(span, filterTypes, stretch))
  }, mapToStorageError("DeliveryTasks.start"))

  const resend = Effect.fn("DeliveryTasks.resend")(
    function* (accountId: AccountId, messageId: MessageId, endpointId: EndpointId) {
      yield* enabled(accountId, endpointId)
      const message = yield* findMessage({ accountId, id: messageId })
      if (Option.isNone(message)) return yield* new MessageNotFound({ id: messageId })
      const { createdAt } = message.value
      const known = yield* findState({ messageId, endpointId })
      const onItsWay = Option.exists(known, ({ state }) => state === "leased")
      const now = yield* Clock.currentTimeMillis
      const task = yield* store({
        accountId,
        endpointId,
        kind: "resend",
        messageId,
        since: createdAt,
        until: createdAt,
        status: "completed",
        total: onItsWay ? 0 : 1,
        done: onItsWay ? 0 : 1,
        settledAfter: createdAt,
        messageAfter: "",
        settledLast: createdAt,
        nextAt: null,
        createdAt: now,
        finishedAt: now
      })
      if (Option.isNone(known)) yield* queueAgain.make(messageId, endpointId)
      else if (!onItsWay) yield* queueAgain.put([messageId], endpointId)
      return task
    },
    sql.withTransaction,
    mapToStorageError("DeliveryTasks.resend")
  )

  const existing = Effect.fnUntraced(function* (accountId: AccountId, id: TaskId) {
    const found = yield* findTask({ accountId, id })
    return Option.isSome(found) ? taskFromRow(found.value) : yield* new TaskNotFound({ id })
  })

  const cancel = Effect.fn("DeliveryTasks.cancel")(
    function* (accountId: AccountId, id: TaskId) {
      const cancelled = yield* markCancelled({ accountId, id, now: yield* Clock.currentTimeMillis })
      return Option.isSome(cancelled) ? taskFromRow(cancelled.value) : yield* existing(accountId, id)
    },
    sql.withTransaction,
    mapToStorageError("DeliveryTasks.cancel")
  )

  const list = Effect.fn("DeliveryTasks.list")(
    (accountId: AccountId, page: PageRequest) =>
      Effect.map(
        listPage(sql, page, "newest first", ({ where, orderAndLimit }) =>
          Effect.flatMap(
            sql`SELECT * FROM delivery_task WHERE account_id = ${accountId} AND ${where} ${orderAndLimit}`,
            decodeRows
          )
        ),
        (found) => ({ ...found, data: found.data.map(taskFromRow) })
      ),
    mapToStorageError("DeliveryTasks.list")
  )

  const runPage = Effect.fnUntraced(function* (limit: number) {
    yield* made.close
    const now = yield* clock.now
    const turn = yield* pages.run(limit, now)
    const ahead = now - (yield* Clock.currentTimeMillis)
    return { ...turn, nextAt: Option.map(turn.nextAt, (at) => at - ahead) }
  }, mapToStorageError("DeliveryTasks.runPage"))

  return DeliveryTasks.of({
    countCandidates: count,
    start,
    resend,
    find: Effect.fn("DeliveryTasks.find")(existing, mapToStorageError("DeliveryTasks.find")),
    list,
    cancel,
    runBatch: runPage,
    arrival: made.await
  })
})

/** `DeliveryTasks` in the table `delivery_task`. */
export const layer = Layer.effect(DeliveryTasks, make)
