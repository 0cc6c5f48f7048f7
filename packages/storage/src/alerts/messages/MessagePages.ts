import type { AccountId } from "@landfall/core/accounts/Account"
import { MessageId } from "@landfall/core/alerts/Message"
import type { MessageFilter } from "@landfall/core/alerts/operations/MessageLog"
import type { DeliveryStatus } from "@landfall/core/alerts/operations/MessageSummary"
import { ShipmentId } from "@landfall/core/alerts/ShipmentId"
import type { PageRequest } from "@landfall/core/listing/Page"
import { Effect, Option, Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { ID_COLUMN, jsonRows } from "../../sql/JsonRows.ts"
import { isOfApplication } from "../endpoints/ApplicationEndpoints.ts"
import { type IdRange, idRangeOf, isWithin } from "./MessageIdRange.ts"
import { MAX_INDEX_ROWS, makeMessageIndexes } from "./MessageIndexes.ts"

/** The maximum number of messages that one page reads, those that do not match the filter included. */
export const MAX_SCANNED_MESSAGES = 10_000

/** As `MAX_SCANNED_MESSAGES`, where the deliveries of each message are read too. */
const MAX_SCANNED_WITH_DELIVERIES = 2_500

/** The maximum number of endpoints whose exhausted or skipped deliveries are read in the order of time. */
const MAX_ORDERED_ENDPOINTS = 100

/** The rows that are read of each of them, where the filter has conditions on the messages too. */
const ORDERED_ROWS = 500

const SummaryRow = Schema.Struct({
  id: MessageId,
  type: Schema.String,
  shipmentId: Schema.OptionFromNullOr(ShipmentId),
  shipmentNumber: Schema.OptionFromNullOr(Schema.String),
  example: Schema.BooleanFromBit,
  createdAt: Schema.DateTimeUtcFromMillis
})
const decodeRows = Schema.decodeUnknownEffect(Schema.Array(SummaryRow))

/** The number of the shipment of a message `m`. */
export const shipmentNumber = (sql: SqlClient.SqlClient, accountId: string) =>
  sql`(SELECT s.number FROM shipment AS s WHERE s.id = m.shipment_id AND s.account_id = ${accountId}) AS shipment_number`

const hasDeliveryFilter = ({ status, endpointId, applicationId }: MessageFilter): boolean =>
  status !== undefined || endpointId !== undefined || applicationId !== undefined

/** The rows from which a page is read. */
interface PageSource {
  readonly condition: Statement.Fragment
  /** The last message that is read, when there are more. */
  readonly stoppedAt: string | undefined
}

const STATES_BY_STATUS = {
  pending: "('pending', 'retry', 'waiting')",
  sending: "('leased')",
  succeeded: "('succeeded')",
  exhausted: "('exhausted')",
  skipped: "('skipped')"
} as const satisfies Record<DeliveryStatus, string>

/**
 * Reads pages of messages. An index that selects few messages for the filter is read whole; otherwise messages are read
 * in the order of time, a bounded number for each page.
 */
export const makeMessagePages = (sql: SqlClient.SqlClient) => {
  const { endpointsOf, narrowing } = makeMessageIndexes(sql)
  const inState = (status: DeliveryStatus | undefined) =>
    status === undefined ? sql`1 = 1` : sql`d.state IN ${sql.literal(STATES_BY_STATUS[status])}`

  /** The condition that a delivery of the message matches the filter. */
  const hasDelivery = (accountId: AccountId, filter: MessageFilter) => {
    if (!hasDeliveryFilter(filter)) return sql`1 = 1`
    const { status, endpointId, applicationId } = filter
    const at = sql.and([
      endpointId === undefined ? sql`1 = 1` : sql`d.endpoint_id = ${endpointId}`,
      isOfApplication(sql, "d.endpoint_id", accountId, applicationId)
    ])
    // The limit prevents planners from turning this into a join, for which they may read the whole table.
    return sql`EXISTS (SELECT 1 FROM delivery AS d WHERE d.message_id = m.id AND ${at} AND ${inState(status)}
      LIMIT 1 OFFSET 0)`
  }

  const matches = (accountId: AccountId, filter: MessageFilter) =>
    sql.and([
      filter.type === undefined ? sql`1 = 1` : sql`m.type = ${filter.type}`,
      filter.example === undefined ? sql`1 = 1` : sql`m.example = ${filter.example ? 1 : 0}`,
      filter.since === undefined ? sql`1 = 1` : sql`m.created_at >= ${filter.since.epochMilliseconds}`,
      filter.until === undefined ? sql`1 = 1` : sql`m.created_at < ${filter.until.epochMilliseconds}`,
      hasDelivery(accountId, filter)
    ])

  const among = (ids: Iterable<string>) => {
    const rows = Array.from(new Set(ids), (id) => [id])
    return sql`m.id IN (SELECT id FROM ${jsonRows(sql, ID_COLUMN, rows)} AS named)`
  }

  /** The messages that an index of the filter selects, when they are few. */
  const narrow = Effect.fnUntraced(function* (accountId: AccountId, filter: MessageFilter, range: IdRange) {
    const statement = filter.shipmentId === undefined ? narrowing(accountId, filter) : undefined
    if (statement === undefined) return undefined
    const ids = yield* sql<{ readonly id: string }>`${statement}`.withoutTransform
    if (ids.length > MAX_INDEX_ROWS) return undefined
    const source: PageSource = {
      condition: sql`m.account_id = ${accountId} AND ${among(ids.map(({ id }) => id).filter((id) => isWithin(id, range)))}`,
      stoppedAt: undefined
    }
    return source
  })

  /**
   * The next messages with exhausted or skipped deliveries, by the index of these, which has them in the order of time for
   * each endpoint; undefined where none serves the filter. SQLite, which has no lateral joins, reads them otherwise.
   */
  const undelivered = Effect.fnUntraced(function* (
    accountId: AccountId,
    { applicationId, endpointId, example, shipmentId, status, type }: MessageFilter,
    { above, below }: IdRange,
    { limit }: PageRequest,
    ascending: boolean
  ) {
    const isPostgres = sql.onDialectOrElse({ pg: () => true, orElse: () => false })
    if (!isPostgres || (status !== "exhausted" && status !== "skipped") || shipmentId !== undefined) return undefined
    const endpoints = sql.and([
      endpointsOf(accountId, applicationId),
      endpointId === undefined ? sql`1 = 1` : sql`e.id = ${endpointId}`
    ])
    const beyond = yield* sql`SELECT 1 FROM endpoint AS e WHERE ${endpoints} LIMIT 1 OFFSET ${MAX_ORDERED_ENDPOINTS}`
      .values
    if (beyond.length > 0) return undefined
    const rows = type === undefined && example === undefined ? limit + 1 : ORDERED_ROWS
    const order = sql.literal(ascending ? "ASC" : "DESC")
    const range = sql.and([
      above === undefined ? sql`1 = 1` : sql`d.message_id > ${above}`,
      below === undefined ? sql`1 = 1` : sql`d.message_id < ${below}`
    ])
    const found = yield* sql<{ readonly id: string }>`SELECT found.message_id AS id FROM endpoint AS e
      CROSS JOIN LATERAL (SELECT d.message_id FROM delivery AS d
        WHERE d.endpoint_id = e.id AND ${inState(status)} AND ${range} ORDER BY d.message_id ${order} LIMIT ${rows}) AS found
      WHERE ${endpoints} ORDER BY found.message_id ${order} LIMIT ${rows}`.withoutTransform
    const source: PageSource = {
      condition: sql`m.account_id = ${accountId} AND ${among(found.map(({ id }) => id))}`,
      stoppedAt: found.length < rows ? undefined : found.at(-1)?.id
    }
    return source
  })

  const listOf = (accountId: AccountId, { shipmentId }: MessageFilter) =>
    shipmentId === undefined
      ? sql`m.account_id = ${accountId}`
      : sql`m.shipment_id = ${shipmentId} AND m.account_id = ${accountId}`

  /** Messages in the order of time, as many as a page reads. */
  const walk = Effect.fnUntraced(function* (
    accountId: AccountId,
    filter: MessageFilter,
    { above, below }: IdRange,
    order: Statement.Fragment,
    ascending: boolean
  ) {
    const list = listOf(accountId, filter)
    const from = above === undefined ? sql`1 = 1` : sql`m.id > ${above}`
    const to = below === undefined ? sql`1 = 1` : sql`m.id < ${below}`
    const listed = sql`${list} AND ${from} AND ${to}`
    const { shipmentId: _, ...others } = filter
    const most = hasDeliveryFilter(filter) ? MAX_SCANNED_WITH_DELIVERIES : MAX_SCANNED_MESSAGES
    const ends =
      Object.keys(others).length === 0
        ? []
        : yield* sql<{ readonly id: string }>`SELECT m.id FROM message AS m WHERE ${listed}
            ${order} LIMIT 1 OFFSET ${most - 1}`.withoutTransform
    const stoppedAt = ends[0]?.id
    if (stoppedAt === undefined) return { condition: listed, stoppedAt }
    return {
      condition: ascending
        ? sql`${list} AND ${from} AND m.id <= ${stoppedAt}`
        : sql`${list} AND ${to} AND m.id >= ${stoppedAt}`,
      stoppedAt
    }
  })

  /**
   * The rows of a page, nearest to its cursor first and one more than its limit, and the position at which reading
   * stopped.
   */
  return Effect.fnUntraced(function* (accountId: AccountId, filter: MessageFilter, page: PageRequest) {
    const ascending = Option.exists(page.cursor, ({ direction }) => direction === "before")
    const order = sql.literal(ascending ? "ORDER BY m.id ASC" : "ORDER BY m.id DESC")
    const range = idRangeOf(filter, page)
    const { condition, stoppedAt } =
      (yield* undelivered(accountId, filter, range, page, ascending)) ??
      (yield* narrow(accountId, filter, range)) ??
      (yield* walk(accountId, filter, range, order, ascending))
    const rows =
      yield* sql`SELECT m.id, m.type, m.shipment_id, ${shipmentNumber(sql, accountId)}, m.example, m.created_at
      FROM message AS m WHERE ${condition} AND ${matches(accountId, filter)} ${order} LIMIT ${page.limit + 1}`
    return { rows: yield* decodeRows(rows), stoppedAt }
  })
}
