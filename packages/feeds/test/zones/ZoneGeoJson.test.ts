import { describe, expect, it } from "@effect/vitest"
import { type Zone, ZoneId } from "@landfall/core/congestion/zones/Zone"
import { ZoneShape } from "@landfall/core/congestion/zones/ZoneShape"
import { describeFault } from "@landfall/core/faults/Fault"
import { Kilometres } from "@landfall/core/geo/Distance"
import { Latitude, Longitude } from "@landfall/core/geo/Position"
import { Unlocode } from "@landfall/core/geo/Unlocode"
import { Option, Schema } from "effect"
import { readZones, writeZones } from "../../src/zones/ZoneGeoJson.ts"

const SQUARE = [
  [4, 51],
  [5, 51],
  [5, 52],
  [4, 52],
  [4, 51]
] as const

const feature = (properties: unknown, geometry: unknown) => ({ type: "Feature", properties, geometry })
const collection = (...features: ReadonlyArray<unknown>) => ({ type: "FeatureCollection", features })
const BOW_TIE = [SQUARE[0], SQUARE[2], SQUARE[1], SQUARE[3], SQUARE[0]]
/** A closed ring with a right angle south-east. */
const triangle = (longitude: number, latitude: number, degrees: number) =>
  [
    [longitude, latitude],
    [longitude + degrees, latitude],
    [longitude + degrees, latitude + degrees],
    [longitude, latitude]
  ] as const
const square = { type: "Polygon", coordinates: [SQUARE] }

describe("zones as GeoJSON", () => {
  it("are read as they were written", () => {
    const rotterdam = Unlocode.make("NLRTM")
    const centre = { latitude: Latitude.make(51.95), longitude: Longitude.make(4.05) }
    const area: Zone = {
      id: ZoneId.make("NLRTM port"),
      kind: "PORT_AREA",
      name: Option.none(),
      ports: [rotterdam],
      shape: { _tag: "Circle", centre, radius: Kilometres.make(12.5) },
      source: "operator",
      status: "accepted",
      vesselType: Option.none()
    }
    const berth: Zone = {
      ...area,
      id: ZoneId.make("NLRTM berth"),
      kind: "BERTH",
      name: Option.some("Amazonehaven"),
      shape: { _tag: "Polygon", rings: [triangle(4, 51, 0.01)] },
      vesselType: Option.some("roro")
    }
    const anchorage: Zone = {
      ...area,
      id: ZoneId.make("NLRTM-BEANR anchorage"),
      kind: "ANCHORAGE",
      ports: [rotterdam, Unlocode.make("BEANR")],
      shape: { _tag: "Polygon", rings: [triangle(3, 51, 0.1)] },
      status: "proposed"
    }
    const zones = [area, berth, anchorage]
    expect(readZones(JSON.parse(JSON.stringify(writeZones(zones))))).toEqual({ zones, berths: [], faults: [] })
  })

  it("may be a single feature, with lower-case codes and unknown members", () => {
    const { zones, faults } = readZones(
      feature({ kind: "BERTH", port: "nlrtm", name: "Quay", colour: "red" }, { ...square, bbox: [4, 51, 5, 52] })
    )
    expect(faults).toEqual([])
    expect(zones.map(({ id, ports, shape }) => [id, ports, shape._tag])).toEqual([
      ["NLRTM-BERTH-Quay", ["NLRTM"], "Polygon"]
    ])
  })

  it("give a point the default radius", () => {
    const point = { type: "Point", coordinates: [4.05, 51.95] }
    const { zones } = readZones(
      collection(
        feature({ kind: "PORT_AREA", port: "NLRTM" }, point),
        feature({ kind: "ANCHORAGE", ports: ["NLRTM", "BEANR"], radiusKm: 1.5 }, point)
      )
    )
    expect(zones.map(({ shape }) => Schema.is(ZoneShape.cases.Circle)(shape) && shape.radius)).toEqual([3, 1.5])
  })

  it("that are invalid are reported one by one, and the valid ones are read", () => {
    const { zones, faults } = readZones(
      collection(
        feature({ kind: "BERTH", port: "NLRTM" }, { type: "Polygon", coordinates: [BOW_TIE] }),
        feature({ kind: "QUAY", port: "NLRTM" }, square),
        feature({ kind: "BERTH", ports: ["NLRTM", "BEANR"] }, square),
        feature({ kind: "BERTH", port: "NLRTM", id: "a" }, square),
        feature({ kind: "BERTH", port: "NLRTM", id: "a" }, square),
        feature({ kind: "BERTH", port: "NLRTM", radiusKm: 4000 }, { type: "Point", coordinates: [4, 51] })
      )
    )
    expect(zones.map(({ id }) => id)).toEqual(["a"])
    expect(faults.map((fault) => describeFault(fault))).toEqual([
      expect.stringContaining(
        "$.features[0].geometry.coordinates[0] must not cross or touch itself: the side (4, 51) to (5, 52) meets the side (5, 51) to (4, 52); draw it again, or as several zones"
      ),
      expect.stringContaining("$.features[1].properties.kind"),
      expect.stringContaining("only an anchorage may be shared"),
      '$.features[4].properties.id must be unique in the file, got "a"; give each zone a different id',
      expect.stringContaining("must be a radius from 0.01 to 100 km")
    ])
  })

  it("that are not a collection are rejected", () => {
    for (const input of [null, 5, [], {}, { type: "FeatureCollection" }, { type: "Topology" }]) {
      const { zones, faults } = readZones(input)
      expect(zones).toEqual([])
      expect(faults.length).toBeGreaterThan(0)
    }
  })
})
