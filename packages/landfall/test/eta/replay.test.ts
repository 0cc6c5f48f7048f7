import { readFile } from "node:fs/promises"
import { assert, describe, it } from "@effect/vitest"
import type { ReplayFigures } from "@landfall/core/eta/accuracy/EtaReplay"
import * as NetworkSeaRouter from "@landfall/sea/NetworkSeaRouter"
import { confirmedPlan, punctualPlan, replayLinerService, replayPlan } from "@landfall/testing/fleet/LinerReplay"
import { Effect } from "effect"

const PAGE = new URL("../../../../docs/methods/eta.md", import.meta.url)

const PLANS = {
  delays: replayPlan,
  "berths confirmed four days before": confirmedPlan,
  punctual: punctualPlan
}

/** A row of the page: bias, median and p90 of the prediction and of the carrier, then coverage and width of the interval. */
const rowOf = (service: string, figures: ReplayFigures): string => {
  const { carrier, predicted } = figures.compared
  const cells = [
    service,
    `${figures.leadDays} d`,
    `${predicted.arrivals} of ${figures.replayed}`,
    ...[predicted, carrier].flatMap(({ biasHours, medianAbsoluteHours, p90AbsoluteHours }) => [
      biasHours,
      medianAbsoluteHours,
      p90AbsoluteHours
    ]),
    `${Math.round(100 * (figures.coverage ?? 0))} %`,
    `${Math.round(figures.meanIntervalHours ?? 0)} h`
  ]
  return `| ${cells.join(" | ")} |`
}

describe("docs/methods/eta.md", () => {
  it.effect("publishes the figures of the replay", () =>
    Effect.gen(function* () {
      const page = yield* Effect.promise(() => readFile(PAGE, "utf8"))
      for (const [service, plan] of Object.entries(PLANS)) {
        const figures = yield* replayLinerService(plan)
        for (const ofLead of figures) assert.include(page, rowOf(service, ofLead))
      }
    }).pipe(Effect.provide(NetworkSeaRouter.layer))
  )
})
