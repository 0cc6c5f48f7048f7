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

const routeOf = (course: Course, from: Port, to: Port): SeaRoute => {
  let start: string = from.code
  const legs = course.legs.map(({ lengthNm, passage }) => {
    const end = passage === undefined ? to.code : PASSAGE_NAMES[passage]
    const leg = { from: start, to: end, lengthNm: miles(lengthNm) }
    start = end
    return leg
  })
  return {
    lengthNm: miles(course.lengthNm),
    passages: course.passages,
    legs,
    // Most who ask want the length alone, and drawing the line costs half as much as finding the way.
    get geometry() {
      return geometryOf(course)
    }
  }
}

const inland = ({ code, name }: Port): string =>
  `${code} (${name}) is inland: no sea-going ship reaches it; name the sea port that its cargo goes through`

/** Answers one wish with an engine and the ports it knows. */
export const findRoute = (
  engine: SeaEngine,
  table: PortTable,
  wish: RouteWish
): Effect.Effect<SeaRoute, PortUnknown | RouteImpossible> =>
  Effect.gen(function* () {
    const from = yield* findPort(table, wish.from)
    const to = yield* findPort(table, wish.to)
    const refuse = (reason: string) => Effect.fail(new RouteImpossible({ from: wish.from, to: wish.to, reason }))
    const start = table.moorings.get(from.code)
    const end = table.moorings.get(to.code)
    if (start === undefined && end === undefined && from.code !== to.code)
      return yield* refuse(`${inland(from)}; ${inland(to)}`)
    if (start === undefined) return yield* refuse(inland(from))
    if (end === undefined) return yield* refuse(inland(to))
    const answer = engine.course(start, end, wish)
    if (answer._tag === "Impossible") return yield* refuse(answer.reason)
    return routeOf(answer.course, from, to)
  })

/** Routes over the network in the package, unpacked when the layer is built. */
export const layer = Layer.sync(SeaRouter, () => {
  const engine = loadEngine()
  const table = loadPorts()
  return SeaRouter.of({ route: (wish: RouteWish) => findRoute(engine, table, wish) })
})
