import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { joinWithOr } from "@landfall/core/faults/Fault"
import { Console, Effect } from "effect"
import { co2Bench } from "./co2/Co2Bench.ts"
import { aisBench } from "./congestion/AisBench.ts"
import { aisImportBench } from "./congestion/AisImportBench.ts"
import { aisPartsBench } from "./congestion/AisPartsBench.ts"
import { portsBench } from "./congestion/PortsBench.ts"
import { dashboardBench } from "./dashboard/DashboardBench.ts"
import { deliveryBench } from "./delivery/DeliveryBench.ts"
import { etaBench } from "./eta/EtaBench.ts"
import { denoBench } from "./http/DenoBench.ts"
import { httpBench } from "./http/HttpBench.ts"
import { listsBench } from "./lists/ListsBench.ts"
import { scaleBench } from "./scale/ScaleBench.ts"
import { startBench } from "./start/StartBench.ts"
import { trackingBench } from "./tracking/TrackingBench.ts"

/** The benchmarks by area, as in `npm run bench -- AREA`. A benchmark in two areas runs once. */
const AREAS = {
  delivery: deliveryBench,
  congestion: [...aisBench, ...aisImportBench, ...aisPartsBench, ...portsBench],
  co2: [...co2Bench, httpBench.co2],
  tracking: trackingBench,
  eta: etaBench,
  http: [...Object.values(httpBench), denoBench],
  scale: scaleBench,
  lists: listsBench,
  start: startBench,
  dashboard: dashboardBench
}

const USAGE = `Usage: npm run bench -- [AREA ...]\n  AREA: ${joinWithOr(Object.keys(AREAS))}; all of them by default`

const isArea = (name: string): name is keyof typeof AREAS => Object.hasOwn(AREAS, name)

const bench = Effect.gen(function* () {
  const requested = process.argv.slice(2)
  if (requested.includes("--help")) return yield* Console.log(USAGE)
  const unknown = requested.find((name) => !isArea(name))
  if (unknown !== undefined) {
    yield* Console.error(`There is no area ${unknown}\n${USAGE}`)
    process.exitCode = 2
    return
  }
  const areas = requested.length === 0 ? Object.values(AREAS) : requested.filter(isArea).map((name) => AREAS[name])
  for (const measure of new Set(areas.flat())) {
    for (const { name, value, unit, baseline, ratio } of yield* measure) {
      yield* Console.log(JSON.stringify({ name, value, unit, baseline, ratio }))
    }
  }
})

NodeRuntime.runMain(bench)
