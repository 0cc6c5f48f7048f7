import type { Port } from "@landfall/core/geo/Port"
import type { OwnPort } from "@landfall/core/geo/PortStore"
import type { Position } from "@landfall/core/geo/Position"
import { Option } from "effect"
import type { PortTable } from "./PortTable.ts"
import type { Mooring } from "./SeaEngine.ts"
import { geodesicNm } from "./Sphere.ts"

/** A port that an operator puts within this of where it was keeps its harbour, in nautical miles. */
const SAME_PLACE_NM = 1

const distance = (a: Port, b: Port): number =>
  geodesicNm(a.position.longitude, a.position.latitude, b.position.longitude, b.position.latitude)

/** Finds where a place lies on the network; none where it lies on none. */
export type FindMooring = (position: Position) => Option.Option<Mooring>

/**
 * A table with an operator's ports before its own: a port takes the place of the one of its code, and a code that is an
 * alias of one no longer means the port that it was. Each lies where `findMooring` puts it, unless it stays where it was.
 */
export const withOwnPorts = (table: PortTable, own: ReadonlyArray<OwnPort>, findMooring: FindMooring): PortTable => {
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
    const mooring = mooringOf(table, port, findMooring)
    if (Option.isSome(mooring)) moorings.set(port.code, mooring.value)
    else moorings.delete(port.code)
  }
  return { ports, moorings, aliases }
}

const mooringOf = (table: PortTable, port: Port, findMooring: FindMooring): Option.Option<Mooring> => {
  const before = table.ports.get(port.code)
  const mooring = table.moorings.get(port.code)
  return before !== undefined && mooring !== undefined && distance(before, port) <= SAME_PLACE_NM
    ? Option.some(mooring)
    : findMooring(port.position)
}
