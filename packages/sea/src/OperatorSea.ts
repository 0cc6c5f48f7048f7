import { Gazetteer } from "@landfall/core/geo/Gazetteer"
import { type OperatorPort, PortStore } from "@landfall/core/geo/PortStore"
import { type RouteOptions, SeaRouter } from "@landfall/core/geo/SeaRouter"
import { Effect, Layer } from "effect"
import { makeAccessPointFinder } from "./AccessPointFinder.ts"
import { loadNetwork, loadPorts } from "./BundledNetwork.ts"
import { findRoute } from "./NetworkSeaRouter.ts"
import { withOperatorPorts } from "./OperatorPorts.ts"
import type { PortTable } from "./PortTable.ts"
import { RoutingEngine } from "./RoutingEngine.ts"
import { gazetteerOf } from "./TableGazetteer.ts"

/** The time for which ports are cached before the store is checked for changes. */
const PORTS_CACHE_TIME = "1 second"

/**
 * Provides the current table: rebuilt when the revision of the store has changed, retained while the store is
 * unavailable.
 */
const makeCurrentTable = Effect.fnUntraced(function* (
  builtIn: PortTable,
  tableWith: (operatorPorts: ReadonlyArray<OperatorPort>) => PortTable
) {
  const store = yield* PortStore
  let loadedRevision = 0
  let table = builtIn
  const refresh = Effect.gen(function* () {
    const revision = yield* store.revision
    if (revision === loadedRevision) return
    table = tableWith(yield* store.list)
    loadedRevision = revision
  }).pipe(
    Effect.catch(({ cause, operation }) =>
      Effect.logWarning(
        `Could not read the operator-supplied ports (${operation}); the ones read last remain in use.`,
        cause
      )
    )
  )
  return Effect.map(yield* Effect.cachedWithTTL(refresh, PORTS_CACHE_TIME), () => table)
})

/**
 * Implements `Gazetteer` with the bundled and the operator-supplied ports. When there are any of the latter, the
 * network is unpacked temporarily to find their access points. Changes in the store take effect within a second; while
 * the store is unavailable, the ports read last remain in use.
 */
export const gazetteerLayer = Layer.effect(
  Gazetteer,
  Effect.gen(function* () {
    const builtIn = loadPorts()
    return gazetteerOf(
      yield* makeCurrentTable(builtIn, (operatorPorts) =>
        withOperatorPorts(builtIn, operatorPorts, makeAccessPointFinder(loadNetwork()))
      )
    )
  })
)

/**
 * Implements `SeaRouter` between the bundled and the operator-supplied ports, which it updates like `gazetteerLayer`.
 */
export const routerLayer = Layer.effect(
  SeaRouter,
  Effect.gen(function* () {
    const network = loadNetwork()
    const engine = new RoutingEngine(network)
    const builtIn = loadPorts()
    const findAccessPoint = makeAccessPointFinder(network)
    const current = yield* makeCurrentTable(builtIn, (operatorPorts) =>
      withOperatorPorts(builtIn, operatorPorts, findAccessPoint)
    )
    return SeaRouter.of({
      route: Effect.fn("SeaRouter.route")((options: RouteOptions) =>
        Effect.flatMap(current, (ports) => findRoute(engine, ports, options))
      )
    })
  })
)
