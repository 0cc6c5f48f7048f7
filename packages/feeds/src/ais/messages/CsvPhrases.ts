import type { AisShipType, NavigationStatus, Transceiver } from "@landfall/core/congestion/detection/VesselReport"
import { Option } from "effect"
import { shipTypeOf, statusOf } from "./AisCodes.ts"

/** The phrases of the Danish Maritime Authority's files, in lower case, with their AIS codes. */

const STATUSES: ReadonlyMap<string, number> = new Map([
  ["under way using engine", 0],
  ["at anchor", 1],
  ["not under command", 2],
  ["restricted maneuverability", 3],
  ["restricted manoeuvrability", 3],
  ["constrained by her draught", 4],
  ["moored", 5],
  ["aground", 6],
  ["engaged in fishing", 7],
  ["under way sailing", 8],
  ["reserved for future amendment [hsc]", 9],
  ["reserved for future amendment [wig]", 10],
  ["power-driven vessel towing astern", 11],
  ["power-driven vessel pushing ahead or towing alongside", 12],
  ["reserved for future use", 13],
  ["reserved for future use [13]", 13],
  ["ais-sart", 14],
  ["ais-sart (active)", 14]
])

const SHIP_TYPES: ReadonlyMap<string, number> = new Map([
  ["wig", 20],
  ["fishing", 30],
  ["towing", 31],
  ["towing long/wide", 32],
  ["dredging", 33],
  ["diving", 34],
  ["military", 35],
  ["sailing", 36],
  ["pleasure", 37],
  ["hsc", 40],
  ["pilot", 50],
  ["sar", 51],
  ["tug", 52],
  ["port tender", 53],
  ["anti-pollution", 54],
  ["law enforcement", 55],
  ["spare 1", 56],
  ["spare 2", 57],
  ["medical", 58],
  ["not party to conflict", 59],
  ["passenger", 60],
  ["cargo", 70],
  ["tanker", 80],
  ["other", 90]
])

/**
 * The vessel types of the United States Coast Guard, 1001 to 1025, that MarineCadastre's files of 2015 to 2017 contain
 * beside AIS codes, with the AIS code of the group in which its list "AIS Vessel Type and Group Codes" (2018) has them:
 * fishing, cargo, other, passenger, tanker, military, pleasure, tug and towing. Zero where it has none.
 */
const COAST_GUARD_TYPES: ReadonlyArray<number> = [
  30, 30, 70, 70, 90, 90, 90, 0, 0, 90, 90, 60, 60, 60, 60, 70, 80, 90, 37, 90, 0, 90, 52, 80, 52
]
const FIRST_COAST_GUARD_TYPE = 1001

/** Some exports write whole numbers with a decimal point. */
const WHOLE_NUMBER = /^\d{1,4}(?:\.0*)?$/

const codeOf = (text: string, phrases: ReadonlyMap<string, number>): number =>
  WHOLE_NUMBER.test(text) ? Number(text) : (phrases.get(text.toLowerCase()) ?? -1)

/** A navigation status, by its code or its phrase. */
export const parseStatus = (text: string): Option.Option<NavigationStatus> => statusOf(codeOf(text, STATUSES))

/**
 * An AIS ship type, by its code, its phrase or its Coast Guard type. The phrase for all cargo vessels is 70, that for all
 * tankers 80.
 */
export const parseShipType = (text: string): Option.Option<AisShipType> => {
  const code = codeOf(text, SHIP_TYPES)
  return shipTypeOf(COAST_GUARD_TYPES[code - FIRST_COAST_GUARD_TYPE] ?? code)
}

/** `A`, `B`, `Class A` or `Class B`. Undefined for other stations, such as `Base Station`. */
export const parseTransceiver = (text: string): Option.Option<Transceiver> | undefined => {
  switch (text.toLowerCase()) {
    case "":
    case "unknown":
      return Option.none()
    case "a":
    case "class a":
      return Option.some("class_a")
    case "b":
    case "class b":
      return Option.some("class_b")
    default:
      return undefined
  }
}

const NOT_AVAILABLE: ReadonlySet<string> = new Set(["", "unknown", "undefined", "n/a"])

/** A text; none when it is empty or a placeholder. */
export const parseText = (text: string): Option.Option<string> =>
  NOT_AVAILABLE.has(text.toLowerCase()) ? Option.none() : Option.some(text)
