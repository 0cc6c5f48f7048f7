import type { Unlocode } from "@landfall/core/geo/Unlocode"
import type { Place, Reference, TransportCall, Vessel } from "@landfall/core/tracking/carriers/CarrierEvent"
import { Brand, Option } from "effect"
import { Generations } from "../../sql/Generations.ts"

/** How many different parts of each kind are kept, those used lately among them. */
const KEPT_PARTS = 16_384

type References = ReadonlyArray<Reference>

const NO_REFERENCES: References = []

const unlocode = Brand.nominal<Unlocode>()

const vesselOf = (stored: typeof Vessel.Encoded): Vessel => ({
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
const held = <A>(kept: Generations<A>, key: string, make: () => A): A => {
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
export class EventParts {
  readonly #places = new Generations<Option.Option<Place>>(KEPT_PARTS)
  readonly #calls = new Generations<Option.Option<TransportCall>>(KEPT_PARTS)
  readonly #references = new Generations<References>(KEPT_PARTS)
  readonly #texts = new Generations<Option.Option<string>>(KEPT_PARTS)

  place(stored: typeof Place.Encoded | null): Option.Option<Place> {
    if (stored === null) return Option.none()
    return held(this.#places, JSON.stringify(stored), () => Option.some(placeOf(stored)))
  }

  call(stored: typeof TransportCall.Encoded | null): Option.Option<TransportCall> {
    if (stored === null) return Option.none()
    return held(this.#calls, JSON.stringify(stored), () => Option.some(callOf(stored)))
  }

  references(stored: References): References {
    return stored.length === 0 ? NO_REFERENCES : held(this.#references, JSON.stringify(stored), () => stored)
  }

  /** A text that recurs, such as the number of a box. */
  text(stored: string | null): Option.Option<string> {
    return stored === null ? Option.none() : held(this.#texts, stored, () => Option.some(stored))
  }
}
