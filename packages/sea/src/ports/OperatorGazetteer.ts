import { Gazetteer } from "@landfall/core/geo/Gazetteer"
import { Effect, Layer } from "effect"
import { loadPorts } from "./BundledPorts.ts"
import { withOperatorPorts } from "./OperatorPorts.ts"
import { makeCurrentTable } from "./OperatorPortTable.ts"
import { gazetteerOf } from "./TableGazetteer.ts"

/** Loads and unpacks the network, which only operator-supplied ports need: their access points are on it. */
const makeFinder = Effect.map(
  Effect.promise(() =>
    Promise.all([import("../network/AccessPointFinder.ts"), import("../network/BundledNetwork.ts")])
  ),
  ([{ makeAccessPointFinder }, { loadNetwork }]) => makeAccessPointFinder(loadNetwork())
)

/**
 * Implements `Gazetteer` with the bundled and the operator-supplied ports. When there are any of the latter, the
 * network is unpacked temporarily to find their access points. Changes in the store take effect within a second; while
 * the store is unavailable, the ports read last remain in use.
 */
export const layer = Layer.effect(
  Gazetteer,
  Effect.gen(function* () {
    const builtIn = loadPorts()
    return gazetteerOf(
      yield* makeCurrentTable(builtIn, (operatorPorts) =>
        Effect.map(makeFinder, (findAccessPoint) => withOperatorPorts(builtIn, operatorPorts, findAccessPoint))
      )
    )
  })
)
