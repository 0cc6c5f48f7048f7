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

/** How long ports are used before the store is asked whether they have changed. */
const PORTS_CACHE_TIME = "1 second"

/** The table of now: made anew when the store's revision has changed, and kept while the store cannot be read. */
const makeCurrentTable = Effect.fnUntraced(function* (
  builtIn: PortTable,
  tableWith: (own: ReadonlyArray<OperatorPort>) => PortTable
) {
  const store = yield* PortStore
  let seen = 0
  let table = builtIn
  const refresh = Effect.gen(function* () {
    const revision = yield* store.revision
    if (revision === seen) return
    table = tableWith(yield* store.list)
    seen = revision
  }).pipe(
    Effect.catch(({ cause, operation }) =>
      Effect.logWarning(
        `The ports of the operator could not be read (${operation}): those known go on being used`,
        cause
      )
    )
  )
  return Effect.map(yield* Effect.cachedWithTTL(refresh, PORTS_CACHE_TIME), () => table)
})

/**
 * The ports of the package with an operator's own among them. The network is unpacked for a moment where there are any of
 * these, to see which of them lie on the sea, and not kept. What is saved in the store is seen within a second; while the
 * store cannot be read, the ports read last go on being used.
 */
export const gazetteerLayer = Layer.effect(
  Gazetteer,
  Effect.gen(function* () {
    const builtIn = loadPorts()
    return gazetteerOf(
      yield* makeCurrentTable(builtIn, (own) => withOperatorPorts(builtIn, own, makeAccessPointFinder(loadNetwork())))
    )
  })
)

/** Routes between the ports of the package and an operator's own, which are followed as in `gazetteerLayer`. */
export const routerLayer = Layer.effect(
  SeaRouter,
  Effect.gen(function* () {
    const network = loadNetwork()
    const engine = new RoutingEngine(network)
    const builtIn = loadPorts()
    const findMooring = makeAccessPointFinder(network)
    const current = yield* makeCurrentTable(builtIn, (own) => withOperatorPorts(builtIn, own, findMooring))
    return SeaRouter.of({
      route: Effect.fn("SeaRouter.route")((wish: RouteOptions) =>
        Effect.flatMap(current, (ports) => findRoute(engine, ports, wish))
      )
    })
  })
)
