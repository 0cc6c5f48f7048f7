import type { AccountId } from "@landfall/core/accounts/Account"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import type { ApplicationId } from "@landfall/core/alerts/endpoints/Application"
import { nextSlice } from "@landfall/core/limits/SliceTurns"
import { type PageRequest, pageOf } from "@landfall/core/listing/Page"
import { normaliseNumber } from "@landfall/core/tracking/references/ContainerNumber"
import type { ShipmentFilter } from "@landfall/core/tracking/shipments/ShipmentStore"
import { Effect, Option, Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { isOfApplication } from "../../alerts/endpoints/ApplicationEndpoints.ts"
import { ID_COLUMN, jsonRows } from "../../sql/JsonRows.ts"
import { type PageQuery, pageQuery } from "../../sql/ListPage.ts"
import { rowsThatFit } from "../../sql/PageSize.ts"
import { ShipmentRow } from "./ShipmentRow.ts"

/** The shipments that one statement reads, those that do not match the filter included: a millisecond or two on SQLite. */
export const SLICE_SHIPMENTS = 1_000

/** The statements of one page. */
const MAX_SLICES = 5

/** The maximum number of shipments that one page reads. */
export const MAX_SCANNED_SHIPMENTS = MAX_SLICES * SLICE_SHIPMENTS

/** The maximum number of registrations of an endpoint that are read from their index. */
export const MAX_INDEX_REGISTRATIONS = 2_000

const decodeShipments = Schema.decodeUnknownEffect(Schema.Array(ShipmentRow))

/** A text as part of a pattern of LIKE, with the wildcards in it escaped. */
const patternOf = (text: string): string => `%${text.toLowerCase().replaceAll(/[!%_]/g, "!$&")}%`

const searchCondition = (sql: SqlClient.SqlClient, search: string) => {
  const text = patternOf(search)
  return sql`(lower(number) LIKE ${patternOf(normaliseNumber(search))} ESCAPE '!'
    OR lower(coalesce(sealine, '')) LIKE ${text} ESCAPE '!' OR lower(coalesce(reference, '')) LIKE ${text} ESCAPE '!')`
}

/**
 * Reads pages of the shipments of an account, newest first. A number, a carrier or an endpoint with few registrations select
 * their shipments by an index; otherwise shipments are read in the order of their ids, a bounded number for each page, in slices
 * between which other requests run.
 */
export const makeShipmentPages = (sql: SqlClient.SqlClient) => {
  /** The shipments of registrations; undefined when they are many. */
  const fewOf = Effect.fnUntraced(function* (registered: Statement.Fragment) {
    const beyond = yield* sql`${registered} LIMIT 1 OFFSET ${MAX_INDEX_REGISTRATIONS}`.values
    if (beyond.length > 0) return undefined
    const rows = yield* sql`${registered} LIMIT ${MAX_INDEX_REGISTRATIONS}`.values
    return [...new Set(rows.map(([id]) => String(id)))].map((id) => [id])
  })

  // In the order of their index, so that no planner prefers to read the table until it has found enough rows.
  const registeredOn = (accountId: AccountId, endpointId: EndpointId, isOwn: Statement.Fragment) =>
    sql`SELECT r.shipment_id FROM registration AS r
      WHERE r.account_id = ${accountId} AND r.endpoint_id = ${endpointId} AND ${isOwn} ORDER BY r.shipment_id`

  /** The registrations on the endpoints of an application, each endpoint by a search of the index. */
  const registeredIn = (accountId: AccountId, applicationId: ApplicationId) => {
    const endpoints = sql`e.account_id = ${accountId} AND e.application_id = ${applicationId} AND e.removed_at IS NULL`
    return sql.onDialectOrElse({
      pg: () => sql`SELECT found.shipment_id FROM endpoint AS e
        CROSS JOIN LATERAL (SELECT r.shipment_id FROM registration AS r
          WHERE r.account_id = e.account_id AND r.endpoint_id = e.id
          ORDER BY r.shipment_id LIMIT ${MAX_INDEX_REGISTRATIONS + 1}) AS found
        WHERE ${endpoints}`,
      orElse: () => sql`SELECT r.shipment_id FROM endpoint AS e CROSS JOIN registration AS r
        WHERE ${endpoints} AND r.account_id = e.account_id AND r.endpoint_id = e.id ORDER BY e.id, r.shipment_id`
    })
  }

  /** The shipments whose registrations match a condition: by an index when they are few. */
  const registered = Effect.fnUntraced(function* (registrations: Statement.Fragment, condition: Statement.Fragment) {
    const ids = yield* fewOf(registrations)
    if (ids !== undefined) {
      return { condition: sql`id IN (SELECT id FROM ${jsonRows(sql, ID_COLUMN, ids)} AS named)`, isSelective: true }
    }
    // The limit prevents planners from turning this into a join, for which they may read the whole index.
    const matching = sql`EXISTS (SELECT 1 FROM registration AS r
      WHERE r.account_id = shipment.account_id AND r.shipment_id = shipment.id AND ${condition} LIMIT 1 OFFSET 0)`
    return { condition: matching, isSelective: false }
  })

  /**
   * The shipments whose registrations match the filter; undefined for a filter without a condition on registrations.
   */
  const registeredWhere = (accountId: AccountId, { endpointId, applicationId }: ShipmentFilter) => {
    const isOwn = isOfApplication(sql, "r.endpoint_id", accountId, applicationId)
    if (endpointId !== undefined) {
      return registered(registeredOn(accountId, endpointId, isOwn), sql`r.endpoint_id = ${endpointId} AND ${isOwn}`)
    }
    if (applicationId !== undefined) return registered(registeredIn(accountId, applicationId), isOwn)
    return Effect.undefined
  }

  /** The last shipment that a slice reads, when there are more. */
  const findStop = Effect.fnUntraced(function* (accountId: AccountId, { where, ascending }: PageQuery) {
    const order = sql.literal(ascending ? "ORDER BY id ASC" : "ORDER BY id DESC")
    const rows = yield* sql<{ readonly id: string }>`SELECT id FROM shipment
      WHERE account_id = ${accountId} AND ${where} ${order} LIMIT 1 OFFSET ${SLICE_SHIPMENTS - 1}`
    return rows[0]?.id
  })

  return Effect.fnUntraced(function* (accountId: AccountId, filter: ShipmentFilter, page: PageRequest) {
    const { number, sealine, search } = filter
    const at = yield* registeredWhere(accountId, filter)
    const isBounded = number !== undefined || at?.isSelective === true || (search === undefined && at === undefined)
    const filters = [
      ...(number === undefined ? [] : [sql`number = ${number}`]),
      ...(sealine === undefined ? [] : [sql`sealine = ${sealine}`]),
      ...(search === undefined ? [] : [searchCondition(sql, search)]),
      ...(at === undefined ? [] : [at.condition])
    ]
    const matches: Array<typeof ShipmentRow.Type> = []
    let cursor = page.cursor
    for (let slice = 1; ; slice++) {
      const query = pageQuery(sql, { limit: page.limit - matches.length, cursor }, "newest first")
      const stop = isBounded ? undefined : yield* findStop(accountId, query)
      const within = stop === undefined ? [] : [query.ascending ? sql`id <= ${stop}` : sql`id >= ${stop}`]
      const rows = yield* sql`SELECT * FROM shipment
        WHERE account_id = ${accountId} AND ${sql.and([query.where, ...filters, ...within])} ${query.orderAndLimit}`
      const fitting = rowsThatFit(rows)
      matches.push(...(yield* decodeShipments(fitting.rows)))
      if (fitting.isCut) return pageOf(matches, page, ({ id }) => id, matches.at(-1)?.id)
      if (stop === undefined || matches.length > page.limit || slice === MAX_SLICES) {
        return pageOf(matches, page, ({ id }) => id, stop)
      }
      cursor = Option.some({ direction: query.ascending ? "before" : "after", key: stop })
      yield* nextSlice
    }
  })
}
