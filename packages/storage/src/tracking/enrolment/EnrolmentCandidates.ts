import type { AccountId } from "@landfall/core/accounts/Account"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import { type EnrolmentCandidate, type EnrolmentRange, isEnrollable } from "@landfall/core/tracking/enrolment/Enrolment"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { decodeShipmentRows, type ShipmentRow } from "../shipments/ShipmentRow.ts"

/** How many shipments one statement reads: it takes some milliseconds, in which SQLite serves nobody else. */
const COUNT_BATCH_SIZE = 2_000

type CandidateRow = typeof ShipmentRow.Encoded & { readonly registered: number }

/** Reads the shipments of an account in the order of their ids, with those that are registered on an endpoint. */
export const makeEnrolmentCandidates = (sql: SqlClient.SqlClient) => {
  /** The next shipments of a range, at most `limit`, also those that are not to be registered. */
  const page = Effect.fnUntraced(function* (
    accountId: AccountId,
    endpointId: EndpointId,
    { after, last }: EnrolmentRange,
    limit: number
  ) {
    const rows = yield* sql<CandidateRow>`SELECT s.*,
        CASE WHEN EXISTS (SELECT 1 FROM registration AS r WHERE r.shipment_id = s.id AND r.endpoint_id = ${endpointId})
          THEN 1 ELSE 0 END AS registered
      FROM shipment AS s
      WHERE s.account_id = ${accountId} AND s.id > ${after} AND s.id <= ${last} ORDER BY s.id LIMIT ${limit}`
    const shipments = yield* decodeShipmentRows(rows)
    return shipments.map(
      (shipment, place): EnrolmentCandidate => ({ shipment, registered: rows[place]?.registered === 1 })
    )
  })

  /** Every shipment that the account has now. */
  const rangeOf = Effect.fnUntraced(function* (accountId: AccountId) {
    const rows = yield* sql<{ readonly last: string | null }>`SELECT max(id) AS last FROM shipment
      WHERE account_id = ${accountId}`
    const range: EnrolmentRange = { after: "", last: rows[0]?.last ?? "" }
    return range
  })

  /** Counts the shipments of a range that are to be registered, in short steps. Not to be run in a transaction. */
  const count = Effect.fnUntraced(function* (accountId: AccountId, endpointId: EndpointId, range: EnrolmentRange) {
    let total = 0
    let rest = range
    for (let read = COUNT_BATCH_SIZE; read === COUNT_BATCH_SIZE; ) {
      const found = yield* page(accountId, endpointId, rest, COUNT_BATCH_SIZE)
      total += found.filter(isEnrollable).length
      rest = { ...rest, after: found.at(-1)?.shipment.id ?? rest.after }
      read = found.length
    }
    return total
  })

  return { page, rangeOf, count }
}
