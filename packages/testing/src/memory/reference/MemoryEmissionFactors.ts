import { EmissionFactorStore } from "@landfall/core/co2/lanes/EmissionFactor"
import { factorKey } from "@landfall/core/co2/lanes/FactorTable"
import { Effect, Layer, Result } from "effect"
import { MemoryState } from "../state/MemoryState.ts"

/** `EmissionFactorStore` on `MemoryState`. */
export const layer = Layer.effect(
  EmissionFactorStore,
  Effect.gen(function* () {
    const { emissionFactors, transact } = yield* MemoryState

    return EmissionFactorStore.of({
      list: transact(() => Result.succeed(emissionFactors.values())),
      replace: (added) =>
        transact(() => {
          for (const factor of emissionFactors.values()) emissionFactors.delete(factorKey(factor))
          for (const factor of added) emissionFactors.set(factorKey(factor), factor)
          return Result.void
        })
    })
  })
)
