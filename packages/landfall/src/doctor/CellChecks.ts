import * as SqlCellDirectory from "@landfall/storage/cells/SqlCellDirectory"
import { Effect, Option } from "effect"
import type { ConfiguredCell } from "../settings/DatabaseLocation.ts"
import type { Settings } from "../settings/Settings.ts"
import { openDatabase } from "../transfer/OpenDatabase.ts"
import { reasonOf } from "../transfer/TransferFailed.ts"
import { type InspectedDatabase, inspectDatabase } from "./DatabaseChecks.ts"
import { type Finding, failed, ok, warning } from "./Finding.ts"

const CHECK = "cells"

/** Whether the directory contains only cells of the settings, and the unfinished moves. */
const checkDirectory = (home: ConfiguredCell, cells: ReadonlyArray<ConfiguredCell>) =>
  Effect.gen(function* () {
    const entries = yield* SqlCellDirectory.readEntries(yield* openDatabase(home.database, { exclusive: false }))
    const names = cells.map(({ name }) => name)
    const unknownEntries = entries.filter(({ cell }) => !names.includes(cell))
    if (unknownEntries.length > 0) {
      return failed(
        CHECK,
        `Accounts in cells that LANDFALL_CELLS does not name: ${unknownEntries.length}, such as ${unknownEntries[0]?.accountId} in ${unknownEntries[0]?.cell}.`,
        "Add these cells to LANDFALL_CELLS of every process."
      )
    }
    const moving = entries.filter(({ move }) => Option.isSome(move)).map(({ accountId }) => accountId)
    return moving.length === 0
      ? ok(
          CHECK,
          `Accounts outside the home cell ${home.name}: ${entries.filter(({ cell }) => cell !== home.name).length}.`
        )
      : warning(
          CHECK,
          `Moves that are not finished: ${moving.join(", ")}.`,
          "Nothing to do while a server or worker runs: it continues them. Show their progress with: landfall cells list"
        )
  }).pipe(
    Effect.scoped,
    Effect.catch((error) =>
      Effect.succeed(
        failed(
          CHECK,
          `The directory cannot be read: ${reasonOf(error)}.`,
          "Run landfall cells add, which prepares every cell."
        )
      )
    )
  )

/** Inspects the database of every cell, each finding with the name of its cell, and the directory of accounts. */
export const inspectCells = Effect.fnUntraced(function* (settings: Settings, cells: ReadonlyArray<ConfiguredCell>) {
  const inspected = yield* Effect.forEach(cells, ({ database, name }) =>
    Effect.map(inspectDatabase(settings, database), (found) => ({
      ...found,
      findings: found.findings.map((finding): Finding => ({ ...finding, check: `${finding.check} of ${name}` }))
    }))
  )
  const [home] = cells
  const directory = home === undefined ? [] : [yield* checkDirectory(home, cells)]
  const all: InspectedDatabase = {
    findings: [...inspected.flatMap(({ findings }) => findings), ...directory],
    endpointUrls: inspected.flatMap(({ endpointUrls }) => endpointUrls),
    egressMode: inspected[0]?.egressMode ?? Option.none()
  }
  return all
})
