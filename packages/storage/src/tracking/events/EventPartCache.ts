import type { Unlocode } from "@landfall/core/geo/Unlocode"
import type {
  EventReference,
  Place,
  ReportedVessel,
  TransportCall
} from "@landfall/core/tracking/carriers/CarrierEvent"
import { Brand, Option } from "effect"
import { GenerationalCache } from "../../sql/GenerationalCache.ts"

/** How many different parts of each kind are kept, those used lately among them. */
const CACHE_CAPACITY = 16_384

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

/** The value of a text, made where it is not kept. */
const getOrMake = <A>(kept: GenerationalCache<A>, key: string, make: () => A): A => {
  const known = kept.get(key)
  if (known !== undefined) return known
  const made = make()
  kept.set(key, made)
  return made
}

/**
 * The parts that many events have alike: a terminal, a ship's call, the documents and the number of a box. Each is
 * made once and shared, for events that are kept read by the hundred thousand consist of little else.
 */
export class EventPartCache {
  readonly #places = new GenerationalCache<Option.Option<Place>>(CACHE_CAPACITY)
  readonly #calls = new GenerationalCache<Option.Option<TransportCall>>(CACHE_CAPACITY)
  readonly #references = new GenerationalCache<References>(CACHE_CAPACITY)
  readonly #texts = new GenerationalCache<Option.Option<string>>(CACHE_CAPACITY)

  place(stored: typeof Place.Encoded | null): Option.Option<Place> {
    if (stored === null) return Option.none()
    return getOrMake(this.#places, JSON.stringify(stored), () => Option.some(placeOf(stored)))
  }

  call(stored: typeof TransportCall.Encoded | null): Option.Option<TransportCall> {
    if (stored === null) return Option.none()
    return getOrMake(this.#calls, JSON.stringify(stored), () => Option.some(callOf(stored)))
  }

  references(stored: References): References {
    return stored.length === 0 ? NO_REFERENCES : getOrMake(this.#references, JSON.stringify(stored), () => stored)
  }

  /** A text that recurs, such as the number of a box. */
  text(stored: string | null): Option.Option<string> {
    return stored === null ? Option.none() : getOrMake(this.#texts, stored, () => Option.some(stored))
  }
}
