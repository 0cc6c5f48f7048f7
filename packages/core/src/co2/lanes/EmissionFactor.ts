import { Context, type Effect, Schema } from "effect"
import { makeRule } from "../../faults/Rule.ts"
import { isStorable } from "../../faults/StorableText.ts"
import type { StorageError } from "../../faults/StorageError.ts"
import { suggest } from "../../faults/Suggestions.ts"
import { CargoKind, LaneGroup, LaneName } from "./TradeLane.ts"

/** What a factor is the average of: one lane, a group of lanes, or all of them. */
export const FactorScope = Schema.Literals(["lane", "group", "industry"])
export type FactorScope = typeof FactorScope.Type

/** How the industry's average is named. */
export const INDUSTRY_AVERAGE = "industry average"

const factorGrams = Schema.Finite.check(
  Schema.isBetween(
    { minimum: 0, maximum: 10_000, exclusiveMinimum: true },
    { message: "must be g CO2e for a TEU and kilometre: more than 0 and at most 10000" }
  )
)

/** What to say of a name that no lane or group has, with those it was probably meant to be. */
const unknownName = (scope: FactorScope, name: string): string => {
  const names = namesOf(scope)
  const near = suggest(name, names)
  const hint = near.length === 0 ? `known are ${names.join(", ")}` : `did you mean ${near.join(", ")}?`
  return `must be a name of the scope ${scope}; ${hint}`
}

const namesOf = (scope: FactorScope): ReadonlyArray<string> => {
  if (scope === "lane") return LaneName.literals
  return scope === "group" ? LaneGroup.literals : [INDUSTRY_AVERAGE]
}

/** What one twenty-foot container emits over a kilometre, by the average of those who sail there. */
export const EmissionFactor = Schema.Struct({
  scope: FactorScope,
  /** The lane or group, as `LaneName` and `LaneGroup` have it, or `industry average`. */
  name: Schema.String,
  cargo: CargoKind,
  /** From the well to the wake. */
  wtwGramsPerTeuKm: factorGrams,
  /** From the tank to the wake alone, where the edition prints it. */
  ttwGramsPerTeuKm: Schema.optionalKey(factorGrams),
  /** Who published the figure, and when. */
  edition: Schema.NonEmptyString.check(isStorable, Schema.isMaxLength(200))
}).check(
  makeRule(({ scope, name, wtwGramsPerTeuKm, ttwGramsPerTeuKm }) => [
    ...(Schema.is(FactorScope)(scope) && typeof name === "string" && !namesOf(scope).includes(name)
      ? [{ path: ["name"], rule: unknownName(scope, name) }]
      : []),
    ...(typeof ttwGramsPerTeuKm === "number" &&
    typeof wtwGramsPerTeuKm === "number" &&
    ttwGramsPerTeuKm > wtwGramsPerTeuKm
      ? [{ path: ["ttwGramsPerTeuKm"], rule: "must not be more than the factor from the well to the wake" }]
      : [])
  ])
)
export type EmissionFactor = typeof EmissionFactor.Type

/** The operator's own factors, such as a licensed table. */
export class EmissionFactorStore extends Context.Service<
  EmissionFactorStore,
  {
    /** The operator's factors, in no order; empty when there are none. */
    readonly list: Effect.Effect<ReadonlyArray<EmissionFactor>, StorageError>
    /** Puts these in the place of all that were there; of two for the same scope, name and cargo the later counts. */
    readonly replace: (factors: ReadonlyArray<EmissionFactor>) => Effect.Effect<void, StorageError>
  }
>()("@landfall/core/co2/lanes/EmissionFactorStore") {}
