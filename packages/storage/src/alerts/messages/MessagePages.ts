import type { AccountId } from "@landfall/core/accounts/Account"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import type { ApplicationId } from "@landfall/core/alerts/endpoints/Application"
import { MessageId } from "@landfall/core/alerts/Message"
import type { MessageFilter } from "@landfall/core/alerts/operations/MessageLog"
import type { DeliveryStatus } from "@landfall/core/alerts/operations/MessageSummary"
import { ShipmentId } from "@landfall/core/alerts/ShipmentId"
import type { PageRequest } from "@landfall/core/listing/Page"
import { Effect, Option, Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { ID_COLUMN, jsonRows } from "../../sql/JsonRows.ts"
import { isOfApplication } from "../endpoints/ApplicationEndpoints.ts"

const CROCKFORD_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
const ULID_TIME_LENGTH = 10
const MAX_ULID_MILLIS = 2 ** 48 - 1

/**
 * A text before every id of a message that was made at this instant or later, and after every id made before: its ULID
 * begins with the milliseconds since the epoch, 48 bits in Crockford's base 32 (ULID specification, "Binary Layout").
 */
export const firstMessageIdAt = (millis: number): string => {
  let left = Math.min(Math.max(Math.trunc(millis), 0), MAX_ULID_MILLIS)
  let text = ""
  for (let place = 0; place < ULID_TIME_LENGTH; place++) {
    text = CROCKFORD_ALPHABET.charAt(left % 32) + text
    left = Math.floor(left / 32)
  }
  return `msg_${text}`
}

/** The maximum number of messages that one page reads, those that do not match the filter included. */
export const MAX_SCANNED_MESSAGES = 10_000

/** As `MAX_SCANNED_MESSAGES`, where the deliveries of each message are read too. */
const MAX_SCANNED_WITH_DELIVERIES = 2_500

/** The maximum number of endpoints whose exhausted deliveries are read in the order of time. */
const MAX_ORDERED_ENDPOINTS = 100

/** The rows that are read of each of them, where the filter has conditions on the messages too. */
const ORDERED_ROWS = 500

/** The maximum number of rows that are read from an index of the filter. */
export const MAX_INDEX_ROWS = 2_000

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

/** The largest difference between the time in a message's id and its `createdAt`: both are set within one request. */
export const ID_SLACK_MILLIS = 60_000

/** A range of ids, exclusive; undefined for no bound. */
interface IdRange {
  readonly above: string | undefined
  readonly below: string | undefined
}

/** The range of ids of a page, by its cursor and by the window of its filter. */
const idRangeOf = ({ since, until }: MessageFilter, { cursor }: PageRequest): IdRange => {
  const from = since === undefined ? undefined : firstMessageIdAt(since.epochMilliseconds - ID_SLACK_MILLIS)
  const to = until === undefined ? undefined : firstMessageIdAt(until.epochMilliseconds + ID_SLACK_MILLIS)
  if (Option.isNone(cursor)) return { above: from, below: to }
  const { direction, key } = cursor.value
  if (direction === "after") return { above: from, below: to === undefined || key < to ? key : to }
  return { above: from === undefined || key > from ? key : from, below: to }
}

const hasDeliveryFilter = ({ status, endpointId, applicationId }: MessageFilter): boolean =>
  status !== undefined || endpointId !== undefined || applicationId !== undefined

const isWithin = (id: string, { above, below }: IdRange): boolean =>
  (above === undefined || id > above) && (below === undefined || id < below)

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

  /** The rows of the index that contains the deliveries with this status, by the condition of that index. */
  const indexedRows = (status: DeliveryStatus) => {
    switch (status) {
      case "pending":
        return sql`d.state IN ('pending', 'retry', 'waiting') AND d.due_at IS NOT NULL`
      case "sending":
        return sql`d.state = 'leased' AND d.due_at IS NOT NULL`
      case "exhausted":
        return sql`d.state = 'exhausted'`
      default:
        return sql`d.state IN ('exhausted', 'skipped')`
    }
  }

  // In the order of their indexes, so that no planner prefers to read a table until it has found enough rows.
  const most = MAX_INDEX_ROWS + 1
  const attemptedAt = (endpointId: EndpointId) =>
    sql`SELECT message_id AS id FROM attempt WHERE endpoint_id = ${endpointId}
      ORDER BY started_at, message_id, number LIMIT ${most}`
  const openAt = (endpointId: EndpointId) =>
    sql`SELECT message_id AS id FROM delivery WHERE endpoint_id = ${endpointId} AND due_at IS NOT NULL
      ORDER BY state, due_at, message_id LIMIT ${most}`
  const indexedAt = (endpointId: EndpointId, status: DeliveryStatus) =>
    sql`SELECT d.message_id AS id FROM delivery AS d WHERE d.endpoint_id = ${endpointId} AND ${indexedRows(status)}
      ORDER BY d.message_id LIMIT ${most}`

  /** The messages with an attempt at an endpoint, with an open delivery, or without any: each from a separate index. */
  const everAt = (endpointId: EndpointId) =>
    sql`SELECT id FROM (${attemptedAt(endpointId)}) AS attempted UNION ALL
      SELECT id FROM (${openAt(endpointId)}) AS open UNION ALL
      SELECT id FROM (${indexedAt(endpointId, "skipped")}) AS missed`

  /** The endpoints whose rows an index selects: those of the account, or of one of its applications. */
  const endpointsOf = (accountId: AccountId, applicationId: ApplicationId | undefined) =>
    applicationId === undefined
      ? sql`e.account_id = ${accountId}`
      : sql`e.account_id = ${accountId} AND e.application_id = ${applicationId} AND e.removed_at IS NULL`

  /**
   * The messages of the selected rows of each endpoint, each endpoint by a search of the index. SQLite joins in the
   * order of a CROSS JOIN; Postgres, which expects fewer rows of a state than there are, would compare every one of
   * them with every endpoint.
   */
  const atEach = (
    endpoints: Statement.Fragment,
    { table, order, selected }: { table: "attempt" | "delivery"; order?: string; selected: Statement.Fragment }
  ) => {
    const rows = sql`${sql.literal(table)} AS d`
    // In the order of the index, as above; SQLite would sort the rows of all endpoints.
    const sorted = sql.literal(order === undefined ? "" : `ORDER BY ${order}`)
    const condition = sql`d.endpoint_id = e.id AND ${selected}`
    return sql.onDialectOrElse({
      pg: () =>
        sql`SELECT found.message_id AS id FROM endpoint AS e
          CROSS JOIN LATERAL (SELECT d.message_id FROM ${rows} WHERE ${condition} ${sorted} LIMIT ${most}) AS found
          WHERE ${endpoints} LIMIT ${most}`,
      orElse: () =>
        sql`SELECT d.message_id AS id FROM endpoint AS e CROSS JOIN ${rows}
          WHERE ${endpoints} AND ${condition} LIMIT ${most}`
    })
  }

  /** As `everAt`, for every endpoint of an application. */
  const attempts = { table: "attempt", order: "d.started_at, d.message_id, d.number", selected: sql`1 = 1` } as const
  const open = {
    table: "delivery",
    order: "d.state, d.due_at, d.message_id",
    selected: sql`d.due_at IS NOT NULL`
  } as const
  const missed = { table: "delivery", selected: indexedRows("skipped") } as const
  const everAtEach = (endpoints: Statement.Fragment) =>
    sql`SELECT id FROM (${atEach(endpoints, attempts)}) AS attempted UNION ALL
      SELECT id FROM (${atEach(endpoints, open)}) AS open UNION ALL
      SELECT id FROM (${atEach(endpoints, missed)}) AS missed`

  const narrowing = (accountId: AccountId, { status, endpointId, applicationId }: MessageFilter) => {
    if (endpointId !== undefined) {
      if (status === undefined) return everAt(endpointId)
      if (status === "succeeded") return attemptedAt(endpointId)
      // Pending and leased deliveries share an index, which is no larger than the backlog.
      return status === "exhausted" || status === "skipped" ? indexedAt(endpointId, status) : openAt(endpointId)
    }
    const endpoints = endpointsOf(accountId, applicationId)
    if (status !== undefined && status !== "succeeded") {
      return atEach(endpoints, { table: "delivery", selected: indexedRows(status) })
    }
    if (applicationId === undefined) return undefined
    return status === undefined ? everAtEach(endpoints) : atEach(endpoints, attempts)
  }

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
   * The next messages with exhausted deliveries, by the index of these, which has them in the order of time for each
   * endpoint; undefined where it does not serve the filter. SQLite, which has no lateral joins, reads it otherwise.
   */
  const exhausted = Effect.fnUntraced(function* (
    accountId: AccountId,
    { applicationId, endpointId, example, shipmentId, status, type }: MessageFilter,
    { above, below }: IdRange,
    { limit }: PageRequest,
    ascending: boolean
  ) {
    const isPostgres = sql.onDialectOrElse({ pg: () => true, orElse: () => false })
    if (!isPostgres || status !== "exhausted" || shipmentId !== undefined) return undefined
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
        WHERE d.endpoint_id = e.id AND d.state = 'exhausted' AND ${range} ORDER BY d.message_id ${order} LIMIT ${rows}) AS found
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
      (yield* exhausted(accountId, filter, range, page, ascending)) ??
      (yield* narrow(accountId, filter, range)) ??
      (yield* walk(accountId, filter, range, order, ascending))
    const rows =
      yield* sql`SELECT m.id, m.type, m.shipment_id, ${shipmentNumber(sql, accountId)}, m.example, m.created_at
      FROM message AS m WHERE ${condition} AND ${matches(accountId, filter)} ${order} LIMIT ${page.limit + 1}`
    return { rows: yield* decodeRows(rows), stoppedAt }
  })
}
