import { EmissionFactor, INDUSTRY } from "@landfall/core/co2/EmissionFactors"
import { LaneName } from "@landfall/core/co2/TradeLane"
import { parse } from "@landfall/core/faults/Fault"
import { Data, Result, type Stream } from "effect"
import { type ReadRow, rowsBelowHead } from "../tables/RowsBelowHead.ts"
import { FileUnreadable, type RowFault, type TableRow } from "../tables/TableRow.ts"

/** What came of one row of a table of emission factors. */
export type FactorReading = Data.TaggedEnum<{
  Read: { readonly line: number; readonly factor: EmissionFactor }
  Refused: { readonly fault: RowFault }
}>
export const FactorReading = Data.taggedEnum<FactorReading>()

/**
 * The columns of a table of factors, in any order; `lane` is empty for the industry's average, and `source` stands for
 * `edition`.
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

const NEEDED = ["scope", "cargo", "edition"] as const

const COLUMN_OF: Readonly<Record<string, string>> = {
  "$.scope": "scope",
  "$.name": "lane",
  "$.cargo": "cargo",
  "$.wtwGramsPerTeuKm": "wtw_g_per_teu_km",
  "$.ttwGramsPerTeuKm": "ttw_g_per_teu_km",
  "$.edition": "edition"
}

const numberOf = (cell: string): unknown => (cell !== "" && Number.isFinite(Number(cell)) ? Number(cell) : cell)

/** The whole from its parts, where a table prints both of them and not the whole. */
const wholeOf = (whole: unknown, ttw: unknown, wtt: unknown): unknown =>
  whole === "" && typeof ttw === "number" && typeof wtt === "number" ? ttw + wtt : whole

/** A lane in our spelling: with either end first, and whatever stands between its ends. */
const nameOf = (scope: string, lane: string): string => {
  if (scope === "industry" && lane === "") return INDUSTRY
  const ends = lane.split(/\s+(?:-|–|—|to-from|to\/from)\s+/u)
  return LaneName.literals.find((name) => name === ends.join(" - ") || name === ends.toReversed().join(" - ")) ?? lane
}

const factorRows =
  (names: ReadonlyArray<string>): ReadRow<FactorReading> =>
  ({ line, cells }) => {
    const cell = (column: (typeof FACTOR_COLUMNS)[number]) => cells[names.indexOf(column)] ?? ""
    const [ttw, wtt] = [numberOf(cell("ttw_g_per_teu_km")), numberOf(cell("wtt_g_per_teu_km"))]
    const scope = cell("scope") === "aggregate" ? "group" : cell("scope")
    const parsed = parse(EmissionFactor)({
      scope,
      name: nameOf(scope, cell("lane")),
      cargo: cell("cargo"),
      wtwGramsPerTeuKm: wholeOf(numberOf(cell("wtw_g_per_teu_km")), ttw, wtt),
      ...(ttw === "" ? {} : { ttwGramsPerTeuKm: ttw }),
      edition: cell("edition")
    })
    if (Result.isSuccess(parsed)) return [FactorReading.Read({ line, factor: parsed.success })]
    return parsed.failure.map(({ path, message }) => {
      const column = COLUMN_OF[path] ?? ""
      return FactorReading.Refused({ fault: { line, column, message: message.replace(path, column) } })
    })
  }

const NO_HEAD = new FileUnreadable({
  reason: `the first row must name the columns: ${FACTOR_COLUMNS.join(", ")}; ${NEEDED.join(", ")} must be among them`
})

/** The reader of the rows below a head, or why it is none. */
const readerOf = ({ cells }: TableRow): Result.Result<ReadRow<FactorReading>, FileUnreadable> => {
  const given = cells.map((cell) => cell.toLowerCase())
  const names = given.includes("edition") ? given : given.map((name) => (name === "source" ? "edition" : name))
  return NEEDED.every((column) => names.includes(column)) ? Result.succeed(factorRows(names)) : Result.fail(NO_HEAD)
}

/**
 * What a table of emission factors says, row by row, from a CSV file or a workbook whose first row names the columns.
 * Fails where the file cannot be read on. `file` is run more than once.
 */
export const readFactorFile = <E, R>(
  file: Stream.Stream<Uint8Array, E, R>
): Stream.Stream<FactorReading, E | FileUnreadable, R> => rowsBelowHead(file, { readerOf, noHead: NO_HEAD })
