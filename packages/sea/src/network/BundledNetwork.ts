import { Passage } from "@landfall/core/geo/Passage"
import { Option, Schema } from "effect"
import { lanes, nodes } from "./internal/network.js"
import { RoutingEngine } from "./RoutingEngine.ts"
import { type SeaNetwork, unpackNetwork } from "./SeaNetwork.ts"

export type { SeaNetwork } from "./SeaNetwork.ts"

const decodePassage = Schema.decodeUnknownOption(Passage)

/** Unpacks the bundled network. Every call unpacks it again, so retain the result. */
export const loadNetwork = (): SeaNetwork =>
  unpackNetwork(
    nodes,
    lanes.flatMap(([name, from, to, lengthNm, points]) =>
      Option.match(decodePassage(name), {
        onNone: () => [],
        onSome: (passage) => [{ passage, from, to, lengthNm, points }]
      })
    )
  )

/** Makes an engine over the bundled network, for programs that route without Effect. */
export const loadEngine = (): RoutingEngine => new RoutingEngine(loadNetwork())
