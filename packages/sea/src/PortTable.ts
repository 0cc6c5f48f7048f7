import { CountryCode, type Port } from "@landfall/core/geo/Port"
import { Position } from "@landfall/core/geo/Position"
import { Unlocode } from "@landfall/core/geo/Unlocode"
import { Option, Schema } from "effect"
import { ALIASES } from "./aliases.ts"
import type { Mooring } from "./SeaEngine.ts"

/** Code, name, longitude, latitude, node (-1 where no ship gets to) and the miles from the node to the berth. */
export type PackedPort = readonly [string, string, number, number, number, number]

/** Ports by code, and where each is on the network. */
export interface PortTable {
  readonly ports: ReadonlyMap<string, Port>
  readonly moorings: ReadonlyMap<string, Mooring>
  /** Codes that mean a port of another code. */
  readonly aliases: ReadonlyMap<string, string>
}

const decodeCode = Schema.decodeOption(Unlocode)
const decodeCountry = Schema.decodeOption(CountryCode)
const decodePosition = Schema.decodeOption(Position)

/** Reads packed ports; one that is not right in itself, or whose code is an alias of another, is left out. */
export const unpackPorts = (packed: ReadonlyArray<PackedPort>): PortTable => {
  const ports = new Map<string, Port>()
  const moorings = new Map<string, Mooring>()
  for (const [text, name, longitude, latitude, node, accessNm] of packed) {
    if (ALIASES[text] !== undefined) continue
    const port = Option.all({
      code: decodeCode(text),
      country: decodeCountry(text.slice(0, 2)),
      position: decodePosition({ longitude, latitude })
    })
    if (Option.isNone(port)) continue
    ports.set(text, { ...port.value, name })
    if (node >= 0) moorings.set(text, { node, accessNm })
  }
  const aliases = Object.entries(ALIASES).flatMap(([alias, code]) =>
    code === undefined ? [] : [[alias, code] as const]
  )
  return { ports, moorings, aliases: new Map(aliases) }
}

/** The code that stands in the table for a code: itself, or the one that took its place. */
export const currentCode = (table: PortTable, code: string): string => {
  const other = table.aliases.get(code)
  return table.ports.has(code) || other === undefined ? code : other
}

export const portOf = (table: PortTable, code: string): Option.Option<Port> =>
  Option.fromUndefinedOr(table.ports.get(currentCode(table, code)))
