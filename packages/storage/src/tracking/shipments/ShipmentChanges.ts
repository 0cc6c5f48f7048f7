import type { AccountId } from "@landfall/core/accounts/Account"
import type { MessageDraft } from "@landfall/core/alerts/Message"
import type { ShipmentId } from "@landfall/core/alerts/ShipmentId"
import type { Registration, Shipment } from "@landfall/core/tracking/shipments/Shipment"
import type { ShipmentDecision, ShipmentSnapshot } from "@landfall/core/tracking/shipments/ShipmentStore"
import { type DateTime, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { OutboxRows } from "../../alerts/messages/OutboxRows.ts"
import { ID_COLUMN, jsonColumns, jsonRows } from "../../sql/JsonRows.ts"
import { makePollSchedule } from "./PollSchedule.ts"
import { REGISTRATION_COLUMN_TYPES, registrationCells, SHIPMENT_COLUMN_TYPES, shipmentCells } from "./ShipmentRow.ts"

const SHIPMENT_COLUMNS = jsonColumns(SHIPMENT_COLUMN_TYPES)
const REGISTRATION_COLUMNS = jsonColumns(REGISTRATION_COLUMN_TYPES)

/** What the decisions of one transaction change, gathered to be written together. */
export class ShipmentChanges {
  readonly shipments = new Map<ShipmentId, Shipment>()
  readonly registrations = new Map<string, Registration>()
  /** Shipments that are followed again, and that are no more, each as it was decided last. */
  readonly pollingChanges = new Map<ShipmentId, boolean>()
  readonly outbox: Array<MessageDraft> = []

  /** Takes a decision, and answers the shipment as it is after that. */
  apply(decide: ShipmentDecision, snapshot: ShipmentSnapshot): Shipment {
    const { shipment, registrations, outbox } = decide(snapshot)
    if (shipment !== snapshot.shipment) this.shipments.set(shipment.id, shipment)
    if (shipment.status !== snapshot.shipment.status)
      this.pollingChanges.set(shipment.id, shipment.status === "tracking")
    for (const registration of registrations) {
      this.registrations.set(`${registration.shipmentId} ${registration.endpointId}`, registration)
    }
    this.outbox.push(...outbox)
    return shipment
  }
}

/** Writes what was decided, in a few statements however much it is; to be used inside a transaction. */
export const makeWriteShipmentChanges = (sql: SqlClient.SqlClient, outbox: OutboxRows) => {
  const checks = makePollSchedule(sql)

  const updateShipments = (shipments: ReadonlyArray<Shipment>) =>
    sql`UPDATE shipment SET type = changed.type, sealine = changed.sealine, reference = changed.reference,
        metadata = changed.metadata, status = changed.status, stop_reason = changed.stop_reason,
        tracked_since = changed.tracked_since, completed_at = changed.completed_at, review_at = changed.review_at,
        updated_at = changed.updated_at,
        sequence = changed.sequence
      FROM ${jsonRows(sql, SHIPMENT_COLUMNS, shipments.map(shipmentCells))} AS changed
      WHERE shipment.id = changed.id`

  const updateRegistrations = (registrations: ReadonlyArray<Registration>) =>
    sql`UPDATE registration SET notified = changed.notified
      FROM ${jsonRows(sql, REGISTRATION_COLUMNS, registrations.map(registrationCells))} AS changed
      WHERE registration.shipment_id = changed.shipment_id AND registration.endpoint_id = changed.endpoint_id`

  const removeRegistrations = (stopped: ReadonlyArray<Shipment>) => {
    const ids = stopped.map(({ id }) => [id])
    return sql`DELETE FROM registration WHERE shipment_id IN (SELECT id FROM ${jsonRows(sql, ID_COLUMN, ids)} AS stopped)`
  }

  return Effect.fnUntraced(function* (accountId: AccountId, changes: ShipmentChanges, now: DateTime.Utc) {
    if (changes.shipments.size > 0) yield* updateShipments([...changes.shipments.values()])
    if (changes.registrations.size > 0) yield* updateRegistrations([...changes.registrations.values()])
    const stopped = [...changes.shipments.values()].filter(({ status }) => status === "stopped")
    if (stopped.length > 0) yield* removeRegistrations(stopped)
    if (changes.pollingChanges.size > 0) yield* checks.update(changes.pollingChanges, now)
    yield* outbox.postAll(accountId, changes.outbox, now)
  })
}
