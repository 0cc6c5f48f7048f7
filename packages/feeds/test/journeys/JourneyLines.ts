import { containerOf } from "@landfall/testing/samples/EventSamples"

/** The containers that a line names by a letter. */
export const CONTAINERS = {
  A: containerOf(704_211),
  B: containerOf(704_212, "TCLU"),
  C: containerOf(704_213, "HLBU")
}

/** The container of a letter; undefined for any other text. */
const containerNamed = (letter: string | undefined): string | undefined =>
  Object.entries(CONTAINERS).find(([name]) => name === letter)?.[1]

/** The booking of a line that names none, and the carrier's bill of lading of the lines of MSC. */
export const BOOKING = "177BKG4711"
const BILL = "MEDUQ4711001"

const MODES = ["VESSEL", "RAIL", "TRUCK", "BARGE"]
const FLAGS = ["EMPTY", "UNSTATED", "TBN"]

/** A valid IMO number for the name of a vessel, always the same. */
const imoOf = (name: string): string => {
  const sum = [...name].reduce((total, letter) => (total * 31 + letter.charCodeAt(0)) % 99_991, 7)
  const digits = `9${String(sum).padStart(5, "0")}`
  const check = [...digits].reduce((total, digit, index) => total + Number(digit) * (7 - index), 0) % 10
  return `${digits}${check}`
}

/** The date of a line in ISO 8601: `03-05T10:00`, with seconds, offset or year where it has them. */
const isoOf = (text: string): string => {
  const dated = /^\d{4}-/.test(text) ? text : `2026-${text}`
  return /T\d\d:\d\d$/.test(dated) ? `${dated}:00Z` : dated
}

export interface ParsedLine {
  readonly json: Record<string, unknown>
  readonly actual: boolean
  readonly date: string
  /** The time of receipt (`rx=`). */
  readonly receivedAt: string | undefined
}

interface Words {
  readonly is: string
  readonly code: string
  readonly port: string
  readonly date: string
  readonly find: (pattern: RegExp) => string | undefined
  readonly valueOf: (name: string) => string | undefined
  readonly has: (word: string) => boolean
}

const wordsOf = (line: string): Words => {
  const [is = "", code = "", port = "", ...words] = line.split(/\s+/)
  const valueOf = (name: string) => words.find((word) => word.startsWith(`${name}=`))?.slice(name.length + 1)
  const find = (pattern: RegExp) => words.find((word) => pattern.test(word))
  return {
    is,
    code,
    port,
    date: find(/^(\d{4}-)?\d\d-\d\d(T|$)/) ?? "",
    find,
    valueOf,
    has: (word) => words.includes(word)
  }
}

const isTransport = (code: string): boolean => code === "ARRI" || code === "DEPA"

const containersOf = (text: string): ReadonlyArray<string> =>
  [...text].flatMap((letter) => containerNamed(letter) ?? [])

const documentsOf = ({ valueOf, has }: Words, withBill: boolean): ReadonlyArray<unknown> => {
  if (has("no-papers")) return []
  const booking = valueOf("bk") ?? BOOKING
  const bill = valueOf("bl") ?? (withBill ? BILL : undefined)
  return [
    { documentReferenceType: "BKG", documentReferenceValue: booking },
    ...(bill === undefined ? [] : [{ documentReferenceType: "TRD", documentReferenceValue: bill }])
  ]
}

const vesselOf = ({
  find,
  valueOf,
  has
}: Words): { readonly name: string; readonly imo: string | null } | undefined => {
  const name = valueOf("name") ?? find(/^[A-Z]{3,}(_[A-Z]+)*$/)
  if (name === undefined || MODES.includes(name) || (FLAGS.includes(name) && name !== "TBN")) return undefined
  const shown = name.replaceAll("_", " ")
  return { name: shown, imo: has("no-imo") || name === "TBN" ? null : (valueOf("imo") ?? imoOf(shown)) }
}

/**
 * Reads an event of Track & Trace 2.2 from a line: classifier, code, port, then in any order the vessel or RAIL, TRUCK, BARGE, the
 * date, the container `A`, `B`, `C`, `(AB)` for containers in references, `#id` of a call, `@FACILITY`, `EMPTY`, `UNSTATED`,
 * `voy=`, `bk=`, `bl=`, `no-papers`, `no-call`, `no-port`, `no-imo`, `name=` of a vessel, `facility=`, `place=` name, `cr=` creation
 * (`cr=date` equals the date), `role=` a location type of CMA CGM, `phase=`, `desc=`, `is-transhipment`, `pod=`, and `rx=` the time of
 * receipt.
 */
export const lineOf = (line: string): ParsedLine => {
  const words = wordsOf(line)
  const { is, code, port, date, find, valueOf, has } = words
  const mode = find(/^(RAIL|TRUCK|BARGE|VESSEL)$/)
  const vessel = mode === undefined ? vesselOf(words) : undefined
  const voyage = valueOf("voy")
  const call = find(/^#/)?.slice(1)
  const facility = valueOf("facility")
  const letters = find(/^[ABC]$/)
  const named = find(/^\([ABC]+\)$/)
  const created = valueOf("cr")
  const isoDate = isoOf(date)
  const place = {
    ...(has("no-port") ? {} : { UNLocationCode: port }),
    ...(valueOf("place") === undefined ? {} : { locationName: valueOf("place")?.replaceAll("_", " ") }),
    ...(facility === undefined ? {} : { facilityCode: facility, facilityCodeListProvider: "SMDG" })
  }
  const transportCall = {
    ...place,
    ...(call !== undefined
      ? { transportCallID: call }
      : vessel === undefined || voyage !== undefined || has("no-id")
        ? {}
        : { transportCallID: `${vessel.name} ${port}` }),
    facilityTypeCode: find(/^@/)?.slice(1) ?? "POTE",
    ...(voyage === undefined ? {} : { exportVoyageNumber: voyage }),
    ...(mode === undefined && vessel === undefined ? {} : { modeOfTransport: mode ?? "VESSEL" }),
    ...(vessel === undefined ? {} : { vessel: { vesselIMONumber: vessel.imo, vesselName: vessel.name } })
  }
  const own = {
    ...(valueOf("role") === undefined ? {} : { shipmentLocationType: valueOf("role") }),
    ...(valueOf("phase") === undefined ? {} : { transportationPhase: valueOf("phase") })
  }
  const json: Record<string, unknown> = {
    eventType: code === "SHIP" ? "SHIPMENT" : isTransport(code) ? "TRANSPORT" : "EQUIPMENT",
    eventClassifierCode: is,
    eventDateTime: isoDate,
    ...(created === undefined ? {} : { eventCreatedDateTime: created === "date" ? isoDate : isoOf(created) }),
    ...(valueOf("id") === undefined ? {} : { eventID: valueOf("id") }),
    ...(code === "SHIP"
      ? { shipmentEventTypeCode: "CONF", documentTypeCode: "BKG", documentID: valueOf("bk") ?? BOOKING }
      : isTransport(code)
        ? { transportEventTypeCode: code }
        : {
            equipmentEventTypeCode: code,
            ...(has("UNSTATED") ? {} : { emptyIndicatorCode: has("EMPTY") ? "EMPTY" : "LADEN" })
          }),
    ...(letters === undefined ? {} : { equipmentReference: containerNamed(letters) }),
    ...(named === undefined
      ? {}
      : {
          references: containersOf(named.slice(1, -1)).map((value) => ({ referenceType: "EQ", referenceValue: value }))
        }),
    ...(code === "SHIP" ? {} : has("no-call") ? { eventLocation: place } : { transportCall }),
    ...(has("is-transhipment") ? { isTransshipmentMove: true } : {}),
    ...(Object.keys(own).length === 0 ? {} : { carrierSpecificData: own }),
    ...(valueOf("desc") === undefined ? {} : { description: valueOf("desc")?.replaceAll("_", " ") }),
    ...(valueOf("pod") === undefined ? {} : { portOfDischarge: { UNLocationCode: valueOf("pod") } }),
    documentReferences: documentsOf(words, valueOf("desc") !== undefined)
  }
  const received = valueOf("rx")
  return { json, actual: is === "ACT", date: isoDate, receivedAt: received === undefined ? undefined : isoOf(received) }
}
