import { replayArrivals, replayFigures } from "@landfall/core/eta/accuracy/EtaReplay"
import type { RouteTable } from "@landfall/core/eta/PredictArrival"
import { type SeaRoute, SeaRouter } from "@landfall/core/geo/SeaRouter"
import { Unlocode } from "@landfall/core/geo/Unlocode"
import { Effect } from "effect"
import { type LinerPlan, linerPlan, simulateLinerService } from "./LinerService.ts"

/** The plan of the published figures: the first two of six rounds are history, the others are predicted. */
export const replayPlan = linerPlan({ rounds: 6 })

/** The same delays with a carrier that updates every date, and knows each berth four days before. */
export const confirmedPlan = linerPlan({ rounds: 6, updateShare: 1, confirmedDays: 4 })

/** A punctual service whose carrier updates every date: the strongest baseline. */
export const punctualPlan = linerPlan({
  seed: "punctual",
  rounds: 6,
  speedSpread: 0.03,
  waitShare: 0.1,
  meanWaitHours: 8,
  stayLogSpread: 0.15,
  updateShare: 1
})

/** The usual routes between consecutive ports of a rotation. */
const routeBookOf = Effect.fnUntraced(function* ({ rotation }: LinerPlan) {
  const router = yield* SeaRouter
  const routes = new Map<string, SeaRoute>()
  for (const [index, from] of rotation.entries()) {
    const to = rotation[(index + 1) % rotation.length] ?? from
    routes.set(`${from} ${to}`, yield* router.route({ from: Unlocode.make(from), to: Unlocode.make(to) }))
  }
  const found = (from: Unlocode, to: Unlocode) => routes.get(`${from} ${to}`)
  const book: RouteTable = {
    lengthNm: (from, to) => found(from, to)?.lengthNm,
    alternatives: (from, to) => [found(from, to)].filter((route) => route !== undefined)
  }
  return book
})

/** Replays a simulated liner service: the first two rounds are history, the others are predicted. */
export const replayLinerService = Effect.fnUntraced(function* (plan: LinerPlan) {
  const vessels = yield* simulateLinerService(plan)
  const routes = yield* routeBookOf(plan)
  return replayFigures(replayArrivals(vessels, routes, 2 * plan.rotation.length))
})
