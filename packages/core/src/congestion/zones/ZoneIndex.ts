import { Option } from "effect"
import type { Position } from "../../geo/Position.ts"
import type { Unlocode } from "../../geo/Unlocode.ts"
import type { VesselType } from "../../vessels/VesselType.ts"
import {
  KILOMETRES_PER_DEGREE,
  kilometresPerLongitudeDegree,
  type Outline,
  outlineOf,
  planarDistanceKm
} from "./Outline.ts"
import type { Zone, ZoneId } from "./Zone.ts"

/**
 * A ship is in a zone from inside its outline, and stays in it until it is this far outside. With the radius of
 * `DEFAULT_RADIUS_KM` around a point this is Global Fishing Watch's rule: in at 3 km, out at 4 km.
 */
export const LEAVE_MARGIN_KM = 1

/** A zone that a position is in or not yet out of. */
export interface ZoneHit {
  readonly zone: Zone
  /** 0 within the outline, else the distance to it: at most `LEAVE_MARGIN_KM`. */
  readonly outsideKm: number
  /** To the middle of the zone. */
  readonly centreKm: number
}

interface IndexEntry {
  readonly zone: Zone
  readonly outline: Outline
}

/** Which zones a position is in, among tens of thousands. */
export interface ZoneIndex {
  /** How many zones it holds. */
  readonly size: number
  /** The accepted zones that a position is in or at most `LEAVE_MARGIN_KM` outside of, in no order. */
  readonly hits: (latitude: number, longitude: number) => ReadonlyArray<ZoneHit>
  /** Whether a port has accepted berths: then a ship is at berth nowhere else. */
  readonly hasBerths: (port: Unlocode) => boolean
  /** The one type of ship that a berth takes; none when it takes any. */
  readonly berthType: (id: ZoneId) => Option.Option<VesselType>
}

/** Ten cells to a degree: some 11 km, the size of a port. */
const CELLS_PER_DEGREE = 10
const COLUMNS = 360 * CELLS_PER_DEGREE

const NO_HITS: ReadonlyArray<ZoneHit> = []

const columnOf = (longitude: number): number => Math.floor((longitude + 180) * CELLS_PER_DEGREE)
const rowOf = (latitude: number): number => Math.floor((latitude + 90) * CELLS_PER_DEGREE)
const cellOf = (row: number, column: number): number => row * COLUMNS + (((column % COLUMNS) + COLUMNS) % COLUMNS)

/** The cells in which a position can be within the margin of a zone. */
const cellsOf = ({ bounds }: Outline): ReadonlyArray<number> => {
  const margin = LEAVE_MARGIN_KM / KILOMETRES_PER_DEGREE
  const steepest = kilometresPerLongitudeDegree(
    Math.min(89.9, Math.max(Math.abs(bounds.south), Math.abs(bounds.north)) + margin)
  )
  const widening = LEAVE_MARGIN_KM / steepest
  const [west, east] = [columnOf(bounds.west - widening), columnOf(bounds.east + widening)]
  const last = Math.min(east, west + COLUMNS - 1)
  const cells: Array<number> = []
  for (let row = rowOf(bounds.south - margin); row <= rowOf(bounds.north + margin); row++) {
    for (let column = west; column <= last; column++) cells.push(cellOf(row, column))
  }
  return cells
}

/** Makes an index of those of the zones that are accepted. */
export const makeZoneIndex = (zones: Iterable<Zone>): ZoneIndex => {
  const cells = new Map<number, Array<IndexEntry>>()
  const ports = new Set<string>()
  const types = new Map<ZoneId, VesselType>()
  let size = 0
  for (const zone of zones) {
    if (zone.status !== "accepted") continue
    size++
    if (zone.kind === "BERTH") {
      for (const port of zone.ports) ports.add(port)
      if (Option.isSome(zone.vesselType)) types.set(zone.id, zone.vesselType.value)
    }
    const entry = { zone, outline: outlineOf(zone.shape) }
    for (const cell of cellsOf(entry.outline)) {
      const known = cells.get(cell)
      if (known === undefined) cells.set(cell, [entry])
      else known.push(entry)
    }
  }

  const hits = (latitude: number, longitude: number): ReadonlyArray<ZoneHit> => {
    const entries = cells.get(cellOf(rowOf(latitude), columnOf(longitude)))
    if (entries === undefined) return NO_HITS
    const found: Array<ZoneHit> = []
    for (const { zone, outline } of entries) {
      const outsideKm = outline.outsideKm(latitude, longitude)
      if (outsideKm > LEAVE_MARGIN_KM) continue
      const centreKm = planarDistanceKm(outline.centreLatitude, outline.centreLongitude, latitude, longitude)
      found.push({ zone, outsideKm, centreKm })
    }
    return found
  }

  return {
    size,
    hits,
    hasBerths: (port) => ports.has(port),
    berthType: (id) => Option.fromUndefinedOr(types.get(id))
  }
}

/** The zones that a position lies within, in no order. */
export const zonesAt = (index: ZoneIndex, { latitude, longitude }: Position): ReadonlyArray<Zone> =>
  index.hits(latitude, longitude).flatMap(({ zone, outsideKm }) => (outsideKm === 0 ? [zone] : []))
