import { NauticalMiles } from "@landfall/core/geo/Distance"
import type { Port, PortNotFound } from "@landfall/core/geo/Port"
import { RouteImpossible, type RouteOptions, type SeaRoute, SeaRouter } from "@landfall/core/geo/SeaRouter"
import { Effect, Layer } from "effect"
import { loadEngine } from "./network/BundledNetwork.ts"
import { geometryOf, type NetworkRoute } from "./network/NetworkRoute.ts"
import { PASSAGE_NAMES } from "./network/PassageNames.ts"
import type { RoutingEngine } from "./network/RoutingEngine.ts"
import { loadPorts } from "./ports/BundledPorts.ts"
import type { PortTable } from "./ports/PortTable.ts"
import { findPort } from "./ports/TableGazetteer.ts"

export type { PortTable } from "./ports/PortTable.ts"

/** Rounds to a hundredth of a nautical mile, finer than the position of any berth. */
const roundedMiles = (lengthNm: number) => NauticalMiles.make(Math.round(lengthNm * 100) / 100)

const inlandReason = ({ code, name }: Port): string =>
  `${code} (${name}) is inland: no sea-going vessel reaches it; use the sea port that its cargo passes through`

/** A class, because creating an object literal with a getter would take longer than finding the route. */
class LazySeaRoute implements SeaRoute {
  readonly lengthNm: NauticalMiles
  readonly passages: SeaRoute["passages"]
  readonly legs: SeaRoute["legs"]
  readonly comparedNm: NauticalMiles
  readonly #route: NetworkRoute

  constructor(route: NetworkRoute, from: Port, to: Port) {
    let start: string = from.code
    this.lengthNm = roundedMiles(route.lengthNm)
    this.comparedNm = roundedMiles(route.comparedNm)
    this.passages = route.passages
    this.legs = route.legs.map(({ lengthNm, passage }) => {
      const end = passage === undefined ? to.code : PASSAGE_NAMES[passage]
      const leg = { from: start, to: end, lengthNm: roundedMiles(lengthNm) }
      start = end
      return leg
    })
    this.#route = route
  }

  /**
   * Computed on access: most callers need the length alone, and drawing the line takes longer than finding the route.
   */
  get geometry() {
    return geometryOf(this.#route)
  }

  /** JSON ignores getters of a class, so the geometry is added here. */
  toJSON(): SeaRoute {
    const { comparedNm, geometry, legs, lengthNm, passages } = this
    return { lengthNm, comparedNm, passages, legs, geometry }
  }
}

/** Finds a route between two ports of a table. */
export const findRoute = (
  engine: RoutingEngine,
  table: PortTable,
  options: RouteOptions
): Effect.Effect<SeaRoute, PortNotFound | RouteImpossible> =>
  Effect.flatMap(findPort(table, options.from), (from) =>
    Effect.flatMap(findPort(table, options.to), (to) => {
      const fail = (reason: string) => Effect.fail(new RouteImpossible({ from: options.from, to: options.to, reason }))
      const start = table.accessPoints.get(from.code)
      const end = table.accessPoints.get(to.code)
      if (start === undefined && end === undefined && from.code !== to.code)
        return fail(`${inlandReason(from)}; ${inlandReason(to)}`)
      if (start === undefined) return fail(inlandReason(from))
      if (end === undefined) return fail(inlandReason(to))
      const result = engine.route(start, end, options)
      return result._tag === "Impossible"
        ? fail(result.reason)
        : Effect.succeed(new LazySeaRoute(result.route, from, to))
    })
  )

/** Implements `SeaRouter` on the bundled network, which is unpacked when the layer is built. */
export const layer = Layer.sync(SeaRouter, () => {
  const engine = loadEngine()
  const table = loadPorts()
  return SeaRouter.of({ route: (options: RouteOptions) => findRoute(engine, table, options) })
})
