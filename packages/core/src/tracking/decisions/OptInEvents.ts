import { Option } from "effect"
import type { OptInEventType } from "../../alerts/EventType.ts"
import type { FindPlace } from "../../geo/PlaceDirectory.ts"
import type { Instant } from "../../time/Instant.ts"
import { journeySummary, type OptInEvent, shipmentData } from "../changes/AlertFields.ts"
import { type ArrivalOverdue, OVERDUE_EVENTS } from "../changes/ArrivalOverdue.ts"
import type { ShipmentCompleted } from "../changes/Completion.ts"
import { COMPLETION_EVENTS } from "../changes/CompletionData.ts"
import type { ShipmentInError, ShipmentStale } from "../changes/DataGap.ts"
import { DATA_GAP_EVENTS } from "../changes/DataGapData.ts"
import type { MilestoneRetracted } from "../changes/JourneyDiff.ts"
import { RETRACTION_EVENTS } from "../changes/MilestoneData.ts"
import { PREDICTION_EVENTS, type PredictedArrivalChanged } from "../changes/PredictedArrivals.ts"
import { ROUTE_EVENTS } from "../changes/RouteData.ts"
import type { RouteAlert } from "../changes/RouteDiff.ts"
import type { ContainerAdded, HandlingAlert, HandlingReached } from "../handling/HandlingChanges.ts"
import { HANDLING_EVENTS } from "../handling/HandlingData.ts"
import type { Journey } from "../journey/Journey.ts"
import type { Shipment } from "../shipments/Shipment.ts"

/** An alert that only endpoints receive that name its type in their filter. */
export type OptInAlert =
  | RouteAlert
  | MilestoneRetracted
  | ShipmentCompleted
  | ShipmentStale
  | ShipmentInError
  | ArrivalOverdue
  | PredictedArrivalChanged
  | ContainerAdded
  | HandlingAlert

type AlertOf<Type extends OptInEventType> = Type extends HandlingReached["type"]
  ? HandlingReached
  : Extract<OptInAlert, { readonly type: Type }>

type OptInEvents = { readonly [Type in OptInEventType]: OptInEvent<AlertOf<Type>> }

/** Schema, data and example of every opt-in type. A declared type that no rule supplies does not compile. */
export const OPT_IN_EVENTS = {
  ...ROUTE_EVENTS,
  ...RETRACTION_EVENTS,
  ...COMPLETION_EVENTS,
  ...DATA_GAP_EVENTS,
  ...OVERDUE_EVENTS,
  ...PREDICTION_EVENTS,
  ...HANDLING_EVENTS
} satisfies OptInEvents

/** The same without the schemas of each type, by which a type of the caller selects its alert. */
const events: OptInEvents = OPT_IN_EVENTS

const dataOf = <Type extends OptInEventType>(type: Type, alert: AlertOf<Type>, findPlace: FindPlace) =>
  events[type].data(alert, findPlace)

/** The journey that `data` is about: the last trip of its container, else the only journey; undefined for several. */
const journeyOf = ({ container }: Readonly<Record<string, unknown>>, journeys: ReadonlyArray<Journey>) =>
  typeof container === "string"
    ? journeys.findLast((journey) => Option.contains(journey.container, container))
    : journeys.length === 1
      ? journeys[0]
      : undefined

/** The `data` of an opt-in alert. */
export const optInData = (
  shipment: Shipment,
  alert: OptInAlert,
  sequence: number,
  journeys: ReadonlyArray<Journey>,
  findPlace: FindPlace
) => {
  const data = dataOf(alert.type, alert, findPlace)
  const journey = journeyOf(data, journeys)
  return {
    shipment: shipmentData(shipment),
    ...data,
    journey: journey === undefined ? null : journeySummary(journey, findPlace),
    sequence
  }
}

/** An alert of an opt-in type, as its rule emits it for the example journey. */
export const exampleOptInAlert = (type: OptInEventType, now: Instant): OptInAlert => {
  const alert = events[type].example(now)
  if (alert === undefined) throw new Error(`The example journey emits no ${type}`)
  return alert
}
