import type { VesselReport } from "@landfall/core/congestion/detection/VesselReport"
import type { Instant } from "@landfall/core/time/Instant"
import { Effect } from "effect"
import type { JsonParsing } from "../../json/JsonParser.ts"
import { type AisCatcherMessage, messageValues, readAisCatcher } from "../json/AisCatcherMessage.ts"
import { emitDecoded } from "../json/DecodedMessage.ts"
import { parseJson } from "../json/JsonReader.ts"
import { makeNmeaReader } from "../nmea/NmeaReader.ts"
import type { AisTally } from "../reports/AisTally.ts"
import { makeReportClock } from "../reports/ReportClock.ts"
import type { ReportReader } from "../reports/ReportReader.ts"

const LINE_FEED = 10
const BRACE = 123
const BRACKET = 91

const encoder = new TextEncoder()
const decoder = new TextDecoder()

const checksum = (text: string): string => {
  let sum = 0
  for (let at = 0; at < text.length; at++) sum ^= text.charCodeAt(at)
  return (sum & 255).toString(16).toUpperCase().padStart(2, "0")
}

/** The sentences of a message as lines, each with the time of reception in a tag block. */
const linesOf = ({ sentences, millis }: AisCatcherMessage & { readonly _tag: "Sentences" }): string => {
  const tag = `c:${millis}`
  const block = Number.isSafeInteger(millis) && millis > 0 ? `\\${tag}*${checksum(tag)}\\` : ""
  return sentences.map((sentence) => `${block}${sentence.replace(/[\r\n]+/g, " ").trim()}\n`).join("")
}

const isJson = (payload: Uint8Array): boolean => payload[0] === BRACE || payload[0] === BRACKET

const endWithLineFeed = (payload: Uint8Array): Uint8Array => {
  if (payload[payload.length - 1] === LINE_FEED) return payload
  const lines = new Uint8Array(payload.length + 1)
  lines.set(payload)
  lines[payload.length] = LINE_FEED
  return lines
}

/** The bytes of lines, and the messages of a document, that are decoded in one step: a few milliseconds of work. */
const STEP_BYTES = 64 * 1024
const STEP_MESSAGES = 256

/** A part of a payload that is decoded without interruption. */
export interface PayloadStep {
  /** False for the parts that follow in the same payload. */
  readonly isFirst: boolean
  readonly read: (arrivedAt: Instant) => ReadonlyArray<VesselReport>
}

/** Reads payloads, each whole. */
export interface PayloadReader extends Pick<ReportReader, "end" | "restart"> {
  /** Divides a payload, which can take a second to decode, into steps to be run in their order. */
  readonly stepsOf: (payload: Uint8Array) => Effect.Effect<ReadonlyArray<PayloadStep>>
}

/** Divides something of a length into steps. */
const stepsOf = (
  length: number,
  size: number,
  read: (start: number, end: number, arrivedAt: Instant) => ReadonlyArray<VesselReport>
): ReadonlyArray<PayloadStep> =>
  Array.from({ length: Math.ceil(length / size) }, (_, index) => ({
    isFirst: index === 0,
    read: (arrivedAt) => read(index * size, Math.min(length, (index + 1) * size), arrivedAt)
  }))

/**
 * Reads payloads: the datagrams and request bodies of AIS-catcher in JSON, and lines of NMEA 0183. The first byte
 * distinguishes them. Sentences in JSON are read as those in lines, with the time that the JSON gives. Large documents are
 * parsed by `parse`.
 */
export const makePayloadReader = (source: string, tally: AisTally, { parse }: JsonParsing): PayloadReader => {
  const nmea = makeNmeaReader(source, "live", tally)
  const clock = makeReportClock(source, "live", tally)

  const readInvalid = (): ReadonlyArray<VesselReport> => {
    tally.addLine()
    tally.addOccurrence("invalid_json")
    return []
  }
  const readMessages = (values: ReadonlyArray<unknown>, arrivedAt: Instant): ReadonlyArray<VesselReport> => {
    const reports: Array<VesselReport> = []
    for (const message of readAisCatcher(values)) {
      if (message._tag === "Sentences") {
        for (const report of nmea.push(encoder.encode(linesOf(message)), arrivedAt)) reports.push(report)
        continue
      }
      tally.addLine()
      emitDecoded([message.message], clock, arrivedAt, tally, (report) => {
        tally.addReport(report._tag)
        reports.push(report)
      })
    }
    return reports
  }
  const stepsOfLines = (payload: Uint8Array): ReadonlyArray<PayloadStep> => {
    const lines = endWithLineFeed(payload)
    return stepsOf(lines.length, STEP_BYTES, (start, end, arrivedAt) =>
      nmea.push(lines.subarray(start, end), arrivedAt)
    )
  }
  const invalidSteps: ReadonlyArray<PayloadStep> = [{ isFirst: true, read: readInvalid }]
  const stepsOfDocument = (document: unknown): ReadonlyArray<PayloadStep> => {
    if (document === undefined) return invalidSteps
    const values = messageValues(document)
    return stepsOf(values.length, STEP_MESSAGES, (start, end, arrivedAt) =>
      readMessages(values.slice(start, end), arrivedAt)
    )
  }
  return {
    stepsOf: (payload) => {
      if (!isJson(payload)) return Effect.succeed(stepsOfLines(payload))
      if (payload.length <= STEP_BYTES) return Effect.succeed(stepsOfDocument(parseJson(decoder.decode(payload))))
      return Effect.match(parse(payload), { onFailure: () => invalidSteps, onSuccess: stepsOfDocument })
    },
    end: nmea.end,
    restart: nmea.restart
  }
}
