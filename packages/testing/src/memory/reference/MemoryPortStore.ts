import { PortStore } from "@landfall/core/geo/PortStore"
import { Effect, Layer, Result } from "effect"
import { MemoryState } from "../state/MemoryState.ts"

const REVISION = "own ports"

/** `PortStore` on `MemoryState`. */
export const layer = Layer.effect(
  PortStore,
  Effect.gen(function* () {
    const { operatorPorts, revisions, transact } = yield* MemoryState

    return PortStore.of({
      save: (added) =>
        transact(() => {
          if (added.length > 0) revisions.set(REVISION, (revisions.get(REVISION) ?? 0) + 1)
          for (const port of added) operatorPorts.set(port.code, port)
          return Result.void
        }),
      list: transact(() => Result.succeed(operatorPorts.values().toSorted((a, b) => (a.code < b.code ? -1 : 1)))),
      revision: transact(() => Result.succeed(revisions.get(REVISION) ?? 0))
    })
  })
)
