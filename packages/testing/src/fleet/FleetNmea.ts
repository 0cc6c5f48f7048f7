import {
  NavigationStatus,
  type PositionReport,
  type StaticReport
} from "@landfall/core/congestion/detection/VesselReport"
import { Option } from "effect"
import type { SimulatedFleet } from "./SimulatedFleet.ts"

/** Writes the bits of an AIS message as six-bit characters (ITU-R M.1371-5, annex 8). */
class SextetWriter {
  readonly #codes: Array<number> = []
  #bits = 0

  /** Appends a number with this many bits, a negative one in two's complement. */
  number(value: number, bits: number): this {
    for (let bit = bits - 1; bit >= 0; bit--) {
      const code = this.#bits % 6 === 0 ? 0 : (this.#codes.pop() ?? 0)
      // Shifts work on 32 bits, and no field is longer.
      this.#codes.push((code << 1) | ((value >> bit) & 1))
      this.#bits++
    }
    return this
  }

  /** Appends text with this many characters, padded with @. */
  text(value: string, characters: number): this {
    for (let at = 0; at < characters; at++) {
      const code = value.charCodeAt(at)
      this.number(Number.isNaN(code) ? 0 : code & 63, 6)
    }
    return this
  }

  /** The characters of a sentence, and the number of fill bits in the last one. */
  armoured(): readonly [payload: string, fill: number] {
    const fill = (6 - (this.#bits % 6)) % 6
    const codes = fill === 0 ? this.#codes : this.#codes.with(-1, (this.#codes.at(-1) ?? 0) << fill)
    return [codes.map((code) => String.fromCharCode(code < 40 ? code + 48 : code + 56)).join(""), fill]
  }
}

const checksum = (text: string): string => {
  let sum = 0
  for (let at = 0; at < text.length; at++) sum ^= text.charCodeAt(at)
  return sum.toString(16).toUpperCase().padStart(2, "0")
}

const withTagBlock = (atMillis: number, sentence: string): string => {
  const tag = `c:${Math.floor(atMillis / 1000)}`
  return `\\${tag}*${checksum(tag)}\\!${sentence}*${checksum(sentence)}`
}

const UNITS_PER_DEGREE = 600_000
const NOT_AVAILABLE = { rate: -128, speed: 1023, course: 3600, heading: 511, status: 15 }

/** Message type 1: a position report. */
const positionSentence = ({ mmsi, at, position, speed, status }: PositionReport): string => {
  const [payload, fill] = new SextetWriter()
    .number(1, 6)
    .number(0, 2)
    .number(mmsi, 30)
    .number(
      Option.match(status, {
        onNone: () => NOT_AVAILABLE.status,
        onSome: (status) => NavigationStatus.literals.indexOf(status)
      }),
      4
    )
    .number(NOT_AVAILABLE.rate, 8)
    .number(Option.match(speed, { onNone: () => NOT_AVAILABLE.speed, onSome: (knots) => Math.round(knots * 10) }), 10)
    .number(1, 1)
    .number(Math.round(position.longitude * UNITS_PER_DEGREE), 28)
    .number(Math.round(position.latitude * UNITS_PER_DEGREE), 27)
    .number(NOT_AVAILABLE.course, 12)
    .number(NOT_AVAILABLE.heading, 9)
    .number(Math.floor(at / 1000) % 60, 6)
    .number(0, 25)
    .armoured()
  return withTagBlock(at, `AIVDM,1,1,,A,${payload},${fill}`)
}

const FIRST_PART_CHARACTERS = 60

/** Message type 5: static and voyage data, in two sentences. */
const staticSentences = ({ mmsi, at, imo, name, shipType }: StaticReport, sequence: number): ReadonlyArray<string> => {
  const [payload, fill] = new SextetWriter()
    .number(5, 6)
    .number(0, 2)
    .number(mmsi, 30)
    .number(0, 2)
    .number(Number(Option.getOrElse(imo, () => "0")), 30)
    .text("", 7)
    .text(
      Option.getOrElse(name, () => ""),
      20
    )
    .number(
      Option.getOrElse(shipType, () => 0),
      8
    )
    .number(0, 34)
    .number(0, 20)
    .number(0, 8)
    .text("", 20)
    .number(0, 2)
    .armoured()
  return [
    withTagBlock(at, `AIVDM,2,1,${sequence},A,${payload.slice(0, FIRST_PART_CHARACTERS)},0`),
    withTagBlock(at, `AIVDM,2,2,${sequence},A,${payload.slice(FIRST_PART_CHARACTERS)},${fill}`)
  ]
}

/**
 * The reports of a fleet as NMEA 0183 sentences with timestamped tag blocks, without line ends: static data first, then
 * positions, to a ten-thousandth of a minute.
 */
export function* nmeaSentencesOf(fleet: SimulatedFleet): Generator<string, void> {
  for (const [index, report] of fleet.staticReports.entries()) yield* staticSentences(report, index % 10)
  for (const report of fleet.positionReports) yield positionSentence(report)
}
