import type { AisMessage } from "../messages/AisMessage.ts"
import type { AisTally } from "../reports/AisTally.ts"
import { makeLineCutter } from "../reports/LineCutter.ts"
import { type Liveness, makeReportClock } from "../reports/ReportClock.ts"
import { type Reports, tell } from "../reports/Reporting.ts"
import { makeReportReader, type ReportReader } from "../reports/ReportReader.ts"
import { readMessage } from "./AisDecoder.ts"
import { makeAssembly } from "./Assembly.ts"
import { isBackslash, isBang, isVdm, makeSentence, nextStart, readSentence } from "./Sentence.ts"
import { clearTagBlock, isTagBlock, makeTagBlock, readTagBlock, trailingMillis } from "./TagBlock.ts"

/** IEC 61162-1 allows 82 bytes for a sentence and NMEA 4.0 as many for its tag block; senders exceed both. */
const MAX_LINE_BYTES = 1_024

/** Takes a message, and when its station received it in milliseconds since 1970, NaN where it does not say. */
export type TakeMessage = (message: AisMessage, stampedMillis: number) => void

/** Reads AIS messages out of NMEA 0183, whatever stands around them. */
export const makeMessageReader = (tally: AisTally, take: TakeMessage) => {
  const sentence = makeSentence()
  const tag = makeTagBlock()
  const assembly = makeAssembly(tally)
  let arrivedMillis = 0
  let sentences = 0
  /** What the sentence before this one was, for parts that come untagged after a tagged one. */
  let [lastOrigin, lastPart, lastSequence] = [0, 0, -1]

  const takeSextets = (sextets: Uint8Array, length: number, fillBits: number, stampedMillis: number): void => {
    const message = readMessage(sextets, length, fillBits)
    if (typeof message === "string") tally.met(message)
    else take(message, stampedMillis)
  }
  const takeSentence = (stampedMillis: number, isTagged: boolean): void => {
    sentences++
    if (sentence.parts === 1) {
      lastPart = 0
      takeSextets(sentence.sextets, sentence.length, sentence.fillBits, stampedMillis)
      return
    }
    const goesOn = !isTagged && sentence.part === lastPart + 1 && sentence.sequence === lastSequence
    const origin = goesOn ? lastOrigin : tag.origin
    ;[lastOrigin, lastPart, lastSequence] = [origin, sentence.part, sentence.sequence]
    const whole = assembly.add(sentence, origin, stampedMillis, sentences, arrivedMillis)
    if (whole !== undefined) takeSextets(whole.sextets, whole.length, 0, whole.atMillis)
  }
  const takeLine = (bytes: Uint8Array, start: number, end: number): void => {
    tally.line()
    clearTagBlock(tag)
    let isTagged = false
    let isDamaged = false
    let at = nextStart(bytes, start, end)
    if (at === end) tally.met("not_a_sentence")
    while (at < end) {
      if (isDamaged && isBang(bytes[at]) && !isVdm(bytes, at + 1)) at++
      else if (isBang(bytes[at])) {
        const next = readSentence(bytes, at, end, sentence)
        if (typeof next === "number") {
          takeSentence(isTagged ? tag.atMillis : trailingMillis(bytes, next, end), isTagged)
          at = next
        } else {
          tally.met(next)
          // What follows damage is looked into for whole sentences, and not for more of the same.
          isDamaged = true
          at++
        }
        clearTagBlock(tag)
        isTagged = false
      } else if (isTagBlock(bytes, at, end)) {
        const next = readTagBlock(bytes, at, end, tag)
        if (next === undefined || next < 0) tally.met("wrong_tag_block")
        else isTagged = true
        at = next === undefined ? at + 1 : Math.abs(next)
      } else {
        if (!isBackslash(bytes[at])) tally.met("other_sentence")
        at++
      }
      at = nextStart(bytes, at, end)
    }
  }
  const tooLong = (): void => {
    tally.line()
    tally.met("line_too_long")
  }
  const lines = makeLineCutter(MAX_LINE_BYTES, takeLine, tooLong)

  return {
    push: (chunk: Uint8Array, arrivedAt: number): void => {
      arrivedMillis = arrivedAt
      lines.push(chunk)
    },
    end: (): void => {
      lines.end()
      assembly.end()
    },
    restart: lines.restart
  }
}

/** Reads ships' reports out of NMEA 0183 sentences VDM and VDO. `source` names the feed in each of them. */
export const makeNmeaReader = (source: string, liveness: Liveness, tally: AisTally): ReportReader =>
  makeReportReader(tally, ({ arrivedAt, report }) => {
    const clock = makeReportClock(source, liveness, tally)
    const reports: Reports = { position: report, description: report }
    return makeMessageReader(tally, (message, stampedMillis) => {
      const hearing = clock.hearing(stampedMillis, arrivedAt())
      if (hearing !== undefined) tell(message, hearing, tally, reports)
    })
  })
