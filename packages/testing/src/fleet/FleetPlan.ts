import type { Zone } from "@landfall/core/congestion/zones/Zone"
import { ZoneId } from "@landfall/core/congestion/zones/Zone"
import { Kilometres } from "@landfall/core/geo/Distance"
import { Latitude, Longitude, type Position } from "@landfall/core/geo/Position"
import { Unlocode } from "@landfall/core/geo/Unlocode"
import { Brand, type DateTime, Option } from "effect"
import { SAMPLE_TIME } from "../samples/Samples.ts"

/** The parameters of a simulated fleet. Shares are from 0 to 1. The same plan and seed give the same fleet. */
export interface FleetPlan {
  readonly seed: string
  readonly vessels: number
  readonly start: DateTime.Utc
  readonly days: number
  readonly ports: number
  readonly berthsPerPort: number
  /** The interval at which each vessel sends its position. */
  readonly reportIntervalSeconds: number
  /** The greatest delay of a position in seconds, so that later ones can overtake it. */
  readonly maxDelaySeconds: number
  /** The share of duplicate positions. */
  readonly duplicateShare: number
  /** The share of hours that begin a silence of 1 to 10 hours. */
  readonly silenceShare: number
  /** The standard deviation of the position error, in metres. */
  readonly positionErrorMetres: number
  /** The share of voyages that pass through another port, with a pause of six minutes and no call. */
  readonly transitShare: number
  /** Whether the ports have berth zones; otherwise the navigation status decides the kind of a stay. */
  readonly hasBerthZones: boolean
  /** Whether two neighbouring ports share their anchorage. */
  readonly hasSharedAnchorages: boolean
}

/** A plan of 40 vessels that call at 6 ports for 10 days, with changes. */
export const fleetPlan = (changes: Partial<FleetPlan> = {}): FleetPlan => ({
  seed: "fleet",
  vessels: 40,
  start: SAMPLE_TIME,
  days: 10,
  ports: 6,
  berthsPerPort: 4,
  reportIntervalSeconds: 180,
  maxDelaySeconds: 0,
  duplicateShare: 0,
  silenceShare: 0,
  positionErrorMetres: 10,
  transitShare: 0.2,
  hasBerthZones: true,
  hasSharedAnchorages: false,
  ...changes
})

/** A simulated port: a row of berths from west to east through its centre, and an anchorage to the north. */
export interface SimulatedPort {
  readonly code: Unlocode
  readonly centre: Position
  readonly berths: ReadonlyArray<Position>
  readonly anchorage: Position
}

/** The radius of a simulated port's area, in kilometres. */
export const PORT_RADIUS_KM = 10
const ANCHORAGE_RADIUS_KM = 3
const BERTH_SPACING_KM = 0.4
const KM_PER_DEGREE = 111.195

// The simulated sea is far from the poles and the antimeridian, so a position near a valid one is valid.
const toLatitude = Brand.nominal<Latitude>()
const toLongitude = Brand.nominal<Longitude>()

/** The position this many kilometres north and east of another. */
export const offsetPosition = ({ latitude, longitude }: Position, northKm: number, eastKm: number): Position => {
  const perLongitude = KM_PER_DEGREE * Math.cos((latitude * Math.PI) / 180)
  return {
    latitude: toLatitude(latitude + northKm / KM_PER_DEGREE),
    longitude: toLongitude(longitude + eastKm / perLongitude)
  }
}

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
const letter = (n: number): string => LETTERS.charAt(n % LETTERS.length)

/** `ZZ` is not a country, so the simulated codes cannot collide with real ones. */
const portCodeOf = (index: number): Unlocode =>
  Unlocode.make(`ZZ${letter(Math.floor(index / 676))}${letter(Math.floor(index / 26))}${letter(index)}`)

const ORIGIN: Position = { latitude: Latitude.make(20), longitude: Longitude.make(-60) }
const PAIRS_IN_A_ROW = 10

/** The ports, in pairs 40 km apart, with 150 km between pairs. */
export const portsOf = (plan: FleetPlan): ReadonlyArray<SimulatedPort> =>
  Array.from({ length: plan.ports }, (_, index) => {
    const pair = Math.floor(index / 2)
    const [row, column] = [Math.floor(pair / PAIRS_IN_A_ROW), pair % PAIRS_IN_A_ROW]
    const between = offsetPosition(ORIGIN, row * 150, column * 150)
    const middle = offsetPosition(between, 0, index % 2 === 0 ? -20 : 20)
    return {
      code: portCodeOf(index),
      centre: middle,
      berths: Array.from({ length: plan.berthsPerPort }, (_, berth) =>
        offsetPosition(middle, 0, (berth - (plan.berthsPerPort - 1) / 2) * BERTH_SPACING_KM)
      ),
      anchorage: plan.hasSharedAnchorages ? offsetPosition(between, 18, 0) : offsetPosition(middle, 20, 0)
    }
  })

const makeZone = (id: string, kind: Zone["kind"], ports: ReadonlyArray<Unlocode>, shape: Zone["shape"]): Zone => ({
  id: ZoneId.make(id),
  kind,
  name: Option.none(),
  ports,
  shape,
  source: "operator",
  status: "accepted",
  vesselType: Option.none()
})

const makeCircle = (centre: Position, km: number): Zone["shape"] => ({
  _tag: "Circle",
  centre,
  radius: Kilometres.make(km)
})

const makeRectangle = (middle: Position): Zone["shape"] => {
  const corner = (north: number, east: number) => {
    const { latitude, longitude } = offsetPosition(middle, north * 0.15, east * 0.19)
    return [longitude, latitude] as const
  }
  return { _tag: "Polygon", rings: [[corner(-1, -1), corner(-1, 1), corner(1, 1), corner(1, -1), corner(-1, -1)]] }
}

const anchoragesOf = (plan: FleetPlan, ports: ReadonlyArray<SimulatedPort>): ReadonlyArray<Zone> =>
  ports.flatMap(({ code, anchorage }, index) => {
    if (!plan.hasSharedAnchorages)
      return [makeZone(`${code}-anchorage`, "ANCHORAGE", [code], makeCircle(anchorage, ANCHORAGE_RADIUS_KM))]
    if (index % 2 === 1) return []
    const other = ports[index + 1]
    const sharing = other === undefined ? [code] : [code, other.code]
    return [
      makeZone(`${sharing.join("-")}-anchorage`, "ANCHORAGE", sharing, makeCircle(anchorage, ANCHORAGE_RADIUS_KM))
    ]
  })

/** The zones of the simulated ports, as an operator would draw them. */
export const zonesOf = (plan: FleetPlan): ReadonlyArray<Zone> => {
  const ports = portsOf(plan)
  return [
    ...ports.map(({ code, centre }) =>
      makeZone(`${code}-area`, "PORT_AREA", [code], makeCircle(centre, PORT_RADIUS_KM))
    ),
    ...anchoragesOf(plan, ports),
    ...(plan.hasBerthZones
      ? ports.flatMap(({ code, berths }) =>
          berths.map((berth, index) => makeZone(`${code}-berth-${index + 1}`, "BERTH", [code], makeRectangle(berth)))
        )
      : [])
  ]
}
