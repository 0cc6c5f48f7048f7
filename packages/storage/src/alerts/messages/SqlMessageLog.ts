import { AccountId } from "@landfall/core/accounts/Account"
import { parseAttemptCursor } from "@landfall/core/alerts/delivery/AttemptRecord"
import { activePostponement } from "@landfall/core/alerts/delivery/QueuePostponement"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import { EndpointNotFound } from "@landfall/core/alerts/EndpointId"
import type { ApplicationId } from "@landfall/core/alerts/endpoints/Application"
import { activePause } from "@landfall/core/alerts/endpoints/EndpointCondition"
import { Message, MessageId, MessageNotFound } from "@landfall/core/alerts/Message"
import type { EndpointStats } from "@landfall/core/alerts/operations/EndpointStats"
import {
  type AttemptFilter,
  type MessageAttemptFilter,
  type MessageFilter,
  MessageLog,
  type TimeWindow
} from "@landfall/core/alerts/operations/MessageLog"
import {
  MAX_DELIVERIES_IN_LIST,
  MAX_DELIVERIES_OF_MESSAGE,
  type MessageSummary
} from "@landfall/core/alerts/operations/MessageSummary"
import { ShipmentId } from "@landfall/core/alerts/ShipmentId"
import { type PageRequest, pageOf } from "@landfall/core/listing/Page"
import { Clock, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { LeaseClock } from "../../sql/LeaseClock.ts"
import { mapToStorageError } from "../../sql/StorageErrorMapping.ts"
import { makeAttemptPages } from "./AttemptPages.ts"
import { clockOffsetMillis, makeDeliveryRecords } from "./DeliveryRecords.ts"
import { makeEndpointStats } from "./EndpointStats.ts"
import { makeMessagePages, shipmentNumber } from "./MessagePages.ts"

const MessageRow = Schema.Struct({
  id: MessageId,
  accountId: AccountId,
  shipmentId: Schema.OptionFromNullOr(ShipmentId),
  type: Schema.String,
  body: Schema.String,
  example: Schema.BooleanFromBit,
  createdAt: Schema.DateTimeUtcFromMillis,
  shipmentNumber: Schema.OptionFromNullOr(Schema.String)
})

// Reads outside of transactions, so that readers never delay deliveries.
const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const clock = yield* LeaseClock
  const readPage = makeMessagePages(sql)
  const readDeliveries = makeDeliveryRecords(sql, clock)
  const attempts = makeAttemptPages(sql)
  const endpointStats = makeEndpointStats(sql)

  const findMessage = SqlSchema.findOneOption({
    Request: Schema.Struct({ accountId: AccountId, id: MessageId }),
    Result: MessageRow,
    execute: ({
      accountId,
      id
    }) => sql`SELECT m.id, m.account_id, m.shipment_id, m.type, m.body, m.example, m.created_at,
        ${shipmentNumber(sql, accountId)} FROM message AS m WHERE m.id = ${id} AND m.account_id = ${accountId}`
  })

  const existingMessage = Effect.fnUntraced(function* (accountId: AccountId, id: MessageId) {
    const message = yield* findMessage({ accountId, id })
    return Option.isSome(message) ? message.value : yield* new MessageNotFound({ id })
  })

  const existingEndpoint = Effect.fnUntraced(function* (accountId: AccountId, id: EndpointId) {
    const condition = yield* endpointStats.condition(accountId, id)
    return Option.isSome(condition) ? condition.value : yield* new EndpointNotFound({ id })
  })

  const messages = Effect.fn("MessageLog.messages")(function* (
    accountId: AccountId,
    filter: MessageFilter,
    request: PageRequest
  ) {
    const { rows, stoppedAt } = yield* readPage(accountId, filter, request)
    const page = pageOf(rows, request, ({ id }) => id, stoppedAt)
    const ids = page.data.map(({ id }) => id)
    const { endpointId, applicationId } = filter
    const deliveriesOf = yield* readDeliveries(ids, {
      accountId,
      limit: MAX_DELIVERIES_IN_LIST,
      endpointId,
      applicationId
    })
    return { ...page, data: page.data.map((row): MessageSummary => ({ ...row, ...deliveriesOf(row.id) })) }
  }, mapToStorageError("MessageLog.messages"))

  const message = Effect.fn("MessageLog.message")(function* (
    accountId: AccountId,
    id: MessageId,
    applicationId?: ApplicationId
  ) {
    const { shipmentNumber, ...row } = yield* existingMessage(accountId, id)
    const deliveriesOf = yield* readDeliveries([id], { accountId, limit: MAX_DELIVERIES_OF_MESSAGE, applicationId })
    return { message: new Message(row), shipmentNumber, ...deliveriesOf(id) }
  }, mapToStorageError("MessageLog.message"))

  const attemptsOfMessage = Effect.fn("MessageLog.attemptsOfMessage")(function* (
    accountId: AccountId,
    id: MessageId,
    filter: MessageAttemptFilter,
    page: PageRequest
  ) {
    yield* existingMessage(accountId, id)
    return yield* attempts.ofMessage(accountId, id, filter, yield* parseAttemptCursor(id, page), page)
  }, mapToStorageError("MessageLog.attemptsOfMessage"))

  const attemptsAtEndpoint = Effect.fn("MessageLog.attemptsAtEndpoint")(function* (
    accountId: AccountId,
    id: EndpointId,
    filter: AttemptFilter,
    page: PageRequest
  ) {
    yield* existingEndpoint(accountId, id)
    return yield* attempts.atEndpoint(accountId, id, filter, yield* parseAttemptCursor(id, page), page)
  }, mapToStorageError("MessageLog.attemptsAtEndpoint"))

  const stats = Effect.fn("MessageLog.stats")(function* (accountId: AccountId, id: EndpointId, window: TimeWindow) {
    const { condition, pausedUntil, postponement } = yield* existingEndpoint(accountId, id)
    const ahead = yield* clockOffsetMillis(clock)
    const now = yield* Clock.currentTimeMillis
    const stats: EndpointStats = {
      endpointId: id,
      condition,
      pausedUntil: activePause(pausedUntil - ahead, now),
      postponement: activePostponement(
        Option.map(postponement, (stored) => ({ ...stored, until: stored.until - ahead })),
        now
      ),
      ...(yield* endpointStats.backlog(accountId, id)),
      lastAttempt: yield* attempts.lastAt(accountId, id),
      hours: yield* endpointStats.hours(accountId, id, window)
    }
    return stats
  }, mapToStorageError("MessageLog.stats"))

  return MessageLog.of({ messages, message, attemptsOfMessage, attemptsAtEndpoint, stats })
})

/** `MessageLog` in the tables `message`, `delivery`, `attempt` and `endpoint_hour`. */
export const layer = Layer.effect(MessageLog, make)
