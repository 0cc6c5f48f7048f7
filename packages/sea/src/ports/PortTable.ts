import { CountryCode, type Port } from "@landfall/core/geo/Port"
import { Position } from "@landfall/core/geo/Position"
import { Unlocode } from "@landfall/core/geo/Unlocode"
import { Option, Schema } from "effect"
import type { AccessPoint } from "../network/RoutingEngine.ts"

/**
 * Alternative codes of ports: retired codes, codes of terminals and duplicates, each with the code of its port. A code has
 * the meaning of UN/LOCODE (USNEW is Destrehan on the Mississippi, not Newark), except GBLND and CNXGA, which carriers and crews
 * use for London and for Xingang of Tianjin.
 */
export const PORT_CODE_ALIASES: Readonly<Partial<Record<string, string>>> = {
  AEMIN: "AEAUH",
  BEANT: "BEANR",
  BRSTS: "BRSSZ",
  CAWHH: "CACBC",
  CNHKG: "HKHKG",
  CNNBG: "CNNGB",
  CNNHN: "CNWUH",
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
  KRBNP: "KRPUS",
  KRPNC: "KRPUS",
  MYLPK: "MYPKG",
  MYWSP: "MYPKG",
  NLMVK: "NLMSV",
  SGJUR: "SGSIN",
  SGKEP: "SGSIN",
  SGPAP: "SGSIN",
  THLCB: "THLCH",
  TWKSG: "TWKHH",
  USBAY: "USNYC",
  USBI8: "USJAX",
  USCHL: "USCHS",
  USCLQ: "USMSY",
  USCPV: "USPCV",
  USDVT: "USMSY",
  USGRY: "USMSY",
  USHJS: "USCRP",
  USJEC: "USNYC",
  USLO8: "USMSY",
  USLO9: "USMSY",
  USLU8: "USMSY",
  USMI3: "USRCY",
  USNCM: "USMSY",
  USNEW: "USMSY",
  USNFK: "USORF",
  USPAS: "USHOU",
  USPNJ: "USEWR",
  USSRE: "USMSY",
  USYIG: "USCRP",
  VNSGP: "VNSGN",
  VNTCT: "VNCLI",
  ZADBN: "ZADUR"
}

/**
 * A packed port: code, name, longitude, latitude, node (-1 for an inland port) and nautical miles from the node to the
 * berth.
 */
export type PackedPort = readonly [string, string, number, number, number, number]

/** Ports by code, and their access points on the network; an inland port has none. */
export interface PortTable {
  readonly ports: ReadonlyMap<string, Port>
  readonly accessPoints: ReadonlyMap<string, AccessPoint>
  /** Codes that resolve to the port of another code. */
  readonly aliases: ReadonlyMap<string, string>
}

const decodeCode = Schema.decodeOption(Unlocode)
const decodeCountry = Schema.decodeOption(CountryCode)
const decodePosition = Schema.decodeOption(Position)

/** Unpacks ports; skips an invalid one, and one whose code is an alias. */
export const unpackPorts = (packed: ReadonlyArray<PackedPort>): PortTable => {
  const ports = new Map<string, Port>()
  const accessPoints = new Map<string, AccessPoint>()
  for (const [text, name, longitude, latitude, node, accessNm] of packed) {
    if (PORT_CODE_ALIASES[text] !== undefined) continue
    const port = Option.all({
      code: decodeCode(text),
      country: decodeCountry(text.slice(0, 2)),
      position: decodePosition({ longitude, latitude })
    })
    if (Option.isNone(port)) continue
    ports.set(text, { ...port.value, name })
    if (node >= 0) accessPoints.set(text, { node, accessNm })
  }
  const aliases = Object.entries(PORT_CODE_ALIASES).flatMap(([alias, code]) =>
    code === undefined ? [] : [[alias, code] as const]
  )
  return { ports, accessPoints, aliases: new Map(aliases) }
}

/** Resolves a code: the code itself, or the one that replaced it. */
export const currentCode = (table: PortTable, code: string): string => {
  const other = table.aliases.get(code)
  return table.ports.has(code) || other === undefined ? code : other
}

/** The port of a code or alias. */
export const portOf = (table: PortTable, code: string): Option.Option<Port> =>
  Option.fromUndefinedOr(table.ports.get(currentCode(table, code)))
