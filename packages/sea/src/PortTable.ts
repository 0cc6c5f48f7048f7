import { CountryCode, type Port } from "@landfall/core/geo/Port"
import { Position } from "@landfall/core/geo/Position"
import { Unlocode } from "@landfall/core/geo/Unlocode"
import { Option, Schema } from "effect"
import type { AccessPoint } from "./RoutingEngine.ts"

/** Codes in use for a port that has another code of its own: older ones, terminals and doubles. */
export const PORT_CODE_ALIASES: Readonly<Partial<Record<string, string>>> = {
  AEMIN: "AEAUH",
  BEANT: "BEANR",
  BRSTS: "BRSSZ",
  CNHKG: "HKHKG",
  CNNBG: "CNNGB",
  CNNPO: "CNNGB",
  CNQIN: "CNQDG",
  CNSGH: "CNSHA",
  CNSHG: "CNSHA",
  CNXGA: "CNTXG",
  DEBHV: "DEBRV",
  EGPSW: "EGPSD",
  GBLGW: "GBLGP",
  GBLND: "GBLON",
  GBSTN: "GBSOU",
  INJNP: "INNSA",
  JPOSK: "JPOSA",
  KRPNC: "KRPUS",
  KRBNP: "KRPUS",
  MYWSP: "MYPKG",
  MYLPK: "MYPKG",
  NLMVK: "NLMSV",
  SGJUR: "SGSIN",
  SGPAP: "SGSIN",
  SGKEP: "SGSIN",
  THLCB: "THLCH",
  TWKSG: "TWKHH",
  USCHL: "USCHS",
  USNEW: "USEWR",
  USNFK: "USORF",
  VNSGP: "VNSGN",
  VNTCT: "VNCLI",
  ZADBN: "ZADUR"
}

/** Code, name, longitude, latitude, node (-1 where no ship gets to) and the miles from the node to the berth. */
export type PackedPort = readonly [string, string, number, number, number, number]

/** Ports by code, and where each is on the network. */
export interface PortTable {
  readonly ports: ReadonlyMap<string, Port>
  readonly accessPoints: ReadonlyMap<string, AccessPoint>
  /** Codes that mean a port of another code. */
  readonly aliases: ReadonlyMap<string, string>
}

const decodeCode = Schema.decodeOption(Unlocode)
const decodeCountry = Schema.decodeOption(CountryCode)
const decodePosition = Schema.decodeOption(Position)

/** Reads packed ports; one that is not right in itself, or whose code is an alias of another, is left out. */
export const unpackPorts = (packed: ReadonlyArray<PackedPort>): PortTable => {
  const ports = new Map<string, Port>()
  const moorings = new Map<string, AccessPoint>()
  for (const [text, name, longitude, latitude, node, accessNm] of packed) {
    if (PORT_CODE_ALIASES[text] !== undefined) continue
    const port = Option.all({
      code: decodeCode(text),
      country: decodeCountry(text.slice(0, 2)),
      position: decodePosition({ longitude, latitude })
    })
    if (Option.isNone(port)) continue
    ports.set(text, { ...port.value, name })
    if (node >= 0) moorings.set(text, { node, accessNm })
  }
  const aliases = Object.entries(PORT_CODE_ALIASES).flatMap(([alias, code]) =>
    code === undefined ? [] : [[alias, code] as const]
  )
  return { ports, accessPoints: moorings, aliases: new Map(aliases) }
}

/** The code that stands in the table for a code: itself, or the one that took its place. */
export const currentCode = (table: PortTable, code: string): string => {
  const other = table.aliases.get(code)
  return table.ports.has(code) || other === undefined ? code : other
}

export const portOf = (table: PortTable, code: string): Option.Option<Port> =>
  Option.fromUndefinedOr(table.ports.get(currentCode(table, code)))
