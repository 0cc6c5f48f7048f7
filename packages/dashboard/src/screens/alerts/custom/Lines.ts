import type { client } from "../../../client/Client.ts"

/** A shipment as the operation that registers it takes it. */
export type TrackLine = Parameters<typeof client.shipments.check>[0]["payload"]["shipments"][number]

/** A number that was pasted or uploaded, and where. */
export interface PastedLine {
  /** From 1. */
  readonly line: number
  readonly shipment: TrackLine
}

/** The most lines of one request, `request.lines` of the limits. */
export const MAX_LINES = 10_000

const HEADINGS = /^(?:number|container|shipment|booking|bill)/i

const unquoted = (cell: string): string =>
  cell
    .trim()
    .replace(/^"(.*)"$/, "$1")
    .replaceAll('""', '"')

/** The lines of a text: a number, and after commas, semicolons or tabs the carrier's code and a reference. */
export const readLines = (text: string): ReadonlyArray<PastedLine> =>
  text.split(/\r\n|\r|\n/).flatMap((content, index) => {
    const [number = "", sealine = "", reference = ""] = content.split(/[,;\t]/).map(unquoted)
    if (number === "" || (index === 0 && HEADINGS.test(number))) return []
    const shipment = {
      number,
      ...(sealine === "" ? {} : { sealine: sealine.toUpperCase() }),
      ...(reference === "" ? {} : { reference })
    }
    return [{ line: index + 1, shipment }]
  })

/** Lines whose number and carrier stand in an earlier line, each with that line. */
export const findRepeated = (lines: ReadonlyArray<PastedLine>): ReadonlyMap<number, number> => {
  const first = new Map<string, number>()
  const repeated = new Map<number, number>()
  for (const { line, shipment } of lines) {
    const key = `${shipment.number.replaceAll(/[\s\-–.]/g, "").toUpperCase()} ${shipment.sealine ?? ""}`
    const earlier = first.get(key)
    if (earlier === undefined) first.set(key, line)
    else repeated.set(line, earlier)
  }
  return repeated
}
