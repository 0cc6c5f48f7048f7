import { Option } from "effect"
import { Kilometres } from "../../geo/Distance.ts"
import type { Position } from "../../geo/Position.ts"
import type { Unlocode } from "../../geo/Unlocode.ts"
import type { VesselType } from "../../vessels/VesselType.ts"
import type { PortCall, Stay } from "../detection/PortCall.ts"
import { type Zone, ZoneId } from "../zones/Zone.ts"
import { makeZoneIndex, type ZoneIndex } from "../zones/ZoneIndex.ts"
import { FleetDetector } from "./FleetDetector.ts"

type HullPoint = readonly [number, number]

const orientation = (a: HullPoint, b: HullPoint, c: HullPoint): number =>
  (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

const halfHull = (points: ReadonlyArray<HullPoint>): ReadonlyArray<HullPoint> => {
  const chain: Array<HullPoint> = []
  for (const point of points) {
    for (let last = chain.at(-1), before = chain.at(-2); last !== undefined && before !== undefined; ) {
      if (orientation(before, last, point) > 0) break
      chain.pop()
      last = chain.at(-1)
      before = chain.at(-2)
    }
    chain.push(point)
  }
  return chain.slice(0, -1)
}

/** The convex hull of points that are not collinear, closed (A. M. Andrew's monotone chain, 1979). */
export const convexHull = (points: ReadonlyArray<HullPoint>): ReadonlyArray<HullPoint> => {
  const sorted = points.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])
  const open = [...halfHull(sorted), ...halfHull(sorted.toReversed())]
  return [...open, ...open.slice(0, 1)]
}

/** The fewest different vessels that must have stopped at a place for it to be proposed as a zone. Chosen here. */
export const MIN_VESSELS_IN_ZONE = 5

/**
 * The fewest different vessels in each square of a zone, so that a single stray vessel does not extend it. Chosen here.
 */
export const MIN_VESSELS_IN_SQUARE = 2

/** Squares per degree of latitude: about 280 m along quays, 1.1 km where vessels swing at anchor. */
const SQUARES_PER_DEGREE = { berth: 400, anchorage: 100 } as const

type ProposedKind = keyof typeof SQUARES_PER_DEGREE

interface Square {
  readonly row: number
  readonly column: number
  readonly vessels: Set<string>
  /** The registered types of those vessels. */
  readonly types: Map<string, VesselType>
}

/** Columns per degree of longitude relative to rows: a fixed ratio that suits the latitudes where ports are. */
const SQUARES_PER_LONGITUDE = 0.65

const squareKey = (row: number, column: number): string => `${row} ${column}`

const vesselKey = ({ vessel, id }: PortCall): string =>
  String(Option.getOrElse(vessel.imo, () => Option.getOrElse(vessel.mmsi, () => id)))

const addStay = (
  squares: Map<string, Square>,
  call: PortCall,
  { latitude, longitude }: Stay,
  perDegree: number
): void => {
  const row = Math.floor(latitude * perDegree)
  const column = Math.floor(longitude * perDegree * SQUARES_PER_LONGITUDE)
  const key = squareKey(row, column)
  const square = squares.get(key) ?? { row, column, vessels: new Set(), types: new Map() }
  squares.set(key, square)
  const name = vesselKey(call)
  square.vessels.add(name)
  if (call.vessel.typeSource === "registry" && Option.isSome(call.vessel.type))
    square.types.set(name, call.vessel.type.value)
}

const neighboursOf = ({ row, column }: Square): ReadonlyArray<string> =>
  [-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dx) => squareKey(row + dy, column + dx)))

/** Groups squares that touch each other. */
const groupAdjacentSquares = (squares: ReadonlyMap<string, Square>): ReadonlyArray<ReadonlyArray<Square>> => {
  const remaining = new Map([...squares].filter(([, { vessels }]) => vessels.size >= MIN_VESSELS_IN_SQUARE))
  const groups: Array<ReadonlyArray<Square>> = []
  for (const [key, first] of remaining) {
    remaining.delete(key)
    const group = [first]
    for (const square of group) {
      for (const neighbour of neighboursOf(square)) {
        const next = remaining.get(neighbour)
        if (next === undefined) continue
        remaining.delete(neighbour)
        group.push(next)
      }
    }
    groups.push(group)
  }
  return groups
}

const cornersOf = ({ row, column }: Square, perDegree: number): ReadonlyArray<readonly [number, number]> =>
  [0, 1].flatMap((dy) =>
    [0, 1].map((dx) => [(column + dx) / (perDegree * SQUARES_PER_LONGITUDE), (row + dy) / perDegree] as const)
  )

/** The common type of all vessels, when enough of them are registered. */
const commonTypeOf = (group: ReadonlyArray<Square>): Option.Option<VesselType> => {
  const typeByVessel = new Map(group.flatMap(({ types }) => [...types]))
  const all = new Set(typeByVessel.values())
  return typeByVessel.size >= MIN_VESSELS_IN_ZONE && all.size === 1
    ? Option.fromUndefinedOr([...all][0])
    : Option.none()
}

const proposedZone = (port: Unlocode, kind: ProposedKind, group: ReadonlyArray<Square>): Zone => {
  const perDegree = SQUARES_PER_DEGREE[kind]
  const [first] = group.map(({ row, column }) => `${row},${column}`).sort()
  return {
    id: ZoneId.make(`${port}-found-${kind}-${first}`),
    kind: kind === "berth" ? "BERTH" : "ANCHORAGE",
    name: Option.none(),
    ports: [port],
    shape: { _tag: "Polygon", rings: [convexHull(group.flatMap((square) => cornersOf(square, perDegree)))] },
    source: "history",
    status: "proposed",
    vesselType: kind === "berth" ? commonTypeOf(group) : Option.none()
  }
}

/** The default distance from a port within which quays outside its area are searched, in kilometres. Chosen here. */
export const SEARCH_RADIUS_KM = 40

/**
 * A detector of the stops around a port, whatever its area is today: all water within `radiusKm` counts as the port. Its
 * calls are evidence for `proposeZones` alone.
 */
export const makeStopSearch = (port: Unlocode, centre: Position, radiusKm: number): FleetDetector =>
  new FleetDetector(
    makeZoneIndex([
      {
        id: ZoneId.make(`${port}-search`),
        kind: "PORT_AREA",
        name: Option.none(),
        ports: [port],
        shape: { _tag: "Circle", centre, radius: Kilometres.make(radiusKm) },
        source: "default",
        status: "accepted",
        vesselType: Option.none()
      }
    ]),
    () => Option.none()
  )

/**
 * The calls whose stays in today's zones are removed: those at a berth or an anchorage, and those in the area of another
 * port. What is left may be a quay that no zone contains.
 */
export const staysOutsideZones = (
  port: Unlocode,
  calls: ReadonlyArray<PortCall>,
  today: ZoneIndex
): ReadonlyArray<PortCall> =>
  calls.map((call) => ({
    ...call,
    stays: call.stays.filter(
      ({ latitude, longitude }) =>
        !today
          .hits(latitude, longitude)
          .some(({ zone, outsideKm }) => outsideKm === 0 && (zone.kind !== "PORT_AREA" || !zone.ports.includes(port)))
    )
  }))

/**
 * Proposes berths and anchorages for the operator's review: places where several different vessels stopped and their
 * navigation status showed their state. Stays in existing berths and anchorages are skipped. The same calls yield the
 * same zones with the same ids.
 */
export const proposeZones = (port: Unlocode, calls: ReadonlyArray<PortCall>): ReadonlyArray<Zone> => {
  const squares = { berth: new Map<string, Square>(), anchorage: new Map<string, Square>() }
  for (const call of calls) {
    if (call.port !== port) continue
    for (const stay of call.stays) {
      if (stay.evidence !== "status" || stay.kind === "unknown") continue
      addStay(squares[stay.kind], call, stay, SQUARES_PER_DEGREE[stay.kind])
    }
  }
  const zonesOf = (kind: ProposedKind) =>
    groupAdjacentSquares(squares[kind])
      .filter((group) => new Set(group.flatMap(({ vessels }) => [...vessels])).size >= MIN_VESSELS_IN_ZONE)
      .map((group) => proposedZone(port, kind, group))
  return [...zonesOf("berth"), ...zonesOf("anchorage")]
}
