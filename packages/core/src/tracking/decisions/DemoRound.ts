import { type DateTime, Duration, Option } from "effect"
import { subscribedShipmentTypes } from "../../alerts/endpoints/Endpoint.ts"
import { type MessageDraft, renderBody } from "../../alerts/Message.ts"
import { instantOf } from "../../time/Instant.ts"
import type { ShipmentChange, ShipmentSnapshot } from "../shipments/ShipmentStore.ts"
import { recipientOf } from "./AlertDrafts.ts"
import { exampleAlertData } from "./ExampleAlertData.ts"

/** The interval at which the demo container sends every event type that its endpoint receives. */
export const DEMO_INTERVAL = Duration.hours(6)

/**
 * When the round after a due one is due: an interval later, or an interval after `now` when several rounds are overdue.
 */
export const nextDemoRoundAt = (dueAt: number, intervalMillis: number, now: number): number =>
  dueAt + intervalMillis > now ? dueAt + intervalMillis : now + intervalMillis

/** Decides one demo round: one example of every event type that each subscriber's filter allows. Pure. */
export const decideDemoRound =
  (now: DateTime.Utc) =>
  (snapshot: ShipmentSnapshot): ShipmentChange => {
    let { sequence } = snapshot.shipment
    const outbox: Array<MessageDraft> = []
    for (const subscriber of snapshot.subscribers) {
      for (const type of subscribedShipmentTypes(subscriber.endpoint.filterTypes)) {
        sequence++
        outbox.push({
          shipmentId: Option.some(snapshot.shipment.id),
          type,
          body: renderBody(type, now, exampleAlertData(snapshot.shipment, type, sequence, instantOf(now))),
          example: true,
          sequence,
          recipients: [recipientOf(snapshot, subscriber, type)]
        })
      }
    }
    return { shipment: { ...snapshot.shipment, sequence, updatedAt: now }, registrations: [], outbox }
  }
