import type { AisTally } from "../reports/AisTally.ts"
import { MAX_SEXTETS, type Sentence } from "./NmeaSentence.ts"

/** The largest number of incomplete messages. A part takes about 60 bytes, at most `MAX_SEXTETS`. */
const MAX_PARTIAL_MESSAGES = 1_024
/** The largest number of sentences of other stations between two parts of a message. */
const MAX_SENTENCES_BETWEEN = 500
const MAX_MILLIS_BETWEEN = 30_000

/**
 * The largest number of sentences between two parts of a message that arrive out of order. Later parts belong to another
 * message, because sequence numbers repeat after 10.
 */
const MAX_SENTENCES_REORDERED = 16

interface PartialMessage {
  readonly key: number
  readonly parts: Array<Uint8Array | undefined>
  missing: number
  /** The number of sentences read before its first part, and the time of that part. */
  readonly startedAtSentence: number
  readonly startedMillis: number
  /** The receive time of the station, from the first part that has one; NaN when none has. */
  receivedMillis: number
}

/** A complete message, valid until the next sentence is read. */
export interface AssembledMessage {
  readonly sextets: Uint8Array
  readonly length: number
  readonly receivedMillis: number
}

/** Assembles messages from their parts, in any order. */
export interface MessageAssembler {
  /**
   * Adds one part. `origin` identifies the station or group, `atMillis` is the timestamp of the part (or NaN), and
   * `arrivedMillis` the local clock. Returns the message when it is complete.
   */
  readonly add: (
    sentence: Sentence,
    origin: number,
    atMillis: number,
    sentences: number,
    arrivedMillis: number
  ) => AssembledMessage | undefined
  /** Discards incomplete messages. */
  readonly end: () => void
}

const keyOf = ({ parts, sequence, channel }: Sentence, origin: number): number =>
  ((origin * 16 + parts) * 128 + sequence + 1) * 256 + channel

const isSamePart = (part: Uint8Array, { sextets, length }: Sentence): boolean =>
  part.length === length && part.every((sextet, index) => sextet === sextets[index])

const isStale = (open: PartialMessage, sentence: Sentence, sentences: number): boolean => {
  const between = sentences - open.startedAtSentence
  const isReordered = open.parts.some((part, index) => part !== undefined && index >= sentence.part)
  return isReordered && between > MAX_SENTENCES_REORDERED
}

export const makeMessageAssembler = (tally: AisTally): MessageAssembler => {
  const open = new Map<number, PartialMessage>()
  const whole = new Uint8Array(9 * MAX_SEXTETS)

  const drop = ({ key }: PartialMessage, fault: "parts_missing" | "parts_flooded"): void => {
    open.delete(key)
    tally.addOccurrence(fault)
  }
  const dropOld = (sentences: number, arrivedMillis: number): void => {
    for (const message of open.values()) {
      const isOld =
        sentences - message.startedAtSentence > MAX_SENTENCES_BETWEEN ||
        arrivedMillis - message.startedMillis > MAX_MILLIS_BETWEEN
      if (!isOld) return
      drop(message, "parts_missing")
    }
  }
  const begin = (message: PartialMessage): PartialMessage => {
    for (const oldest of open.size < MAX_PARTIAL_MESSAGES ? [] : open.values()) {
      drop(oldest, "parts_flooded")
      break
    }
    open.set(message.key, message)
    return message
  }
  const join = ({ parts, receivedMillis }: PartialMessage): AssembledMessage => {
    let length = 0
    for (const part of parts) {
      if (part === undefined) continue
      whole.set(part, length)
      length += part.length
    }
    return { sextets: whole, length, receivedMillis }
  }

  return {
    add: (sentence, origin, atMillis, sentences, arrivedMillis) => {
      dropOld(sentences, arrivedMillis)
      const key = keyOf(sentence, origin)
      const index = sentence.part - 1
      const existing = open.get(key)
      const previousPart = existing?.parts[index]
      if (previousPart !== undefined && isSamePart(previousPart, sentence)) return undefined
      const startsAnother =
        existing !== undefined && (previousPart !== undefined || isStale(existing, sentence, sentences))
      if (startsAnother) drop(existing, "parts_missing")
      const message =
        existing !== undefined && !startsAnother
          ? existing
          : begin({
              key,
              parts: Array.from({ length: sentence.parts }, () => undefined),
              missing: sentence.parts,
              startedAtSentence: sentences,
              startedMillis: arrivedMillis,
              receivedMillis: atMillis
            })
      message.parts[index] = sentence.sextets.slice(0, sentence.length)
      message.missing--
      if (Number.isNaN(message.receivedMillis)) message.receivedMillis = atMillis
      if (message.missing > 0) return undefined
      open.delete(key)
      return join(message)
    },
    end: () => {
      for (const message of open.values()) drop(message, "parts_missing")
    }
  }
}
