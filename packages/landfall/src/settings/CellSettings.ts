import { Option } from "effect"
import {
  CellNames,
  Cells,
  type ConfiguredCell,
  type DatabaseLocation,
  formatDatabase,
  maskPassword
} from "./DatabaseLocation.ts"
import { optional } from "./Setting.ts"

/** The settings of an installation in cells. */
export const CELL_SETTINGS = {
  cells: optional(Cells, {
    name: "LANDFALL_CELLS",
    description:
      "Databases among which accounts are divided, as NAME=URL, comma-separated; the first is the home cell, which has the directory and the reference data (docs/scaling.md)",
    byDefault: "one database, that of LANDFALL_DATABASE_URL",
    format: (text) => text.split(",").map(maskPassword).join(",")
  }),
  workerCells: optional(CellNames, {
    name: "LANDFALL_WORKER_CELLS",
    description: "Cells whose background work this process does, comma-separated, such as home,eu",
    byDefault: "all cells of LANDFALL_CELLS"
  })
}

/** The values of these settings. */
interface CellValues {
  readonly cells: Option.Option<ReadonlyArray<ConfiguredCell>>
  readonly workerCells: Option.Option<ReadonlyArray<string>>
  readonly database: DatabaseLocation
}

/** The home cell; undefined in an installation of one database. */
export const homeCellOf = ({ cells }: Pick<CellValues, "cells">): ConfiguredCell | undefined =>
  Option.getOrElse(cells, () => [])[0]

/** The fault of these settings together; undefined when they are valid. */
export const cellFault = (
  { cells, database, workerCells }: CellValues,
  isDatabaseSet: boolean
): { readonly name: string; readonly message: string } | undefined => {
  const all = Option.getOrElse(cells, () => [])
  const [home] = all
  if (home === undefined) return undefined
  const faultOf = (name: string, message: string) => ({ name, message: `${name} ${message}` })
  if (isDatabaseSet && formatDatabase(database) !== formatDatabase(home.database)) {
    return faultOf(
      "LANDFALL_DATABASE_URL",
      `is not the database of the home cell ${home.name}: unset it, or name the same database first in LANDFALL_CELLS.`
    )
  }
  const unknown = Option.getOrElse(workerCells, () => []).find((name) => !all.some((cell) => cell.name === name))
  if (unknown === undefined) return undefined
  const names = all.map(({ name }) => name).join(", ")
  return faultOf("LANDFALL_WORKER_CELLS", `names ${unknown}, which LANDFALL_CELLS does not have: it has ${names}.`)
}

/** Whether a process with these settings does the background work of the home cell. */
export const runsHomeCellWork = (settings: Pick<CellValues, "cells" | "workerCells">): boolean => {
  const home = homeCellOf(settings)
  return (
    home === undefined ||
    Option.match(settings.workerCells, { onNone: () => true, onSome: (names) => names.includes(home.name) })
  )
}
