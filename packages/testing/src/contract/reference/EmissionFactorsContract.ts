import { assert, describe } from "@effect/vitest"
import { EmissionFactor, EmissionFactorStore } from "@landfall/core/co2/lanes/EmissionFactor"
import { factorKey } from "@landfall/core/co2/lanes/FactorTable"
import { publishedFactors } from "@landfall/core/co2/lanes/PublishedFactors"
import { Effect, Schema } from "effect"
import { property, rule } from "../suite/Rules.ts"
import type { StorageLayer } from "../suite/StoragePorts.ts"

const decode = Schema.decodeUnknownSync(EmissionFactor)
const average = (wtwGramsPerTeuKm: number, edition: string) =>
  decode({ scope: "industry", name: "industry average", cargo: "dry", wtwGramsPerTeuKm, edition })

const byKey = (factors: ReadonlyArray<EmissionFactor>): ReadonlyArray<EmissionFactor> =>
  factors.toSorted((a, b) => (factorKey(a) < factorKey(b) ? -1 : 1))

/** Published factors in the form of a store, which has no sources. */
const factors = publishedFactors.map(({ source, confidence, ...factor }) => factor)

const Grams = Schema.Finite.check(Schema.isBetween({ minimum: 0.001, maximum: 9999 }))

/** Registers the contract of `EmissionFactorStore`. */
export const emissionFactorsContract = <E>(name: string, layer: StorageLayer<E>): void => {
  describe(`EmissionFactors on ${name}`, () => {
    rule(layer, "is empty at first", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* (yield* EmissionFactorStore).list, [])
      })
    )

    rule(layer, "returns factors as they were stored", () =>
      Effect.gen(function* () {
        const store = yield* EmissionFactorStore
        yield* store.replace(factors)
        assert.deepStrictEqual(byKey(yield* store.list), byKey(factors))
      })
    )

    property(layer, "stores a figure to the last digit", Grams, (grams) =>
      Effect.gen(function* () {
        const store = yield* EmissionFactorStore
        yield* store.replace([average(grams, "a")])
        assert.deepStrictEqual(yield* store.list, [average(grams, "a")])
      })
    )

    rule(layer, "a table replaces the whole one before", () =>
      Effect.gen(function* () {
        const store = yield* EmissionFactorStore
        yield* store.replace(factors)
        yield* store.replace([average(70, "2024")])
        assert.deepStrictEqual(yield* store.list, [average(70, "2024")])
        yield* store.replace([])
        assert.deepStrictEqual(yield* store.list, [])
      })
    )

    rule(layer, "of two factors with the same key the later one applies", () =>
      Effect.gen(function* () {
        const store = yield* EmissionFactorStore
        yield* store.replace([average(70, "2023"), average(71, "2024")])
        assert.deepStrictEqual(yield* store.list, [average(71, "2024")])
      })
    )
  })
}
