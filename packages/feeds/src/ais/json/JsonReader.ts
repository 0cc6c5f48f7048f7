import type { VesselReport } from "@landfall/core/congestion/detection/VesselReport"
import type { Instant } from "@landfall/core/time/Instant"
import { Result } from "effect"
import type { AisTally } from "../reports/AisTally.ts"
import { makeLineSplitter } from "../reports/LineSplitter.ts"
import { type Liveness, makeReportClock } from "../reports/ReportClock.ts"
import { makeReportReader, type ReportReader } from "../reports/ReportReader.ts"
import { type DocumentDecoder, emitDecoded } from "./DecodedMessage.ts"

/** The longest line of JSON, in bytes. A message of a provider has less than 2 KiB. */
const MAX_LINE_BYTES = 65_536

/**
 * A value parsed from JSON; undefined when the text is not JSON. Of 256 KiB at most: larger texts are parsed by
 * `JsonParser`.
 */
export const parseJson = (text: string): unknown =>
  Result.getOrElse(
    Result.try((): unknown => JSON.parse(text)),
    () => undefined
  )

/** Reads JSON documents of a source, each whole. */
export interface DocumentReader {
  /** The reports of a parsed document. `arrivedAt` is the local clock. */
  readonly read: (document: unknown, arrivedAt: Instant) => ReadonlyArray<VesselReport>
}

/** Makes a reader of documents, such as the messages of a WebSocket. Each counts as a line. */
export const makeDocumentReader = (
  source: string,
  liveness: Liveness,
  tally: AisTally,
  decode: DocumentDecoder
): DocumentReader => {
  const clock = makeReportClock(source, liveness, tally)
  return {
    read: (document, arrivedAt) => {
      const reports: Array<VesselReport> = []
      tally.addLine()
      emitDecoded(document === undefined ? ["invalid_json"] : decode(document), clock, arrivedAt, tally, (report) => {
        tally.addReport(report._tag)
        reports.push(report)
      })
      return reports
    }
  }
}

const decoder = new TextDecoder()

/** The field name of data in a server-sent event. Other fields, such as `event:`, are not data. */
const EVENT_DATA = "data:"
const isEventField = (text: string): boolean => /^(?::|event:|id:|retry:)/.test(text)

/** The JSON text of a line, which can be the data of a server-sent event; empty when it has none. */
const jsonOfLine = (line: string): string => {
  const text = line.trim()
  if (text.startsWith(EVENT_DATA)) return text.slice(EVENT_DATA.length).trim()
  return isEventField(text) ? "" : text
}

/** Reads JSON documents separated by line ends (NDJSON), or as the data of server-sent events. */
export const makeJsonLinesReader = (
  source: string,
  liveness: Liveness,
  tally: AisTally,
  decode: DocumentDecoder
): ReportReader =>
  makeReportReader(tally, ({ arrivedAt, report }) => {
    const clock = makeReportClock(source, liveness, tally)
    const readLine = (bytes: Uint8Array, start: number, end: number): void => {
      const text = jsonOfLine(decoder.decode(bytes.subarray(start, end)))
      if (text === "") return
      tally.addLine()
      const document = parseJson(text)
      emitDecoded(document === undefined ? ["invalid_json"] : decode(document), clock, arrivedAt(), tally, report)
    }
    const skipLongLine = (): void => {
      tally.addLine()
      tally.addOccurrence("line_too_long")
    }
    return makeLineSplitter(MAX_LINE_BYTES, readLine, skipLongLine)
  })
