import { EmissionFactors } from "@landfall/core/co2/lanes/EmissionFactors"
import { factorKey } from "@landfall/core/co2/lanes/FactorTable"
import { Effect, Layer, Result } from "effect"
import { MemoryState } from "../state/MemoryState.ts"

/** `EmissionFactors` on `MemoryState`. */
export const layer = Layer.effect(
  EmissionFactors,
  Effect.gen(function* () {
    const { factors, transact } = yield* MemoryState

    return EmissionFactors.of({
      list: transact(() => Result.succeed(factors.values())),
      replace: (added) =>
        transact(() => {
          for (const factor of factors.values()) factors.delete(factorKey(factor))
          for (const factor of added) factors.set(factorKey(factor), factor)
          return Result.void
        })
    })
  })
)
