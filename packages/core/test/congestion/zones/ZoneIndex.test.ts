import { describe, expect, it } from "@effect/vitest"
import { Option, Schema } from "effect"
import {
  DEFAULT_RADIUS_KM,
  defaultPortAreas,
  MAX_DEFAULT_RADIUS_KM,
  zonesInUse
} from "../../../src/congestion/zones/DefaultPortAreas.ts"
import { areaOriginOf, type CuratedArea, NO_PORT_AREAS } from "../../../src/congestion/zones/PortAreas.ts"
import { ZoneId } from "../../../src/congestion/zones/Zone.ts"
import { LEAVE_MARGIN_KM, makeZoneIndex, zonesAt } from "../../../src/congestion/zones/ZoneIndex.ts"
import { greatCircleDistance, toKilometres } from "../../../src/geo/Distance.ts"
import { CountryCode, type Port } from "../../../src/geo/Port.ts"
import { Latitude, Longitude, type Position } from "../../../src/geo/Position.ts"
import { Unlocode } from "../../../src/geo/Unlocode.ts"
import { circle, polygon, zone } from "../zones.ts"

const at = (latitude: number, longitude: number): Position => ({
  latitude: Latitude.make(latitude),
  longitude: Longitude.make(longitude)
})

const port = (code: string, latitude: number, longitude: number): Port => ({
  code: Unlocode.make(code),
  name: code,
  country: CountryCode.make(code.slice(0, 2)),
  position: at(latitude, longitude)
})

const degrees = (minimum: number, maximum: number) => Schema.Finite.check(Schema.isBetween({ minimum, maximum }))

describe("an index of zones", () => {
  it.prop(
    "finds a circle anywhere, up to the exit margin and across the antimeridian",
    {
      latitude: degrees(-75, 75),
      longitude: Schema.Union([degrees(-180, 180), degrees(179.9, 180), degrees(-180, -179.9)]),
      bearing: degrees(0, 2 * Math.PI),
      km: degrees(0, 6)
    },
    ({ latitude, longitude, bearing, km }) => {
      const index = makeZoneIndex([zone("PORT_AREA", "NLRTM", circle(latitude, longitude, 3))])
      const eastward = longitude + (km * Math.sin(bearing)) / (111.195 * Math.cos((latitude * Math.PI) / 180))
      const place = at(latitude + (km * Math.cos(bearing)) / 111.195, ((eastward + 540) % 360) - 180)
      const distance = toKilometres(greatCircleDistance(at(latitude, longitude), place))
      const [hit] = index.hits(place.latitude, place.longitude)
      if (Math.abs(distance - 3) > 0.02) expect(zonesAt(index, place).length).toBe(distance < 3 ? 1 : 0)
      if (Math.abs(distance - 3 - LEAVE_MARGIN_KM) > 0.02)
        expect(hit !== undefined).toBe(distance < 3 + LEAVE_MARGIN_KM)
      if (hit !== undefined) expect(Math.abs(hit.outsideKm - Math.max(0, distance - 3))).toBeLessThan(0.02)
    }
  )

  it("finds the inside of a polygon, its holes, and the distance of a position outside", () => {
    const shape = {
      _tag: "Polygon" as const,
      rings: [
        [
          [4, 51],
          [4.2, 51],
          [4.2, 51.2],
          [4, 51.2],
          [4, 51]
        ],
        [
          [4.05, 51.05],
          [4.15, 51.05],
          [4.15, 51.15],
          [4.05, 51.15],
          [4.05, 51.05]
        ]
      ] as const
    }
    const index = makeZoneIndex([zone("PORT_AREA", "NLRTM", shape)])
    const outside = (latitude: number, longitude: number) => index.hits(latitude, longitude)[0]?.outsideKm
    expect(outside(51.02, 4.02)).toBe(0)
    expect(outside(51.1, 4.1)).toBeUndefined()
    expect(outside(51.1, 4.06)).toBeCloseTo(0.698, 2)
    expect(outside(51.205, 4.1)).toBeCloseTo(0.556, 2)
    expect(outside(51.3, 4.1)).toBeUndefined()
  })

  it("excludes proposed zones, and knows which ports have berths", () => {
    const quay = polygon([4, 51], [4.01, 51], [4.01, 51.01])
    const index = makeZoneIndex([
      zone("BERTH", "NLRTM", quay),
      zone("BERTH", "BEANR", quay, { status: "proposed" }),
      zone("PORT_AREA", "DEHAM", circle(53.5, 9.9, 3))
    ])
    expect(index.size).toBe(2)
    expect(["NLRTM", "BEANR", "DEHAM"].map((code) => index.hasBerths(Unlocode.make(code)))).toEqual([
      true,
      false,
      false
    ])
  })
})

describe("default port areas", () => {
  it("extend half the distance to the nearest port, at least 3 and at most 10 km", () => {
    const radius = (...ports: ReadonlyArray<Port>) =>
      defaultPortAreas(ports).map(({ shape }) => (shape._tag === "Circle" ? Math.round(shape.radius * 100) / 100 : 0))
    expect(radius(port("NLRTM", 51.95, 4.05))).toEqual([MAX_DEFAULT_RADIUS_KM])
    expect(radius(port("NLRTM", 51, 4), port("NLVLA", 51.1, 4))).toEqual([5.56, 5.56])
    expect(radius(port("NLRTM", 51, 4), port("NLVLA", 51.01, 4))).toEqual([DEFAULT_RADIUS_KM, DEFAULT_RADIUS_KM])
    expect(radius(port("FJAAA", -17, 179.95), port("FJBBB", -17, -179.95))).toEqual([5.32, 5.32])
  })

  it("are replaced by the operator's area, but not by a proposed one", () => {
    const ports = [port("NLRTM", 51.95, 4.05), port("DEHAM", 53.5, 9.9)]
    const drawn = zone("PORT_AREA", "NLRTM", circle(51.95, 4.05, 20))
    const proposed = zone("PORT_AREA", "DEHAM", circle(53.5, 9.9, 20), { status: "proposed" })
    const used = zonesInUse(ports, NO_PORT_AREAS, [drawn, proposed])
    expect(used.map(({ id, source }) => [id, source])).toEqual([
      ["NLRTM PORT_AREA", "operator"],
      ["DEHAM-default", "default"]
    ])
    expect(used.map(({ name }) => Option.getOrNull(name))).toEqual([null, "DEHAM"])
  })
})

describe("the areas that ship with the gazetteer", () => {
  const curated = (area: CuratedArea["zone"]): CuratedArea => ({
    zone: area,
    complex: "Maas",
    reference: "a chart",
    checkedIn: "2026-11",
    confidence: "medium"
  })
  const ports = [port("NLRTM", 51.95, 4.05), port("DEHAM", 53.5, 9.9), port("BEANR", 51.25, 4.38)]
  const terminal = zone("PORT_AREA", "NLRTM", circle(51.95, 4.05, 2), { source: "curated" })
  const roads = zone("ANCHORAGE", ["NLRTM", "BEANR"], circle(52.1, 3.8, 9), { source: "curated" })
  const water = zone("PORT_AREA", "DEHAM", circle(53.5, 9.9, 15), { source: "default" })
  const areas = { curated: [curated(terminal), curated(roads)], water: [water] }

  it("precede a circle, and the operator's area precedes them", () => {
    const ids = (drawn: Parameters<typeof zonesInUse>[2]) => zonesInUse(ports, areas, drawn).map(({ id }) => id)
    expect(ids([])).toEqual(["NLRTM PORT_AREA", "NLRTM-BEANR ANCHORAGE", "DEHAM PORT_AREA", "BEANR-default"])
    const drawn = zone("PORT_AREA", "NLRTM", circle(51.95, 4.05, 20), { id: ZoneId.make("drawn") })
    expect(ids([drawn])).toEqual(["drawn", "NLRTM-BEANR ANCHORAGE", "DEHAM PORT_AREA", "BEANR-default"])
  })

  it("of water apply only to a port that is still in it, and those of unknown ports not at all", () => {
    const moved = [port("DEHAM", 54.5, 9.9)]
    expect(zonesInUse(moved, areas, []).map(({ id }) => id)).toEqual(["DEHAM-default"])
  })

  it("have an origin that states whether the area is a guess", () => {
    const origin = (code: string, drawn: Parameters<typeof zonesInUse>[2] = []) =>
      areaOriginOf(Unlocode.make(code), areas, drawn)
    expect(origin("NLRTM")).toEqual({ source: "curated", complex: "Maas", confidence: "medium" })
    expect(origin("DEHAM")).toEqual({ source: "default", complex: null, confidence: "low" })
    expect(origin("BEANR")).toEqual({ source: "default", complex: null, confidence: "low" })
    expect(origin("DEHAM", [zone("PORT_AREA", "DEHAM", circle(53.5, 9.9, 15))]).source).toBe("operator")
  })
})
