/** The times for which results are cached, in milliseconds. */
export interface CacheTimes {
  /** The shortest time that addresses are cached, also with a TTL of 0: simultaneous connections share a look-up. */
  readonly leastMillis: number
  /** The longest time that addresses are cached, however long their TTL is. */
  readonly mostMillis: number
  /** The time for which the result is cached that a name does not exist. */
  readonly notFoundMillis: number
  /** The time for which a failed look-up is cached. */
  readonly failedMillis: number
}

/** The times of a server: addresses from one second to five minutes, by their time to live. */
export const DEFAULT_CACHE_TIMES: CacheTimes = {
  leastMillis: 1_000,
  mostMillis: 5 * 60_000,
  notFoundMillis: 10_000,
  failedMillis: 5_000
}

/** The maximum number of names in a cache. */
export const MAX_CACHED_NAMES = 4_096

/** The result of a look-up: the addresses with their TTL, or a failure. */
export type LookupResult<A, E> =
  | { readonly _tag: "Found"; readonly addresses: A; readonly ttlSeconds: number }
  | { readonly _tag: "NotFound"; readonly error: E }
  | { readonly _tag: "Failed"; readonly error: E }

/** The time for which a result is cached. */
export const cacheMillis = <A, E>(result: LookupResult<A, E>, times: CacheTimes): number => {
  switch (result._tag) {
    case "Found":
      return Math.min(Math.max(result.ttlSeconds * 1000, times.leastMillis), times.mostMillis)
    case "NotFound":
      return times.notFoundMillis
    case "Failed":
      return times.failedMillis
  }
}

interface Entry<A, E> {
  readonly result: LookupResult<A, E>
  readonly expiresAt: number
}

/**
 * The results of look-ups by name, each for its time. It retains a fixed number of names and drops the oldest first.
 * Instants in milliseconds of any clock that never goes back.
 */
export class AddressCache<A, E> {
  readonly #times: CacheTimes
  readonly #capacity: number
  readonly #entries = new Map<string, Entry<A, E>>()

  constructor(times: CacheTimes = DEFAULT_CACHE_TIMES, capacity = MAX_CACHED_NAMES) {
    this.#times = times
    this.#capacity = capacity
  }

  get size(): number {
    return this.#entries.size
  }

  get(name: string, now: number): LookupResult<A, E> | undefined {
    const entry = this.#entries.get(name)
    if (entry === undefined) return undefined
    if (now < entry.expiresAt) return entry.result
    this.#entries.delete(name)
    return undefined
  }

  set(name: string, result: LookupResult<A, E>, now: number): void {
    this.#entries.delete(name)
    const [first] = this.#entries.keys()
    if (this.#entries.size >= this.#capacity && first !== undefined) this.#entries.delete(first)
    this.#entries.set(name, { result, expiresAt: now + cacheMillis(result, this.#times) })
  }
}
