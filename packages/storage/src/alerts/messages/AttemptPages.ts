import type { AccountId } from "@landfall/core/accounts/Account"
import {
  type AttemptOwner,
  type AttemptRecord,
  type AttemptSortKey,
  attemptCursorKey,
  attemptSortKeyOf
} from "@landfall/core/alerts/delivery/AttemptRecord"
import { Attempt } from "@landfall/core/alerts/delivery/Delivery"
import { EndpointId } from "@landfall/core/alerts/EndpointId"
import { MessageId } from "@landfall/core/alerts/Message"
import type { AttemptFilter, MessageAttemptFilter } from "@landfall/core/alerts/operations/MessageLog"
import { FailureReason } from "@landfall/core/alerts/sending/AlertTransport"
import { type PageRequest, pageOf } from "@landfall/core/listing/Page"
import { Effect, Option, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { isOfApplication } from "../endpoints/ApplicationEndpoints.ts"
import { requestHeadersOf } from "./RequestHeaderColumn.ts"

/** The maximum number of attempts that one page reads, where no index selects those that match the filter. */
const MAX_SCANNED_ATTEMPTS = 10_000

/** As `MAX_SCANNED_ATTEMPTS`, where the message of each attempt is read too. */
const MAX_SCANNED_WITH_MESSAGES = 1_500

/** Rows of versions before 0.2 have the former name of `target_rejected`. */
const StoredFailureReason = Schema.Union([FailureReason, Schema.Literal("target_refused").transform("target_rejected")])

const StoredHeaders = Schema.NullOr(Schema.fromJsonString(Schema.Record(Schema.String, Schema.String)))

const AttemptRow = Schema.Struct({
  messageId: MessageId,
  endpointId: EndpointId,
  type: Schema.String,
  number: Schema.Int,
  startedAt: Schema.DateTimeUtcFromMillis,
  durationMillis: Schema.Int,
  responseStatus: Schema.NullOr(Schema.Int),
  failureReason: Schema.NullOr(StoredFailureReason),
  detail: Schema.String,
  responseStartMillis: Schema.OptionFromNullOr(Schema.Int),
  manual: Schema.BooleanFromBit,
  responseHeaders: StoredHeaders,
  requestHeaders: StoredHeaders
})
const decodeRows = Schema.decodeUnknownEffect(Schema.Array(AttemptRow))

const headersOf = ({ responseHeaders }: typeof AttemptRow.Type) =>
  responseHeaders === null ? {} : { headers: responseHeaders }

const attemptRecordOf = (row: typeof AttemptRow.Type): AttemptRecord => {
  const { messageId, endpointId, type, number, startedAt, durationMillis, responseStartMillis, detail } = row
  const outcome =
    row.responseStatus === null
      ? ({ _tag: "NoResponse", reason: row.failureReason ?? "protocol", message: detail } as const)
      : ({ _tag: "Responded", status: row.responseStatus, body: detail, ...headersOf(row) } as const)
  const trigger = row.manual ? "manual" : "automatic"
  const request =
    row.requestHeaders === null ? {} : { requestHeaders: requestHeadersOf(row.requestHeaders, messageId, startedAt) }
  const attempt = new Attempt({ number, startedAt, durationMillis, responseStartMillis, trigger, ...request, outcome })
  return { messageId, endpointId, type, attempt }
}

/** Reads attempts, newest first. */
export const makeAttemptPages = (sql: SqlClient.SqlClient) => {
  const columns = sql.literal(
    "a.message_id, a.endpoint_id, m.type, a.number, a.started_at, a.duration_millis, a.response_status, a.failure_reason, a.detail, a.response_start_millis, a.manual, a.response_headers, a.request_headers"
  )

  const matches = ({ status, since, until }: Omit<AttemptFilter, "type">) =>
    sql.and([
      // The condition of the index of failed attempts.
      status === "failed" ? sql`coalesce(a.response_status, 0) NOT BETWEEN 200 AND 299` : sql`1 = 1`,
      status === "succeeded" ? sql`a.response_status BETWEEN 200 AND 299` : sql`1 = 1`,
      since === undefined ? sql`1 = 1` : sql`a.started_at >= ${since.epochMilliseconds}`,
      until === undefined ? sql`1 = 1` : sql`a.started_at < ${until.epochMilliseconds}`
    ])

  /** The attempts on one side of a position, `including` the position or not. */
  const beyond = (owner: "message" | "endpoint", ascending: boolean, at: AttemptSortKey, including: "" | "=") => {
    const than = sql.literal(`${ascending ? ">" : "<"}${including}`)
    return owner === "endpoint"
      ? sql`(a.started_at, a.message_id, a.number) ${than} (${at.startedAt}, ${at.messageId}, ${at.number})`
      : sql`(a.started_at, a.endpoint_id, a.number) ${than} (${at.startedAt}, ${at.endpointId}, ${at.number})`
  }

  const orderOf = (owner: "message" | "endpoint", ascending: boolean) => {
    const direction = ascending ? "ASC" : "DESC"
    const second = owner === "endpoint" ? "message_id" : "endpoint_id"
    return sql.literal(`ORDER BY a.started_at ${direction}, a.${second} ${direction}, a.number ${direction}`)
  }

  const isAscending = ({ cursor }: PageRequest) => Option.exists(cursor, ({ direction }) => direction === "before")

  const pageFrom = (rows: ReadonlyArray<unknown>, page: PageRequest, owner: AttemptOwner, stop?: AttemptSortKey) =>
    Effect.map(decodeRows(rows), (decoded) => {
      const stoppedAt = stop === undefined ? undefined : attemptCursorKey(owner, stop)
      return pageOf(
        decoded.map(attemptRecordOf),
        page,
        (record) => attemptCursorKey(owner, attemptSortKeyOf(record)),
        stoppedAt
      )
    })

  /** A message has few attempts: each page sorts all of them. */
  const ofMessage = Effect.fnUntraced(function* (
    accountId: AccountId,
    id: MessageId,
    { endpointId, applicationId, ...filter }: MessageAttemptFilter,
    at: Option.Option<AttemptSortKey>,
    page: PageRequest
  ) {
    const ascending = isAscending(page)
    const to = sql.and([
      endpointId === undefined ? sql`1 = 1` : sql`a.endpoint_id = ${endpointId}`,
      isOfApplication(sql, "a.endpoint_id", accountId, applicationId)
    ])
    const from = Option.isNone(at) ? sql`1 = 1` : beyond("message", ascending, at.value, "")
    const rows = yield* sql`SELECT ${columns} FROM attempt AS a CROSS JOIN message AS m
      WHERE m.account_id = ${accountId} AND m.id = a.message_id AND a.message_id = ${id} AND ${to} AND ${from} AND ${matches(filter)}
      ${orderOf("message", ascending)} LIMIT ${page.limit + 1}`
    return yield* pageFrom(rows, page, id)
  })

  /** Attempts in the order of an index: the one of failed attempts where the filter selects these, else the one of all. */
  const atEndpoint = Effect.fnUntraced(function* (
    accountId: AccountId,
    id: EndpointId,
    filter: AttemptFilter,
    at: Option.Option<AttemptSortKey>,
    page: PageRequest
  ) {
    const ascending = isAscending(page)
    const order = orderOf("endpoint", ascending)
    const { type, status, ...window } = filter
    const listed = status === "failed" ? { ...window, status } : window
    const from = Option.isNone(at) ? sql`1 = 1` : beyond("endpoint", ascending, at.value, "")
    const among = sql`a.endpoint_id = ${id} AND ${from} AND ${matches(listed)}`
    const most = type === undefined ? MAX_SCANNED_ATTEMPTS : MAX_SCANNED_WITH_MESSAGES
    const isIndexed = type === undefined && status !== "succeeded"
    const [stop] = isIndexed
      ? []
      : yield* sql<AttemptSortKey>`SELECT a.started_at, a.message_id, a.endpoint_id, a.number FROM attempt AS a
          WHERE ${among} ${order} LIMIT 1 OFFSET ${most - 1}`
    const until = stop === undefined ? sql`1 = 1` : beyond("endpoint", !ascending, stop, "=")
    const typed = type === undefined ? sql`1 = 1` : sql`m.type = ${type}`
    const selected = sql`${among} AND ${until} AND ${matches(filter)}`
    // Of some thousand attempts, the planner of Postgres prefers to read all messages of the type, which may be millions.
    const attempts = sql.onDialectOrElse({
      pg: () =>
        type === undefined ? sql`attempt` : sql`(SELECT * FROM attempt AS a WHERE ${selected} ${order} LIMIT ${most})`,
      orElse: () => sql`attempt`
    })
    const rows = yield* sql`SELECT ${columns} FROM ${attempts} AS a CROSS JOIN message AS m
      WHERE m.account_id = ${accountId} AND m.id = a.message_id AND ${selected} AND ${typed}
      ${order} LIMIT ${page.limit + 1}`
    return yield* pageFrom(rows, page, id, stop)
  })

  /** The newest attempt at an endpoint. */
  const lastAt = (accountId: AccountId, id: EndpointId) =>
    Effect.map(
      Effect.flatMap(
        sql`SELECT ${columns} FROM attempt AS a CROSS JOIN message AS m
          WHERE m.account_id = ${accountId} AND m.id = a.message_id AND a.endpoint_id = ${id} ${orderOf("endpoint", false)} LIMIT 1`,
        decodeRows
      ),
      ([row]) => Option.map(Option.fromUndefinedOr(row), attemptRecordOf)
    )

  return { ofMessage, atEndpoint, lastAt }
}
