import {
  ADDED_TO_ENDPOINT,
  dateChangedOf,
  type EventType,
  isEventType,
  type ShipmentEventType
} from "../alerts/EventType.ts"
import { addedData, alertData } from "./AlertData.ts"
import type { Alert } from "./DateChange.ts"
import { exampleOptIn } from "./ExampleChanges.ts"
import { exampleJourney } from "./ExampleJourney.ts"
import { HOUR_MILLIS, Instant } from "./Instant.ts"
import type { Journey } from "./Journey.ts"
import { optInData } from "./OptInData.ts"
import type { Shipment } from "./Shipment.ts"

/** How far the date of an example change has moved. */
const CHANGE_HOURS = 30

const alertOf = (journey: Journey, type: EventType): Alert | undefined => {
  for (const milestone of journey.milestones) {
    const { container } = journey
    if (milestone.type === type) return { _tag: "MilestoneReached", type: milestone.type, container, milestone }
    const changed = dateChangedOf(milestone.type)
    if (changed !== type) continue
    const previous = Instant.make(milestone.date - CHANGE_HOURS * HOUR_MILLIS)
    return {
      _tag: "DateChanged",
      type: changed,
      container,
      milestone: { ...milestone, classifier: "EST" },
      previous,
      current: milestone.date,
      initial: previous,
      hours: CHANGE_HOURS,
      direction: "later",
      thresholdHours: 24
    }
  }
  return undefined
}

/** The `data` of an alert of any type about shipments, taken from the example journey and marked as an example. */
export const exampleData = (shipment: Shipment, type: ShipmentEventType, sequence: number, now: Instant) => {
  if (!isEventType(type)) return { ...optInData(shipment, exampleOptIn(type, now), sequence), example: true as const }
  const journey = exampleJourney(now)
  const alert = type === ADDED_TO_ENDPOINT ? undefined : alertOf(journey, type)
  const data = alert === undefined ? addedData(shipment, [journey], sequence) : alertData(shipment, alert, sequence)
  return { ...data, example: true as const }
}
