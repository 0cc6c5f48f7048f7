import type { NavigationStatus, Transceiver, VesselReport } from "@landfall/core/congestion/detection/VesselReport"
import { positionOf } from "@landfall/core/geo/Position"
import { isVesselMmsi, type MmsiInteger } from "@landfall/core/vessels/Mmsi"
import { Option, Result } from "effect"
import { courseOf, headingOf, metresOf, speedOf } from "../messages/AisCodes.ts"
import { parseShipType, parseStatus, parseText, parseTransceiver } from "../messages/CsvPhrases.ts"
import type { AisTally } from "../reports/AisTally.ts"
import { makeDuplicateRowFilter, makeStaticDataFilter } from "../reports/DuplicateFilters.ts"
import { makeLineSplitter } from "../reports/LineSplitter.ts"
import { imoOf, type ReportStamp } from "../reports/MessageReports.ts"
import { makeReportClock } from "../reports/ReportClock.ts"
import { makeReportReader, type ReportReader } from "../reports/ReportReader.ts"
import { type CsvLayout, layoutOf, STATIC_COLUMNS } from "./CsvLayout.ts"
import { type CsvRow, hashAt, isEmptyAt, makeCsvRow, millisAt, numberAt, splitRow, textAt } from "./CsvRow.ts"

/** The longest row, in bytes. Rows of known layouts have about 150. */
const MAX_ROW_BYTES = 4_096

/** The size of a cache of parsed phrases, which repeat in every row. */
const MAX_PHRASES = 1_000

/** Parses values that have few distinct texts, each text once. */
const memoisePhrase = <A>(read: (text: string) => A): ((row: CsvRow, column: number) => A) => {
  const values = new Map<number, A>()
  return (row, column) => {
    const hash = column < 0 ? 0 : hashAt(row, column, 0)
    const cached = values.get(hash)
    if (cached !== undefined) return cached
    const value = read(column < 0 ? "" : textAt(row, column))
    if (values.size < MAX_PHRASES) values.set(hash, value)
    return value
  }
}

/** A quick check for a header row, because damaged files have thousands of unreadable rows. */
const MAY_BEGIN_HEADER = /^[#A-Za-z\uFEFF]/

interface PhraseReaders {
  readonly status: (row: CsvRow, column: number) => Option.Option<NavigationStatus>
  readonly transceiver: (row: CsvRow, column: number) => Option.Option<Transceiver> | "not_a_ship"
}

const makePhraseReaders = (): PhraseReaders => ({
  status: memoisePhrase(parseStatus),
  transceiver: memoisePhrase((text) => parseTransceiver(text) ?? "not_a_ship")
})

/** The degrees for "not available". The Danish files write latitude 91 with any longitude. */
const isUnknownPosition = (latitude: number, longitude: number): boolean => latitude === 91 || longitude === 181

const staticColumnIndexes = ({ columnIndexes }: CsvLayout): ReadonlyArray<number> =>
  STATIC_COLUMNS.map((column) => columnIndexes[column]).filter((index) => index !== -1)

/** Reads the rows of one file in a layout, until a header row sets another one. */
const makeRowReader = (header: CsvLayout, tally: AisTally) => {
  const row = makeCsvRow()
  const phrases = makePhraseReaders()
  let { columnCount, columnIndexes } = header
  let staticIndexes = staticColumnIndexes(header)

  const text = (column: number): string => (isEmptyAt(row, column) ? "" : textAt(row, column))
  const number = (column: number): number => {
    if (isEmptyAt(row, column)) return Number.NaN
    const value = numberAt(row, column)
    if (Number.isNaN(value)) tally.addOccurrence("invalid_number")
    return value
  }
  /** The number of a cell; NaN, without a fault, for a placeholder such as `Unknown`. */
  const size = (column: number): number => (Option.isSome(parseText(text(column))) ? number(column) : Number.NaN)

  /** Applies a header row. Concatenated files have headers among their rows, and the headers can differ. */
  const applyHeader = (): boolean => {
    if (!MAY_BEGIN_HEADER.test(textAt(row, 0).slice(0, 1))) return false
    const another = layoutOf(row)
    if (Result.isFailure(another)) return false
    columnCount = another.success.columnCount
    columnIndexes = another.success.columnIndexes
    staticIndexes = staticColumnIndexes(another.success)
    return true
  }
  /** The vessel of a row; undefined, and counted, when the row is not about a vessel. */
  const vessel = (): MmsiInteger | undefined => {
    if (row.columns !== columnCount) {
      if (!applyHeader()) tally.addOccurrence("wrong_column_count")
      return undefined
    }
    const mmsi = numberAt(row, columnIndexes.mmsi)
    if (!Number.isInteger(mmsi) || mmsi < 0 || mmsi > 999_999_999) {
      if (!applyHeader()) tally.addOccurrence("invalid_mmsi")
      return undefined
    }
    if (isVesselMmsi(mmsi) && phrases.transceiver(row, columnIndexes.transceiver) !== "not_a_ship") return mmsi
    tally.addOccurrence("not_a_ship")
    return undefined
  }
  const readPosition = () => {
    if (isEmptyAt(row, columnIndexes.latitude) || isEmptyAt(row, columnIndexes.longitude)) {
      tally.addOccurrence("no_position")
      return undefined
    }
    const latitude = numberAt(row, columnIndexes.latitude)
    const longitude = numberAt(row, columnIndexes.longitude)
    const position = positionOf(latitude, longitude)
    if (Option.isSome(position)) return position.value
    if (Number.isNaN(latitude) || Number.isNaN(longitude)) tally.addOccurrence("invalid_number")
    else tally.addOccurrence(isUnknownPosition(latitude, longitude) ? "no_position" : "position_out_of_range")
    return undefined
  }
  const positionReport = (mmsi: MmsiInteger, { at, clock, source }: ReportStamp): VesselReport | undefined => {
    const position = readPosition()
    if (position === undefined) return undefined
    const transceiver = phrases.transceiver(row, columnIndexes.transceiver)
    return {
      _tag: "PositionReport",
      mmsi,
      at,
      clock,
      source,
      position,
      speed: speedOf(Math.round(number(columnIndexes.speed) * 10)),
      course: courseOf(Math.round(number(columnIndexes.course) * 10)),
      heading: headingOf(Math.round(number(columnIndexes.heading))),
      status: phrases.status(row, columnIndexes.status),
      transceiver: transceiver === "not_a_ship" ? Option.none() : transceiver
    }
  }
  const staticReport = (mmsi: MmsiInteger, { at, clock, source }: ReportStamp): VesselReport => ({
    _tag: "StaticReport",
    mmsi,
    at,
    clock,
    source,
    imo: imoOf(text(columnIndexes.imo).replace(/^IMO\s*/i, "")),
    name: parseText(text(columnIndexes.name)),
    callSign: parseText(text(columnIndexes.callSign)),
    shipType: parseShipType(text(columnIndexes.shipType)),
    length: metresOf(size(columnIndexes.length)),
    beam: metresOf(size(columnIndexes.beam)),
    draught: metresOf(size(columnIndexes.draught)),
    destination: parseText(text(columnIndexes.destination))
  })

  return {
    row,
    vessel,
    positionReport,
    staticReport,
    millis: (): number => (!isEmptyAt(row, columnIndexes.time) ? millisAt(row, columnIndexes.time) : Number.NaN),
    /** A hash of the static data of the row; 0 when it has none. */
    staticDataHash: (): number => {
      let hash = 0
      let hasData = false
      for (const column of staticIndexes) {
        hasData ||= !isEmptyAt(row, column)
        hash = hashAt(row, column, hash)
      }
      return hasData ? hash : 0
    }
  }
}

/**
 * Reads AIS files of comma-separated values: MarineCadastre's two layouts, the Danish Maritime Authority's, and any
 * other with columns of those names. A row that equals an earlier one is skipped. The static data of a vessel is
 * reported once, and again when it changes or an earlier row has it. The header must be part of the pushed bytes.
 */
export const makeCsvReader = (source: string, header: CsvLayout, tally: AisTally): ReportReader =>
  makeReportReader(tally, ({ arrivedAt, report }) => {
    const clock = makeReportClock(source, "recorded", tally)
    const rows = makeRowReader(header, tally)
    const duplicates = makeDuplicateRowFilter()
    const staticData = makeStaticDataFilter()

    const stampOf = (): ReportStamp | undefined => {
      const millis = rows.millis()
      if (!Number.isNaN(millis)) return clock.stamp(millis, arrivedAt())
      tally.addOccurrence("invalid_time")
      return undefined
    }
    const readRow = (bytes: Uint8Array, start: number, end: number): void => {
      tally.addLine()
      splitRow(bytes, start, end, rows.row)
      const mmsi = rows.vessel()
      if (mmsi === undefined) return
      if (duplicates.isDuplicate(rows.row.hash, rows.row.secondHash)) {
        tally.addOccurrence("duplicate")
        return
      }
      const stamp = stampOf()
      if (stamp === undefined) return
      const position = rows.positionReport(mmsi, stamp)
      if (position !== undefined) report(position)
      const dataHash = rows.staticDataHash()
      if (dataHash !== 0 && staticData.isChanged(mmsi, dataHash, stamp.at)) report(rows.staticReport(mmsi, stamp))
    }
    const skipLongLine = (): void => {
      tally.addLine()
      tally.addOccurrence("line_too_long")
    }
    return makeLineSplitter(MAX_ROW_BYTES, readRow, skipLongLine)
  })
