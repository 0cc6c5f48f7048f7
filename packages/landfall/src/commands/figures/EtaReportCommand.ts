import { type AccuracyReport, EtaAccuracy, MAX_SHIPMENTS_READ } from "@landfall/core/eta/accuracy/EtaAccuracy"
import type { ErrorFigures } from "@landfall/core/eta/accuracy/EtaErrors"
import { formatCount } from "@landfall/core/listing/Count"
import { ScacFromInput } from "@landfall/core/tracking/references/Sealine"
import * as Stores from "@landfall/storage/Stores"
import { Console, Effect } from "effect"
import { Argument, Command } from "effect/cli"
import { withExistingStores } from "../../settings/Database.ts"
import { accountFlag, resolveAccount } from "../../terminal/AccountFlag.ts"
import { jsonFlag, printJson } from "../../terminal/JsonOutput.ts"

const cellsOf = (cells: ReadonlyArray<string>): string =>
  cells.map((cell, index) => (index === 0 ? cell.padEnd(16) : cell.padStart(10))).join("")

const hours = (value: number | null): string => (value === null ? "-" : value.toFixed(1))

const figureCells = ({ arrivals, biasHours, leadDays, medianAbsoluteHours, p90AbsoluteHours }: ErrorFigures) => [
  `${leadDays} d`,
  String(arrivals),
  hours(biasHours),
  hours(medianAbsoluteHours),
  hours(p90AbsoluteHours)
]

const rowsOf = (name: string, leads: ReadonlyArray<ErrorFigures>): ReadonlyArray<string> =>
  leads
    .filter(({ arrivals }) => arrivals > 0)
    .map((figures, index) => cellsOf([index === 0 ? name : "", ...figureCells(figures)]))

/** The lines of a scorecard. */
const scorecardLines = (report: AccuracyReport): ReadonlyArray<string> => {
  const { arrivals, lanes, leads, scac, shipments } = report
  if (arrivals === 0)
    return [
      `${scac}: no arrival with an earlier date among ${formatCount(shipments, "shipment")} of the account (at most ${MAX_SHIPMENTS_READ} are read).`
    ]
  return [
    `${scac}: ${formatCount(arrivals, "arrival")} of ${formatCount(shipments, "shipment")}. Hours by which vessels arrived later than the date that the carrier stated the lead time before:`,
    cellsOf(["lane", "lead", "arrivals", "bias", "median", "p90"]),
    ...rowsOf("all", leads),
    ...lanes.flatMap(({ from, leads: ofLane, to }) => rowsOf(`${from ?? "?"}-${to}`, ofLane))
  ]
}

export const etaReportCommand = Command.make(
  "eta-report",
  {
    scac: Argument.String("scac").pipe(
      Argument.withSchema(ScacFromInput),
      Argument.withDescription("SCAC of the carrier, such as MAEU")
    ),
    account: accountFlag,
    json: jsonFlag
  },
  Effect.fnUntraced(
    function* ({ account, json, scac }) {
      const { id } = yield* resolveAccount(account)
      const report = yield* (yield* EtaAccuracy).ofCarrier(id, scac)
      if (json) return yield* printJson(report)
      for (const line of scorecardLines(report)) yield* Console.log(line)
    },
    Effect.provide(EtaAccuracy.layer),
    withExistingStores(Stores.layer)
  )
)
