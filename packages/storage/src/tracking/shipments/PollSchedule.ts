import type { ShipmentId } from "@landfall/core/alerts/ShipmentId"
import type { Shipment } from "@landfall/core/tracking/shipments/Shipment"
import { type DateTime, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { insertRows, jsonColumns, jsonRows } from "../../sql/JsonRows.ts"

const NEW_POLL_COLUMNS = jsonColumns({ shipment_id: "TEXT", account_id: "TEXT", number: "TEXT", due_at: "BIGINT" })
const DUE_AT_COLUMNS = jsonColumns({ shipment_id: "TEXT", due_at: "BIGINT" })

/** When shipments are checked, as far as it follows from whether they are followed; to be used inside a transaction. */
export const makePollSchedule = (sql: SqlClient.SqlClient) => {
  const setDue = (times: ReadonlyArray<readonly [ShipmentId, number | null]>) =>
    sql`UPDATE shipment_check SET due_at = changed.due_at, lease_token = NULL
      FROM ${jsonRows(sql, DUE_AT_COLUMNS, times)} AS changed WHERE shipment_check.shipment_id = changed.shipment_id`

  return {
    /** Has new shipments taken up. */
    start: (shipments: ReadonlyArray<Shipment>, now: DateTime.Utc) =>
      insertRows(
        sql,
        "shipment_check",
        NEW_POLL_COLUMNS,
        shipments.map(({ id, accountId, number }) => [id, accountId, number, now.epochMilliseconds])
      ),

    /** Ends the checks of these shipments, the one under way too. */
    stop: (ids: ReadonlyArray<ShipmentId>) => Effect.asVoid(setDue(ids.map((id) => [id, null]))),

    /** Ends the checks of shipments that are followed no more, and has those checked at once that are again. */
    update: (followed: ReadonlyMap<ShipmentId, boolean>, now: DateTime.Utc) =>
      setDue([...followed].map(([id, again]) => [id, again ? now.epochMilliseconds : null]))
  }
}
