import type { NavigationStatus, Transceiver, VesselReport } from "@landfall/core/congestion/detection/VesselReport"
import { positionOf } from "@landfall/core/geo/Position"
import { isShip, type MmsiInteger } from "@landfall/core/vessels/Mmsi"
import { Option, Result } from "effect"
import { courseOf, headingOf, metresOf, speedOf } from "../messages/Codes.ts"
import { shipTypeIn, statusIn, transceiverIn, wordsIn } from "../messages/Words.ts"
import type { AisTally } from "../reports/AisTally.ts"
import { makeLineCutter } from "../reports/LineCutter.ts"
import { makeDescriptions, makeSeenRows } from "../reports/Repeats.ts"
import { makeReportClock } from "../reports/ReportClock.ts"
import { type Hearing, imoOf } from "../reports/Reporting.ts"
import { makeReportReader, type ReportReader } from "../reports/ReportReader.ts"
import { type CsvLayout, layoutOf, STATIC_COLUMNS } from "./CsvLayout.ts"
import { type CsvRow, hashAt, isEmpty, makeCsvRow, millisAt, numberOf, splitRow, textAt } from "./CsvRow.ts"

/** Rows of known layouts have some 150 bytes. */
const MAX_ROW_BYTES = 4_096

/** Phrases come again in every row: this many are read once. */
const MAX_PHRASES = 1_000

/** Reads a value of few different texts, each of them once. */
const remembered = <A>(read: (text: string) => A): ((row: CsvRow, column: number) => A) => {
  const known = new Map<number, A>()
  return (row, column) => {
    const hash = column < 0 ? 0 : hashAt(row, column, 0)
    const before = known.get(hash)
    if (before !== undefined) return before
    const value = read(column < 0 ? "" : textAt(row, column))
    if (known.size < MAX_PHRASES) known.set(hash, value)
    return value
  }
}

/** Damaged rows come by the thousand: few of them begin as a header does. */
const MAY_BEGIN_HEADER = /^[#A-Za-z\uFEFF]/

interface Phrases {
  readonly status: (row: CsvRow, column: number) => Option.Option<NavigationStatus>
  readonly transceiver: (row: CsvRow, column: number) => Option.Option<Transceiver> | "none_of_a_ship"
}

const makePhrases = (): Phrases => ({
  status: remembered(statusIn),
  transceiver: remembered((text) => transceiverIn(text) ?? "none_of_a_ship")
})

/** Degrees that stand for "not available". The Danish files write 91 beside any longitude. */
const isUnknownPlace = (latitude: number, longitude: number): boolean => latitude === 91 || longitude === 181

const staticPlacesOf = ({ places }: CsvLayout): ReadonlyArray<number> =>
  STATIC_COLUMNS.map((column) => places[column]).filter((place) => place !== -1)

/** Reads the rows of one file, whose columns stand as `layout` says until a header tells another one. */
const makeRowReader = (header: CsvLayout, tally: AisTally) => {
  const row = makeCsvRow()
  const phrases = makePhrases()
  let { columnCount } = header

  let { places } = header
  let staticPlaces = staticPlacesOf(header)

  const text = (place: number): string => (isEmpty(row, place) ? "" : textAt(row, place))
  const number = (place: number): number => {
    if (isEmpty(row, place)) return Number.NaN
    const value = numberOf(row, place)
    if (Number.isNaN(value)) tally.met("bad_number")
    return value
  }
  /** Words stand for numbers that are not known. */
  const size = (place: number): number => (Option.isSome(wordsIn(text(place))) ? number(place) : Number.NaN)

  /** Files put together from several have headers among their rows, and not always the same one. */
  const takeHeader = (): boolean => {
    if (!MAY_BEGIN_HEADER.test(textAt(row, 0).slice(0, 1))) return false
    const another = layoutOf(row)
    if (Result.isFailure(another)) return false
    columnCount = another.success.columnCount
    places = another.success.places
    staticPlaces = staticPlacesOf(another.success)
    return true
  }
  /** The ship that a row tells of; undefined, and counted, where it is no row of a ship. */
  const ship = (): MmsiInteger | undefined => {
    if (row.columns !== columnCount) {
      if (!takeHeader()) tally.met("wrong_column_count")
      return undefined
    }
    const mmsi = numberOf(row, places.mmsi)
    if (!Number.isInteger(mmsi) || mmsi < 0 || mmsi > 999_999_999) {
      if (!takeHeader()) tally.met("bad_mmsi")
      return undefined
    }
    if (isShip(mmsi) && phrases.transceiver(row, places.transceiver) !== "none_of_a_ship") return mmsi
    tally.met("not_a_ship")
    return undefined
  }
  const place = () => {
    if (isEmpty(row, places.latitude) || isEmpty(row, places.longitude)) {
      tally.met("no_position")
      return undefined
    }
    const latitude = numberOf(row, places.latitude)
    const longitude = numberOf(row, places.longitude)
    const position = positionOf(latitude, longitude)
    if (Option.isSome(position)) return position.value
    if (Number.isNaN(latitude) || Number.isNaN(longitude)) tally.met("bad_number")
    else tally.met(isUnknownPlace(latitude, longitude) ? "no_position" : "position_out_of_range")
    return undefined
  }
  const positionReport = (mmsi: MmsiInteger, { at, clock, source }: Hearing): VesselReport | undefined => {
    const position = place()
    if (position === undefined) return undefined
    const transceiver = phrases.transceiver(row, places.transceiver)
    return {
      _tag: "PositionReport",
      mmsi,
      at,
      clock,
      source,
      position,
      speed: speedOf(Math.round(number(places.speed) * 10)),
      course: courseOf(Math.round(number(places.course) * 10)),
      heading: headingOf(Math.round(number(places.heading))),
      status: phrases.status(row, places.status),
      transceiver: transceiver === "none_of_a_ship" ? Option.none() : transceiver
    }
  }
  const staticReport = (mmsi: MmsiInteger, { at, clock, source }: Hearing): VesselReport => ({
    _tag: "StaticReport",
    mmsi,
    at,
    clock,
    source,
    imo: imoOf(text(places.imo).replace(/^IMO\s*/i, "")),
    name: wordsIn(text(places.name)),
    callSign: wordsIn(text(places.callSign)),
    shipType: shipTypeIn(text(places.shipType)),
    length: metresOf(size(places.length)),
    beam: metresOf(size(places.beam)),
    draught: metresOf(size(places.draught)),
    destination: wordsIn(text(places.destination))
  })

  return {
    row,
    ship,
    positionReport,
    staticReport,
    millis: (): number => (!isEmpty(row, places.time) ? millisAt(row, places.time) : Number.NaN),
    /** A number for all that the row says of the ship itself; 0 where it says nothing. */
    descriptionHash: (): number => {
      let hash = 0
      let said = false
      for (const place of staticPlaces) {
        said ||= !isEmpty(row, place)
        hash = hashAt(row, place, hash)
      }
      return said ? hash : 0
    }
  }
}

/**
 * Reads AIS files of comma-separated values: MarineCadastre's two layouts, the Danish Maritime Authority's, and any
 * other with columns of those names. A row that repeats another in every column is left out. What a ship says of itself
 * is reported once, and again when it says otherwise. The header is to be among what is pushed.
 */
export const makeCsvReader = (source: string, header: CsvLayout, tally: AisTally): ReportReader =>
  makeReportReader(tally, ({ arrivedAt, report }) => {
    const clock = makeReportClock(source, "recorded", tally)
    const rows = makeRowReader(header, tally)
    const seen = makeSeenRows()
    const descriptions = makeDescriptions()

    const hearing = (): Hearing | undefined => {
      const millis = rows.millis()
      if (!Number.isNaN(millis)) return clock.hearing(millis, arrivedAt())
      tally.met("bad_time")
      return undefined
    }
    const takeRow = (bytes: Uint8Array, start: number, end: number): void => {
      tally.line()
      splitRow(bytes, start, end, rows.row)
      const mmsi = rows.ship()
      if (mmsi === undefined) return
      if (seen.isRepeat(rows.row.hash, rows.row.secondHash)) {
        tally.met("duplicate")
        return
      }
      const heard = hearing()
      if (heard === undefined) return
      const position = rows.positionReport(mmsi, heard)
      if (position !== undefined) report(position)
      const description = rows.descriptionHash()
      if (description !== 0 && descriptions.isNew(mmsi, description)) report(rows.staticReport(mmsi, heard))
    }
    const tooLong = (): void => {
      tally.line()
      tally.met("line_too_long")
    }
    return makeLineCutter(MAX_ROW_BYTES, takeRow, tooLong)
  })
