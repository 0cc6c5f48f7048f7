import type { Unlocode } from "@landfall/core/geo/Unlocode"
import type {
  EventReference,
  Place,
  ReportedVessel,
  TransportCall
} from "@landfall/core/tracking/carriers/CarrierEvent"
import { Brand, Option } from "effect"
import { GenerationalCache } from "../../sql/GenerationalCache.ts"

/**
 * The capacity for each kind of part, in characters of their stored texts of some 100 each; recently used parts remain.
 */
const CACHE_CAPACITY = 2 * 1024 * 1024

/** The weight of a part in the cache: the characters of its key, and a constant overhead. */
const weightOf = (key: string): number => key.length + 64

type References = ReadonlyArray<EventReference>

const NO_REFERENCES: References = []

const unlocode = Brand.nominal<Unlocode>()

const vesselOf = (stored: typeof ReportedVessel.Encoded): ReportedVessel => ({
  imo: Option.fromNullOr(stored.imo),
  name: Option.fromNullOr(stored.name)
})

const placeOf = (stored: typeof Place.Encoded): Place => ({
  unlocode: unlocode(stored.unlocode),
  name: Option.fromNullOr(stored.name),
  facility: Option.fromNullOr(stored.facility),
  facilityType: Option.fromNullOr(stored.facilityType)
})

const callOf = (stored: typeof TransportCall.Encoded): TransportCall => ({
  id: Option.fromNullOr(stored.id),
  mode: stored.mode,
  vessel: stored.vessel === null ? Option.none() : Option.some(vesselOf(stored.vessel)),
  exportVoyage: Option.fromNullOr(stored.exportVoyage),
  importVoyage: Option.fromNullOr(stored.importVoyage)
})

/** The measured size of a decoded part in bytes: at most twice the characters of its text, and the overhead of its objects. */
const bytesOf = (key: string): number => 2 * key.length + 100

/**
 * The parts that many events have in common: terminals, vessel calls, documents and container numbers. Each is decoded
 * once and shared, so that a cache of hundreds of thousands of events is small.
 */
export class EventPartCache {
  readonly #places = new GenerationalCache<Option.Option<Place>>(CACHE_CAPACITY, weightOf)
  readonly #calls = new GenerationalCache<Option.Option<TransportCall>>(CACHE_CAPACITY, weightOf)
  readonly #references = new GenerationalCache<References>(CACHE_CAPACITY, weightOf)
  readonly #texts = new GenerationalCache<Option.Option<string>>(CACHE_CAPACITY, weightOf)
  #bytesMade = 0

  /** The bytes of all parts that were decoded so far: an event that shares no part takes several times the bytes of its text. */
  get bytesMade(): number {
    return this.#bytesMade
  }

  place(stored: typeof Place.Encoded | null): Option.Option<Place> {
    if (stored === null) return Option.none()
    return this.#getOrMake(this.#places, JSON.stringify(stored), () => Option.some(placeOf(stored)))
  }

  call(stored: typeof TransportCall.Encoded | null): Option.Option<TransportCall> {
    if (stored === null) return Option.none()
    return this.#getOrMake(this.#calls, JSON.stringify(stored), () => Option.some(callOf(stored)))
  }

  references(stored: References): References {
    return stored.length === 0 ? NO_REFERENCES : this.#getOrMake(this.#references, JSON.stringify(stored), () => stored)
  }

  /** A text that many events repeat, such as a container number. */
  text(stored: string | null): Option.Option<string> {
    return stored === null ? Option.none() : this.#getOrMake(this.#texts, stored, () => Option.some(stored))
  }

  /** The cached value of a key, made when there is none. */
  #getOrMake<A>(cache: GenerationalCache<A>, key: string, make: () => A): A {
    const cached = cache.get(key)
    if (cached !== undefined) return cached
    const value = make()
    cache.set(key, value)
    this.#bytesMade += bytesOf(key)
    return value
  }
}
