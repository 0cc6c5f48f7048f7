import { Option } from "effect"
import { Unlocode } from "../../geo/Unlocode.ts"
import { DAY_MILLIS, HOUR_MILLIS } from "../../time/Durations.ts"
import { Instant } from "../../time/Instant.ts"
import type {
  CarrierEvent,
  EmptyIndicator,
  EquipmentEvent,
  Place,
  TransportCall,
  TransportEvent
} from "../carriers/CarrierEvent.ts"
import { checkDigit } from "../references/ContainerNumber.ts"
import { deriveContainerJourneys, type Journey } from "./Journey.ts"

const OWNER_AND_SERIAL = "MSKU719430"
/** The container of the example journey. */
export const EXAMPLE_CONTAINER = `${OWNER_AND_SERIAL}${checkDigit(OWNER_AND_SERIAL)}`
const BOOKING = "EXAMPLE240117"

const none = Option.none<string>()

const place = (unlocode: string, name: string, facilityType: string): Place => ({
  unlocode: Unlocode.make(unlocode),
  name: Option.some(name),
  facility: none,
  facilityType: Option.some(facilityType)
})

const chengdu = place("CNCTU", "Chengdu", "INTE")
const shanghai = place("CNSHA", "Shanghai", "POTE")
const singapore = place("SGSIN", "Singapore", "POTE")
const rotterdam = place("NLRTM", "Rotterdam", "POTE")
const duisburg = place("DEDUI", "Duisburg", "INTE")

const vessel = (imo: string, name: string, voyage: string, port: string): TransportCall => ({
  id: Option.some(`${port}-${voyage}`),
  mode: "VESSEL",
  vessel: Option.some({ imo: Option.some(imo), name: Option.some(name) }),
  exportVoyage: Option.some(voyage),
  importVoyage: Option.some(voyage)
})

const train = (id: string): TransportCall => ({
  id: Option.some(id),
  mode: "RAIL",
  vessel: Option.none(),
  exportVoyage: none,
  importVoyage: none
})

const firstVessel = (port: string) => vessel("9778791", "MADRID MAERSK", "401W", port)
const secondVessel = (port: string) => vessel("9619907", "MAERSK MC-KINNEY MOLLER", "405W", port)

type ExampleEvent = readonly [
  days: number,
  code: EquipmentEvent["code"] | TransportEvent["code"],
  at: Place,
  call: TransportCall
]

/** By rail to Shanghai, by sea to Rotterdam with a transhipment at Singapore, and by rail to Duisburg. */
const EXAMPLE_EVENTS: ReadonlyArray<ExampleEvent> = [
  [0, "GTIN", chengdu, train("CTU-1")],
  [0.5, "LOAD", chengdu, train("CTU-1")],
  [1, "GTOT", chengdu, train("CTU-1")],
  [4, "GTIN", shanghai, train("SHA-1")],
  [6, "LOAD", shanghai, firstVessel("CNSHA")],
  [6.5, "DEPA", shanghai, firstVessel("CNSHA")],
  [12, "ARRI", singapore, firstVessel("SGSIN")],
  [12.3, "DISC", singapore, firstVessel("SGSIN")],
  [15, "LOAD", singapore, secondVessel("SGSIN")],
  [15.4, "DEPA", singapore, secondVessel("SGSIN")],
  [38, "ARRI", rotterdam, secondVessel("NLRTM")],
  [38.6, "DISC", rotterdam, secondVessel("NLRTM")],
  [40, "GTOT", rotterdam, train("RTM-1")],
  [41, "GTIN", duisburg, train("DUI-1")],
  [41.2, "DISC", duisburg, train("DUI-1")],
  [42, "GTOT", duisburg, train("DUI-1")]
]

const eventOf = (
  start: number,
  [days, code, at, call]: ExampleEvent,
  emptyIndicator: EmptyIndicator = "LADEN"
): CarrierEvent => {
  const eventDateTime = Instant.make(Math.round(start + days * DAY_MILLIS))
  const shared = {
    sourceEventId: Option.some(`example-${at.unlocode}-${code}`),
    eventDateTime,
    createdDateTime: Option.some(eventDateTime),
    receivedAt: Instant.make(eventDateTime + HOUR_MILLIS),
    documents: [{ type: "BKG", value: BOOKING }],
    references: [],
    remark: none,
    delayReason: none,
    classifier: "ACT" as const,
    place: Option.some(at),
    transportCall: Option.some(call),
    equipmentReference: Option.some(EXAMPLE_CONTAINER)
  }
  return code === "ARRI" || code === "DEPA"
    ? { _tag: "TransportEvent", ...shared, code }
    : { _tag: "EquipmentEvent", ...shared, code, emptyIndicator: Option.some(emptyIndicator) }
}

const JOURNEY_DAYS = 43

const startOf = (now: Instant): number => now - JOURNEY_DAYS * DAY_MILLIS

/** The events of the example journey, which ends one day before `now`. */
export const exampleEvents = (now: Instant): ReadonlyArray<CarrierEvent> =>
  EXAMPLE_EVENTS.map((event) => eventOf(startOf(now), event))

/** The empty return of the container, at `now`. */
export const exampleEmptyReturn = (now: Instant): CarrierEvent =>
  eventOf(startOf(now), [JOURNEY_DAYS, "GTIN", duisburg, train("DUI-2")], "EMPTY")

/** The journey of the example container, derived from some of its events. */
export const journeyOfExample = (events: ReadonlyArray<CarrierEvent>): Journey => {
  const [journey] = deriveContainerJourneys(events, EXAMPLE_CONTAINER)
  if (journey === undefined) throw new Error("The example journey has no milestones")
  return journey
}

/** A complete journey with every milestone of the catalogue. */
export const exampleJourney = (now: Instant): Journey => journeyOfExample(exampleEvents(now))

/** Whether an event of the example happens at a place, and has this code when one is given. */
export const isExampleEventAt = (event: CarrierEvent, unlocode: string, code?: string): boolean =>
  event._tag !== "ShipmentEvent" &&
  Option.isSome(event.place) &&
  event.place.value.unlocode === unlocode &&
  (code === undefined || event.code === code)

const ESTIMATED_DAYS_BEFORE = 3

/** The events of the example until it is at sea, with an estimated arrival at the final POD. */
export const exampleEventsAtSea = (now: Instant): ReadonlyArray<CarrierEvent> => {
  const events = exampleEvents(now)
  const index = events.findIndex((event) => isExampleEventAt(event, "NLRTM", "ARRI"))
  return events.slice(0, index + 1).map((event, at) => {
    if (at !== index || event._tag !== "TransportEvent") return event
    const receivedAt = Instant.make(event.eventDateTime - ESTIMATED_DAYS_BEFORE * DAY_MILLIS)
    return { ...event, classifier: "EST", receivedAt, createdDateTime: Option.some(receivedAt) }
  })
}
