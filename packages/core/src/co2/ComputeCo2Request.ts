import { Option, Predicate, Schema } from "effect"
import { exactlyOneOf, makeRule, type RuleViolation } from "../faults/Rule.ts"
import { Passage } from "../geo/Passage.ts"
import { MAX_REQUIRED_PASSAGES } from "../geo/SeaRouter.ts"
import { readUnlocode, WrittenUnlocode } from "../geo/Unlocode.ts"
import { ImoInteger } from "../vessels/ImoNumber.ts"
import { MAX_SPEED_KNOTS } from "../vessels/Knots.ts"
import { MmsiInteger } from "../vessels/Mmsi.ts"
import type { IdentifiedVessel } from "../vessels/VesselIdentity.ts"
import { CargoKind } from "./lanes/TradeLane.ts"

/** A requested speed: more than 0 and at most 25 knots. */
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

const VesselInput = Schema.Struct({
  imo: Schema.optionalKey(ImoInteger).annotateKey({ description: "IMO number of the vessel." }),
  mmsi: Schema.optionalKey(MmsiInteger).annotateKey({ description: "MMSI of the vessel." }),
  speed: Schema.optionalKey(VoyageSpeed).annotateKey({
    description: "Mean speed at sea in knots; the usual speed of the vessel by default."
  })
})

const hasOneIdentity = (vessel: typeof VesselInput.Type): vessel is typeof VesselInput.Type & IdentifiedVessel =>
  (vessel.imo === undefined) !== (vessel.mmsi === undefined)

/** The vessel of a voyage, by exactly one of its numbers, with an optional mean speed. */
export const VoyageVessel = VesselInput.pipe(
  Schema.check(exactlyOneOf("the vessel", ["imo", "mmsi"])),
  Schema.refine(hasOneIdentity)
)
export type VoyageVessel = typeof VoyageVessel.Type
const PASSAGE_COUNT = Passage.literals.length

const Passages = Schema.Array(Passage)

const AvoidedPassages = Passages.check(
  Schema.isMaxLength(PASSAGE_COUNT, { message: `must name at most ${PASSAGE_COUNT} passages, which are all` })
)

const RequiredPassages = Passages.check(
  Schema.isMaxLength(MAX_REQUIRED_PASSAGES, { message: `must name at most ${MAX_REQUIRED_PASSAGES} passages` })
)

/** A list to search for duplicates; a longer list is rejected for its length alone, not for each item. */
const boundedList = (value: unknown): ReadonlyArray<unknown> =>
  Array.isArray(value) && value.length <= PASSAGE_COUNT ? value : []

/** The items of a list of passages that occur earlier in the list. */
const findRepeats = (name: "avoid" | "require", list: ReadonlyArray<unknown>): ReadonlyArray<RuleViolation> => {
  const earlier = new Set<unknown>()
  return list.flatMap((passage, index) => {
    if (earlier.has(passage)) return [{ path: [name, index], rule: "must be unique in the list" }]
    earlier.add(passage)
    return []
  })
}

/** The required passages that are also to be avoided. */
const findContradictions = (
  require: ReadonlyArray<unknown>,
  avoid: ReadonlyArray<unknown>
): ReadonlyArray<RuleViolation> => {
  const avoided = new Set(avoid)
  return require.flatMap((passage, index) =>
    avoided.has(passage) ? [{ path: ["require", index], rule: "must not be avoided as well" }] : []
  )
}

const passageFields = {
  avoid: Schema.optionalKey(AvoidedPassages).annotateKey({ description: "Passages to avoid, each once." }),
  require: Schema.optionalKey(RequiredPassages).annotateKey({
    description: `Passages to use, each once, in any order; at most ${MAX_REQUIRED_PASSAGES}.`
  }),
  geometry: Schema.optionalKey(Schema.Boolean).annotateKey({ description: "Whether to return the line of the route." })
}

const findPassageFaults = (avoid: unknown, require: unknown): ReadonlyArray<RuleViolation> => [
  ...findRepeats("avoid", boundedList(avoid)),
  ...findRepeats("require", boundedList(require)),
  ...findContradictions(boundedList(require), boundedList(avoid))
]

/** Passages to avoid, passages to use, and whether to return the line. */
export const PassageOptions = Schema.Struct(passageFields).check(
  makeRule(({ avoid, require }) => findPassageFaults(avoid, require))
)

/** Passages to avoid, passages to use, and the cargo. */
export const Co2Options = Schema.Struct({
  ...passageFields,
  cargo: Schema.optionalKey(CargoKind).annotateKey({ description: "dry by default." })
}).check(makeRule(({ avoid, require }) => findPassageFaults(avoid, require)))
export type Co2Options = typeof Co2Options.Type

const PortCallInput = Schema.Struct({ portCode: WrittenUnlocode })

const portCodeOf = (call: unknown) => (Predicate.isObject(call) ? readUnlocode(call.portCode) : Option.none())

const portFields = {
  departure: PortCallInput.annotateKey({ description: "The port where the voyage begins." }),
  arrival: PortCallInput.annotateKey({ description: "The port where the voyage ends." })
}

/** A request for the sea route between two ports. */
export const SeaRouteRequest = Schema.Struct({
  ...portFields,
  options: Schema.optionalKey(PassageOptions).annotateKey({ description: "The passages of the route." })
}).annotate({ identifier: "SeaRouteRequest" })
export type SeaRouteRequest = typeof SeaRouteRequest.Type

/** The name of the request in JSON Schema documents. */
export const VOYAGE_IDENTIFIER = "Voyage"

/**
 * A request for the emissions of a voyage of one vessel between two ports. It retains the port codes as they were written,
 * because the response repeats the request.
 */
export const ComputeCo2Request = Schema.Struct({
  vessel: VoyageVessel.annotateKey({ description: "The vessel, by exactly one of imo and mmsi." }),
  ...portFields,
  options: Schema.optionalKey(Co2Options).annotateKey({ description: "The route and the cargo." })
})
  .check(
    makeRule(({ departure, arrival }) => {
      const from = portCodeOf(departure)
      const to = portCodeOf(arrival)
      return Option.isSome(from) && Option.isSome(to) && from.value === to.value
        ? [{ path: ["arrival", "portCode"], rule: "must be another port than the departure's" }]
        : []
    })
  )
  .annotate({ identifier: VOYAGE_IDENTIFIER })
export type ComputeCo2Request = typeof ComputeCo2Request.Type
