import { formatCount } from "@landfall/core/listing/Count"
import { importTerms as setTerms, type TermsRow } from "@landfall/core/tracking/TermsImport"
import type { RowFault } from "@landfall/feeds/tables/RowFaults"
import { readTermsFile, TERMS_COLUMNS } from "@landfall/feeds/terms/TermsFile"
import * as Stores from "@landfall/storage/Stores"
import { Console, Effect, Stream } from "effect"
import { Command } from "effect/cli"
import * as Sea from "../service/Sea.ts"
import { withStores } from "../settings/Database.ts"
import { accountFlag, resolveAccount } from "../terminal/AccountFlag.ts"
import { FaultList, printFaults, printTableFaults, rowFaultViews } from "../terminal/FileFaults.ts"
import { jsonFlag, printJson } from "../terminal/JsonOutput.ts"
import { streamNamedFile } from "../terminal/NamedFile.ts"
import { endProgress, showProgress } from "../terminal/Progress.ts"
import { fileArgument, NothingImported, rejectIncomplete, reportPartial } from "./ImportFile.ts"

export const importTerms = Command.make(
  "terms",
  {
    file: fileArgument(
      `CSV or xlsx with number and any other of the columns ${TERMS_COLUMNS.join(", ")}. lastFreeDay is a date such as 2026-03-14, availableAt an instant of ISO 8601, holds are words separated by spaces, semicolons or bars; none removes a value, an empty cell changes nothing`
    ),
    account: accountFlag,
    json: jsonFlag
  },
  Effect.fnUntraced(function* ({ file, account, json }) {
    const { id: accountId } = yield* resolveAccount(account)
    const faults = new FaultList<RowFault>()
    let stored = 0
    const ignored: Array<RowFault> = []
    const rows = readTermsFile(streamNamedFile(file)).pipe(
      Stream.map((reading): ReadonlyArray<TermsRow> => {
        if (reading._tag === "Read") return [reading.row]
        if (reading._tag === "Ignored") ignored.push(reading.fault)
        else faults.reject(reading.fault.line, reading.fault)
        return []
      }),
      Stream.flattenIterable
    )
    const { alerts, set, unset } = yield* setTerms(accountId, rows, ({ set }) => {
      stored = set
      return showProgress(formatCount(set, "shipment"))
    }).pipe(
      reportPartial(file, {
        stored: () => stored,
        noun: "set of terms",
        printFaults: Effect.suspend(() => printTableFaults(ignored, faults))
      }),
      Effect.provide(Sea.placesLayer),
      Effect.ensuring(endProgress)
    )
    if (json) {
      yield* printJson({
        shipments: set,
        alerts,
        unset,
        ignored: rowFaultViews(ignored),
        faultCount: faults.count,
        faults: rowFaultViews(faults.listed)
      })
    } else {
      yield* printTableFaults(ignored, faults)
      yield* printFaults(
        unset.map(({ line, reason }) => `line ${line}: ${reason}`),
        unset.length,
        "more row"
      )
      yield* Console.log(
        `terms of ${formatCount(set, "shipment")} set, ${formatCount(alerts, "alert")}; ${formatCount(unset.length, "row")} not set, ${formatCount(faults.count, "fault")}`
      )
    }
    if (set === 0) return yield* new NothingImported({ message: "No terms were imported." })
    yield* rejectIncomplete(faults.rejectedRows + unset.length, "row")
  }, withStores(Stores.layer))
)
