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

/** A text of at most this length is parsed whatever it contains. */
const MAX_UNCHECKED_LENGTH = 262_144

/**
 * The maximum number of values and levels of a longer text. A list of the vessels of the Baltic has less than 500,000
 * values in 6 levels.
 */
const MAX_VALUES = 2_000_000
const MAX_DEPTH = 64

const QUOTE = 34
const COMMA = 44
const BACKSLASH = 92
const OPENING: ReadonlySet<number> = new Set([91, 123])
const CLOSING: ReadonlySet<number> = new Set([93, 125])

/** The index of the quote that ends the string which begins at `start`. */
const endOfString = (text: string, start: number): number => {
  let at = start + 1
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1
  return at
}

/** Tests whether a text has few enough values and levels, because memory for its values is allocated before it can be read. */
const isBounded = (text: string): boolean => {
  let [depth, values] = [0, 0]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfString(text, at)
    else if (code === COMMA) values++
    else if (OPENING.has(code)) {
      values++
      depth++
    } else if (CLOSING.has(code)) depth--
    if (depth > MAX_DEPTH || values > MAX_VALUES) return false
  }
  return true
}

/** A value parsed from JSON; undefined when the text is not JSON, or has more values or levels than a source sends. */
export const parseJson = (text: string): unknown =>
  text.length > MAX_UNCHECKED_LENGTH && !isBounded(text)
    ? undefined
    : Result.getOrElse(
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

/** The field name of data in a server-sent event. Other fields, such as `event:`, are no data. */
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
