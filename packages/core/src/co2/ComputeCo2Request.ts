import { Option, Predicate, Schema } from "effect"
import { exactlyOneOf, type RuleBreach, rule } from "../faults/Rule.ts"
import { Passage } from "../geo/Passage.ts"
import { MAX_REQUIRED_PASSAGES } from "../geo/SeaRouter.ts"
import { readUnlocode, UnlocodeFromInput } from "../geo/Unlocode.ts"
import { MAX_SPEED_KNOTS } from "../vessels/Knots.ts"
import { type NamedVessel, WrittenImo, WrittenMmsi } from "../vessels/VesselIdentity.ts"
import { CargoKind } from "./lanes/TradeLane.ts"

/** A speed to compute with: more than 0 and at most 25 knots. */
export const VoyageSpeed = Schema.Number.pipe(
  Schema.check(
    Schema.isFinite().abort(),
    Schema.isBetween(
      { minimum: 0, maximum: MAX_SPEED_KNOTS, exclusiveMinimum: true },
      { message: `must be more than 0 and at most ${MAX_SPEED_KNOTS} knots` }
    )
  ),
  Schema.brand("Knots")
)

const Vessel = Schema.Struct({
  imo: Schema.optionalKey(WrittenImo),
  mmsi: Schema.optionalKey(WrittenMmsi),
  speed: Schema.optionalKey(VoyageSpeed).annotateKey({
    description: "Mean speed at sea in knots; the ship's usual one when left out"
  })
})

const isNamed = (vessel: typeof Vessel.Type): vessel is typeof Vessel.Type & NamedVessel =>
  (vessel.imo === undefined) !== (vessel.mmsi === undefined)

/** The ship of a voyage, named by exactly one of its numbers, and its mean speed unless the method is to choose it. */
export const VoyageVessel = Vessel.pipe(
  Schema.check(exactlyOneOf("the vessel", ["imo", "mmsi"])),
  Schema.refine(isNamed)
)
export type VoyageVessel = typeof VoyageVessel.Type
const PASSAGES = Passage.literals.length

const Passages = Schema.Array(Passage)

const AvoidedPassages = Passages.check(
  Schema.isMaxLength(PASSAGES, { message: `must name at most ${PASSAGES} passages, which are all` })
)

const RequiredPassages = Passages.check(
  Schema.isMaxLength(MAX_REQUIRED_PASSAGES, { message: `must name at most ${MAX_REQUIRED_PASSAGES} passages` })
)

/** A list to look for repeats in; one with more than all passages is refused for its length, and not for each place. */
const listOf = (value: unknown): ReadonlyArray<unknown> =>
  Array.isArray(value) && value.length <= PASSAGES ? value : []

/** Places of a list of passages that name one which stands before. */
const repeatsIn = (name: "avoid" | "require", list: ReadonlyArray<unknown>): ReadonlyArray<RuleBreach> => {
  const before = new Set<unknown>()
  return list.flatMap((passage, index) => {
    if (before.has(passage)) return [{ path: [name, index], message: "must not name a passage again" }]
    before.add(passage)
    return []
  })
}

/** Places of the passages required that are to be avoided as well. */
const contradictionsIn = (
  require: ReadonlyArray<unknown>,
  avoid: ReadonlyArray<unknown>
): ReadonlyArray<RuleBreach> => {
  const avoided = new Set(avoid)
  return require.flatMap((passage, index) =>
    avoided.has(passage) ? [{ path: ["require", index], message: "must not be a passage that is avoided as well" }] : []
  )
}

/** Passages to keep away from, passages to go through, and the cargo: dry unless said otherwise. */
export const Co2Options = Schema.Struct({
  avoid: Schema.optionalKey(AvoidedPassages).annotateKey({ description: "Passages not to use, each once" }),
  require: Schema.optionalKey(RequiredPassages).annotateKey({
    description: `Passages to use, each once, in any order; at most ${MAX_REQUIRED_PASSAGES}`
  }),
  cargo: Schema.optionalKey(CargoKind).annotateKey({ description: "dry when left out" })
}).check(
  rule(({ avoid, require }) => [
    ...repeatsIn("avoid", listOf(avoid)),
    ...repeatsIn("require", listOf(require)),
    ...contradictionsIn(listOf(require), listOf(avoid))
  ])
)
export type Co2Options = typeof Co2Options.Type

const PortCall = Schema.Struct({ portCode: UnlocodeFromInput })

const portOf = (call: unknown) => (Predicate.isObject(call) ? readUnlocode(call.portCode) : Option.none())

/** A voyage of one ship from one port to another, whose emissions are asked for. */
export const ComputeCo2Request = Schema.Struct({
  vessel: VoyageVessel.annotateKey({ description: "The ship, by exactly one of imo and mmsi" }),
  departure: PortCall,
  arrival: PortCall,
  options: Schema.optionalKey(Co2Options)
}).check(
  rule(({ departure, arrival }) => {
    const from = portOf(departure)
    const to = portOf(arrival)
    return Option.isSome(from) && Option.isSome(to) && from.value === to.value
      ? [{ path: ["arrival", "portCode"], message: "must be another port than the departure's" }]
      : []
  })
)
export type ComputeCo2Request = typeof ComputeCo2Request.Type
