import { ADDED_TO_ENDPOINT, type EventType, isEventType, type ShipmentEventType } from "../../alerts/EventType.ts"
import { HOUR_MILLIS, Instant } from "../../time/Instant.ts"
import { addedData, alertData } from "../changes/AlertData.ts"
import { type Alert, type AlertTerms, diffJourney, notifiedOf } from "../changes/DateChange.ts"
import { optInData } from "../changes/OptInData.ts"
import type { Journey } from "../journey/Journey.ts"
import type { Shipment } from "../shipments/Shipment.ts"
import { exampleOptIn } from "./ExampleChanges.ts"
import { exampleJourney } from "./ExampleJourney.ts"

/** How far the date of an example change has moved. */
const CHANGE_HOURS = 30

const TERMS: AlertTerms = { thresholdHours: 24, registeredAt: Instant.make(0), firstSnapshot: false }

/** The journey while its milestones are estimates, so many hours before they will have happened. */
const estimated = (journey: Journey, hours: number): Journey => ({
  ...journey,
  milestones: journey.milestones.map((milestone) => ({
    ...milestone,
    classifier: "EST",
    date: Instant.make(milestone.date - hours * HOUR_MILLIS)
  }))
})

/** An alert of this type, as `diffJourney` makes it when the journey happens, or its estimates move. */
const alertOf = (journey: Journey, type: EventType): Alert | undefined => {
  const before = notifiedOf([estimated(journey, CHANGE_HOURS)], TERMS.registeredAt)
  const moved = diffJourney(estimated(journey, 0), before, TERMS)
  const reached = diffJourney(journey, moved.notified, TERMS)
  return [...moved.alerts, ...reached.alerts].find((alert) => alert.type === type)
}

/** The `data` of an alert of any type about shipments, taken from the example journey and marked as an example. */
export const exampleData = (shipment: Shipment, type: ShipmentEventType, sequence: number, now: Instant) => {
  if (!isEventType(type)) return { ...optInData(shipment, exampleOptIn(type, now), sequence), example: true as const }
  const journey = exampleJourney(now)
  const alert = type === ADDED_TO_ENDPOINT ? undefined : alertOf(journey, type)
  const data = alert === undefined ? addedData(shipment, [journey], sequence) : alertData(shipment, alert, sequence)
  return { ...data, example: true as const }
}
