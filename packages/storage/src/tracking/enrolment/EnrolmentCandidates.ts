import type { AccountId } from "@landfall/core/accounts/Account"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import type { LimitValues } from "@landfall/core/limits/Limits"
import { nextSlice } from "@landfall/core/limits/SliceTurns"
import { type EnrolmentCandidate, type EnrolmentRange, isEnrollable } from "@landfall/core/tracking/enrolment/Enrolment"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { decodeShipmentRows, type ShipmentRow } from "../shipments/ShipmentRow.ts"

/** The shipments that one statement counts: it takes some milliseconds, in which SQLite serves no other request. */
const COUNT_BATCH_SIZE = 1_000

interface StateRow {
  readonly registered: number
  readonly full: number
}
type CandidateRow = typeof ShipmentRow.Encoded & StateRow
type CountedRow = Pick<typeof ShipmentRow.Encoded, "id" | "number" | "status"> & StateRow

/** Whether a shipment is registered on the endpoint, and on as many as it may be. */
const stateOf = (row: StateRow | undefined) => ({ registered: row?.registered === 1, full: row?.full === 1 })

/** Reads the shipments of an account in the order of their ids, with those that are registered on an endpoint. */
export const makeEnrolmentCandidates = (sql: SqlClient.SqlClient, limits: LimitValues) => {
  const maxEndpoints = limits["shipment.endpoints"]

  /** The columns of a shipment `s` that `stateOf` reads. */
  const stateAt = (endpointId: EndpointId) => sql`
    CASE WHEN EXISTS (SELECT 1 FROM registration AS r WHERE r.account_id = s.account_id AND r.shipment_id = s.id AND r.endpoint_id = ${endpointId})
      THEN 1 ELSE 0 END AS registered,
    CASE WHEN EXISTS (SELECT 1 FROM registration AS r WHERE r.account_id = s.account_id AND r.shipment_id = s.id LIMIT 1 OFFSET ${maxEndpoints - 1})
      THEN 1 ELSE 0 END AS "full"`

  /** The rows of shipments in a range. */
  const within = (accountId: AccountId, { after, last }: EnrolmentRange, limit: number) =>
    sql`FROM shipment AS s WHERE s.account_id = ${accountId} AND s.id > ${after} AND s.id <= ${last}
      ORDER BY s.id LIMIT ${limit}`

  /** The next shipments of a range, at most `limit`, also those that are not to be registered. */
  const page = Effect.fnUntraced(function* (
    accountId: AccountId,
    endpointId: EndpointId,
    range: EnrolmentRange,
    limit: number
  ) {
    const rows = yield* sql<CandidateRow>`SELECT s.*, ${stateAt(endpointId)} ${within(accountId, range, limit)}`
    const shipments = yield* decodeShipmentRows(rows)
    return shipments.map((shipment, place): EnrolmentCandidate => ({ shipment, ...stateOf(rows[place]) }))
  })

  /** Every shipment that the account has now. */
  const rangeOf = Effect.fnUntraced(function* (accountId: AccountId) {
    const rows = yield* sql<{ readonly last: string | null }>`SELECT max(id) AS last FROM shipment
      WHERE account_id = ${accountId}`
    const range: EnrolmentRange = { after: "", last: rows[0]?.last ?? "" }
    return range
  })

  /** Counts the shipments of a range that are to be registered, in short steps. Do not run it in a transaction. */
  const count = Effect.fnUntraced(function* (accountId: AccountId, endpointId: EndpointId, range: EnrolmentRange) {
    let total = 0
    let rest = range
    for (let read = COUNT_BATCH_SIZE; read === COUNT_BATCH_SIZE; ) {
      const rows = yield* sql<CountedRow>`SELECT s.id, s.number, s.status, ${stateAt(endpointId)}
        ${within(accountId, rest, COUNT_BATCH_SIZE)}`
      total += rows.filter((shipment) => isEnrollable({ shipment, ...stateOf(shipment) })).length
      rest = { ...rest, after: rows.at(-1)?.id ?? rest.after }
      read = rows.length
      yield* nextSlice
    }
    return total
  })

  return { page, rangeOf, count }
}
