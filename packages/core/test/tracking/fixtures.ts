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

export const CONTAINER = "MSKU1234565"
export const OTHER_CONTAINER = "TCLU4265726"

/** An instant of 2026 from `01-25` or `01-25T14:06`, in UTC; the year may be given. */
export const on = (text: string): Instant => {
  const [date = "", time = "00:00"] = text.split("T")
  const day = date.length > 5 ? date : `2026-${date}`
  return Instant.make(Date.parse(`${day}T${time}:00Z`))
}

/** The fields of a test event. Missing fields have the values of a well-behaved carrier. */
export interface EventFields {
  readonly port: string
  readonly date: string
  readonly is?: Classifier
  /** The vessel. Its voyage number is derived from its name. */
  readonly vessel?: string
  /** Absent: derived from the name of the vessel. */
  readonly voyage?: string
  readonly container?: string | undefined
  readonly mode?: TransportMode
  readonly call?: string
  readonly created?: string
  readonly received?: string
  readonly facilityType?: string
  readonly booking?: string
  readonly references?: ReadonlyArray<EventReference>
  readonly id?: string
}

const placeOf = (fields: EventFields): Place => ({
  unlocode: Unlocode.make(fields.port),
  name: Option.none(),
  facility: Option.none(),
  facilityType: Option.fromUndefinedOr(fields.facilityType)
})

const callOf = (fields: EventFields): TransportCall => ({
  id: Option.fromUndefinedOr(fields.call),
  mode: fields.mode ?? (fields.vessel === undefined ? "TRUCK" : "VESSEL"),
  vessel: Option.map(Option.fromUndefinedOr(fields.vessel), (name) => ({
    imo: Option.none(),
    name: Option.some(name)
  })),
  exportVoyage: Option.map(Option.fromUndefinedOr(fields.vessel), (name) => fields.voyage ?? `${name.slice(0, 3)}1`),
  importVoyage: Option.map(Option.fromUndefinedOr(fields.vessel), (name) => fields.voyage ?? `${name.slice(0, 3)}1`)
})

const shared = (fields: EventFields) => ({
  sourceEventId: Option.fromUndefinedOr(fields.id),
  eventDateTime: on(fields.date),
  createdDateTime: Option.map(Option.fromUndefinedOr(fields.created), on),
  receivedAt: on(fields.received ?? "01-01"),
  documents: fields.booking === undefined ? [] : [{ type: "BKG", value: fields.booking }],
  references: fields.references ?? [],
  remark: Option.none(),
  delayReason: Option.none(),
  classifier: fields.is ?? ("ACT" as const),
  place: Option.some(placeOf(fields)),
  transportCall: Option.some(callOf(fields))
})

export const transport = (code: "ARRI" | "DEPA", fields: EventFields): TransportEvent => ({
  _tag: "TransportEvent",
  ...shared(fields),
  code,
  equipmentReference: Option.fromUndefinedOr(fields.container)
})

export const equipment = (
  code: EquipmentCode,
  fields: EventFields,
  emptyIndicator: EmptyIndicator | "MISSING" = "LADEN"
): EquipmentEvent => ({
  _tag: "EquipmentEvent",
  ...shared(fields),
  code,
  equipmentReference: Option.fromUndefinedOr("container" in fields ? fields.container : CONTAINER),
  emptyIndicator: emptyIndicator === "MISSING" ? Option.none() : Option.some(emptyIndicator)
})

export const arrives = (fields: EventFields): TransportEvent => transport("ARRI", fields)
export const departs = (fields: EventFields): TransportEvent => transport("DEPA", fields)
export const loads = (fields: EventFields): EquipmentEvent => equipment("LOAD", fields)
export const discharges = (fields: EventFields): EquipmentEvent => equipment("DISC", fields)
export const gatesIn = (fields: EventFields): EquipmentEvent => equipment("GTIN", fields)
export const gatesOut = (fields: EventFields): EquipmentEvent => equipment("GTOT", fields)
export const returnsEmpty = (fields: EventFields): EquipmentEvent => equipment("GTIN", fields, "EMPTY")
export const picksUpEmpty = (fields: EventFields): EquipmentEvent => equipment("GTOT", fields, "EMPTY")

/** Shanghai to Rotterdam on one vessel, every movement actual. */
export const directVoyage = (): ReadonlyArray<TransportEvent | EquipmentEvent> => [
  picksUpEmpty({ port: "CNSHA", date: "01-03" }),
  gatesIn({ port: "CNSHA", date: "01-08" }),
  loads({ port: "CNSHA", date: "01-10", vessel: "ATLAS" }),
  departs({ port: "CNSHA", date: "01-11", vessel: "ATLAS" }),
  arrives({ port: "NLRTM", date: "02-09", vessel: "ATLAS" }),
  discharges({ port: "NLRTM", date: "02-10", vessel: "ATLAS" }),
  gatesOut({ port: "NLRTM", date: "02-12" }),
  returnsEmpty({ port: "NLRTM", date: "02-16" })
]

/** Qingdao to Gdansk with a transhipment at Ningbo, every movement actual. */
export const transhipment = (): ReadonlyArray<TransportEvent | EquipmentEvent> => [
  gatesIn({ port: "CNTAO", date: "01-09" }),
  loads({ port: "CNTAO", date: "01-11T06:00", vessel: "KALINA" }),
  departs({ port: "CNTAO", date: "01-11T10:00", vessel: "KALINA" }),
  arrives({ port: "CNNGB", date: "01-17", vessel: "KALINA" }),
  discharges({ port: "CNNGB", date: "01-18", vessel: "KALINA" }),
  loads({ port: "CNNGB", date: "01-25T03:00", vessel: "MONICA" }),
  departs({ port: "CNNGB", date: "01-25T06:00", vessel: "MONICA" }),
  arrives({ port: "PLGDN", date: "03-13", vessel: "MONICA" }),
  discharges({ port: "PLGDN", date: "03-14", vessel: "MONICA" }),
  gatesOut({ port: "PLGDN", date: "03-16" })
]

/** Formats an instant of 2026 as `MM-DD` or `MM-DDTHH:mm`, as `on` parses it. */
export const shown = (instant: Instant): string => isoOf(instant).slice(5, 16).replace("T00:00", "")

/** A milestone in one line: type, port, date, classifier. */
const line = (milestone: Milestone): string =>
  `${milestone.type} ${milestone.place.unlocode} ${shown(milestone.date)} ${milestone.classifier}`

export const lines = (journey: Journey | undefined): ReadonlyArray<string> => (journey?.milestones ?? []).map(line)

/** The ports of a journey in one line each. */
export const ports = (journey: Journey | undefined): ReadonlyArray<string> =>
  (journey?.ports ?? []).map((port) => `${port.role} ${port.place.unlocode}`)

/** The only journey of a set of events. */
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
