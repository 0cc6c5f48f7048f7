import { Instant } from "@landfall/core/time/Instant"
import type { SourceQuery } from "@landfall/core/tracking/carriers/TrackingSource"
import { noUsage } from "@landfall/core/tracking/polling/CarrierUsage"
import { enrolPoll } from "@landfall/core/tracking/polling/PollRecord"
import type { Shipment } from "@landfall/core/tracking/shipments/Shipment"
import { Effect, Option, Schema } from "effect"
import { type SqlClient, SqlSchema } from "effect/sql"
import { accountFences } from "../../sql/AccountFences.ts"
import { jsonColumns, jsonRows } from "../../sql/JsonRows.ts"
import type { LeaseClock } from "../../sql/LeaseClock.ts"
import { rowLocks } from "../../sql/RowLocks.ts"
import { mapToStorageError } from "../../sql/StorageErrorMapping.ts"
import { ShipmentRow } from "../shipments/ShipmentRow.ts"
import type { makeCarrierQueues } from "./CarrierQueues.ts"

const ENROLLED_COLUMNS = jsonColumns({
  account_id: "TEXT",
  shipment_id: "TEXT",
  scac: "TEXT",
  kind: "TEXT",
  due_at: "BIGINT"
})

/** Makes the function that adds new shipments to the queues of their carriers. */
export const makeEnrolment = (
  sql: SqlClient.SqlClient,
  clock: LeaseClock["Service"],
  carriers: ReturnType<typeof makeCarrierQueues>
) => {
  const { skipLockedOf } = rowLocks(sql)
  const { andUnfenced } = accountFences(sql)

  const findNew = SqlSchema.findAll({
    Request: Schema.Struct({ now: Schema.Int, limit: Schema.Int }),
    Result: ShipmentRow,
    execute: ({ now, limit }) => sql`SELECT s.*
      FROM shipment_check AS c JOIN shipment AS s ON s.account_id = c.account_id AND s.id = c.shipment_id
      WHERE c.scac IS NULL AND c.due_at <= ${now} ${andUnfenced("c.account_id")} ORDER BY c.due_at, c.shipment_id LIMIT ${limit}
      ${skipLockedOf("c")}`
  })

  return Effect.fnUntraced(
    function* (queriesFor: (shipment: Shipment) => ReadonlyArray<SourceQuery>, limit: number) {
      const now = Instant.make(yield* clock.now)
      const newShipments = yield* findNew({ now, limit })
      if (newShipments.length === 0) return 0
      const enrolled = newShipments.map((shipment) => ({ shipment, ...enrolPoll(queriesFor(shipment), now) }))
      const rows = enrolled.map(({ shipment, query, dueAt }) => [
        shipment.accountId,
        shipment.id,
        Option.isSome(query) ? query.value.scac : null,
        Option.isSome(query) ? query.value.kind : null,
        Option.getOrNull(dueAt)
      ])
      yield* sql`UPDATE shipment_check SET scac = enrolled.scac, kind = enrolled.kind, due_at = enrolled.due_at
        FROM ${jsonRows(sql, ENROLLED_COLUMNS, rows)} AS enrolled
        WHERE shipment_check.account_id = enrolled.account_id AND shipment_check.shipment_id = enrolled.shipment_id`
      const scacs = new Set(enrolled.flatMap(({ query }) => (Option.isSome(query) ? [query.value.scac] : [])))
      yield* carriers.recordUsage([...scacs].map(noUsage), now)
      return newShipments.length
    },
    sql.withTransaction,
    mapToStorageError("PollQueue.enrol")
  )
}
