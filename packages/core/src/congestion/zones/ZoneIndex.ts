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
 * A vessel enters a zone inside its outline and leaves it this far outside, in kilometres. With the radius of
 * `DEFAULT_RADIUS_KM` around a point this is Global Fishing Watch's rule: entry at 3 km, exit at 4 km.
 */
export const LEAVE_MARGIN_KM = 1

/** A zone that contains a position, or whose exit margin does. */
export interface ZoneHit {
  readonly zone: Zone
  /** Distance to the outline, at most `LEAVE_MARGIN_KM`; 0 inside. */
  readonly outsideKm: number
  /** Distance to the centre of the zone. */
  readonly centreKm: number
  /** Half the diagonal of the zone's bounding box: of two zones, the smaller one is more specific. */
  readonly sizeKm: number
}

interface IndexEntry {
  readonly zone: Zone
  readonly outline: Outline
  readonly sizeKm: number
}

/** Finds the zones of a position among tens of thousands. */
export interface ZoneIndex {
  /** The number of accepted zones. */
  readonly size: number
  /** The accepted zones whose outline is at most `LEAVE_MARGIN_KM` from a position, in no particular order. */
  readonly hits: (latitude: number, longitude: number) => ReadonlyArray<ZoneHit>
  /** Tests whether a port has accepted berths: a vessel is then moored at those berths only. */
  readonly hasBerths: (port: Unlocode) => boolean
  /** Tests whether a port may serve a type of vessel: not when all of its berths serve other types. */
  readonly serves: (port: Unlocode, type: VesselType) => boolean
  /** The only type of vessel that uses a berth; none when any type does. */
  readonly berthType: (id: ZoneId) => Option.Option<VesselType>
}

/** Ten cells per degree: about 11 km, the size of a port. */
const CELLS_PER_DEGREE = 10
const COLUMNS = 360 * CELLS_PER_DEGREE

const NO_HITS: ReadonlyArray<ZoneHit> = []

const columnOf = (longitude: number): number => Math.floor((longitude + 180) * CELLS_PER_DEGREE)
const rowOf = (latitude: number): number => Math.floor((latitude + 90) * CELLS_PER_DEGREE)
const cellOf = (row: number, column: number): number => row * COLUMNS + (((column % COLUMNS) + COLUMNS) % COLUMNS)

/** The cells that contain positions within the exit margin of a zone. */
const cellsOf = ({ bounds }: Outline): ReadonlyArray<number> => {
  const margin = LEAVE_MARGIN_KM / KILOMETRES_PER_DEGREE
  const shortestDegreeKm = kilometresPerLongitudeDegree(
    Math.min(89.9, Math.max(Math.abs(bounds.south), Math.abs(bounds.north)) + margin)
  )
  const widening = LEAVE_MARGIN_KM / shortestDegreeKm
  const [west, east] = [columnOf(bounds.west - widening), columnOf(bounds.east + widening)]
  const last = Math.min(east, west + COLUMNS - 1)
  const cells: Array<number> = []
  for (let row = rowOf(bounds.south - margin); row <= rowOf(bounds.north + margin); row++) {
    for (let column = west; column <= last; column++) cells.push(cellOf(row, column))
  }
  return cells
}

const sizeKmOf = ({ bounds }: Outline): number =>
  planarDistanceKm(bounds.south, bounds.west, bounds.north, bounds.east) / 2

/** Makes an index of the accepted zones. */
export const makeZoneIndex = (zones: Iterable<Zone>): ZoneIndex => {
  const cells = new Map<number, Array<IndexEntry>>()
  const portsWithBerths = new Map<string, Array<Option.Option<VesselType>>>()
  const berthTypes = new Map<ZoneId, VesselType>()
  let size = 0
  for (const zone of zones) {
    if (zone.status !== "accepted") continue
    size++
    if (zone.kind === "BERTH") {
      for (const port of zone.ports) portsWithBerths.set(port, [...(portsWithBerths.get(port) ?? []), zone.vesselType])
      if (Option.isSome(zone.vesselType)) berthTypes.set(zone.id, zone.vesselType.value)
    }
    const outline = outlineOf(zone.shape)
    const entry = { zone, outline, sizeKm: sizeKmOf(outline) }
    for (const cell of cellsOf(entry.outline)) {
      const entries = cells.get(cell)
      if (entries === undefined) cells.set(cell, [entry])
      else entries.push(entry)
    }
  }

  const hits = (latitude: number, longitude: number): ReadonlyArray<ZoneHit> => {
    const candidates = cells.get(cellOf(rowOf(latitude), columnOf(longitude)))
    if (candidates === undefined) return NO_HITS
    const hits: Array<ZoneHit> = []
    for (const { zone, outline, sizeKm } of candidates) {
      const outsideKm = outline.outsideKm(latitude, longitude)
      if (outsideKm > LEAVE_MARGIN_KM) continue
      const centreKm = planarDistanceKm(outline.centreLatitude, outline.centreLongitude, latitude, longitude)
      hits.push({ zone, outsideKm, centreKm, sizeKm })
    }
    return hits
  }

  return {
    size,
    hits,
    hasBerths: (port) => portsWithBerths.has(port),
    serves: (port, type) =>
      portsWithBerths.get(port)?.some((served) => Option.isNone(served) || served.value === type) ?? true,
    berthType: (id) => Option.fromUndefinedOr(berthTypes.get(id))
  }
}

/** The zones whose outline contains a position, in no particular order. */
export const zonesAt = (index: ZoneIndex, { latitude, longitude }: Position): ReadonlyArray<Zone> =>
  index.hits(latitude, longitude).flatMap(({ zone, outsideKm }) => (outsideKm === 0 ? [zone] : []))
