import type { Port } from "@landfall/core/geo/Port"
import type { OwnPort } from "@landfall/core/geo/PortStore"
import { Option } from "effect"
import { nearestMooring } from "./nearestMooring.ts"
import type { PortTable } from "./PortTable.ts"
import type { Mooring } from "./SeaEngine.ts"
import type { SeaNetwork } from "./SeaNetwork.ts"
import { geodesicNm } from "./Sphere.ts"

/** A port that an operator puts within this of where it was keeps its harbour, in nautical miles. */
const SAME_PLACE_NM = 1

const distance = (a: Port, b: Port): number =>
  geodesicNm(a.position.longitude, a.position.latitude, b.position.longitude, b.position.latitude)

/**
 * A table with an operator's ports before its own: a port takes the place of the one of its code, and a code that is an
 * alias of one no longer means the port that it was. Each lies at the nearest node of the network, unless it stays where
 * it was; one farther than 30 nm from all is on no network.
 */
export const withOwnPorts = (table: PortTable, network: SeaNetwork, own: ReadonlyArray<OwnPort>): PortTable => {
  const ports = new Map(table.ports)
  const moorings = new Map(table.moorings)
  const aliases = new Map(table.aliases)
  for (const port of own) {
    for (const alias of port.aliases) {
      ports.delete(alias)
      moorings.delete(alias)
      aliases.set(alias, port.code)
    }
  }
  for (const { aliases: _, ...port } of own) {
    ports.set(port.code, port)
    const mooring = mooringOf(table, network, port)
    if (Option.isSome(mooring)) moorings.set(port.code, mooring.value)
    else moorings.delete(port.code)
  }
  return { ports, moorings, aliases }
}

const mooringOf = (table: PortTable, network: SeaNetwork, port: Port): Option.Option<Mooring> => {
  const before = table.ports.get(port.code)
  const mooring = table.moorings.get(port.code)
  return before !== undefined && mooring !== undefined && distance(before, port) <= SAME_PLACE_NM
    ? Option.some(mooring)
    : nearestMooring(network, port.position.longitude, port.position.latitude)
}
