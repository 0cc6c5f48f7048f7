import { assert, describe, it } from "@effect/vitest"
import { ImoNumber } from "@landfall/core/vessels/ImoNumber"
import { Mmsi } from "@landfall/core/vessels/Mmsi"
import { VesselRegistry } from "@landfall/core/vessels/VesselRegistry"
import { starterVessels } from "@landfall/feeds/vessels/StarterVessels"
import { Effect, Option } from "effect"
import { ensureStarterVessels } from "../../src/service/StarterVessels.ts"

const everGiven = ImoNumber.make("9811000")
const everAce = ImoNumber.make("9893890")
const own = ImoNumber.make("9706906")

const find = (imo: ImoNumber) =>
  VesselRegistry.pipe(
    Effect.flatMap((registry) => registry.find({ _tag: "Imo", imo })),
    Effect.map(Option.getOrThrow)
  )

describe("the starter vessels of a registry", () => {
  it.effect("are all stored when it is empty", () =>
    Effect.gen(function* () {
      yield* ensureStarterVessels
      const { count } = yield* VesselRegistry
      assert.strictEqual(yield* count, starterVessels.length)
      assert.strictEqual((yield* find(everGiven)).mmsi, "353136000")
    }).pipe(Effect.provide(VesselRegistry.inMemory()))
  )

  it.effect("complete a registry of an earlier version and change none of its values", () =>
    Effect.gen(function* () {
      yield* ensureStarterVessels
      const { count } = yield* VesselRegistry
      assert.strictEqual(yield* count, starterVessels.length + 1)
      const ace = yield* find(everAce)
      assert.deepStrictEqual([ace.teu, ace.name], [23_992, "EVER ACE (OWN)"])
      assert.strictEqual((yield* find(own)).teu, 17_000)
    }).pipe(
      Effect.provide(
        VesselRegistry.inMemory([
          { imo: everAce, name: "EVER ACE (OWN)" },
          { imo: own, teu: 17_000 },
          // Another vessel has taken over an MMSI that the register still gives to EVER GIVEN.
          { imo: ImoNumber.make("9074729"), mmsi: Mmsi.make("353136000") }
        ])
      )
    )
  )

  it.effect("leave an MMSI to the vessel that the registry knows by it", () =>
    Effect.gen(function* () {
      yield* ensureStarterVessels
      assert.isUndefined((yield* find(everGiven)).mmsi)
    }).pipe(Effect.provide(VesselRegistry.inMemory([{ imo: ImoNumber.make("9074729"), mmsi: Mmsi.make("353136000") }])))
  )
})
