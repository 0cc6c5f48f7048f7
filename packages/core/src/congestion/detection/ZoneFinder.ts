import { Option } from "effect"
import type { Unlocode } from "../../geo/Unlocode.ts"
import type { VesselType } from "../../vessels/VesselType.ts"
import { type Zone, ZoneId } from "../zones/Zone.ts"
import { hullOf } from "./internal/Hull.ts"
import type { PortCall, Stay } from "./PortCall.ts"

/** So many different ships must have lain at a place before it is proposed as a zone. Own choice. */
export const MIN_SHIPS = 5

/** And so many in each square of it, so that one stray ship draws no zone out. Own choice. */
export const MIN_SHIPS_IN_SQUARE = 2

/** Squares to a degree of latitude: some 280 m along quays, 1.1 km where ships swing at anchor. */
const SQUARES_PER_DEGREE = { berth: 400, anchorage: 100 } as const

type Found = keyof typeof SQUARES_PER_DEGREE

interface Square {
  readonly row: number
  readonly column: number
  readonly ships: Set<string>
  /** The types of those ships that the registry knows. */
  readonly types: Map<string, VesselType>
}

/** Narrow squares near the poles would find nothing; no port is there. */
const SQUARES_PER_LONGITUDE = 0.65

const keyOf = (row: number, column: number): string => `${row} ${column}`

const nameOf = ({ ship, id }: PortCall): string =>
  String(Option.getOrElse(ship.imo, () => Option.getOrElse(ship.mmsi, () => id)))

const put = (squares: Map<string, Square>, call: PortCall, { latitude, longitude }: Stay, perDegree: number): void => {
  const row = Math.floor(latitude * perDegree)
  const column = Math.floor(longitude * perDegree * SQUARES_PER_LONGITUDE)
  const key = keyOf(row, column)
  const square = squares.get(key) ?? { row, column, ships: new Set(), types: new Map() }
  squares.set(key, square)
  const name = nameOf(call)
  square.ships.add(name)
  if (call.ship.typeSource === "registry" && Option.isSome(call.ship.type)) square.types.set(name, call.ship.type.value)
}

const neighboursOf = ({ row, column }: Square): ReadonlyArray<string> =>
  [-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dx) => keyOf(row + dy, column + dx)))

/** Squares that touch each other, taken together. */
const groupsOf = (squares: ReadonlyMap<string, Square>): ReadonlyArray<ReadonlyArray<Square>> => {
  const left = new Map([...squares].filter(([, { ships }]) => ships.size >= MIN_SHIPS_IN_SQUARE))
  const groups: Array<ReadonlyArray<Square>> = []
  for (const [key, first] of left) {
    left.delete(key)
    const group = [first]
    for (const square of group) {
      for (const beside of neighboursOf(square)) {
        const next = left.get(beside)
        if (next === undefined) continue
        left.delete(beside)
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

/** The type that all ships are of, when the registry knows enough of them. */
const typeOf = (group: ReadonlyArray<Square>): Option.Option<VesselType> => {
  const types = new Map(group.flatMap(({ types }) => [...types]))
  const all = new Set(types.values())
  return types.size >= MIN_SHIPS && all.size === 1 ? Option.fromUndefinedOr([...all][0]) : Option.none()
}

const zoneOf = (port: Unlocode, kind: Found, group: ReadonlyArray<Square>): Zone => {
  const perDegree = SQUARES_PER_DEGREE[kind]
  const [first] = group.map(({ row, column }) => `${row},${column}`).sort()
  return {
    id: ZoneId.make(`${port}-found-${kind}-${first}`),
    kind: kind === "berth" ? "BERTH" : "ANCHORAGE",
    name: Option.none(),
    ports: [port],
    shape: { _tag: "Polygon", rings: [hullOf(group.flatMap((square) => cornersOf(square, perDegree)))] },
    source: "history",
    status: "proposed",
    vesselType: kind === "berth" ? typeOf(group) : Option.none()
  }
}

/**
 * Berths and anchorages where the ships of these calls lay, for the operator to look at: places at which several
 * different ships lay still and their status told what they did there. What lies in a drawn berth or anchorage is left
 * out. The same calls give the same zones, with the same ids.
 */
export const proposeZones = (port: Unlocode, calls: ReadonlyArray<PortCall>): ReadonlyArray<Zone> => {
  const squares = { berth: new Map<string, Square>(), anchorage: new Map<string, Square>() }
  for (const call of calls) {
    if (call.port !== port) continue
    for (const stay of call.stays) {
      if (stay.evidence !== "status" || stay.kind === "unknown") continue
      put(squares[stay.kind], call, stay, SQUARES_PER_DEGREE[stay.kind])
    }
  }
  const zonesOf = (kind: Found) =>
    groupsOf(squares[kind])
      .filter((group) => new Set(group.flatMap(({ ships }) => [...ships])).size >= MIN_SHIPS)
      .map((group) => zoneOf(port, kind, group))
  return [...zonesOf("berth"), ...zonesOf("anchorage")]
}
