import type { AccountId } from "@landfall/core/accounts/Account"
import { instantOf } from "@landfall/core/time/Instant"
import { pollAfterStatusChange } from "@landfall/core/tracking/polling/PollRecord"
import type { Registration, Shipment } from "@landfall/core/tracking/shipments/Shipment"
import type { ShipmentChanges } from "@landfall/core/tracking/shipments/ShipmentChanges"
import { type DateTime, Effect, Option } from "effect"
import type { SqlClient } from "effect/sql"
import type { OutboxRows } from "../../alerts/messages/OutboxRows.ts"
import { ID_COLUMN, jsonColumns, jsonRows } from "../../sql/JsonRows.ts"
import { inOneRoundTrip } from "../../sql/RoundTrips.ts"
import { REGISTRATION_COLUMN_TYPES, registrationRows, SHIPMENT_COLUMN_TYPES, shipmentCells } from "./ShipmentRow.ts"
import type { TranshipmentRows } from "./TranshipmentRows.ts"

const SHIPMENT_COLUMNS = jsonColumns(SHIPMENT_COLUMN_TYPES)
const REGISTRATION_COLUMNS = jsonColumns(REGISTRATION_COLUMN_TYPES)
const POLL_COLUMNS = jsonColumns({
  account_id: "TEXT",
  shipment_id: "TEXT",
  due_at: "BIGINT",
  lease_token: "TEXT"
})

/** Overwrites the rows of shipments; use it inside a transaction. */
export const makeUpdateShipments = (sql: SqlClient.SqlClient) => (shipments: ReadonlyArray<Shipment>) =>
  sql`UPDATE shipment SET type = changed.type, sealine = changed.sealine, reference = changed.reference,
      metadata = changed.metadata, status = changed.status, stop_reason = changed.stop_reason,
      tracked_since = changed.tracked_since, completed_at = changed.completed_at, review_at = changed.review_at,
      updated_at = changed.updated_at,
      sequence = changed.sequence
    FROM ${jsonRows(sql, SHIPMENT_COLUMNS, shipments.map(shipmentCells))} AS changed
    WHERE shipment.account_id = changed.account_id AND shipment.id = changed.id`

/**
 * Writes the changes of decisions and posts their messages, in as many statements for one shipment as for a thousand;
 * use it inside a transaction.
 */
export const makeWriteShipmentChanges = (
  sql: SqlClient.SqlClient,
  outbox: OutboxRows,
  transhipments: TranshipmentRows
) => {
  const updateShipments = makeUpdateShipments(sql)

  const updateRegistrations = (accountId: AccountId, registrations: ReadonlyArray<Registration>) =>
    sql`UPDATE registration SET notified = changed.notified
      FROM ${jsonRows(sql, REGISTRATION_COLUMNS, registrationRows(accountId, registrations))} AS changed
      WHERE registration.account_id = changed.account_id AND registration.shipment_id = changed.shipment_id
        AND registration.endpoint_id = changed.endpoint_id`

  const removeRegistrations = (accountId: AccountId, stopped: ReadonlyArray<Shipment>) => {
    const ids = stopped.map(({ id }) => [id])
    return sql`DELETE FROM registration WHERE account_id = ${accountId} AND shipment_id IN (SELECT id FROM ${jsonRows(sql, ID_COLUMN, ids)} AS stopped)`
  }

  const updatePolls = (accountId: AccountId, changes: ShipmentChanges["statusChanges"], now: DateTime.Utc) => {
    const rows = [...changes].map(([id, status]) => {
      const { dueAt, leaseToken } = pollAfterStatusChange(status, instantOf(now))
      return [accountId, id, Option.getOrNull(dueAt), Option.getOrNull(leaseToken)]
    })
    return sql`UPDATE shipment_check SET due_at = changed.due_at, lease_token = changed.lease_token
      FROM ${jsonRows(sql, POLL_COLUMNS, rows)} AS changed
      WHERE shipment_check.account_id = changed.account_id AND shipment_check.shipment_id = changed.shipment_id`
  }

  return Effect.fnUntraced(function* (accountId: AccountId, changes: ShipmentChanges, now: DateTime.Utc) {
    const messages = yield* outbox.identifyAll(accountId, changes.outbox, now)
    changes.recordMessageIds(messages.map(({ id }) => id))
    const { shipments, registrations, statusChanges, stopped } = changes
    yield* inOneRoundTrip(sql, [
      ...(shipments.size > 0 ? [updateShipments([...shipments.values()])] : []),
      ...(registrations.size > 0 ? [updateRegistrations(accountId, [...registrations.values()])] : []),
      ...(stopped.length > 0 ? [removeRegistrations(accountId, stopped)] : []),
      ...(statusChanges.size > 0 ? [updatePolls(accountId, statusChanges, now)] : []),
      transhipments.add(accountId, changes.outcomes),
      outbox.postIdentified(messages, changes.outbox)
    ])
  })
}
