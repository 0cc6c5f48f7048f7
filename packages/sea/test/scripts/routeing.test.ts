import { describe, expect, it } from "@effect/vitest"
import { ICE_LIMITS, ROUTEING_ZONES } from "../../scripts/data/routeing.ts"
import { isBeyondIceLimit, isLand } from "../../scripts/waterTest.ts"
import { loadEngine } from "../../src/network/BundledNetwork.ts"
import { geometryOf } from "../../src/network/NetworkRoute.ts"
import { loadPorts } from "../../src/ports/BundledPorts.ts"

const engine = loadEngine()
const { accessPoints } = loadPorts()

const routeBetween = (from: string, to: string) => {
  const [start, end] = [accessPoints.get(from), accessPoints.get(to)]
  if (start === undefined || end === undefined) throw new Error(`${from} or ${to} is not on the network`)
  const result = engine.route(start, end)
  if (result._tag === "Impossible") throw new Error(`${from} to ${to}: ${result.reason}`)
  return result.route
}

/** Points of the line of a route, about every two miles. */
const pointsBetween = (from: string, to: string): ReadonlyArray<readonly [number, number]> => {
  const geometry = geometryOf(routeBetween(from, to))
  const lines = geometry.type === "LineString" ? [geometry.coordinates] : geometry.coordinates
  return lines.flatMap((line) =>
    line.slice(1).flatMap(([x2, y2], i) => {
      const [x1, y1] = line[i] ?? [x2, y2]
      return Array.from({ length: 15 }, (_, k) => [x1 + ((x2 - x1) * k) / 15, y1 + ((y2 - y1) * k) / 15] as const)
    })
  )
}

const isInside = (
  outline: ReadonlyArray<readonly [number, number]>,
  [lon, lat]: readonly [number, number]
): boolean => {
  let inside = false
  outline.forEach(([x2, y2], i) => {
    const [x1, y1] = outline.at(i - 1) ?? [x2, y2]
    if (y1 > lat !== y2 > lat && lon < x1 + ((lat - y1) / (y2 - y1)) * (x2 - x1)) inside = !inside
  })
  return inside
}

describe("the limits and rules that close waters", () => {
  it("name their sources", () => {
    for (const { source } of [...ROUTEING_ZONES, ...ICE_LIMITS]) expect(source).not.toBe("")
  })

  it("leave no water between a zone and its coast", () => {
    const open = ROUTEING_ZONES.filter(({ isCoastal }) => isCoastal).flatMap(({ name, points }) =>
      [points[0], points.at(-1)].flatMap((point) =>
        point !== undefined && isLand(point[1], point[0]) ? [] : [`${name} ${point}`]
      )
    )
    expect(open).toEqual([])
  })

  it.each([
    ["FRBOD", "BEANR"],
    ["FRBES", "FRLEH"],
    ["ESBIO", "NLRTM"],
    ["PTLIS", "ESLCG"],
    ["THLCH", "HKHKG"],
    ["SGSIN", "VNSGN"],
    ["GBSOU", "GBTIL"],
    ["AUMEL", "ARBUE"],
    ["BRPNG", "CNTXG"],
    ["ARROS", "AUFRE"],
    ["NZBLU", "BRSSZ"],
    ["AUPTJ", "UYMVD"],
    ["USNYC", "GBSOU"],
    ["FRLPE", "FRBES"],
    ["GBHUL", "FRDKK"],
    ["GBLEI", "BEANR"],
    ["NLRTM", "BEANR"],
    ["SGSIN", "HKHKG"],
    ["THBKK", "CNFAN"],
    ["VNSGN", "HKHKG"],
    ["AUPKL", "BRRIO"],
    ["NZBLU", "CLPUQ"]
  ])("are kept by the route from %s to %s", (from, to) => {
    const points = pointsBetween(from, to)
    const inside = ROUTEING_ZONES.filter((zone) => points.some((point) => isInside(zone.points, point)))
    expect(inside.map(({ name }) => name)).toEqual([])
    expect(points.filter(([lon, lat]) => isBeyondIceLimit(lon, lat))).toEqual([])
  })
})

/** Where the line of a route crosses a meridian, in degrees of latitude. */
const latitudesAt = (from: string, to: string, meridian: number): ReadonlyArray<number> => {
  const points = pointsBetween(from, to)
  return points.slice(1).flatMap(([x2, y2], i) => {
    const [x1, y1] = points[i] ?? [x2, y2]
    return x1 > meridian !== x2 > meridian ? [y1 + ((y2 - y1) * (meridian - x1)) / (x2 - x1)] : []
  })
}

describe("channels that only local traffic uses", () => {
  it("are used to the ports on them: the Oostgat from the Maas to the Scheldt, and the channel inside Phu Quy from Saigon", () => {
    expect(latitudesAt("NLRTM", "BEANR", 3.42).at(-1)).toBeCloseTo(51.54, 1)
    expect(Math.max(...latitudesAt("VNSGN", "HKHKG", 108.6))).toBeGreaterThan(10.75)
  })

  it("are not used by through traffic", () => {
    expect(latitudesAt("GBLEI", "BEANR", 3.42).every((latitude) => latitude < 51.5)).toBe(true)
    expect(latitudesAt("THLCH", "HKHKG", 108.6).every((latitude) => latitude < 8.5)).toBe(true)
  })
})

describe("gaps that are closed", () => {
  it("are not on routes: the gap of Tuzla, the strait between Batam and Bulan, and the Anambas Islands", () => {
    const between = (from: string, to: string, west: number, east: number, south: number, north: number) =>
      pointsBetween(from, to).filter(([lon, lat]) => lon > west && lon < east && lat > south && lat < north)
    for (const port of ["GEBUS", "TRIST", "RUNVS"])
      expect(between("RUROV", port, 36.535, 36.63, 45.2, 45.28), port).toEqual([])
    expect(between("SGSIN", "IDJKT", 103.88, 103.98, 0.97, 1.05)).toEqual([])
    expect(between("SGSIN", "USLAX", 105.8, 106.2, 2.9, 3.2)).toEqual([])
  })
})

describe("an enclosed sea", () => {
  it("has routes among its ports, and none to the ocean", () => {
    expect(routeBetween("AZBAK", "TMKRW").lengthNm).toBeGreaterThan(140)
    expect(routeBetween("AZBAK", "TMKRW").lengthNm).toBeLessThan(210)
    expect(routeBetween("KZAAU", "IRBAZ").passages).toEqual([])
    expect(() => routeBetween("AZBAK", "NLRTM")).toThrow("no navigable water connects the two ports")
  })
})
