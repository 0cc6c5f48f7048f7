import { type Zone, ZoneId } from "@landfall/core/congestion/zones/Zone"
import { Unlocode } from "@landfall/core/geo/Unlocode"
import { Option } from "effect"

/** The number of directions in which the reach of the water is stored, clockwise from north. */
export const REACH_BEARINGS = 24

/** The unit of a stored reach, in kilometres. */
export const KM_PER_REACH = 0.8

const KM_PER_DEGREE = 111.195

/** Code, longitude and latitude of a port, and the reach of its water in each direction: one digit of base 36. */
export type PackedWaterArea = readonly [string, number, number, string]

const unpackWaterArea = ([code, longitude, latitude, reach]: PackedWaterArea): Zone => {
  const perLongitude = KM_PER_DEGREE * Math.cos((latitude * Math.PI) / 180)
  const corners = Array.from(reach, (digit, index): readonly [number, number] => {
    const angle = (index / REACH_BEARINGS) * 2 * Math.PI
    const km = Number.parseInt(digit, 36) * KM_PER_REACH
    return [longitude + (Math.sin(angle) * km) / perLongitude, latitude + (Math.cos(angle) * km) / KM_PER_DEGREE]
  })
  return {
    id: ZoneId.make(`${code}-default`),
    kind: "PORT_AREA",
    name: Option.none(),
    ports: [Unlocode.make(code)],
    shape: { _tag: "Polygon", rings: [[...corners, ...corners.slice(0, 1)]] },
    source: "default",
    status: "accepted",
    vesselType: Option.none()
  }
}

/** Unpacks the water within reach of ports: the area of a port without a drawn one. */
export const unpackWaterAreas = (packed: ReadonlyArray<PackedWaterArea>): ReadonlyArray<Zone> =>
  packed.map(unpackWaterArea)
