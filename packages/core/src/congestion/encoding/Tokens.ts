/** A position of a track, in the integer units of the detector. */
interface EncodedPosition {
  readonly at: number
  readonly latitude: number
  readonly longitude: number
  readonly motion: number
}

const BLANK = 32
const MINUS = 45
const ZERO = 48
const NINE = 57
const END = "|"
/** ASCII's unit separator: ids of zones have no control characters, and of a name it is no part. */
const SEPARATOR = "\u001f"

const NO_TEXTS: ReadonlyArray<string> = []
const NO_ITEMS: ReadonlyArray<never> = []

/** Ports and zones are few, and named by hundreds of thousands of ships: each name is kept once. */
const MAX_INTERNED = 100_000
const interned = new Map<string, string>()

const intern = (text: string): string => {
  const known = interned.get(text)
  if (known !== undefined) return known
  if (interned.size >= MAX_INTERNED) interned.clear()
  interned.set(text, text)
  return text
}

/**
 * Writes numbers one after another, lists led by their length. A fix is written as the difference to the one before,
 * texts by their place in a list that follows the numbers.
 */
export class TokenWriter {
  readonly #numbers: Array<number> = []
  readonly #texts: Array<string> = []
  #at = 0
  #latitude = 0
  #longitude = 0

  number(...numbers: ReadonlyArray<number>): void {
    this.#numbers.push(...numbers)
  }

  text(text: string | null): void {
    this.#numbers.push(text === null ? -1 : this.#texts.push(text.replaceAll(SEPARATOR, " ")) - 1)
  }

  position({ at, latitude, longitude, motion }: EncodedPosition): void {
    this.#numbers.push(at - this.#at, latitude - this.#latitude, longitude - this.#longitude, motion)
    this.#at = at
    this.#latitude = latitude
    this.#longitude = longitude
  }

  list<A>(values: ReadonlyArray<A>, write: (value: A) => void): void {
    this.#numbers.push(values.length)
    for (const value of values) write(value)
  }

  nullable<A>(value: A | null, write: (value: A) => void): void {
    this.#numbers.push(value === null ? 0 : 1)
    if (value !== null) write(value)
  }

  toString(): string {
    const numbers = this.#numbers.join(" ")
    return this.#texts.length === 0 ? numbers : `${numbers}${END}${this.#texts.join(SEPARATOR)}`
  }
}

/**
 * Reads what `TokenWriter` wrote: hundreds of thousands of times at a start, so digit by digit. What is not as it should
 * be is noted once and read as nothing from then on.
 */
export class TokenReader {
  readonly #text: string
  readonly #end: number
  readonly #texts: ReadonlyArray<string>
  #next = 0
  #sound = true
  #at = 0
  #latitude = 0
  #longitude = 0

  constructor(text: string) {
    const end = text.indexOf(END)
    this.#text = text
    this.#end = end < 0 ? text.length : end
    this.#texts = end < 0 ? NO_TEXTS : text.slice(end + 1).split(SEPARATOR)
  }

  /** Whether everything was as it should be so far, and nothing is left. */
  get isComplete(): boolean {
    return this.#sound && this.#next > this.#end
  }

  number(): number {
    const negative = this.#text.charCodeAt(this.#next) === MINUS
    const start = negative ? this.#next + 1 : this.#next
    let place = start
    let value = 0
    while (place < this.#end) {
      const digit = this.#text.charCodeAt(place)
      if (digit === BLANK) break
      if (digit < ZERO || digit > NINE) this.#sound = false
      value = value * 10 + (digit - ZERO)
      place++
    }
    if (place === start) this.#sound = false
    this.#next = place + 1
    return negative ? -value : value
  }

  text(): string | null {
    const place = this.number()
    return place < 0 ? null : this.oneOf(this.#texts, place, "")
  }

  /** A text that many have: a port or a zone. */
  internedText(): string | null {
    const text = this.text()
    return text === null ? null : intern(text)
  }

  oneOf<A>(choices: ReadonlyArray<A>, place: number, otherwise: A): A {
    const choice = choices[place]
    if (choice !== undefined) return choice
    this.#sound = false
    return otherwise
  }

  position(): EncodedPosition {
    this.#at += this.number()
    this.#latitude += this.number()
    this.#longitude += this.number()
    return {
      at: this.#at,
      latitude: this.#latitude,
      longitude: this.#longitude,
      motion: this.number()
    }
  }

  list<A>(read: () => A): ReadonlyArray<A> {
    const length = this.number()
    if (length === 0) return NO_ITEMS
    const items: Array<A> = []
    // A length that is wrong ends where the tokens do.
    while (items.length < length && this.#sound) items.push(read())
    return items
  }

  nullable<A>(read: () => A): A | null {
    return this.number() === 1 ? read() : null
  }
}
