import { Option } from "effect"
import { Unlocode } from "../../src/geo/Unlocode.ts"
import { Instant, isoOf } from "../../src/time/Instant.ts"
import type {
  Classifier,
  EmptyIndicator,
  EquipmentCode,
  EquipmentEvent,
  EventReference,
  Place,
  TransportCall,
  TransportEvent,
  TransportMode
} from "../../src/tracking/carriers/CarrierEvent.ts"
import { deriveJourneys, type Journey } from "../../src/tracking/journey/Journey.ts"
import type { Milestone } from "../../src/tracking/journey/Milestone.ts"

export const BOX = "MSKU1234565"
export const OTHER_BOX = "TCLU4265726"

/** A moment of 2026: `01-25` or `01-25T14:06`, in UTC; the year may be given. */
export const on = (text: string): Instant => {
  const [date = "", time = "00:00"] = text.split("T")
  const day = date.length > 5 ? date : `2026-${date}`
  return Instant.make(Date.parse(`${day}T${time}:00Z`))
}

/** What an event of a test says; everything else is as a tidy carrier would send it. */
export interface Said {
  readonly port: string
  readonly date: string
  readonly is?: Classifier
  /** The ship; the voyage is hers alone. */
  readonly ship?: string
  readonly box?: string | undefined
  readonly mode?: TransportMode
  readonly call?: string
  readonly created?: string
  readonly received?: string
  readonly facilityType?: string
  readonly booking?: string
  readonly references?: ReadonlyArray<EventReference>
  readonly id?: string
}

const placeOf = (said: Said): Place => ({
  unlocode: Unlocode.make(said.port),
  name: Option.none(),
  facility: Option.none(),
  facilityType: Option.fromUndefinedOr(said.facilityType)
})

const callOf = (said: Said): TransportCall => ({
  id: Option.fromUndefinedOr(said.call),
  mode: said.mode ?? (said.ship === undefined ? "TRUCK" : "VESSEL"),
  vessel: Option.map(Option.fromUndefinedOr(said.ship), (name) => ({ imo: Option.none(), name: Option.some(name) })),
  exportVoyage: Option.map(Option.fromUndefinedOr(said.ship), (name) => `${name.slice(0, 3)}1`),
  importVoyage: Option.map(Option.fromUndefinedOr(said.ship), (name) => `${name.slice(0, 3)}1`)
})

const shared = (said: Said) => ({
  sourceEventId: Option.fromUndefinedOr(said.id),
  eventDateTime: on(said.date),
  createdDateTime: Option.map(Option.fromUndefinedOr(said.created), on),
  receivedAt: on(said.received ?? "01-01"),
  documents: said.booking === undefined ? [] : [{ type: "BKG", value: said.booking }],
  references: said.references ?? [],
  remark: Option.none(),
  delayReason: Option.none(),
  classifier: said.is ?? ("ACT" as const),
  place: Option.some(placeOf(said)),
  transportCall: Option.some(callOf(said))
})

export const transport = (code: "ARRI" | "DEPA", said: Said): TransportEvent => ({
  _tag: "TransportEvent",
  ...shared(said),
  code,
  equipmentReference: Option.fromUndefinedOr(said.box)
})

export const equipment = (
  code: EquipmentCode,
  said: Said,
  emptyIndicator: EmptyIndicator | "UNSAID" = "LADEN"
): EquipmentEvent => ({
  _tag: "EquipmentEvent",
  ...shared(said),
  code,
  equipmentReference: Option.fromUndefinedOr("box" in said ? said.box : BOX),
  emptyIndicator: emptyIndicator === "UNSAID" ? Option.none() : Option.some(emptyIndicator)
})

export const arrives = (said: Said): TransportEvent => transport("ARRI", said)
export const departs = (said: Said): TransportEvent => transport("DEPA", said)
export const loads = (said: Said): EquipmentEvent => equipment("LOAD", said)
export const discharges = (said: Said): EquipmentEvent => equipment("DISC", said)
export const gatesIn = (said: Said): EquipmentEvent => equipment("GTIN", said)
export const gatesOut = (said: Said): EquipmentEvent => equipment("GTOT", said)
export const returnsEmpty = (said: Said): EquipmentEvent => equipment("GTIN", said, "EMPTY")
export const picksUpEmpty = (said: Said): EquipmentEvent => equipment("GTOT", said, "EMPTY")

/** Shanghai to Rotterdam on one ship, with every movement done. */
export const directVoyage = (): ReadonlyArray<TransportEvent | EquipmentEvent> => [
  picksUpEmpty({ port: "CNSHA", date: "01-03" }),
  gatesIn({ port: "CNSHA", date: "01-08" }),
  loads({ port: "CNSHA", date: "01-10", ship: "ATLAS" }),
  departs({ port: "CNSHA", date: "01-11", ship: "ATLAS" }),
  arrives({ port: "NLRTM", date: "02-09", ship: "ATLAS" }),
  discharges({ port: "NLRTM", date: "02-10", ship: "ATLAS" }),
  gatesOut({ port: "NLRTM", date: "02-12" }),
  returnsEmpty({ port: "NLRTM", date: "02-16" })
]

/** Qingdao to Gdansk with a change of ships at Ningbo, done. */
export const transhipment = (): ReadonlyArray<TransportEvent | EquipmentEvent> => [
  gatesIn({ port: "CNTAO", date: "01-09" }),
  loads({ port: "CNTAO", date: "01-11T06:00", ship: "KALINA" }),
  departs({ port: "CNTAO", date: "01-11T10:00", ship: "KALINA" }),
  arrives({ port: "CNNGB", date: "01-17", ship: "KALINA" }),
  discharges({ port: "CNNGB", date: "01-18", ship: "KALINA" }),
  loads({ port: "CNNGB", date: "01-25T03:00", ship: "MONICA" }),
  departs({ port: "CNNGB", date: "01-25T06:00", ship: "MONICA" }),
  arrives({ port: "PLGDN", date: "03-13", ship: "MONICA" }),
  discharges({ port: "PLGDN", date: "03-14", ship: "MONICA" }),
  gatesOut({ port: "PLGDN", date: "03-16" })
]

/** `MM-DD` or `MM-DDTHH:mm` of a moment of 2026, as `on` reads it. */
export const shown = (instant: Instant): string => isoOf(instant).slice(5, 16).replace("T00:00", "")

/** A milestone in one line: type, port, date, classifier. */
const line = (milestone: Milestone): string =>
  `${milestone.type} ${milestone.place.unlocode} ${shown(milestone.date)} ${milestone.classifier}`

export const lines = (journey: Journey | undefined): ReadonlyArray<string> => (journey?.milestones ?? []).map(line)

/** The ports of a journey in one line each. */
export const ports = (journey: Journey | undefined): ReadonlyArray<string> =>
  (journey?.ports ?? []).map((port) => `${port.role} ${port.place.unlocode}`)

/** The one journey of a bag of events. */
export const journeyOf = (events: Parameters<typeof deriveJourneys>[0]): Journey => {
  const [journey, ...others] = deriveJourneys(events)
  if (journey === undefined || others.length > 0)
    throw new Error(`${others.length + 1} journeys where one was expected`)
  return journey
}

/** The milestone of a type, at a port if one is named. */
export const milestoneOf = (journey: Journey | undefined, type: string, port?: string): Milestone | undefined =>
  journey?.milestones.find(
    (milestone) => milestone.type === type && (port === undefined || milestone.place.unlocode === port)
  )
