import { messages } from "../../text/messages.ts"

const DAY_MILLIS = 86_400_000
const HOUR_MILLIS = 3_600_000

/** The journey is in the past, because a carrier reports no actual event of the future. */
const DAYS_AGO = 40

const SHANGHAI = { name: "Shanghai", code: "CNSHA" }
const SINGAPORE = { name: "Singapore", code: "SGSIN" }
const HAMBURG = { name: "Hamburg", code: "DEHAM" }

const EVER_GIVEN = { imo: "9811000", name: "EVER GIVEN", voyage: "1170W" }
const EVER_ACE = { imo: "9893890", name: "EVER ACE", voyage: "0943W" }

interface Event {
  readonly code: "LOAD" | "DEPA" | "ARRI" | "DISC" | "GTIN" | "GTOT"
  readonly place: typeof SHANGHAI
  /** Undefined for a truck. */
  readonly vessel?: typeof EVER_GIVEN
  /** Hours after the beginning of the journey. */
  readonly hour: number
}

const departure = (place: typeof SHANGHAI, vessel: typeof EVER_GIVEN, hour: number): ReadonlyArray<Event> => [
  { code: "LOAD", place, vessel, hour: hour - 6 },
  { code: "DEPA", place, vessel, hour }
]
const arrival = (place: typeof SHANGHAI, vessel: typeof EVER_GIVEN, hour: number): ReadonlyArray<Event> => [
  { code: "ARRI", place, vessel, hour },
  { code: "DISC", place, vessel, hour: hour + 12 }
]

const SAILS = departure(SHANGHAI, EVER_GIVEN, 8 * 24)
const TRANSHIPS = arrival(SINGAPORE, EVER_GIVEN, 14 * 24)
const CONNECTS = departure(SINGAPORE, EVER_ACE, 17 * 24)
const ARRIVES = arrival(HAMBURG, EVER_ACE, 36 * 24)
const ARRIVES_LATE = arrival(HAMBURG, EVER_ACE, 36 * 24 + 25)

interface Step {
  readonly title: string
  readonly classifier: "PLN" | "EST" | "ACT"
  readonly events: ReadonlyArray<Event>
}

const texts = messages.start.demo.steps

/** The steps of the demo journey, in their order. */
export const DEMO_STEPS: ReadonlyArray<Step> = [
  { title: texts.booked, classifier: "PLN", events: [...SAILS, ...TRANSHIPS, ...CONNECTS, ...ARRIVES] },
  { title: texts.gateIn, classifier: "ACT", events: [{ code: "GTIN", place: SHANGHAI, hour: 5 * 24 }] },
  { title: texts.sailed, classifier: "ACT", events: SAILS },
  { title: texts.transhipped, classifier: "ACT", events: TRANSHIPS },
  { title: texts.connected, classifier: "ACT", events: CONNECTS },
  { title: texts.delayed, classifier: "EST", events: ARRIVES_LATE },
  { title: texts.arrived, classifier: "ACT", events: ARRIVES_LATE },
  { title: texts.delivered, classifier: "ACT", events: [{ code: "GTOT", place: HAMBURG, hour: 39 * 24 }] }
]

/** The letters of a container number count from 10, without the multiples of 11 (ISO 6346). */
const letterValue = (letter: string): number => {
  const place = letter.charCodeAt(0) - 65
  return 10 + place + Math.floor((place + 9) / 10)
}

/** A container number of no real owner, with its check digit. */
export const demoContainer = (serial: number): string => {
  const body = `LNDU${String(serial % 1_000_000).padStart(6, "0")}`
  const sum = [...body].reduce(
    (total, character, index) => total + (index < 4 ? letterValue(character) : Number(character)) * 2 ** index,
    0
  )
  return `${body}${(sum % 11) % 10}`
}

const documentReferencesOf = (container: string) => [
  { documentReferenceType: "BKG", documentReferenceValue: `DEMO${container.slice(4)}` }
]

const transportCallOf = ({ code, place, vessel }: Event) => ({
  transportCallID: [place.code, vessel?.imo ?? "TRUCK"].join("-"),
  ...(vessel === undefined
    ? {}
    : { [code === "LOAD" || code === "DEPA" ? "exportVoyageNumber" : "importVoyageNumber"]: vessel.voyage }),
  UNLocationCode: place.code,
  facilityTypeCode: "POTE",
  modeOfTransport: vessel === undefined ? "TRUCK" : "VESSEL",
  location: { locationName: place.name, UNLocationCode: place.code },
  ...(vessel === undefined ? {} : { vessel: { vesselIMONumber: vessel.imo, vesselName: vessel.name } })
})

/** The events of a step, as a carrier sends them (DCSA Track & Trace 2.2). `now` is the end of the journey. */
export const eventsOf = (step: Step, index: number, container: string, now: number): ReadonlyArray<unknown> => {
  const start = now - DAYS_AGO * DAY_MILLIS
  return step.events.map((event, position) => {
    const isTransport = event.code === "ARRI" || event.code === "DEPA"
    return {
      eventID: `${container}-${index}-${position}`,
      eventType: isTransport ? "TRANSPORT" : "EQUIPMENT",
      ...(isTransport
        ? {
            transportEventTypeCode: event.code,
            ...(step.classifier === "EST" ? { delayReasonCode: "WEA" } : {})
          }
        : {
            equipmentEventTypeCode: event.code,
            equipmentReference: container,
            ISOEquipmentCode: "45G1",
            emptyIndicatorCode: "LADEN",
            eventLocation: { locationName: event.place.name, UNLocationCode: event.place.code }
          }),
      eventCreatedDateTime: new Date(now + index * 1000).toISOString(),
      eventClassifierCode: step.classifier,
      eventDateTime: new Date(start + event.hour * HOUR_MILLIS).toISOString(),
      transportCall: transportCallOf(event),
      documentReferences: documentReferencesOf(container),
      references: []
    }
  })
}
