import { Option } from "effect"
import type { MessageDraft, MessageId } from "../../alerts/Message.ts"
import type { ShipmentId } from "../../alerts/ShipmentId.ts"
import type { TranshipmentOutcomes } from "../transhipments/TranshipmentRecord.ts"
import type { NotifiedAlert, NotifiedState } from "./NotifiedState.ts"
import type { Registration, Shipment, ShipmentStatus } from "./Shipment.ts"
import type { ShipmentDecision, ShipmentSnapshot } from "./ShipmentStore.ts"

/** Shipment and endpoint of a registration as one text. */
export const registrationKey = (shipmentId: ShipmentId, endpointId: string): string => `${shipmentId} ${endpointId}`

/** The shipment of a `registrationKey`. */
export const shipmentOfKey = (key: string): string => key.slice(0, key.indexOf(" "))

const withNotifiedAlert = (notified: NotifiedState, milestone: string, alert: NotifiedAlert): NotifiedState => {
  const previous = notified.milestones.get(milestone)
  if (previous === undefined) return notified
  const milestones = new Map(notified.milestones).set(milestone, { ...previous, alert })
  return { ...notified, milestones }
}

/** The changes that the decisions of one transaction make, gathered so that a store writes them together. */
export class ShipmentChanges {
  readonly shipments: Map<ShipmentId, Shipment> = new Map()
  /** By `registrationKey`. */
  readonly registrations: Map<string, Registration> = new Map()
  /** The shipments whose status changed, with the latest status: their polls start or end with it. */
  readonly statusChanges: Map<ShipmentId, ShipmentStatus> = new Map()
  readonly outbox: Array<MessageDraft> = []
  /** The outcomes that the decisions add to the record of the account. */
  readonly outcomes: Array<TranshipmentOutcomes> = []

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
    const { shipment, registrations, outbox, outcomes } = decide(snapshot)
    this.update(snapshot.shipment, shipment)
    for (const registration of registrations) {
      this.registrations.set(registrationKey(registration.shipmentId, registration.endpointId), registration)
    }
    this.outbox.push(...outbox)
    if (outcomes !== undefined) this.outcomes.push(outcomes)
    return shipment
  }

  /** Records the ids of the messages, in the order of the outbox, in the notified state of their recipients. */
  recordMessageIds(ids: ReadonlyArray<MessageId>): void {
    for (const [index, { shipmentId, type, states, recipients }] of this.outbox.entries()) {
      const id = ids[index]
      if (states === undefined || id === undefined || Option.isNone(shipmentId)) continue
      const alert = { id, type, date: states.date, actual: states.actual }
      // Recipients with the same state keep one.
      const changed = new Map<NotifiedState, NotifiedState>()
      for (const { endpointId, skip } of recipients) {
        const key = registrationKey(shipmentId.value, endpointId)
        const registration = this.registrations.get(key)
        if (registration === undefined || Option.isSome(skip)) continue
        const { notified } = registration
        const after = changed.get(notified) ?? withNotifiedAlert(notified, states.milestone, alert)
        changed.set(notified, after)
        this.registrations.set(key, { ...registration, notified: after })
      }
    }
  }
}
