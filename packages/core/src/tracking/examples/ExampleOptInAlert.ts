import { DateTime, Option } from "effect"
import type { OptInEventType } from "../../alerts/EventType.ts"
import { DAY_MILLIS, HOUR_MILLIS, Instant } from "../../time/Instant.ts"
import type { CarrierEvent, TransportCall } from "../carriers/CarrierEvent.ts"
import { diffCompletion } from "../changes/Completion.ts"
import {
  dataGapsOf,
  IN_ERROR_AFTER_HOURS,
  newestEvent,
  type ShipmentInError,
  type ShipmentStale,
  STALE_AFTER_DAYS
} from "../changes/DataGap.ts"
import { diffJourney } from "../changes/JourneyDiff.ts"
import type { OptInAlert } from "../changes/OptInData.ts"
import { diffRoute } from "../changes/RouteDiff.ts"
import { deriveContainerJourneys, type Journey } from "../journey/Journey.ts"
import { NOTHING_NOTIFIED } from "../shipments/NotifiedState.ts"
import type { Registration } from "../shipments/Shipment.ts"
import { EXAMPLE_CONTAINER, exampleEmptyReturn, exampleEvents } from "./ExampleJourney.ts"

const none = Option.none<string>()
const NOT_PAST = () => false

const journeyOf = (events: ReadonlyArray<CarrierEvent>): Journey => {
  const [journey] = deriveContainerJourneys(events, EXAMPLE_CONTAINER)
  if (journey === undefined) throw new Error("The example has no journey")
  return journey
}

const isAt = (event: CarrierEvent, unlocode: string): boolean =>
  event._tag !== "ShipmentEvent" && Option.isSome(event.place) && event.place.value.unlocode === unlocode

const isEventAt = (event: CarrierEvent, unlocode: string, code: string): boolean =>
  isAt(event, unlocode) && event.code === code

const earlierShip = (call: TransportCall): TransportCall => ({
  ...call,
  id: none,
  vessel: Option.some({ imo: Option.some("9632064"), name: Option.some("MAJESTIC MAERSK") }),
  exportVoyage: Option.some("402W"),
  importVoyage: Option.some("402W")
})

/** As it was planned once the box was ashore at Singapore: on from there with an earlier ship, two days before. */
const asPlanned = (events: ReadonlyArray<CarrierEvent>): ReadonlyArray<CarrierEvent> => {
  const ashore = events.findIndex((event) => isEventAt(event, "SGSIN", "DISC"))
  return events.flatMap((event, index): ReadonlyArray<CarrierEvent> => {
    if (index <= ashore) return [event]
    const isMoved = event._tag === "TransportEvent" || event._tag === "EquipmentEvent"
    if (!isMoved || Option.isNone(event.transportCall) || event.transportCall.value.mode !== "VESSEL") return []
    const eventDateTime = Instant.make(event.eventDateTime - 2 * DAY_MILLIS)
    return [{ ...event, classifier: "PLN", eventDateTime, transportCall: Option.map(event.transportCall, earlierShip) }]
  })
}

const routeAlerts = (before: ReadonlyArray<CarrierEvent>, after: ReadonlyArray<CarrierEvent>) =>
  diffRoute(journeyOf(after), diffRoute(journeyOf(before)).notified).alerts

/** The carrier told the discharge at Rotterdam, and takes it back. */
const retractions = (events: ReadonlyArray<CarrierEvent>) => {
  const discharged = events.findIndex((event) => isEventAt(event, "NLRTM", "DISC"))
  const terms = { thresholdHours: 24, registeredAt: Instant.make(0), firstResponse: false, notifiesRetractions: true }
  const { notified } = diffJourney(journeyOf(events.slice(0, discharged + 1)), NOTHING_NOTIFIED, terms)
  return diffJourney(journeyOf(events.slice(0, discharged)), notified, terms).retractions
}

const dataGaps = (
  events: ReadonlyArray<CarrierEvent>,
  registration: Pick<Registration, "notified">,
  registeredAt: number,
  now: Instant
): ReadonlyArray<ShipmentInError | ShipmentStale> => {
  const journeys = events.length === 0 ? [] : [journeyOf(events)]
  const status = { journeys, newest: newestEvent(events), lastPoll: undefined, lastResponseAt: undefined }
  const subject = { ...registration, registeredAt: DateTime.makeUnsafe(registeredAt) }
  return dataGapsOf(status, subject, DateTime.makeUnsafe(now))
}

const alertsOf = (type: OptInEventType, now: Instant): ReadonlyArray<OptInAlert> => {
  const events = exampleEvents(now)
  const untold = { notified: NOTHING_NOTIFIED }
  switch (type) {
    case "shipment.route.changed":
      return routeAlerts(
        events.filter((event) => !isAt(event, "SGSIN")),
        events
      )
    case "shipment.vessel.changed":
    case "shipment.rolled":
      return routeAlerts(asPlanned(events), events)
    case "shipment.milestone.retracted":
      return retractions(events)
    case "shipment.completed": {
      const whole = [...events, exampleEmptyReturn(now)]
      return diffCompletion([journeyOf(whole)], whole, undefined, NOT_PAST).alerts
    }
    case "shipment.stale": {
      const then = Instant.make(now - STALE_AFTER_DAYS * DAY_MILLIS)
      const sailing = exampleEvents(Instant.make(now + 12 * DAY_MILLIS))
      const heard = sailing.flatMap((event): ReadonlyArray<CarrierEvent> => {
        if (event.eventDateTime <= then) return [event]
        const isForeseen = event._tag === "TransportEvent" && isAt(event, "NLRTM")
        return isForeseen ? [{ ...event, classifier: "EST", receivedAt: then, createdDateTime: Option.some(then) }] : []
      })
      return dataGaps(heard, untold, 0, now)
    }
    case "shipment.in.error":
      return dataGaps([], untold, now - IN_ERROR_AFTER_HOURS * HOUR_MILLIS, now)
  }
}

/** An alert of an opt-in type, as the decisions make it of what befell the example journey. */
export const exampleOptInAlert = (type: OptInEventType, now: Instant): OptInAlert => {
  const alert = alertsOf(type, now).find((made) => made.type === type)
  if (alert === undefined) throw new Error(`The example journey makes no ${type}`)
  return alert
}
