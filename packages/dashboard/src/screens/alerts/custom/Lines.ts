import type { client } from "../../../client/Client.ts"
import { columnOf, readCsv } from "../../../files/Csv.ts"

/** A shipment as the operation that registers it takes it. */
export type TrackLine = Parameters<typeof client.shipments.check>[0]["payload"]["shipments"][number]

/** A number that was pasted or uploaded, and where. */
export interface PastedLine {
  /** From 1. */
  readonly line: number
  readonly shipment: TrackLine
}

/** The maximum number of lines of a text: each is checked when the text changes. */
export const MAX_LINES = 10_000

const NUMBER_HEADING = /^(?:number|container|shipment|booking|bill|b\/?l\b)/i
const SEALINE_HEADING = /^(?:carrier|sealine|scac|line|shipping line)/i
const REFERENCE_HEADING = /^(?:reference|ref\b|customer ref|po\b|order|purchase order)/i

const CONTAINER = /^[a-z]{4}\d{7}$/i

/** The columns of a text without headings. */
const PLAIN = { number: 0, sealine: 1, reference: 2 }

/** The columns that headings name; undefined for a line that is no heading. */
const columnsOf = (cells: ReadonlyArray<string>): typeof PLAIN | undefined => {
  const number = columnOf(cells, NUMBER_HEADING)
  if (number === -1 || cells.some((cell) => /\d{4}/.test(cell))) return undefined
  const [sealine, reference] = [columnOf(cells, SEALINE_HEADING), columnOf(cells, REFERENCE_HEADING)]
  // A file whose only known heading is that of the numbers has its columns in the usual order.
  return number === 0 && sealine === -1 && reference === -1 ? PLAIN : { number, sealine, reference }
}

/**
 * The shipments of a text: on each line a number, and after commas, semicolons or tabs the carrier's code and a reference. A
 * line of headings states another order; a line of container numbers has several shipments.
 */
export const readLines = (text: string): ReadonlyArray<PastedLine> => {
  const lines = readCsv(text)
  const headed = columnsOf(lines[0]?.cells ?? [])
  const columns = headed ?? PLAIN
  return lines.slice(headed === undefined ? 0 : 1).flatMap(({ line, cells }): ReadonlyArray<PastedLine> => {
    const filled = cells.filter((cell) => cell !== "")
    if (headed === undefined && filled.every((cell) => CONTAINER.test(cell))) {
      return filled.map((number) => ({ line, shipment: { number } }))
    }
    const [number = "", sealine = "", reference = ""] = [columns.number, columns.sealine, columns.reference].map(
      (column) => cells[column] ?? ""
    )
    if (number === "") return []
    const shipment = {
      number,
      ...(sealine === "" ? {} : { sealine: sealine.toUpperCase() }),
      ...(reference === "" ? {} : { reference })
    }
    return [{ line, shipment }]
  })
}

const numberOf = ({ shipment }: PastedLine): string => shipment.number.replaceAll(/[\s\-–.]/g, "").toUpperCase()

/** The lines whose number is in an earlier line, with the same carrier or without one in either, each with that line. */
export const findRepeated = (lines: ReadonlyArray<PastedLine>): ReadonlyMap<PastedLine, number> => {
  const first = new Map<string, Array<PastedLine>>()
  const repeated = new Map<PastedLine, number>()
  for (const pasted of lines) {
    const { sealine } = pasted.shipment
    const number = numberOf(pasted)
    const earlier = first.get(number) ?? []
    const same = earlier.find(
      ({ shipment }) => [shipment.sealine, undefined].includes(sealine) || shipment.sealine === undefined
    )
    if (same === undefined) first.set(number, [...earlier, pasted])
    else repeated.set(pasted, same.line)
  }
  return repeated
}
