import type { MessageDraft } from "../../alerts/Message.ts"
import type { ShipmentId } from "../../alerts/ShipmentId.ts"
import type { Registration, Shipment, ShipmentStatus } from "./Shipment.ts"
import type { ShipmentDecision, ShipmentSnapshot } from "./ShipmentStore.ts"

/** Shipment and endpoint of a registration as one text. */
export const registrationKey = (shipmentId: ShipmentId, endpointId: string): string => `${shipmentId} ${endpointId}`

/** The changes that the decisions of one transaction make, gathered so that a store writes them together. */
export class ShipmentChanges {
  readonly shipments = new Map<ShipmentId, Shipment>()
  /** By `registrationKey`. */
  readonly registrations = new Map<string, Registration>()
  /** The shipments whose status changed, with the latest status: their polls start or end with it. */
  readonly statusChanges = new Map<ShipmentId, ShipmentStatus>()
  readonly outbox: Array<MessageDraft> = []

  /** The shipments that lose all of their registrations. */
  get stopped(): ReadonlyArray<Shipment> {
    return [...this.shipments.values()].filter(({ status }) => status === "stopped")
  }

  /** Adds a shipment that takes the place of `before`. */
  update(before: Shipment, after: Shipment): void {
    if (after !== before) this.shipments.set(after.id, after)
    if (after.status !== before.status) this.statusChanges.set(after.id, after.status)
  }

  /** Decides on a snapshot, adds what the decision changes, and returns the shipment after it. */
  apply(decide: ShipmentDecision, snapshot: ShipmentSnapshot): Shipment {
    const { shipment, registrations, outbox } = decide(snapshot)
    this.update(snapshot.shipment, shipment)
    for (const registration of registrations) {
      this.registrations.set(registrationKey(registration.shipmentId, registration.endpointId), registration)
    }
    this.outbox.push(...outbox)
    return shipment
  }
}
