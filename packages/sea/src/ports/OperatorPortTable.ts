import { type OperatorPort, PortStore } from "@landfall/core/geo/PortStore"
import { makeSteadyTime } from "@landfall/core/time/SteadyClock"
import { Effect } from "effect"
import type { PortTable } from "./PortTable.ts"

/** The time for which ports are cached before the store is checked for changes. */
const PORTS_CACHE_TIME = "1 second"

/**
 * Provides the current table: rebuilt when the revision of the store has changed, retained while the store is
 * unavailable.
 */
export const makeCurrentTable = Effect.fnUntraced(function* (
  builtIn: PortTable,
  tableWith: (operatorPorts: ReadonlyArray<OperatorPort>) => Effect.Effect<PortTable>
) {
  const store = yield* PortStore
  let loadedRevision = 0
  let table = builtIn
  const refresh = Effect.gen(function* () {
    const revision = yield* store.revision
    if (revision === loadedRevision) return
    table = yield* tableWith(yield* store.list)
    loadedRevision = revision
  }).pipe(
    Effect.catch(({ cause, operation }) =>
      Effect.logWarning(
        `Could not read the operator-supplied ports (${operation}); the ones read last remain in use.`,
        cause
      )
    )
  )
  const bySteadyTime = yield* makeSteadyTime
  return Effect.map(bySteadyTime(yield* Effect.cachedWithTTL(refresh, PORTS_CACHE_TIME)), () => table)
})
