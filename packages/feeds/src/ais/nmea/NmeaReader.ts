import type { AisMessage } from "../messages/AisMessage.ts"
import type { AisTally } from "../reports/AisTally.ts"
import { makeLineSplitter } from "../reports/LineSplitter.ts"
import { emitReports, type ReportHandlers } from "../reports/MessageReports.ts"
import { makeReplayTest } from "../reports/ReplayTest.ts"
import { type Liveness, makeReportClock } from "../reports/ReportClock.ts"
import { makeReportReader, type ReportReader } from "../reports/ReportReader.ts"
import { readMessage } from "./AisDecoder.ts"
import { isGatehouseTime, readGatehouseTime } from "./GatehouseTime.ts"
import { makeMessageAssembler } from "./MessageAssembler.ts"
import { findNextStart, isBackslash, isBang, isVdm, makeSentence, readSentence } from "./NmeaSentence.ts"
import { clearTagBlock, isTagBlock, makeTagBlock, readTagBlock, trailingMillis } from "./TagBlock.ts"

export type { Liveness } from "../reports/ReportClock.ts"

/** The longest line, in bytes. IEC 61162-1 allows 82 for a sentence, NMEA 4.0 as many for a tag block; senders exceed both. */
const MAX_LINE_BYTES = 1_024

/** Receives a message and the receive time of its station, in milliseconds since 1970; NaN when unknown. */
export type MessageHandler = (message: AisMessage, stampedMillis: number) => void

/** Reads AIS messages from NMEA 0183, with any text between them. */
export const makeMessageReader = (tally: AisTally, onMessage: MessageHandler) => {
  const sentence = makeSentence()
  const tag = makeTagBlock()
  const assembly = makeMessageAssembler(tally)
  let arrivedMillis = 0
  let sentences = 0
  /** The origin, part and sequence of the previous sentence, for untagged parts after a tagged one. */
  let [lastOrigin, lastPart, lastSequence] = [0, 0, -1]
  /** The time of a preceding `$PGHP` line, for the sentences of the next message; NaN without one. */
  let gatehouseMillis = Number.NaN

  const decodeSextets = (sextets: Uint8Array, length: number, fillBits: number, stampedMillis: number): void => {
    const message = readMessage(sextets, length, fillBits)
    if (typeof message === "string") tally.addOccurrence(message)
    else onMessage(message, stampedMillis)
  }
  const handleSentence = (sentenceMillis: number, isTagged: boolean): void => {
    sentences++
    const stampedMillis = Number.isNaN(sentenceMillis) ? gatehouseMillis : sentenceMillis
    if (sentence.part === sentence.parts) gatehouseMillis = Number.NaN
    if (sentence.parts === 1) {
      lastPart = 0
      decodeSextets(sentence.sextets, sentence.length, sentence.fillBits, stampedMillis)
      return
    }
    const isContinuation = !isTagged && sentence.part === lastPart + 1 && sentence.sequence === lastSequence
    const origin = isContinuation ? lastOrigin : tag.origin
    ;[lastOrigin, lastPart, lastSequence] = [origin, sentence.part, sentence.sequence]
    const whole = assembly.add(sentence, origin, stampedMillis, sentences, arrivedMillis)
    if (whole !== undefined) decodeSextets(whole.sextets, whole.length, 0, whole.receivedMillis)
  }
  const readGatehouse = (bytes: Uint8Array, start: number, end: number): number => {
    const time = readGatehouseTime(bytes, start, end)
    gatehouseMillis = time._tag === "Time" ? time.millis : Number.NaN
    if (time._tag === "Time") return time.next
    tally.addOccurrence(time.kind)
    return start + 1
  }
  const readLine = (bytes: Uint8Array, start: number, end: number): void => {
    tally.addLine()
    clearTagBlock(tag)
    let isTagged = false
    let isDamaged = false
    let at = findNextStart(bytes, start, end)
    if (at === end) tally.addOccurrence("not_a_sentence")
    while (at < end) {
      if (isDamaged && isBang(bytes[at]) && !isVdm(bytes, at + 1)) at++
      else if (isBang(bytes[at])) {
        const next = readSentence(bytes, at, end, sentence)
        if (typeof next === "number") {
          handleSentence(isTagged ? tag.receivedMillis : trailingMillis(bytes, next, end), isTagged)
          at = next
        } else {
          tally.addOccurrence(next)
          // After a damaged sentence the rest of the line is searched for whole sentences only.
          isDamaged = true
          gatehouseMillis = Number.NaN
          at++
        }
        clearTagBlock(tag)
        isTagged = false
      } else if (isTagBlock(bytes, at, end)) {
        const next = readTagBlock(bytes, at, end, tag)
        if (next === undefined || next < 0) tally.addOccurrence("wrong_tag_block")
        else isTagged = true
        at = next === undefined ? at + 1 : Math.abs(next)
      } else if (isGatehouseTime(bytes, at, end)) at = readGatehouse(bytes, at, end)
      else {
        if (!isBackslash(bytes[at])) tally.addOccurrence("other_sentence")
        at++
      }
      at = findNextStart(bytes, at, end)
    }
  }
  const skipLongLine = (): void => {
    tally.addLine()
    tally.addOccurrence("line_too_long")
  }
  const lines = makeLineSplitter(MAX_LINE_BYTES, readLine, skipLongLine)

  return {
    push: (chunk: Uint8Array, arrivedAt: number): void => {
      arrivedMillis = arrivedAt
      lines.push(chunk)
    },
    end: (): void => {
      lines.end()
      assembly.end()
    },
    restart: (): void => {
      gatehouseMillis = Number.NaN
      lines.restart()
    }
  }
}

/** Reads vessel reports from NMEA 0183 sentences VDM and VDO. `source` is the name of the feed in each report. */
export const makeNmeaReader = (source: string, liveness: Liveness, tally: AisTally): ReportReader =>
  makeReportReader(tally, ({ arrivedAt, report }) => {
    const replay = makeReplayTest()
    const clock = makeReportClock(source, liveness, tally, replay)
    const reports: ReportHandlers = { onPosition: report, onStaticData: report }
    const messages = makeMessageReader(tally, (message, stampedMillis) => {
      const stamp = clock.stamp(stampedMillis, arrivedAt())
      if (stamp !== undefined) emitReports(message, stamp, tally, reports)
    })
    return liveness === "live" ? { ...messages, replay } : messages
  })
