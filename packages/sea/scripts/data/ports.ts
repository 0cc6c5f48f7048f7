import base from "sea-ports/lib/ports.json" with { type: "json" }
import { COASTAL_PORTS } from "./coastalPorts.ts"
import { CORRECTIONS, INLAND } from "./corrections.ts"
import { ISLAND_PORTS } from "./islandPorts.ts"
import { OWN_PORTS } from "./ownPorts.ts"

/** A port as the network file has it. */
export interface PortRow {
  readonly code: string
  readonly name: string
  readonly lon: number
  readonly lat: number
}

const degrees = (text: string): number => (/[WS]$/u.test(text) ? -1 : 1) * Number.parseFloat(text)

const ownRow = (line: string): PortRow => {
  const words = line.split(" ")
  return {
    code: words[0] ?? "",
    name: words.slice(1, -2).join(" "),
    lon: degrees(words.at(-2) ?? ""),
    lat: degrees(words.at(-1) ?? "")
  }
}

/** Airports, inland towns and depots stand in the base list too: those that find no water are on no network. */
const baseRows: ReadonlyArray<PortRow> = Object.entries(base).flatMap(([code, port]) => {
  const [lon, lat] = "coordinates" in port ? port.coordinates : []
  if (lon === undefined || lat === undefined || !/^[A-Z]{2}[A-Z2-9]{3}$/u.test(code)) return []
  return [{ code, name: port.name.trim(), lon, lat }]
})

/** Every port by code: those placed by hand in place of the base list's. */
export const PORTS: ReadonlyArray<PortRow> = [
  ...new Map(
    [...baseRows, ...[...CORRECTIONS, ...COASTAL_PORTS, ...ISLAND_PORTS, ...OWN_PORTS].map(ownRow)].map((row) => [
      row.code,
      row
    ])
  ).values()
].sort((a, b) => (a.code < b.code ? -1 : 1))

/** Those that ships may reach: all but the places known to be inland. */
export const SEA_PORTS: ReadonlyArray<PortRow> = PORTS.filter(({ code }) => !INLAND.has(code))
