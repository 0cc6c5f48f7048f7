import type { AccountId } from "@landfall/core/accounts/Account"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import type { ApplicationId } from "@landfall/core/alerts/endpoints/Application"
import type { MessageFilter } from "@landfall/core/alerts/operations/MessageLog"
import type { DeliveryStatus } from "@landfall/core/alerts/operations/MessageSummary"
import type { SqlClient, Statement } from "effect/sql"

/** The maximum number of rows that are read from an index of the filter. */
export const MAX_INDEX_ROWS = 2_000

/** The statuses whose deliveries have an index. */
type IndexedStatus = Exclude<DeliveryStatus, "succeeded">

/** The statements that select the ids of messages from the indexes of deliveries and attempts. */
export const makeMessageIndexes = (sql: SqlClient.SqlClient) => {
  /** The rows of the index that contains the deliveries with this status, by the condition of that index. */
  const indexedRows = (status: IndexedStatus) => {
    switch (status) {
      case "pending":
        return sql`d.state IN ('pending', 'retry', 'waiting') AND d.due_at IS NOT NULL`
      case "sending":
        return sql`d.state = 'leased' AND d.due_at IS NOT NULL`
      case "exhausted":
        return sql`d.state = 'exhausted'`
      case "skipped":
        return sql`d.state = 'skipped'`
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
  const indexedAt = (endpointId: EndpointId, status: IndexedStatus) =>
    sql`SELECT d.message_id AS id FROM delivery AS d WHERE d.endpoint_id = ${endpointId} AND ${indexedRows(status)}
      ORDER BY d.message_id LIMIT ${most}`

  /** The messages with an attempt at an endpoint, with an open delivery, or without any: each from a separate index. */
  const everAt = (endpointId: EndpointId) =>
    sql`SELECT id FROM (${attemptedAt(endpointId)}) AS attempted UNION ALL
      SELECT id FROM (${openAt(endpointId)}) AS open UNION ALL
      SELECT id FROM (${indexedAt(endpointId, "exhausted")}) AS exhausted UNION ALL
      SELECT id FROM (${indexedAt(endpointId, "skipped")}) AS skipped`

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

  const attempts = { table: "attempt", order: "d.started_at, d.message_id, d.number", selected: sql`1 = 1` } as const
  const open = {
    table: "delivery",
    order: "d.state, d.due_at, d.message_id",
    selected: sql`d.due_at IS NOT NULL`
  } as const
  const exhausted = { table: "delivery", selected: indexedRows("exhausted") } as const
  const skipped = { table: "delivery", selected: indexedRows("skipped") } as const
  /** As `everAt`, for every endpoint of an application. */
  const everAtEach = (endpoints: Statement.Fragment) =>
    sql`SELECT id FROM (${atEach(endpoints, attempts)}) AS attempted UNION ALL
      SELECT id FROM (${atEach(endpoints, open)}) AS open UNION ALL
      SELECT id FROM (${atEach(endpoints, exhausted)}) AS exhausted UNION ALL
      SELECT id FROM (${atEach(endpoints, skipped)}) AS skipped`

  /** The ids of the messages that an index selects for a filter, one more than the limit; undefined where no index serves it. */
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

  return { endpointsOf, narrowing }
}
