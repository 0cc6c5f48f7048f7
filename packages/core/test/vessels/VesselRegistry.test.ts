import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { EmissionFactorStore } from "../../src/co2/lanes/EmissionFactor.ts"
import { ImoNumber } from "../../src/vessels/ImoNumber.ts"
import { Mmsi } from "../../src/vessels/Mmsi.ts"
import { VesselRegistry } from "../../src/vessels/VesselRegistry.ts"

const imo = ImoNumber.make("9706906")
const mmsi = Mmsi.make("228339600")

describe("a vessel registry in memory", () => {
  it.effect("finds vessels by both numbers, merges records, and lists those of a known type", () =>
    Effect.gen(function* () {
      const registry = yield* VesselRegistry
      yield* registry.save([{ imo, mmsi, teu: 17_000 }])
      for (const identity of [{ _tag: "Imo", imo } as const, { _tag: "Mmsi", mmsi } as const]) {
        const found = Option.getOrThrow(yield* registry.find(identity))
        assert.deepStrictEqual([found.name, found.teu], ["JULES VERNE", 17_000])
      }
      assert.isTrue(Option.isNone(yield* registry.find({ _tag: "Imo", imo: ImoNumber.make("9839430") })))
      assert.strictEqual(yield* registry.count, 1)
      assert.deepStrictEqual(
        (yield* registry.listTyped).map(({ type }) => type),
        ["cargo"]
      )
    }).pipe(Effect.provide(VesselRegistry.inMemory([{ imo, name: "JULES VERNE" }])))
  )
})

describe("a store of factors in memory", () => {
  it.effect("is empty at first, and replaced as a whole", () =>
    Effect.gen(function* () {
      const store = yield* EmissionFactorStore
      assert.deepStrictEqual(yield* store.list, [])
      const factor = {
        scope: "industry",
        name: "industry average",
        cargo: "dry",
        wtwGramsPerTeuKm: 80,
        edition: "Test 2026"
      } as const
      yield* store.replace([factor])
      assert.deepStrictEqual(yield* store.list, [factor])
    }).pipe(Effect.provide(EmissionFactorStore.inMemory()))
  )
})
