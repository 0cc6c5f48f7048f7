import type { AisTally } from "../reports/AisTally.ts"
import { MAX_SEXTETS, type Sentence } from "./Sentence.ts"

/** Messages that may wait for parts at once. A part takes some 60 bytes, and never more than `MAX_SEXTETS`. */
const MAX_OPEN = 1_024
/** Parts of one message come one after the other; between them stand, in busy feeds, the sentences of other stations. */
const MAX_SENTENCES_BETWEEN = 500
const MAX_MILLIS_BETWEEN = 30_000

/**
 * Of a message whose last part comes before its first, the rest comes soon or is another message's: sequence numbers
 * begin again after 10.
 */
const MAX_SENTENCES_REORDERED = 16

interface Open {
  readonly key: number
  readonly parts: Array<Uint8Array | undefined>
  missing: number
  /** How many sentences had been read when its first part came, and when that was. */
  readonly begunAt: number
  readonly begunMillis: number
  /** When the station received it, by the first part that tells; NaN where none does. */
  atMillis: number
}

/** A message whose parts have all come, until the next sentence is read. */
export interface Assembled {
  readonly sextets: Uint8Array
  readonly length: number
  readonly atMillis: number
}

/** Puts the parts of messages together, in whatever order they come. */
export interface Assembly {
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
  ) => Assembled | undefined
  /** Gives up what is still open. */
  readonly end: () => void
}

const keyOf = ({ parts, sequence, channel }: Sentence, origin: number): number =>
  ((origin * 16 + parts) * 128 + sequence + 1) * 256 + channel

const isSame = (part: Uint8Array, { sextets, length }: Sentence): boolean =>
  part.length === length && part.every((sextet, index) => sextet === sextets[index])

const isStale = (open: Open, sentence: Sentence, sentences: number): boolean => {
  const between = sentences - open.begunAt
  const isReordered = open.parts.some((part, index) => part !== undefined && index >= sentence.part)
  return isReordered && between > MAX_SENTENCES_REORDERED
}

export const makeAssembly = (tally: AisTally): Assembly => {
  const open = new Map<number, Open>()
  const whole = new Uint8Array(9 * MAX_SEXTETS)

  const drop = ({ key }: Open, why: "parts_missing" | "parts_flooded"): void => {
    open.delete(key)
    tally.met(why)
  }
  const dropOld = (sentences: number, arrivedMillis: number): void => {
    for (const message of open.values()) {
      const isOld =
        sentences - message.begunAt > MAX_SENTENCES_BETWEEN || arrivedMillis - message.begunMillis > MAX_MILLIS_BETWEEN
      if (!isOld) return
      drop(message, "parts_missing")
    }
  }
  const begin = (message: Open): Open => {
    for (const oldest of open.size < MAX_OPEN ? [] : open.values()) {
      drop(oldest, "parts_flooded")
      break
    }
    open.set(message.key, message)
    return message
  }
  const join = ({ parts, atMillis }: Open): Assembled => {
    let length = 0
    for (const part of parts) {
      if (part === undefined) continue
      whole.set(part, length)
      length += part.length
    }
    return { sextets: whole, length, atMillis }
  }

  return {
    add: (sentence, origin, atMillis, sentences, arrivedMillis) => {
      dropOld(sentences, arrivedMillis)
      const key = keyOf(sentence, origin)
      const index = sentence.part - 1
      const known = open.get(key)
      const held = known?.parts[index]
      if (held !== undefined && isSame(held, sentence)) return undefined
      const isAnother = known !== undefined && (held !== undefined || isStale(known, sentence, sentences))
      if (isAnother) drop(known, "parts_missing")
      const message =
        known !== undefined && !isAnother
          ? known
          : begin({
              key,
              parts: Array.from({ length: sentence.parts }, () => undefined),
              missing: sentence.parts,
              begunAt: sentences,
              begunMillis: arrivedMillis,
              atMillis
            })
      message.parts[index] = sentence.sextets.slice(0, sentence.length)
      message.missing--
      if (Number.isNaN(message.atMillis)) message.atMillis = atMillis
      if (message.missing > 0) return undefined
      open.delete(key)
      return join(message)
    },
    end: () => {
      for (const message of open.values()) drop(message, "parts_missing")
    }
  }
}
