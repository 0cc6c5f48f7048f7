import { Option } from "effect"
import { ADDED_TO_ENDPOINT, dateChangedOf, type EventType } from "../alerts/EventType.ts"
import { Unlocode } from "../geo/Unlocode.ts"
import { type AddedData, addedData, alertData, type DateChangeData, type MilestoneData } from "./AlertData.ts"
import type { CarrierEvent, EquipmentEvent, Place, TransportCall, TransportEvent } from "./CarrierEvent.ts"
import { checkDigit } from "./ContainerNumber.ts"
import type { Alert } from "./DateChange.ts"
import { DAY_MILLIS, HOUR_MILLIS, Instant } from "./Instant.ts"
import { deriveContainerJourneys, type Journey } from "./Journey.ts"
import type { Shipment } from "./Shipment.ts"

const OWNER_AND_SERIAL = "MSKU719430"
/** The box of the example journey. */
export const EXAMPLE_CONTAINER = `${OWNER_AND_SERIAL}${checkDigit(OWNER_AND_SERIAL)}`
const BOOKING = "EXAMPLE240117"

/** How far the date of an example change has moved. */
const CHANGE_HOURS = 30

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

const ship = (imo: string, name: string, voyage: string, port: string): TransportCall => ({
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

const firstShip = (port: string) => ship("9778791", "MADRID MAERSK", "401W", port)
const secondShip = (port: string) => ship("9619907", "MAERSK MC-KINNEY MOLLER", "405W", port)

type Step = readonly [
  days: number,
  code: EquipmentEvent["code"] | TransportEvent["code"],
  at: Place,
  call: TransportCall
]

/** A box by rail to Shanghai, by sea to Rotterdam with a change of vessel at Singapore, and by rail to Duisburg. */
const STEPS: ReadonlyArray<Step> = [
  [0, "GTIN", chengdu, train("CTU-1")],
  [0.5, "LOAD", chengdu, train("CTU-1")],
  [1, "GTOT", chengdu, train("CTU-1")],
  [4, "GTIN", shanghai, train("SHA-1")],
  [6, "LOAD", shanghai, firstShip("CNSHA")],
  [6.5, "DEPA", shanghai, firstShip("CNSHA")],
  [12, "ARRI", singapore, firstShip("SGSIN")],
  [12.3, "DISC", singapore, firstShip("SGSIN")],
  [15, "LOAD", singapore, secondShip("SGSIN")],
  [15.4, "DEPA", singapore, secondShip("SGSIN")],
  [38, "ARRI", rotterdam, secondShip("NLRTM")],
  [38.6, "DISC", rotterdam, secondShip("NLRTM")],
  [40, "GTOT", rotterdam, train("RTM-1")],
  [41, "GTIN", duisburg, train("DUI-1")],
  [41.2, "DISC", duisburg, train("DUI-1")],
  [42, "GTOT", duisburg, train("DUI-1")]
]

const eventOf = (start: number, [days, code, at, call]: Step): CarrierEvent => {
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
    : { _tag: "EquipmentEvent", ...shared, code, emptyIndicator: Option.some("LADEN") }
}

const JOURNEY_DAYS = 43

/** A whole journey with every milestone of the catalogue, derived like any other, that ends at `now`. */
export const exampleJourney = (now: Instant): Journey => {
  const start = now - JOURNEY_DAYS * DAY_MILLIS
  const [journey] = deriveContainerJourneys(
    STEPS.map((step) => eventOf(start, step)),
    EXAMPLE_CONTAINER
  )
  if (journey === undefined) throw new Error("The example journey has no milestones")
  return journey
}

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

/** The `data` of an alert of any type of the catalogue, taken from the example journey and marked as an example. */
export const exampleData = (
  shipment: Shipment,
  type: EventType,
  sequence: number,
  now: Instant
): AddedData | MilestoneData | DateChangeData => {
  const journey = exampleJourney(now)
  const alert = type === ADDED_TO_ENDPOINT ? undefined : alertOf(journey, type)
  const data = alert === undefined ? addedData(shipment, [journey], sequence) : alertData(shipment, alert, sequence)
  return { ...data, example: true }
}
