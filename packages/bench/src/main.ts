import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Console, Effect } from "effect"
import { co2Bench } from "./co2/Co2Bench.ts"
import { aisBench } from "./congestion/AisBench.ts"
import { aisImportBench } from "./congestion/AisImportBench.ts"
import { portsBench } from "./congestion/PortsBench.ts"
import { deliveryBench } from "./delivery/DeliveryBench.ts"
import { httpBench } from "./http/HttpBench.ts"
import { trackingBench } from "./tracking/TrackingBench.ts"

/** What can be measured, by the area that `npm run bench -- <area>` names. What stands in two is measured once. */
const AREAS = {
  delivery: deliveryBench,
  congestion: [...aisBench, ...aisImportBench, ...portsBench],
  co2: [...co2Bench, httpBench.co2],
  tracking: trackingBench,
  http: Object.values(httpBench)
}

const isArea = (name: string): name is keyof typeof AREAS => Object.hasOwn(AREAS, name)

const bench = Effect.gen(function* () {
  const asked = process.argv.slice(2)
  const unknown = asked.find((name) => !isArea(name))
  if (unknown !== undefined) {
    yield* Console.error(`There is nothing to measure named ${unknown}: name one of ${Object.keys(AREAS).join(", ")}.`)
    process.exitCode = 1
    return
  }
  const areas = asked.length === 0 ? Object.values(AREAS) : asked.filter(isArea).map((name) => AREAS[name])
  for (const row of new Set(areas.flat())) {
    for (const { name, value, unit, baseline, ratio } of yield* row) {
      yield* Console.log(JSON.stringify({ name, value, unit, baseline, ratio }))
    }
  }
})

NodeRuntime.runMain(bench)
