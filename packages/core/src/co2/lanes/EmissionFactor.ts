import { Context, Effect, Layer, Schema } from "effect"
import { makeRule } from "../../faults/Rule.ts"
import { isStorable } from "../../faults/StorableText.ts"
import type { StorageError } from "../../faults/StorageError.ts"
import { suggest } from "../../faults/Suggestions.ts"
import { CargoKind, LaneGroup, LaneName } from "./TradeLane.ts"

/** The scope of a factor: the average of one lane, of a group of lanes, or of the industry. */
export const FactorScope = Schema.Literals(["lane", "group", "industry"])
export type FactorScope = typeof FactorScope.Type

/** The name of the industry average. */
export const INDUSTRY_AVERAGE = "industry average"

const factorGrams = Schema.Finite.check(
  Schema.isBetween(
    { minimum: 0, maximum: 10_000, exclusiveMinimum: true },
    { message: "must be g CO2e per TEU and kilometre: more than 0 and at most 10000" }
  )
)

/** The rule for the name of a factor, with the names of its scope that are close to an unknown one. */
const unknownName = (scope: FactorScope, name: string): string => {
  const names = namesOf(scope)
  const near = suggest(name, names)
  const hint = near.length === 0 ? `known names: ${names.join(", ")}` : `did you mean ${near.join(", ")}?`
  return `must be a name of the scope ${scope}; ${hint}`
}

const namesOf = (scope: FactorScope): ReadonlyArray<string> => {
  if (scope === "lane") return LaneName.literals
  return scope === "group" ? LaneGroup.literals : [INDUSTRY_AVERAGE]
}

/** Average emissions per TEU and kilometre. */
export const EmissionFactor = Schema.Struct({
  scope: FactorScope,
  /** The lane or group, as `LaneName` and `LaneGroup` have it, or `industry average`. */
  name: Schema.String,
  cargo: CargoKind,
  /** Well to wake. */
  wtwGramsPerTeuKm: factorGrams,
  /** Tank to wake, when the edition prints it. */
  ttwGramsPerTeuKm: Schema.optionalKey(factorGrams),
  /** Publisher and year. */
  edition: Schema.NonEmptyString.check(isStorable, Schema.isMaxLength(200))
}).check(
  makeRule(({ scope, name, wtwGramsPerTeuKm, ttwGramsPerTeuKm }) => [
    ...(Schema.is(FactorScope)(scope) && typeof name === "string" && !namesOf(scope).includes(name)
      ? [{ path: ["name"], rule: unknownName(scope, name) }]
      : []),
    ...(typeof ttwGramsPerTeuKm === "number" &&
    typeof wtwGramsPerTeuKm === "number" &&
    ttwGramsPerTeuKm > wtwGramsPerTeuKm
      ? [{ path: ["ttwGramsPerTeuKm"], rule: "must be at most the well-to-wake factor" }]
      : [])
  ])
)
export type EmissionFactor = typeof EmissionFactor.Type

/** The operator-supplied factors, such as a licensed table. */
export class EmissionFactorStore extends Context.Service<
  EmissionFactorStore,
  {
    /** The operator-supplied factors, in no particular order. */
    readonly list: Effect.Effect<ReadonlyArray<EmissionFactor>, StorageError>
    /** Replaces all operator-supplied factors; of two with the same scope, name and cargo, the later one applies. */
    readonly replace: (factors: ReadonlyArray<EmissionFactor>) => Effect.Effect<void, StorageError>
  }
>()("@landfall/core/co2/lanes/EmissionFactorStore") {
  /** A store in memory that begins with these factors, for programs without a database; the published ones apply besides. */
  static readonly inMemory = (factors: ReadonlyArray<EmissionFactor> = []): Layer.Layer<EmissionFactorStore> =>
    Layer.sync(EmissionFactorStore, () => {
      let current = factors
      return EmissionFactorStore.of({
        list: Effect.sync(() => current),
        replace: (next) =>
          Effect.sync(() => {
            current = next
          })
      })
    })
}
