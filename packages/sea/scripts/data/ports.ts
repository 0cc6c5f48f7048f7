import base from "sea-ports/lib/ports.json" with { type: "json" }
import { COASTAL_PORTS } from "./coastalPorts.ts"
import { CORRECTED_PORTS, INLAND_PORTS } from "./corrections.ts"
import { HAND_PLACED_PORTS } from "./handPlacedPorts.ts"
import { ISLAND_PORTS } from "./islandPorts.ts"
import { REGIONAL_PORTS } from "./regionalPorts.ts"

/** A port in the form of the network file. */
export interface PortRow {
  readonly code: string
  readonly name: string
  readonly lon: number
  readonly lat: number
}

const parseDegrees = (text: string): number => (/[WS]$/u.test(text) ? -1 : 1) * Number.parseFloat(text)

const parsePortRow = (line: string): PortRow => {
  const words = line.split(" ")
  return {
    code: words[0] ?? "",
    name: words.slice(1, -2).join(" "),
    lon: parseDegrees(words.at(-2) ?? ""),
    lat: parseDegrees(words.at(-1) ?? "")
  }
}

/** The base list includes airports, inland towns and depots too; those without water get no access point. */
const baseListRows: ReadonlyArray<PortRow> = Object.entries(base).flatMap(([code, port]) => {
  const [lon, lat] = "coordinates" in port ? port.coordinates : []
  if (lon === undefined || lat === undefined || !/^[A-Z]{2}[A-Z2-9]{3}$/u.test(code)) return []
  return [{ code, name: port.name.trim(), lon, lat }]
})

/** Every port by code; hand-placed ones replace those of the base list. */
export const PORTS: ReadonlyArray<PortRow> = [
  ...new Map(
    [
      ...baseListRows,
      ...[...CORRECTED_PORTS, ...COASTAL_PORTS, ...ISLAND_PORTS, ...REGIONAL_PORTS, ...HAND_PLACED_PORTS].map(
        parsePortRow
      )
    ].map((row) => [row.code, row])
  ).values()
].sort((a, b) => (a.code < b.code ? -1 : 1))

/** The ports that vessels may reach: all except known inland places. */
export const SEA_PORTS: ReadonlyArray<PortRow> = PORTS.filter(({ code }) => !INLAND_PORTS.has(code))
