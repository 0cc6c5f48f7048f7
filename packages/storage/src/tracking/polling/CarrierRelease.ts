import type { Instant } from "@landfall/core/time/Instant"
import { releasePoll } from "@landfall/core/tracking/polling/PollRecord"
import { Scac } from "@landfall/core/tracking/references/Sealine"
import type { Shipment } from "@landfall/core/tracking/shipments/Shipment"
import { releaseShipment } from "@landfall/core/tracking/shipments/ShipmentTransitions"
import { DateTime, Effect, Option, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { accountFences } from "../../sql/AccountFences.ts"
import { jsonRows, OWNED_ID_COLUMNS } from "../../sql/JsonRows.ts"
import { rowLocks } from "../../sql/RowLocks.ts"
import { pollCells } from "../shipments/PollRow.ts"
import { makeUpdateShipments } from "../shipments/ShipmentChangeRows.ts"
import { decodeShipmentRows, type ShipmentRow } from "../shipments/ShipmentRow.ts"
import type { PollResponses } from "./PollResponseRows.ts"

/** A shipment of a carrier that is no longer configured. */
interface ReleasedRow {
  readonly shipment: Shipment
  /** The sealine that its request named. */
  readonly requestedSealine: Option.Option<Scac>
}

const isScac = Schema.is(Scac)

/** Releases the shipments of carriers that are no longer configured; use it inside a transaction. */
export const makeRelease = (sql: SqlClient.SqlClient, responses: PollResponses) => {
  const updateShipments = makeUpdateShipments(sql)
  const { forChangeOf } = rowLocks(sql)
  const { andUnfenced } = accountFences(sql)

  /** The rows are locked in the order in which a recorded poll locks them: the poll before its shipment. */
  const findWaiting = Effect.fnUntraced(function* (scac: Scac, limit: number) {
    const rows = yield* sql<typeof ShipmentRow.Encoded & { readonly askedSealine: string }>`SELECT s.*
      FROM shipment_check AS c JOIN shipment AS s ON s.account_id = c.account_id AND s.id = c.shipment_id
      WHERE c.scac = ${scac} AND c.due_at IS NOT NULL ${andUnfenced("c.account_id")} ORDER BY c.due_at, c.shipment_id LIMIT ${limit}
      ${forChangeOf("c")}`
    const shipments = yield* decodeShipmentRows(rows)
    return shipments.map((shipment, place): ReleasedRow => {
      const sealine = rows[place]?.askedSealine
      return { shipment, requestedSealine: isScac(sealine) ? Option.some(sealine) : Option.none() }
    })
  })

  /** Releases up to `limit` shipments of a carrier. Returns their number. */
  return Effect.fnUntraced(function* (scac: Scac, now: Instant, limit: number) {
    const waiting = yield* findWaiting(scac, limit)
    if (waiting.length === 0) return 0
    const shipments = waiting.map(({ shipment }) => shipment)
    const at = DateTime.makeUnsafe(now)
    // The response of the next carrier must not retract events of this one.
    yield* responses.clear(shipments)
    yield* updateShipments(
      waiting.map(({ shipment, requestedSealine }) => releaseShipment(shipment, requestedSealine, at))
    )
    const rows = shipments.map(({ accountId, id }) => [accountId, id])
    yield* sql`UPDATE shipment_check SET ${sql.update(pollCells(releasePoll(scac, now)))}
      FROM ${jsonRows(sql, OWNED_ID_COLUMNS, rows)} AS released
      WHERE shipment_check.account_id = released.account_id AND shipment_check.shipment_id = released.id`
    return shipments.length
  })
}
