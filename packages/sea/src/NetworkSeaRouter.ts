import { NauticalMiles } from "@landfall/core/geo/Distance"
import type { Port, PortNotFound } from "@landfall/core/geo/Port"
import { RouteImpossible, type RouteOptions, type SeaRoute, SeaRouter } from "@landfall/core/geo/SeaRouter"
import { Effect, Layer } from "effect"
import { loadEngine, loadPorts } from "./BundledNetwork.ts"
import { geometryOf, type NetworkRoute } from "./NetworkRoute.ts"
import { PASSAGE_NAMES } from "./PassageNames.ts"
import type { PortTable } from "./PortTable.ts"
import type { RoutingEngine } from "./RoutingEngine.ts"
import { findPort } from "./TableGazetteer.ts"

/** Miles to the hundredth, which is finer than any berth is placed. */
const roundedMiles = (lengthNm: number) => NauticalMiles.make(Math.round(lengthNm * 100) / 100)

const inlandReason = ({ code, name }: Port): string =>
  `${code} (${name}) is inland: no sea-going ship reaches it; name the sea port that its cargo goes through`

/** A class, since a literal with a getter takes longer to make than to find the way. */
class LazySeaRoute implements SeaRoute {
  readonly lengthNm: NauticalMiles
  readonly passages: SeaRoute["passages"]
  readonly legs: SeaRoute["legs"]
  readonly #course: NetworkRoute

  constructor(course: NetworkRoute, from: Port, to: Port) {
    let start: string = from.code
    this.lengthNm = roundedMiles(course.lengthNm)
    this.passages = course.passages
    this.legs = course.legs.map(({ lengthNm, passage }) => {
      const end = passage === undefined ? to.code : PASSAGE_NAMES[passage]
      const leg = { from: start, to: end, lengthNm: roundedMiles(lengthNm) }
      start = end
      return leg
    })
    this.#course = course
  }

  /** Most who ask want the length alone, and drawing the line takes longer than finding the way. */
  get geometry() {
    return geometryOf(this.#course)
  }

  /** A getter of a class is no property of its own, which is all that JSON would take. */
  toJSON(): SeaRoute {
    const { geometry, legs, lengthNm, passages } = this
    return { lengthNm, passages, legs, geometry }
  }
}

/** Answers one wish with an engine and the ports it knows. */
export const findRoute = (
  engine: RoutingEngine,
  table: PortTable,
  wish: RouteOptions
): Effect.Effect<SeaRoute, PortNotFound | RouteImpossible> =>
  Effect.flatMap(findPort(table, wish.from), (from) =>
    Effect.flatMap(findPort(table, wish.to), (to) => {
      const refuse = (reason: string) => Effect.fail(new RouteImpossible({ from: wish.from, to: wish.to, reason }))
      const start = table.accessPoints.get(from.code)
      const end = table.accessPoints.get(to.code)
      if (start === undefined && end === undefined && from.code !== to.code)
        return refuse(`${inlandReason(from)}; ${inlandReason(to)}`)
      if (start === undefined) return refuse(inlandReason(from))
      if (end === undefined) return refuse(inlandReason(to))
      const answer = engine.route(start, end, wish)
      return answer._tag === "Impossible"
        ? refuse(answer.reason)
        : Effect.succeed(new LazySeaRoute(answer.course, from, to))
    })
  )

/** Routes over the network in the package, unpacked when the layer is built. */
export const layer = Layer.sync(SeaRouter, () => {
  const engine = loadEngine()
  const table = loadPorts()
  return SeaRouter.of({ route: (wish: RouteOptions) => findRoute(engine, table, wish) })
})
