import { HOUR_MILLIS } from "../../time/Durations.ts"

const MINUTE_MILLIS = 60_000

/** A year and a day: the current, incomplete day leaves 365 complete ones. */
const RETAINED_HOURS = 366 * 24

/**
 * Encoded hours: the newest hour, and the minutes of each retained hour, oldest first, as `encodeMinutes` writes them.
 */
export interface EncodedBerthHours {
  readonly newest: number
  readonly minutes: string
}

/** Excludes control characters and surrogates, so that every database can store the text. */
const FIRST_CHARACTER = 0x20
const ESCAPE_FROM_MINUTES = 0xd000
const ESCAPE = String.fromCharCode(0xe000)

/**
 * Encodes the minutes of an hour as one character, which is read a hundred times as fast as a number; two above 53,247
 * minutes.
 */
const encodeMinutes = (minutes: number): string =>
  minutes < ESCAPE_FROM_MINUTES
    ? String.fromCharCode(minutes + FIRST_CHARACTER)
    : ESCAPE + String.fromCharCode(minutes - ESCAPE_FROM_MINUTES + FIRST_CHARACTER)

/**
 * The vessel-minutes at berth in each hour of the last year: 60 is one vessel for the whole hour. A ring buffer of 17
 * KB.
 */
export class BerthHours {
  readonly #minutes = new Uint16Array(RETAINED_HOURS)
  #newest = 0

  /** Clears the hours up to `hour`, counted since 1970. */
  advance(hour: number): void {
    const first = Math.max(this.#newest + 1, hour - RETAINED_HOURS + 1)
    for (let next = first; next <= hour; next++) this.#minutes[next % RETAINED_HOURS] = 0
    this.#newest = Math.max(this.#newest, hour)
  }

  /** Adds an interval at berth, or subtracts it with a `sign` of -1. Milliseconds since 1970. */
  add(from: number, to: number, sign: 1 | -1): void {
    const last = Math.floor((to - 1) / HOUR_MILLIS)
    this.advance(last)
    const oldest = this.#newest - RETAINED_HOURS + 1
    for (let hour = Math.max(oldest, Math.floor(from / HOUR_MILLIS)); hour <= last; hour++) {
      const start = Math.max(from, hour * HOUR_MILLIS)
      const end = Math.min(to, (hour + 1) * HOUR_MILLIS)
      const slot = hour % RETAINED_HOURS
      const storedMinutes = this.#minutes[slot] ?? 0
      // Both ends are truncated to whole minutes in the same way, so that subtracting undoes adding.
      const minutes = Math.floor(end / MINUTE_MILLIS) - Math.floor(start / MINUTE_MILLIS)
      this.#minutes[slot] = Math.max(0, Math.min(65_535, storedMinutes + sign * minutes))
    }
  }

  /**
   * Counts the hours from `first` to before `end` by their number of vessels into `counts`, and returns the sum of
   * vessel-minutes. The number of vessels of an hour is its vessel-minutes divided by 60, rounded up.
   */
  tally(first: number, end: number, counts: Uint32Array): number {
    const oldest = this.#newest - RETAINED_HOURS
    let sum = 0
    for (let hour = first; hour < end; hour++) {
      const isRetained = hour > oldest && hour <= this.#newest
      const minutes = isRetained ? (this.#minutes[hour % RETAINED_HOURS] ?? 0) : 0
      const vessels = Math.ceil(minutes / 60)
      counts[vessels] = (counts[vessels] ?? 0) + 1
      sum += minutes
    }
    return sum
  }

  /** Encodes the hours. */
  encode(): EncodedBerthHours {
    const minutes: Array<string> = []
    for (let hour = this.#newest - RETAINED_HOURS + 1; hour <= this.#newest; hour++) {
      minutes.push(encodeMinutes(hour < 0 ? 0 : (this.#minutes[hour % RETAINED_HOURS] ?? 0)))
    }
    return { newest: this.#newest, minutes: minutes.join("") }
  }

  /** Decodes hours. */
  static decode({ newest, minutes }: EncodedBerthHours): BerthHours {
    const hours = new BerthHours()
    hours.#newest = newest
    let index = 0
    for (let hour = newest - RETAINED_HOURS + 1; hour <= newest && index < minutes.length; hour++) {
      const isEscaped = minutes[index] === ESCAPE
      if (isEscaped) index++
      const value = minutes.charCodeAt(index++) - FIRST_CHARACTER + (isEscaped ? ESCAPE_FROM_MINUTES : 0)
      if (hour >= 0) hours.#minutes[hour % RETAINED_HOURS] = value
    }
    return hours
  }

  /** Returns a copy. */
  copy(): BerthHours {
    const copy = new BerthHours()
    copy.#minutes.set(this.#minutes)
    copy.#newest = this.#newest
    return copy
  }
}
