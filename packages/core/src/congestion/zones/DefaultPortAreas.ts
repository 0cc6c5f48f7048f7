import { Option } from "effect"
import { Kilometres } from "../../geo/Distance.ts"
import type { Port } from "../../geo/Port.ts"
import type { Position } from "../../geo/Position.ts"
import { KILOMETRES_PER_DEGREE, kilometresPerLongitudeDegree, outlineOf, planarDistanceKm } from "./Outline.ts"
import type { PortAreas } from "./PortAreas.ts"
import { type Zone, ZoneId } from "./Zone.ts"

/**
 * The least radius of the default area of a port, in kilometres: the distance within which Global Fishing Watch counts
 * a vessel as in port (Technical documentation, chapter "Anchorages, voyages and port visits").
 */
export const DEFAULT_RADIUS_KM = 3

/**
 * The greatest radius of a default area, in kilometres: the quays of large ports extend this far from the point that a
 * gazetteer gives. Chosen here.
 */
export const MAX_DEFAULT_RADIUS_KM = 10

/** The farthest neighbour that can reduce the radius of an area, in kilometres. */
const NEIGHBOUR_REACH_KM = 2 * MAX_DEFAULT_RADIUS_KM

const cellKey = (row: number, column: number): string => `${row} ${column}`

/** Ports grouped by squares of a fifth of a degree, so that each is compared with its neighbours alone. */
const bySquare = (ports: ReadonlyArray<Port>): ReadonlyMap<string, ReadonlyArray<Port>> => {
  const squares = new Map<string, Array<Port>>()
  for (const port of ports) {
    const key = cellKey(Math.floor(port.position.latitude * 5), Math.floor(port.position.longitude * 5))
    const existing = squares.get(key)
    if (existing === undefined) squares.set(key, [port])
    else existing.push(port)
  }
  return squares
}

const nearestNeighbourKm = (port: Port, squares: ReadonlyMap<string, ReadonlyArray<Port>>): number => {
  const { latitude, longitude } = port.position
  const rows = Math.ceil((NEIGHBOUR_REACH_KM / KILOMETRES_PER_DEGREE) * 5)
  const columns = Math.ceil(
    (NEIGHBOUR_REACH_KM / Math.max(1, kilometresPerLongitudeDegree(Math.abs(latitude) + 0.2))) * 5
  )
  const [row, column] = [Math.floor(latitude * 5), Math.floor(longitude * 5)]
  let nearest = Number.POSITIVE_INFINITY
  for (let dy = -rows; dy <= rows; dy++) {
    for (let dx = -columns; dx <= columns; dx++) {
      const around = ((((column + dx + 900) % 1800) + 1800) % 1800) - 900
      for (const { code, position } of squares.get(cellKey(row + dy, around)) ?? []) {
        if (code === port.code) continue
        nearest = Math.min(nearest, planarDistanceKm(latitude, longitude, position.latitude, position.longitude))
      }
    }
  }
  return nearest
}

/**
 * Makes a default area for every port: a circle with half the distance to the nearest other port as its radius, at
 * least 3 and at most 10 km. Where ports are closer than 6 km the circles overlap, and a vessel between them is in the
 * port with the nearer centre.
 */
export const defaultPortAreas = (ports: Iterable<Port>): ReadonlyArray<Zone> => {
  const all = [...ports]
  const squares = bySquare(all)
  return all.map((port) => {
    const half = nearestNeighbourKm(port, squares) / 2
    const radius = Kilometres.make(Math.max(DEFAULT_RADIUS_KM, Math.min(MAX_DEFAULT_RADIUS_KM, half)))
    return {
      id: ZoneId.make(`${port.code}-default`),
      kind: "PORT_AREA",
      name: Option.some(port.name),
      ports: [port.code],
      shape: { _tag: "Circle", centre: port.position, radius },
      source: "default",
      status: "accepted",
      vesselType: Option.none()
    }
  })
}

const portsWithArea = (zones: ReadonlyArray<Zone>): ReadonlySet<string> =>
  new Set<string>(zones.flatMap((zone) => (zone.kind === "PORT_AREA" ? zone.ports : [])))

/** Tests whether the port of a zone is in it: the operator may have moved the port since the zone was made. */
const waterPlaceTest = (ports: ReadonlyArray<Port>): ((zone: Zone) => boolean) => {
  const positions = new Map<string, Position>(ports.map(({ code, position }) => [code, position]))
  return ({ ports: [code = ""], shape }) => {
    const position = positions.get(code)
    return position !== undefined && outlineOf(shape).outsideKm(position.latitude, position.longitude) === 0
  }
}

/**
 * The zones in effect. For each port, the first of these that exists is its area: the operator's accepted port areas;
 * the curated zones of `areas` with the water within its reach; and a circle around its position. Curated anchorages
 * apply beside the operator's zones, unless the operator has drawn the areas of all their ports.
 */
export const zonesInUse = (
  ports: Iterable<Port>,
  areas: PortAreas,
  operatorZones: ReadonlyArray<Zone>
): ReadonlyArray<Zone> => {
  const accepted = operatorZones.filter((zone) => zone.status === "accepted")
  const drawnPorts = portsWithArea(accepted)
  const allPorts = [...ports]
  const codes = new Set<string>(allPorts.map(({ code }) => code))
  const inUse = ({ ports: of }: Zone) => of.some((port) => codes.has(port) && !drawnPorts.has(port))
  const curated = areas.curated.flatMap(({ zone }) => (inUse(zone) ? [zone] : []))
  const curatedPorts = portsWithArea(curated)
  const isPlace = waterPlaceTest(allPorts)
  const water = areas.water.filter((zone) => inUse(zone) && isPlace(zone))
  const [covered, all] = [portsWithArea(water), [...accepted, ...curated, ...water]]
  const circles = defaultPortAreas(allPorts).filter(
    ({ ports: [port = ""] }) => !(drawnPorts.has(port) || curatedPorts.has(port) || covered.has(port))
  )
  return [...all, ...circles]
}
