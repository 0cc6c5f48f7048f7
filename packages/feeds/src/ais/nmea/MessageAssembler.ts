import type { AisTally } from "../reports/AisTally.ts"
import { MAX_SEXTETS, type Sentence } from "./NmeaSentence.ts"

/** Messages that may wait for parts at once. A part takes some 60 bytes, and never more than `MAX_SEXTETS`. */
const MAX_PARTIAL_MESSAGES = 1_024
/** Parts of one message come one after the other; between them stand, in busy feeds, the sentences of other stations. */
const MAX_SENTENCES_BETWEEN = 500
const MAX_MILLIS_BETWEEN = 30_000

/**
 * Of a message whose last part comes before its first, the rest comes soon or is another message's: sequence numbers
 * begin again after 10.
 */
const MAX_SENTENCES_REORDERED = 16

interface PartialMessage {
  readonly key: number
  readonly parts: Array<Uint8Array | undefined>
  missing: number
  /** How many sentences had been read when its first part came, and when that was. */
  readonly startedAtSentence: number
  readonly startedMillis: number
  /** When the station received it, by the first part that tells; NaN where none does. */
  receivedMillis: number
}

/** A message whose parts have all come, until the next sentence is read. */
export interface AssembledMessage {
  readonly sextets: Uint8Array
  readonly length: number
  readonly receivedMillis: number
}

/** Puts the parts of messages together, in whatever order they come. */
export interface MessageAssembler {
  /**
   * Takes one part. `origin` tells stations and groups apart, `atMillis` is the time told with it (or NaN), and
   * `arrivedMillis` our own clock. Answers the message when it is whole.
   */
  readonly add: (
    sentence: Sentence,
    origin: number,
    atMillis: number,
    sentences: number,
    arrivedMillis: number
  ) => AssembledMessage | undefined
  /** Gives up what is still open. */
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

  const drop = ({ key }: PartialMessage, why: "parts_missing" | "parts_flooded"): void => {
    open.delete(key)
    tally.addOccurrence(why)
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
    return { sextets: whole, length, receivedMillis: receivedMillis }
  }

  return {
    add: (sentence, origin, atMillis, sentences, arrivedMillis) => {
      dropOld(sentences, arrivedMillis)
      const key = keyOf(sentence, origin)
      const index = sentence.part - 1
      const known = open.get(key)
      const held = known?.parts[index]
      if (held !== undefined && isSamePart(held, sentence)) return undefined
      const isAnother = known !== undefined && (held !== undefined || isStale(known, sentence, sentences))
      if (isAnother) drop(known, "parts_missing")
      const message =
        known !== undefined && !isAnother
          ? known
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
