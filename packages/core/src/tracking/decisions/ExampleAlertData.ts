import { type DateTime, Option } from "effect"
import type { AccountId } from "../../accounts/Account.ts"
import {
  ADDED_TO_ENDPOINT,
  type DefaultEventType,
  isDefaultEventType,
  type ShipmentEventType
} from "../../alerts/EventType.ts"
import { ShipmentId } from "../../alerts/ShipmentId.ts"
import { type FindPlace, findNoPlace, type PlaceDetails } from "../../geo/PlaceDirectory.ts"
import { HOUR_MILLIS } from "../../time/Durations.ts"
import { Instant } from "../../time/Instant.ts"
import { type AlertTerms, diffJourney, initialNotifiedState, type MilestoneAlert } from "../changes/JourneyDiff.ts"
import { addedData, milestoneAlertData } from "../changes/MilestoneData.ts"
import { EXAMPLE_CONTAINER, exampleJourney } from "../journey/ExampleJourney.ts"
import type { Journey } from "../journey/Journey.ts"
import type { Milestone } from "../journey/Milestone.ts"
import { Scac } from "../references/Sealine.ts"
import type { Shipment } from "../shipments/Shipment.ts"
import { exampleOptInAlert, type OptInAlert, optInData } from "./OptInEvents.ts"

/** Hours by which the date of an example change moves. */
const CHANGE_HOURS = 30

const TERMS: AlertTerms = { thresholdHours: 24, registeredAt: Instant.make(0), firstResponse: false }

/** The journey with estimated milestones, `hours` before their actual dates. */
const estimated = (journey: Journey, hours: number): Journey => ({
  ...journey,
  milestones: journey.milestones.map((milestone) => ({
    ...milestone,
    classifier: "EST",
    date: Instant.make(milestone.date - hours * HOUR_MILLIS)
  }))
})

/** The alert of this type that `diffJourney` emits when the milestones become actual, or their estimates move. */
const alertOf = (journey: Journey, type: DefaultEventType): MilestoneAlert | undefined => {
  const estimates = initialNotifiedState([estimated(journey, CHANGE_HOURS)], TERMS.registeredAt)
  const moved = diffJourney(estimated(journey, 0), estimates, TERMS)
  const reached = diffJourney(journey, moved.notified, TERMS)
  return [...moved.alerts, ...reached.alerts].find((alert) => alert.type === type)
}

/** The milestone that an alert is about; undefined for alerts of whole journeys. */
const milestoneOf = (alert: MilestoneAlert | OptInAlert): Milestone | undefined =>
  "milestone" in alert ? alert.milestone : alert._tag === "Stale" ? Option.getOrUndefined(alert.next) : undefined

/** The journey when an alert is emitted: later milestones are estimated. */
const journeyAt = (journey: Journey, alert: MilestoneAlert | OptInAlert): Journey => {
  const now = milestoneOf(alert)
  const index = journey.milestones.findIndex(({ key }) => key === now?.key)
  if (now === undefined || index < 0) return journey
  const earlier = journey.milestones.slice(0, index)
  return { ...journey, milestones: [...earlier, now, ...estimated(journey, 0).milestones.slice(index + 1)] }
}

/** The ports of the example journey. */
const EXAMPLE_PLACES: Readonly<Partial<Record<string, PlaceDetails>>> = {
  CNSHA: { timeZone: "Asia/Shanghai" },
  SGSIN: { timeZone: "Asia/Singapore" },
  NLRTM: { timeZone: "Europe/Amsterdam" }
}

const findExamplePlace: FindPlace = (unlocode) => EXAMPLE_PLACES[unlocode] ?? {}

/** The `data` of an example alert of any shipment type, made from the example journey and marked as an example. */
export const exampleAlertData = (
  shipment: Shipment,
  type: ShipmentEventType,
  sequence: number,
  now: Instant
): object => {
  const journey = exampleJourney(now)
  if (!isDefaultEventType(type)) {
    const alert = exampleOptInAlert(type, now)
    const journeys = [alert._tag === "InError" ? estimated(journey, 0) : journeyAt(journey, alert)]
    const data = optInData(shipment, alert, sequence, journeys, findExamplePlace)
    return { ...data, example: true as const }
  }
  const alert = type === ADDED_TO_ENDPOINT ? undefined : alertOf(journey, type)
  const data =
    alert === undefined
      ? addedData(shipment, [journey], sequence, findNoPlace)
      : milestoneAlertData(shipment, alert, sequence, {
          journey: journeyAt(journey, alert),
          findPlace: findExamplePlace
        })
  return { ...data, example: true as const }
}

/** The shipment of the examples. It is not stored. */
export const exampleShipment = (accountId: AccountId, now: DateTime.Utc): Shipment => ({
  id: ShipmentId.make("shp_example"),
  accountId,
  number: EXAMPLE_CONTAINER,
  type: Option.some("CT"),
  sealine: Option.some(Scac.make("MAEU")),
  reference: Option.none(),
  metadata: Option.none(),
  status: "tracking",
  stopReason: Option.none(),
  trackedSince: now,
  completedAt: Option.none(),
  reviewAt: Option.none(),
  createdAt: now,
  updatedAt: now,
  sequence: 0
})
