import { Option, Schema } from "effect"
import { Unlocode } from "../../../src/geo/Unlocode.ts"
import type { Instant } from "../../../src/time/Instant.ts"
import {
  type CarrierEvent,
  type Classifier,
  EquipmentCode,
  type TransportMode
} from "../../../src/tracking/carriers/CarrierEvent.ts"
import { diffJourney, type JourneyDiff } from "../../../src/tracking/changes/JourneyDiff.ts"
import { deriveContainerJourneys } from "../../../src/tracking/journey/Journey.ts"
import { isActual } from "../../../src/tracking/journey/Milestone.ts"
import { NOTHING_NOTIFIED, type NotifiedState } from "../../../src/tracking/shipments/NotifiedState.ts"
import { CONTAINER, equipment, OTHER_CONTAINER, on, shown, transport } from "../fixtures.ts"

const CONTAINERS: Readonly<Record<string, string>> = { A: CONTAINER, B: OTHER_CONTAINER }

const classifierOf = (word: string): Classifier => (word === "ACT" || word === "EST" ? word : "PLN")

const isMode = (word: string): word is TransportMode => ["RAIL", "TRUCK", "BARGE", "VESSEL"].includes(word)

const loadOf = (words: ReadonlyArray<string>) =>
  words.includes("UNSTATED") ? "MISSING" : words.includes("EMPTY") ? "EMPTY" : "LADEN"

const isEquipmentCode = Schema.is(EquipmentCode)

/** The words of an event that a carrier states beside the movement, or leaves out. */
const stated = (event: CarrierEvent, words: ReadonlyArray<string>): CarrierEvent => {
  const valueOf = (name: string) => words.find((word) => word.startsWith(`${name}=`))?.slice(name.length + 1)
  const pod = valueOf("pod")
  const delivery = valueOf("pde")
  const id = valueOf("id")
  const destination = {
    ...(pod === undefined ? {} : { pod: Unlocode.make(pod) }),
    ...(delivery === undefined ? {} : { delivery: Unlocode.make(delivery) })
  }
  const fields = {
    ...(pod === undefined && delivery === undefined ? {} : { destination }),
    ...(id === undefined ? {} : { revisionOf: id }),
    ...(words.includes("no-creation") ? { createdDateTime: Option.none() } : {})
  }
  if (event._tag === "ShipmentEvent") return { ...event, ...fields }
  const place = words.includes("no-place") ? Option.none() : event.place
  const imo = valueOf("imo")
  const call = words.includes("no-call") ? Option.none() : event.transportCall
  const transportCall =
    imo === undefined
      ? call
      : Option.map(call, (reported) => ({
          ...reported,
          vessel: Option.map(reported.vessel, (vessel) => ({ ...vessel, imo: Option.some(imo) }))
        }))
  return { ...event, ...fields, place, transportCall }
}

/**
 * Reads an event from a line: classifier, code, port, then in any order the vessel or RAIL, TRUCK, BARGE, the date, the
 * container `A` or `B`, `(B)` for an event that names it in its references, `#id` of another call, `@FACILITY`, `EMPTY` or `UNSTATED`, `voy=` for
 * a voyage without a call id, `bk=` for another booking, and `no-booking`. VESSEL is a vessel that is not named; `no-place`, `no-call`
 * and `no-creation` are missing fields; `pod=` and `pde=` state the destination; `imo=` is the IMO number of the vessel; `id=` identifies revisions of one event. The code
 * `SHIP` is a document, and `GONE` retracts the event with the same `id=`.
 */
export const eventOf = (line: string, received: Instant): CarrierEvent => {
  const [is = "", code = "", port = "", ...words] = line.split(" ")
  const find = (pattern: RegExp) => words.find((word) => pattern.test(word))
  const mode = words.find(isMode)
  const vessel =
    mode === undefined
      ? words.find((word) => /^[A-ZÀ-Þ]{3,}$/.test(word) && word !== "EMPTY" && word !== "UNSTATED")
      : undefined
  const voyage = find(/^voy=/)?.slice(4)
  const named = find(/^\([AB]\)$/)
  const call = find(/^#/)
  const fields = {
    port,
    date: find(/^\d\d-\d\dT/) ?? "",
    is: classifierOf(is),
    received: shown(received),
    created: shown(received),
    facilityType: find(/^@/)?.slice(1) ?? "POTE",
    container: CONTAINERS[find(/^[AB]$/) ?? ""],
    references: named === undefined ? [] : [{ type: "EQ", value: CONTAINERS[named.slice(1, 2)] ?? "" }],
    ...(words.includes("no-booking") ? {} : { booking: find(/^bk=/)?.slice(3) ?? "BK1" }),
    ...(mode === undefined
      ? vessel === undefined
        ? {}
        : { vessel, ...(voyage === undefined ? { call: call ?? `${vessel} ${port}` } : { voyage }) }
      : { mode })
  }
  if (code === "ARRI" || code === "DEPA") return stated(transport(code, fields), words)
  const event = equipment(isEquipmentCode(code) ? code : "GTOT", fields, loadOf(words))
  if (code === "SHIP") {
    const { code: _code, emptyIndicator, equipmentReference, place, transportCall, ...common } = event
    const document = { code: "CONF", documentType: "BKG", documentId: "BK1" }
    return stated({ ...common, _tag: "ShipmentEvent", ...document }, words)
  }
  if (code !== "GONE") return stated(event, words)
  return stated({ ...event, _tag: "UnknownEvent", kind: "EQUIPMENT", code: "DISC" }, words)
}

/** The notified state with the alerts of a difference, as stores record them, by the number of the event. */
export const recordAlerts = ({ alerts, notified }: JourneyDiff, id: string): NotifiedState => {
  const milestones = new Map(notified.milestones)
  for (const { type, milestone } of alerts) {
    const before = milestones.get(milestone.key)
    const alert = { id, type, date: milestone.date, actual: isActual(milestone) }
    if (before !== undefined) milestones.set(milestone.key, { ...before, alert })
  }
  return { ...notified, milestones }
}

/** The alerts of one container, when events arrive one by one: `number of the event: type port hours`. */
export const alertsOf = (lines: ReadonlyArray<string>, container = CONTAINER): ReadonlyArray<string> => {
  const events: Array<CarrierEvent> = []
  let notified = NOTHING_NOTIFIED
  return lines.flatMap((line, index) => {
    events.push(eventOf(line, on(`01-02T${String(index + 1).padStart(2, "0")}:00`)))
    const journey = deriveContainerJourneys(events, container).at(-1)
    if (journey === undefined) return []
    const terms = { thresholdHours: 24, registeredAt: on("01-01"), firstResponse: false, notifiesRetractions: true }
    const diff = diffJourney(journey, notified, terms)
    notified = recordAlerts(diff, String(index + 1))
    return [
      ...diff.alerts.map((alert) => {
        const hours = alert._tag === "DateChanged" ? ` ${alert.hours}` : ""
        const wrong = alert.supersedes
        const supersedes =
          wrong === undefined ? "" : ` supersedes ${wrong.id}: ${wrong.type} ${wrong.key.split("/").at(-2)}`
        return `${index + 1}: ${alert.type} ${alert.milestone.place.unlocode}${hours}${supersedes}`
      }),
      ...diff.retractions.map(({ key }) => `${index + 1}: retracted ${key.split("/").slice(1, 3).join(" ")}`)
    ]
  })
}
