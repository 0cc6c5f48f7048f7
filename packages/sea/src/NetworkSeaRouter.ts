import { NauticalMiles } from "@landfall/core/geo/Distance"
import type { Port, PortUnknown } from "@landfall/core/geo/Port"
import { RouteImpossible, type RouteWish, type SeaRoute, SeaRouter } from "@landfall/core/geo/SeaRouter"
import { Effect, Layer } from "effect"
import { type Course, geometryOf } from "./Course.ts"
import { loadEngine, loadPorts } from "./load.ts"
import type { PortTable } from "./PortTable.ts"
import { PASSAGE_NAMES } from "./passageNames.ts"
import type { SeaEngine } from "./SeaEngine.ts"
import { findPort } from "./TableGazetteer.ts"

/** Miles to the hundredth, which is finer than any berth is placed. */
const miles = (lengthNm: number) => NauticalMiles.make(Math.round(lengthNm * 100) / 100)

const inland = ({ code, name }: Port): string =>
  `${code} (${name}) is inland: no sea-going ship reaches it; name the sea port that its cargo goes through`

/** A class, since a literal with a getter takes longer to make than to find the way. */
class FoundRoute implements SeaRoute {
  readonly lengthNm: NauticalMiles
  readonly passages: SeaRoute["passages"]
  readonly legs: SeaRoute["legs"]
  readonly #course: Course

  constructor(course: Course, from: Port, to: Port) {
    let start: string = from.code
    this.lengthNm = miles(course.lengthNm)
    this.passages = course.passages
    this.legs = course.legs.map(({ lengthNm, passage }) => {
      const end = passage === undefined ? to.code : PASSAGE_NAMES[passage]
      const leg = { from: start, to: end, lengthNm: miles(lengthNm) }
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
  engine: SeaEngine,
  table: PortTable,
  wish: RouteWish
): Effect.Effect<SeaRoute, PortUnknown | RouteImpossible> =>
  Effect.flatMap(findPort(table, wish.from), (from) =>
    Effect.flatMap(findPort(table, wish.to), (to) => {
      const refuse = (reason: string) => Effect.fail(new RouteImpossible({ from: wish.from, to: wish.to, reason }))
      const start = table.moorings.get(from.code)
      const end = table.moorings.get(to.code)
      if (start === undefined && end === undefined && from.code !== to.code)
        return refuse(`${inland(from)}; ${inland(to)}`)
      if (start === undefined) return refuse(inland(from))
      if (end === undefined) return refuse(inland(to))
      const answer = engine.course(start, end, wish)
      return answer._tag === "Impossible"
        ? refuse(answer.reason)
        : Effect.succeed(new FoundRoute(answer.course, from, to))
    })
  )

/** Routes over the network in the package, unpacked when the layer is built. */
export const layer = Layer.sync(SeaRouter, () => {
  const engine = loadEngine()
  const table = loadPorts()
  return SeaRouter.of({ route: (wish: RouteWish) => findRoute(engine, table, wish) })
})
