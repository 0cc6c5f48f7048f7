/** A position in the integer units of detection. */
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
/** ASCII's unit separator: zone ids contain no control characters, and in a name it has no meaning. */
const SEPARATOR = "\u001f"

const NO_TEXTS: ReadonlyArray<string> = []
const NO_ITEMS: ReadonlyArray<never> = []

/** V8 copies shorter parts of a text itself; a longer one holds all of the text in memory. */
const SHARED_LENGTH = 13

/** Copies a part of a text, so that the rest of the text can be collected. */
const separateCopy = (part: string): string =>
  part.length < SHARED_LENGTH ? part : [part.slice(0, 1), part.slice(1)].join("")

/**
 * The maximum number of interned texts. Hundreds of thousands of vessels refer to the same few ports and zones, so each
 * text is stored once.
 */
const MAX_INTERNED = 100_000
const interned = new Map<string, string>()

const intern = (text: string): string => {
  const cached = interned.get(text)
  if (cached !== undefined) return cached
  if (interned.size >= MAX_INTERNED) interned.clear()
  const copy = separateCopy(text)
  interned.set(copy, copy)
  return copy
}

/**
 * Writes a sequence of integers and texts as compact text. A list is preceded by its length, a position is the
 * difference to the previous one, and a text is an index into a list after the numbers.
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
 * Reads the output of `TokenWriter`. Parses digit by digit because a start reads hundreds of thousands of texts.
 * Malformed input sets `isComplete` to false instead of failing.
 */
export class TokenReader {
  readonly #text: string
  readonly #end: number
  readonly #texts: ReadonlyArray<string>
  #next = 0
  #wellFormed = true
  #at = 0
  #latitude = 0
  #longitude = 0

  constructor(text: string) {
    const end = text.indexOf(END)
    this.#text = text
    this.#end = end < 0 ? text.length : end
    this.#texts = end < 0 ? NO_TEXTS : text.slice(end + 1).split(SEPARATOR)
  }

  /** True when all input has been read and none of it was malformed. */
  get isComplete(): boolean {
    return this.#wellFormed && this.#next > this.#end
  }

  number(): number {
    const negative = this.#text.charCodeAt(this.#next) === MINUS
    const start = negative ? this.#next + 1 : this.#next
    let index = start
    let value = 0
    while (index < this.#end) {
      const digit = this.#text.charCodeAt(index)
      if (digit === BLANK) break
      if (digit < ZERO || digit > NINE) this.#wellFormed = false
      value = value * 10 + (digit - ZERO)
      index++
    }
    if (index === start) this.#wellFormed = false
    this.#next = index + 1
    return negative ? -value : value
  }

  text(): string | null {
    const part = this.#part()
    return part === null ? null : separateCopy(part)
  }

  /** Reads a text that many states share: a port or a zone. */
  internedText(): string | null {
    const part = this.#part()
    return part === null ? null : intern(part)
  }

  #part(): string | null {
    const index = this.number()
    return index < 0 ? null : this.oneOf(this.#texts, index, "")
  }

  oneOf<A>(choices: ReadonlyArray<A>, index: number, otherwise: A): A {
    const choice = choices[index]
    if (choice !== undefined) return choice
    this.#wellFormed = false
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
    // An array that grows reserves room for sixteen more items, which would stay in memory with each vessel.
    const items = [read()]
    // A wrong length ends where the input does.
    while (items.length < length && this.#wellFormed) items.push(read())
    return items.length === 1 ? items : items.slice()
  }

  nullable<A>(read: () => A): A | null {
    return this.number() === 1 ? read() : null
  }
}
