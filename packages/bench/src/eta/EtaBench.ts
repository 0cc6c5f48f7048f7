import type { ReplayFigures } from "@landfall/core/eta/accuracy/EtaReplay"
import * as NetworkSeaRouter from "@landfall/sea/NetworkSeaRouter"
import { confirmedPlan, punctualPlan, replayLinerService, replayPlan } from "@landfall/testing/fleet/LinerReplay"
import type { LinerPlan } from "@landfall/testing/fleet/LinerService"
import { Effect } from "effect"
import { type BenchResult, lowerIsBetter } from "../report/BenchResult.ts"

const resultsOf = (service: string, figures: ReadonlyArray<ReplayFigures>): ReadonlyArray<BenchResult> =>
  figures.flatMap(({ compared: { carrier, predicted }, coverage, leadDays }) => [
    lowerIsBetter(
      `${service}, ${leadDays} d before arrival: median absolute error, against the carrier's last date`,
      predicted.medianAbsoluteHours ?? Number.NaN,
      "h",
      carrier.medianAbsoluteHours ?? Number.NaN
    ),
    lowerIsBetter(
      `${service}, ${leadDays} d before arrival: p90 absolute error, against the carrier's last date`,
      predicted.p90AbsoluteHours ?? Number.NaN,
      "h",
      carrier.p90AbsoluteHours ?? Number.NaN
    ),
    lowerIsBetter(
      `${service}, ${leadDays} d before arrival: arrivals outside the 80 % interval, against 20 %`,
      100 * (1 - (coverage ?? 0)),
      "%",
      20
    )
  ])

const measure = (service: string, plan: LinerPlan) =>
  Effect.map(replayLinerService(plan), (figures) => resultsOf(service, figures)).pipe(
    Effect.provide(NetworkSeaRouter.layer)
  )

/** Predicted arrivals of simulated liner services, against carriers that know little and much. */
export const etaBench = [
  measure("service with delays", replayPlan),
  measure("berths confirmed four days before", confirmedPlan),
  measure("punctual service", punctualPlan)
]
