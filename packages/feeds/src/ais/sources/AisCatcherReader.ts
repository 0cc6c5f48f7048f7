import type { VesselReport } from "@landfall/core/congestion/detection/VesselReport"
import type { Instant } from "@landfall/core/time/Instant"
import { type AisCatcherMessage, readAisCatcher } from "../json/AisCatcherMessage.ts"
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

/**
 * Reads payloads, each whole: the datagrams and request bodies of AIS-catcher in JSON, and lines of NMEA 0183. The first
 * byte distinguishes them. Sentences in JSON are read as those in lines, with the time that the JSON gives.
 */
export const makePayloadReader = (source: string, tally: AisTally): ReportReader => {
  const nmea = makeNmeaReader(source, "live", tally)
  const clock = makeReportClock(source, "live", tally)

  const readDocument = (document: unknown, arrivedAt: Instant): ReadonlyArray<VesselReport> => {
    if (document === undefined) {
      tally.addLine()
      tally.addOccurrence("invalid_json")
      return []
    }
    const reports: Array<VesselReport> = []
    for (const message of readAisCatcher(document)) {
      if (message._tag === "Sentences") {
        reports.push(...nmea.push(encoder.encode(linesOf(message)), arrivedAt))
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
  return {
    push: (payload, arrivedAt) =>
      isJson(payload)
        ? readDocument(parseJson(decoder.decode(payload)), arrivedAt)
        : nmea.push(endWithLineFeed(payload), arrivedAt),
    end: nmea.end,
    restart: nmea.restart
  }
}
