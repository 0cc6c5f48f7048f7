import { type RouteOptions, SeaRouter } from "@landfall/core/geo/SeaRouter"
import { Effect, Layer } from "effect"
import { findRoute } from "./NetworkSeaRouter.ts"
import { makeAccessPointFinder } from "./network/AccessPointFinder.ts"
import { loadNetwork } from "./network/BundledNetwork.ts"
import { RoutingEngine } from "./network/RoutingEngine.ts"
import { loadPorts } from "./ports/BundledPorts.ts"
import { withOperatorPorts } from "./ports/OperatorPorts.ts"
import { makeCurrentTable } from "./ports/OperatorPortTable.ts"

/**
 * Implements `SeaRouter` between the bundled and the operator-supplied ports, which it updates like `OperatorGazetteer`.
 */
export const layer = Layer.effect(
  SeaRouter,
  Effect.gen(function* () {
    const network = loadNetwork()
    const engine = new RoutingEngine(network)
    const builtIn = loadPorts()
    const findAccessPoint = makeAccessPointFinder(network)
    const current = yield* makeCurrentTable(builtIn, (operatorPorts) =>
      Effect.succeed(withOperatorPorts(builtIn, operatorPorts, findAccessPoint))
    )
    return SeaRouter.of({
      route: Effect.fn("SeaRouter.route")((options: RouteOptions) =>
        Effect.flatMap(current, (ports) => findRoute(engine, ports, options))
      )
    })
  })
)
