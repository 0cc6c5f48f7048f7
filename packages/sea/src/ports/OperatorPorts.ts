import type { Port } from "@landfall/core/geo/Port"
import type { OperatorPort } from "@landfall/core/geo/PortStore"
import { Option } from "effect"
import type { FindAccessPoint } from "../network/AccessPointFinder.ts"
import { geodesicNm } from "../network/Geodesic.ts"
import type { AccessPoint } from "../network/RoutingEngine.ts"
import type { PortTable } from "./PortTable.ts"

/**
 * An operator-supplied port within this distance of the bundled port with its code has that port's access point, in
 * nautical miles.
 */
const SAME_HARBOUR_NM = 1

const distanceNm = (a: Port, b: Port): number =>
  geodesicNm(a.position.longitude, a.position.latitude, b.position.longitude, b.position.latitude)

/**
 * Adds operator-supplied ports to a table: each replaces the port with its code, and an alias no longer resolves to the
 * port that it was. `findAccessPoint` gives its access point, unless the port stays at its position.
 */
export const withOperatorPorts = (
  table: PortTable,
  operatorPorts: ReadonlyArray<OperatorPort>,
  findAccessPoint: FindAccessPoint
): PortTable => {
  const ports = new Map(table.ports)
  const accessPoints = new Map(table.accessPoints)
  const aliases = new Map(table.aliases)
  for (const port of operatorPorts) {
    for (const alias of port.aliases) {
      ports.delete(alias)
      accessPoints.delete(alias)
      aliases.set(alias, port.code)
    }
  }
  for (const { aliases: _, ...port } of operatorPorts) {
    ports.set(port.code, port)
    const accessPoint = accessPointOf(table, port, findAccessPoint)
    if (Option.isSome(accessPoint)) accessPoints.set(port.code, accessPoint.value)
    else accessPoints.delete(port.code)
  }
  return { ports, accessPoints, aliases }
}

const accessPointOf = (table: PortTable, port: Port, findAccessPoint: FindAccessPoint): Option.Option<AccessPoint> => {
  const bundled = table.ports.get(port.code)
  const accessPoint = table.accessPoints.get(port.code)
  return bundled !== undefined && accessPoint !== undefined && distanceNm(bundled, port) <= SAME_HARBOUR_NM
    ? Option.some(accessPoint)
    : findAccessPoint(port.position)
}
