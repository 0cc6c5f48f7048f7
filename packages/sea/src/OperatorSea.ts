import { Gazetteer } from "@landfall/core/geo/Gazetteer"
import { PortStore } from "@landfall/core/geo/PortStore"
import { type RouteWish, SeaRouter } from "@landfall/core/geo/SeaRouter"
import { Context, Effect, Layer } from "effect"
import { loadNetwork, loadPorts } from "./load.ts"
import { findRoute } from "./NetworkSeaRouter.ts"
import { withOwnPorts } from "./OwnPorts.ts"
import { SeaEngine } from "./SeaEngine.ts"
import { gazetteerOf } from "./TableGazetteer.ts"

/** How long ports are used before the store is asked whether they have changed. */
const PORTS_KEPT = "1 second"

/**
 * Routes and ports with an operator's own ports among them. What is saved in the store is seen within a second; while
 * the store cannot be read, the ports read last go on being used.
 */
export const layer = Layer.effectContext(
  Effect.gen(function* () {
    const store = yield* PortStore
    const network = loadNetwork()
    const engine = new SeaEngine(network)
    const builtIn = loadPorts()
    let seen = 0
    let table = builtIn

    const refresh = Effect.gen(function* () {
      const revision = yield* store.revision
      if (revision === seen) return
      table = withOwnPorts(builtIn, network, yield* store.list)
      seen = revision
    }).pipe(
      Effect.catch(({ cause, operation }) =>
        Effect.logWarning(
          `The ports of the operator could not be read (${operation}): those known go on being used`,
          cause
        )
      )
    )
    const current = Effect.map(yield* Effect.cachedWithTTL(refresh, PORTS_KEPT), () => table)

    return Context.make(Gazetteer, gazetteerOf(current)).pipe(
      Context.add(SeaRouter, {
        route: Effect.fn("SeaRouter.route")((wish: RouteWish) =>
          Effect.flatMap(current, (ports) => findRoute(engine, ports, wish))
        )
      })
    )
  })
)
