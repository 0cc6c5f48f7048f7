import { HOUR_MILLIS } from "../../../time/Instant.ts"

const MINUTE_MILLIS = 60_000

/** A year and a day: the day that is not over yet leaves 365 whole ones. */
export const RETAINED_HOURS = 366 * 24

/** Hours in short: the newest, and the minutes of each from the oldest kept, as `encodeMinutes` has them. */
export interface EncodedBerthHours {
  readonly newest: number
  readonly minutes: string
}

/** No control character, and below the halves of surrogate pairs: such texts are stored by every database. */
const FIRST_CHARACTER = 0x20
const ESCAPE_FROM_MINUTES = 0xd000
const ESCAPE = String.fromCharCode(0xe000)

/** A character for each hour, for it is read a hundred times as fast as numbers are; two for more than 53,247 minutes. */
const encodeMinutes = (minutes: number): string =>
  minutes < ESCAPE_FROM_MINUTES
    ? String.fromCharCode(minutes + FIRST_CHARACTER)
    : ESCAPE + String.fromCharCode(minutes - ESCAPE_FROM_MINUTES + FIRST_CHARACTER)

/**
 * How many minutes ships lay at berth in each hour of the last year, added up over ships: 60 is one ship all the hour.
 * A ring: what is a year old makes room. 17 KB.
 */
export class BerthHours {
  readonly #minutes = new Uint16Array(RETAINED_HOURS)
  #newest = 0

  /** Makes room for the hours up to this one, counted since 1970. */
  advance(hour: number): void {
    const first = Math.max(this.#newest + 1, hour - RETAINED_HOURS + 1)
    for (let next = first; next <= hour; next++) this.#minutes[next % RETAINED_HOURS] = 0
    this.#newest = Math.max(this.#newest, hour)
  }

  /** Adds a time at berth, or takes it away again with a `sign` of -1. Milliseconds since 1970. */
  add(from: number, to: number, sign: 1 | -1): void {
    const last = Math.floor((to - 1) / HOUR_MILLIS)
    this.advance(last)
    const oldest = this.#newest - RETAINED_HOURS + 1
    for (let hour = Math.max(oldest, Math.floor(from / HOUR_MILLIS)); hour <= last; hour++) {
      const start = Math.max(from, hour * HOUR_MILLIS)
      const end = Math.min(to, (hour + 1) * HOUR_MILLIS)
      const slot = hour % RETAINED_HOURS
      const known = this.#minutes[slot] ?? 0
      // Both ends are cut to whole minutes alike, so that taking away undoes adding.
      const minutes = Math.floor(end / MINUTE_MILLIS) - Math.floor(start / MINUTE_MILLIS)
      this.#minutes[slot] = Math.max(0, Math.min(65_535, known + sign * minutes))
    }
  }

  /**
   * Counts the hours from `first` to before `end` by how many ships they had, into `counts`, and answers the ship-minutes
   * of all of them. An hour in which ships lay 90 minutes at berth, all together, had two.
   */
  tally(first: number, end: number, counts: Uint32Array): number {
    const oldest = this.#newest - RETAINED_HOURS
    let sum = 0
    for (let hour = first; hour < end; hour++) {
      const kept = hour > oldest && hour <= this.#newest
      const minutes = kept ? (this.#minutes[hour % RETAINED_HOURS] ?? 0) : 0
      const ships = Math.ceil(minutes / 60)
      counts[ships] = (counts[ships] ?? 0) + 1
      sum += minutes
    }
    return sum
  }

  /** The hours in short. */
  encode(): EncodedBerthHours {
    const minutes: Array<string> = []
    for (let hour = this.#newest - RETAINED_HOURS + 1; hour <= this.#newest; hour++) {
      minutes.push(encodeMinutes(hour < 0 ? 0 : (this.#minutes[hour % RETAINED_HOURS] ?? 0)))
    }
    return { newest: this.#newest, minutes: minutes.join("") }
  }

  /** The hours that `kept` has told of. */
  static decode({ newest, minutes }: EncodedBerthHours): BerthHours {
    const hours = new BerthHours()
    hours.#newest = newest
    let place = 0
    for (let hour = newest - RETAINED_HOURS + 1; hour <= newest && place < minutes.length; hour++) {
      const isEscaped = minutes[place] === ESCAPE
      if (isEscaped) place++
      const value = minutes.charCodeAt(place++) - FIRST_CHARACTER + (isEscaped ? ESCAPE_FROM_MINUTES : 0)
      if (hour >= 0) hours.#minutes[hour % RETAINED_HOURS] = value
    }
    return hours
  }

  /** Another with the same hours. */
  copy(): BerthHours {
    const copy = new BerthHours()
    copy.#minutes.set(this.#minutes)
    copy.#newest = this.#newest
    return copy
  }
}
