import { columnOf, csvCell, readCsv } from "../../files/Csv.ts"
import { messages } from "../../text/messages.ts"
import { requestOf, type VoyageResult } from "./VoyageForm.ts"

const texts = messages.voyages.batch

/** The largest number of rows of a file, so that a browser holds its results. */
const MAX_ROWS = 10_000

/** A voyage of a file. `line` is its number in the file, from 1. */
export interface VoyageRow {
  readonly line: number
  readonly from: string
  readonly to: string
  readonly vessel: string
  readonly speed: string
  readonly cargo: string
}

/** The outcome of a voyage: its result, or why it has none. */
export interface RowOutcome {
  readonly row: VoyageRow
  readonly result: VoyageResult | undefined
  readonly problem: string
}

/** The voyages of a CSV text, or what is wrong with it. */
export const readVoyages = (text: string): ReadonlyArray<VoyageRow> | { readonly fault: string } => {
  const [header, ...lines] = readCsv(text)
  const names = header?.cells ?? []
  const columns = {
    from: columnOf(names, /^(?:from|departure)$/i),
    to: columnOf(names, /^(?:to|arrival)$/i),
    vessel: columnOf(names, /^(?:vessel|imo|mmsi)$/i)
  }
  for (const [name, index] of Object.entries(columns)) if (index === -1) return { fault: texts.noColumn(name) }
  const [speed, cargo] = [columnOf(names, /^speed$/i), columnOf(names, /^cargo$/i)]
  const rows = lines.map(({ line, cells }): VoyageRow => {
    const cell = (column: number) => cells[column] ?? ""
    return {
      line,
      from: cell(columns.from),
      to: cell(columns.to),
      vessel: cell(columns.vessel),
      speed: cell(speed),
      cargo: cell(cargo)
    }
  })
  if (rows.length === 0) return { fault: texts.noRows }
  return rows.length > MAX_ROWS ? { fault: texts.tooLarge(rows.length, MAX_ROWS) } : rows
}

/** The request of a row. Invalid values are sent unchanged, so that the server names the fault. */
export const requestOfRow = ({ from, to, vessel, speed, cargo }: VoyageRow) => {
  const request = requestOf({ from, to, vessel, speed, cargo: "dry", passages: {} })
  return cargo === "" ? request : { ...request, options: { ...request.options, cargo: cargo.toLowerCase() } }
}

const RESULT_COLUMNS = [
  "from",
  "to",
  "vessel",
  "lengthNm",
  "vesselCo2TtwTonnes",
  "laneCo2eWtwTonnes",
  "lane",
  "passages",
  "problem"
]

/** The outcomes as a CSV text, one line for each voyage of the file. */
export const outcomesCsv = (outcomes: ReadonlyArray<RowOutcome>): string => {
  const lines = outcomes.map(({ row, result, problem }) => {
    const emissions = result?.co2EmissionResult
    return [
      row.from,
      row.to,
      row.vessel,
      result?.length ?? "",
      emissions?.vesselMethodResult?.co2Ttw ?? "",
      emissions?.tradeLaneMethodResult.co2Wtw ?? "",
      result?.method.tradeLane.lane ?? "",
      result?.method.route.passages.join(" ") ?? "",
      problem
    ]
      .map(csvCell)
      .join(",")
  })
  return `${[RESULT_COLUMNS.join(","), ...lines].join("\r\n")}\r\n`
}

/** A file to begin with. */
export const SAMPLE_CSV = "from,to,vessel,speed,cargo\r\nCNSHA,NLRTM,9811000,,dry\r\nSGSIN,DEHAM,9893890,18,reefer\r\n"
