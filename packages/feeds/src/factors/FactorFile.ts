import { EmissionFactor, INDUSTRY_AVERAGE } from "@landfall/core/co2/lanes/EmissionFactor"
import { factorKey } from "@landfall/core/co2/lanes/FactorTable"
import { LaneGroup, LaneName } from "@landfall/core/co2/lanes/TradeLane"
import { parse } from "@landfall/core/faults/Parse"
import { Data, Result, type Stream } from "effect"
import { findUnknownColumns, invalidCell, type RowFault, toRowFaults } from "../tables/RowFaults.ts"
import { type ReadRow, readRowsBelowHeader } from "../tables/RowsBelowHeader.ts"
import { FileUnreadable, numberOrText, type TableRow } from "../tables/TableRow.ts"
/** The result of one row of a table of emission factors. */
export type FactorRowResult = Data.TaggedEnum<{
  Read: { readonly line: number; readonly factor: EmissionFactor }
  Rejected: { readonly fault: RowFault }
  /** A column that is not read. */
  Ignored: { readonly fault: RowFault }
}>
export const FactorRowResult = Data.taggedEnum<FactorRowResult>()

/**
 * The columns of a table of factors, in any order; `lane` is empty for the industry average, and `source` is an alias
 * of `edition`.
 */
export const FACTOR_COLUMNS = [
  "scope",
  "lane",
  "cargo",
  "ttw_g_per_teu_km",
  "wtt_g_per_teu_km",
  "wtw_g_per_teu_km",
  "edition"
] as const

const REQUIRED_COLUMNS = ["scope", "cargo", "edition"] as const

/** The alias of `edition`, read in a table without a column `edition`. */
const SOURCE = "source"

const COLUMN_BY_PATH: Readonly<Record<string, string>> = {
  scope: "scope",
  name: "lane",
  cargo: "cargo",
  wtwGramsPerTeuKm: "wtw_g_per_teu_km",
  ttwGramsPerTeuKm: "ttw_g_per_teu_km",
  edition: "edition"
}

/** The tolerance in grams of the sum of both parts: printed parts are rounded to the gram; 1e-9 covers binary rounding. */
const ROUNDING_GRAMS = 1 + 1e-9

/** The longest text that is normalised, in characters; the name of every lane is shorter. */
const MAX_LANE_LENGTH = 200

/** The parts of a factor as the cells have them: a number, or the text of a cell that is not a number. */
interface FactorParts {
  readonly ttw: number | string
  readonly wtt: number | string
  readonly wtw: number | string
}

/** Computes the missing value when a table prints two of the three. */
const completeParts = ({ ttw, wtt, wtw }: FactorParts): Pick<FactorParts, "ttw" | "wtw"> => {
  if (typeof wtt !== "number") return { ttw, wtw }
  if (wtw === "" && typeof ttw === "number") return { ttw, wtw: ttw + wtt }
  return ttw === "" && typeof wtw === "number" ? { ttw: wtw - wtt, wtw } : { ttw, wtw }
}

/** The rule that the well-to-tank part breaks; a factor itself does not have this part. Undefined when it is valid. */
const brokenWttRule = ({ ttw, wtt, wtw }: FactorParts): string | undefined => {
  if (wtt === "") return undefined
  if (typeof wtt !== "number" || wtt < 0) return "must be a number, 0 or more"
  if (typeof wtw !== "number") return undefined
  if (wtt >= wtw) return `must be less than wtw_g_per_teu_km, which is ${wtw}`
  return typeof ttw === "number" && Math.abs(ttw + wtt - wtw) > ROUNDING_GRAMS
    ? `must add up with ttw_g_per_teu_km, which is ${ttw}, to wtw_g_per_teu_km, which is ${wtw}`
    : undefined
}

/** Normalises an end of a lane by expanding abbreviations: `North America EC / Gulf`, `SE Asia`. */
const normaliseLaneEnd = (end: string): string =>
  end
    .toLowerCase()
    .replace(/\(incl[^)]*\)/u, "")
    .replace(/\bec\b/u, "east coast")
    .replace(/\bwc\b/u, "west coast")
    .replace(/\bse\b/u, "south east")
    .replace(/\bne\b/u, "north east")
    .replace(/\s*\/\s*/gu, "/")
    .trim()

const laneNames = new Map(LaneName.literals.map((name) => [name.toLowerCase(), name]))

/** Normalises the name of a group: `Panama Trade`, `Transsuez`. */
const normaliseGroup = (group: string): string =>
  group
    .toLowerCase()
    .replace(/\btrade$/u, "")
    .replace(/[\s-]+/gu, "")

const groupNames = new Map(LaneGroup.literals.map((name) => [normaliseGroup(name), name]))

/** The name of a lane in `LaneName`, for either order of its ends and any separator. */
const laneNameOf = (scope: string, lane: string): string => {
  if (scope === "industry" && lane === "") return INDUSTRY_AVERAGE
  if (lane.length > MAX_LANE_LENGTH) return lane
  if (scope === "group") return groupNames.get(normaliseGroup(lane)) ?? lane
  const coastless = normaliseLaneEnd(lane).replace(/^(intra north america)\b.*$/u, "$1")
  const ends = lane.split(/\s+(?:-|–|—|to-from|to\/from)\s+/u).map(normaliseLaneEnd)
  const spellings = [ends.join(" - "), ends.toReversed().join(" - "), coastless]
  return spellings.flatMap((spelling) => laneNames.get(spelling) ?? [])[0] ?? lane
}

/** Makes the reader of rows; `lineByKey` has the line of each factor already read. */
const makeFactorRowReader = (
  names: ReadonlyArray<string>,
  lineByKey: Map<string, number>
): ReadRow<FactorRowResult> => {
  const cellOf = (cells: ReadonlyArray<string>, column: (typeof FACTOR_COLUMNS)[number]) =>
    cells[names.indexOf(column)] ?? ""
  return ({ line, cells }) => {
    const gramsOf = (part: keyof FactorParts) => numberOrText(cellOf(cells, `${part}_g_per_teu_km`))
    const parts = { ttw: gramsOf("ttw"), wtt: gramsOf("wtt"), wtw: gramsOf("wtw") }
    const wttRule = brokenWttRule(parts)
    const { ttw, wtw } = wttRule === undefined ? completeParts(parts) : parts
    const scopeCell = cellOf(cells, "scope").toLowerCase()
    const scope = scopeCell === "aggregate" ? "group" : scopeCell
    const parsed = parse(EmissionFactor)({
      scope,
      name: laneNameOf(scope, cellOf(cells, "lane")),
      cargo: cellOf(cells, "cargo").toLowerCase(),
      ...(wtw === "" ? {} : { wtwGramsPerTeuKm: wtw }),
      ...(ttw === "" ? {} : { ttwGramsPerTeuKm: ttw }),
      edition: cellOf(cells, "edition")
    })
    const wttFaults = wttRule === undefined ? [] : [invalidCell(line, "wtt_g_per_teu_km", wttRule, parts.wtt)]
    const rejected = (faults: ReadonlyArray<RowFault>) => faults.map((fault) => FactorRowResult.Rejected({ fault }))
    if (Result.isFailure(parsed)) {
      return rejected([...toRowFaults(line, parsed.failure, (path) => COLUMN_BY_PATH[path]), ...wttFaults])
    }
    if (wttFaults.length > 0) return rejected(wttFaults)
    const factor = parsed.success
    const earlier = lineByKey.get(factorKey(factor))
    if (earlier !== undefined) {
      const rule = `must be unique for each cargo: line ${earlier} has the factor for ${factor.cargo}`
      return rejected([invalidCell(line, "lane", rule, factor.name)])
    }
    lineByKey.set(factorKey(factor), line)
    return [FactorRowResult.Read({ line, factor })]
  }
}

const MISSING_HEADER = new FileUnreadable({
  reason: `the first row must name the columns: ${FACTOR_COLUMNS.join(", ")}; ${REQUIRED_COLUMNS.join(", ")} must be among them, and wtw_g_per_teu_km, or both of ttw_g_per_teu_km and wtt_g_per_teu_km`
})

/** Whether a table with these columns has well-to-wake factors. */
const hasWellToWake = (names: ReadonlyArray<string>): boolean =>
  names.includes("wtw_g_per_teu_km") || (names.includes("ttw_g_per_teu_km") && names.includes("wtt_g_per_teu_km"))

/** The reader of the rows below a header, or the fault of the header. */
const readerOf = ({ cells }: TableRow): Result.Result<ReadRow<FactorRowResult>, FileUnreadable> => {
  const columns = cells.map((cell) => cell.toLowerCase())
  const names = columns.includes("edition") ? columns : columns.map((name) => (name === SOURCE ? "edition" : name))
  return REQUIRED_COLUMNS.every((column) => names.includes(column)) && hasWellToWake(names)
    ? Result.succeed(makeFactorRowReader(names, new Map()))
    : Result.fail(MISSING_HEADER)
}

const headerFaults = (head: TableRow): ReadonlyArray<FactorRowResult> => {
  const hasEdition = head.cells.some((cell) => cell.toLowerCase() === "edition")
  return findUnknownColumns(head, hasEdition ? FACTOR_COLUMNS : [...FACTOR_COLUMNS, SOURCE]).map((fault) =>
    FactorRowResult.Ignored({ fault })
  )
}

/**
 * Reads a table of emission factors row by row, from a CSV file or a workbook whose first row names the columns. Fails when
 * the file cannot be read further. `file` is run more than once.
 */
export const readFactorFile = <E, R>(
  file: Stream.Stream<Uint8Array, E, R>
): Stream.Stream<FactorRowResult, E | FileUnreadable, R> =>
  readRowsBelowHeader(file, { readerOf, headerFaults, missingHeader: MISSING_HEADER })
