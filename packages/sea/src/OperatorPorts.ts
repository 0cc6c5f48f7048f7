import type { Port } from "@landfall/core/geo/Port"
import type { OperatorPort } from "@landfall/core/geo/PortStore"
import type { Position } from "@landfall/core/geo/Position"
import { Option } from "effect"
import { geodesicNm } from "./Geodesic.ts"
import type { PortTable } from "./PortTable.ts"
import type { AccessPoint } from "./RoutingEngine.ts"

/** A port that an operator puts within this of where it was keeps its harbour, in nautical miles. */
const SAME_HARBOUR_NM = 1

const distanceNm = (a: Port, b: Port): number =>
  geodesicNm(a.position.longitude, a.position.latitude, b.position.longitude, b.position.latitude)

/** Finds where a place lies on the network; none where it lies on none. */
export type FindAccessPoint = (position: Position) => Option.Option<AccessPoint>

/**
 * A table with an operator's ports before its own: a port takes the place of the one of its code, and a code that is an
 * alias of one no longer means the port that it was. Each lies where `findMooring` puts it, unless it stays where it was.
 */
export const withOperatorPorts = (
  table: PortTable,
  own: ReadonlyArray<OperatorPort>,
  findMooring: FindAccessPoint
): PortTable => {
  const ports = new Map(table.ports)
  const moorings = new Map(table.accessPoints)
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
    const mooring = accessPointOf(table, port, findMooring)
    if (Option.isSome(mooring)) moorings.set(port.code, mooring.value)
    else moorings.delete(port.code)
  }
  return { ports, accessPoints: moorings, aliases }
}

const accessPointOf = (table: PortTable, port: Port, findMooring: FindAccessPoint): Option.Option<AccessPoint> => {
  const before = table.ports.get(port.code)
  const mooring = table.accessPoints.get(port.code)
  return before !== undefined && mooring !== undefined && distanceNm(before, port) <= SAME_HARBOUR_NM
    ? Option.some(mooring)
    : findMooring(port.position)
}
