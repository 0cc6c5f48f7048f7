import { describe, expect, it } from "@effect/vitest"
import { zonesInUse } from "@landfall/core/congestion/zones/DefaultPortAreas"
import { outlineOf, planarDistanceKm } from "@landfall/core/congestion/zones/Outline"
import { areaOriginOf } from "@landfall/core/congestion/zones/PortAreas"
import { zoneTitle } from "@landfall/core/congestion/zones/Zone"
import { makeZoneIndex, zonesAt } from "@landfall/core/congestion/zones/ZoneIndex"
import { Latitude, Longitude } from "@landfall/core/geo/Position"
import { Unlocode } from "@landfall/core/geo/Unlocode"
import { SEA_PORTS } from "../../scripts/data/ports.ts"
import { isLand, kmToFairway } from "../../scripts/waterTest.ts"
import { loadPortAreas } from "../../src/areas/BundledPortAreas.ts"
import { GREAT_LAKES_AREAS } from "../../src/areas/GreatLakesAreas.ts"
import { parsePortAreas } from "../../src/areas/PortAreaTable.ts"
import { loadPorts } from "../../src/ports/BundledPorts.ts"
import { ringFaults } from "./zoneShapes.ts"

const areas = loadPortAreas()
const table = loadPorts()
const ports = [...table.ports.values()]
const index = makeZoneIndex(zonesInUse(ports, areas, []))

/** The coastline has no lakes. */
const onGreatLakes = new Set<string>(parsePortAreas(GREAT_LAKES_AREAS).map(({ zone }) => zone.id))

const codesAt = (latitude: number, longitude: number) => [
  ...new Set(
    zonesAt(index, { latitude: Latitude.make(latitude), longitude: Longitude.make(longitude) }).flatMap(
      (zone): ReadonlyArray<string> => zone.ports
    )
  )
]

describe("the curated areas", () => {
  it("have different ids, and name known ports that a sea-going vessel reaches", () => {
    const ids = areas.curated.map(({ zone }) => zone.id)
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
    const codes = new Set(areas.curated.flatMap(({ zone }): ReadonlyArray<string> => zone.ports))
    expect([...codes].filter((code) => !table.ports.has(code))).toEqual([])
    const reached = new Set(SEA_PORTS.map(({ code }) => code))
    expect([...codes].filter((code) => !reached.has(code))).toEqual([])
  })

  it("state a source, a month and a confidence, and cover at least 400 ports", () => {
    for (const { checkedIn, complex, reference } of areas.curated) {
      expect(checkedIn).toMatch(/^\d{4}-\d{2}$/)
      expect(complex).not.toBe("")
      expect(reference).not.toBe("")
    }
    const withTerminals = new Set(
      areas.curated.flatMap(({ zone }) => (zone.kind === "PORT_AREA" ? zone.ports : ([] as const)))
    )
    expect(withTerminals.size).toBeGreaterThan(400)
  })

  it("are near the position of their port, and small enough to be a terminal or an anchorage", () => {
    const far = areas.curated.flatMap(({ zone }) => {
      const { centreLatitude, centreLongitude } = outlineOf(zone.shape)
      const km = Math.min(
        ...zone.ports.map((code) => {
          const position = table.ports.get(code)?.position
          return position === undefined
            ? Number.POSITIVE_INFINITY
            : planarDistanceKm(centreLatitude, centreLongitude, position.latitude, position.longitude)
        })
      )
      return km > (zone.kind === "ANCHORAGE" ? 200 : 140) ? [`${zone.id}: ${Math.round(km)} km`] : []
    })
    expect(far).toEqual([])
  })

  it("are at most 8 km from the sea or a fairway, but for rivers that neither shows", () => {
    const names = areas.curated.flatMap(({ zone }) =>
      isNearWater(zone.shape) || onGreatLakes.has(zone.id) ? [] : [zoneTitle(zone)]
    )
    expect([...new Set(names)]).toEqual([
      "Delaware River above Philadelphia",
      "Portsmouth and Elizabeth River",
      "North Charleston and Leatherman",
      "Bayou Lafourche and Larose",
      "Houma and Morgan City",
      "Orange",
      "Skagway and Haines",
      "Great Bitter Lake"
    ])
  })

  it("are sound shapes", () => {
    expect([...areas.curated.map(({ zone }) => zone), ...areas.water].flatMap(ringFaults)).toEqual([])
  })

  it.each([
    ["Deurganckdok, Antwerp", 51.2886, 4.2567, "BEANR"],
    ["Yantian", 22.5745, 114.268, "CNYTN"],
    ["Tuas", 1.2405, 103.632, "SGSIN"],
    ["Ningbo Beilun", 29.939, 121.882, "CNNGB"],
    ["Busan North", 35.1105, 129.08, "KRPUS"],
    ["Deltaport", 49.0135, -123.1585, "CAVAN"],
    ["Houston turning basin", 29.7475, -95.288, "USHOU"],
    ["Shell Norco", 29.995, -90.42, "USMSY"],
    ["Port Newark", 40.693, -74.147, "USEWR"],
    ["Pier 400, Los Angeles", 33.735, -118.248, "USLAX"],
    ["Pier T, Long Beach", 33.754, -118.229, "USLGB"],
    ["Maasvlakte II", 51.957, 3.99, "NLMSV"],
    ["Yangshan phase 4", 30.612, 122.005, "CNYSN"],
    ["Westports, Klang", 2.945, 101.299, "MYPKG"],
    ["Gary, Indiana", 41.62, -87.33, "USGYY"],
    ["Sparrows Point", 39.212, -76.487, "USBAL"],
    ["Cove Point", 38.4, -76.386, "USBAL"],
    ["Port Westward", 46.18, -123.18, "USAST"],
    ["Cherry Point", 48.862, -122.758, "USBLI"],
    ["Kawaihae", 20.037, -155.832, "USITO"],
    ["Searsport", 44.452, -68.9, "USSRP"],
    ["Morgan City", 29.69, -91.2, "USFOC"],
    ["Ridley Island", 54.225, -130.33, "CAPRR"]
  ])("credit a vessel at %s to its port", (_, latitude, longitude, code) => {
    expect(codesAt(latitude, longitude)).toContain(code)
  })
})

describe("the anchorages of the United States", () => {
  it.each([
    ["Boston, Broad Sound", 42.4, -70.75, "USBOS"],
    ["Ambrose, Long Branch", 40.37, -73.87, "USNYC"],
    ["Big Stone Beach", 38.98, -75.2, "USPHL"],
    ["Annapolis", 38.95, -76.42, "USBAL"],
    ["Lynnhaven", 36.95, -76.04, "USORF"],
    ["Charleston, offshore", 32.66, -79.68, "USCHS"],
    ["Savannah, offshore", 31.94, -80.6, "USSAV"],
    ["Jacksonville, offshore", 30.4, -81.15, "USJAX"],
    ["Tampa, Egmont", 27.6, -82.9, "USTPA"],
    ["Mobile, offshore", 30.08, -88.05, "USMOB"],
    ["San Pedro Bay, outside the breakwater", 33.68, -118.2, "USLGB"],
    ["San Francisco Anchorage 9", 37.72, -122.33, "USOAK"],
    ["Columbia River, Astoria", 46.21, -123.8, "USPDX"],
    ["Yukon Harbor", 47.53, -122.5, "USSEA"],
    ["Vendovi Island", 48.63, -122.6, "USBLI"],
    ["Plumper Sound", 48.78, -123.21, "CAVAN"],
    ["Honolulu, Mamala Bay", 21.28, -157.9, "USHNL"],
    ["Duluth", 46.8, -92, "USDLH"]
  ])("share %s with their ports", (_, latitude, longitude, code) => {
    expect(codesAt(latitude, longitude)).toContain(code)
  })
})

describe("the default area of a port", () => {
  it("extends along the water, and not across land", () => {
    // Peterhead: the sea to the east, but not the land to the west.
    expect(codesAt(57.5, -1.55)).toContain("GBPHD")
    expect(codesAt(57.5, -2)).toEqual([])
  })

  it("is marked as a guess", () => {
    expect(areaOriginOf(Unlocode.make("DKEBJ"), areas, [])).toEqual({
      source: "default",
      complex: null,
      confidence: "low"
    })
    expect(areaOriginOf(Unlocode.make("USEWR"), areas, []).complex).toBe("New York and New Jersey")
  })

  it("exists for every port that a sea-going vessel reaches", () => {
    const covered = new Set<string>([
      ...areas.water.flatMap(({ ports: of }) => of),
      ...areas.curated.flatMap(({ zone }) => (zone.kind === "PORT_AREA" ? zone.ports : []))
    ])
    expect([...table.accessPoints.keys()].filter((code) => !covered.has(code))).toEqual([])
  })
})

const KM_PER_DEGREE = 111.195

/** The rivers and harbours that the coastline at 1:10 million omits are at most this far from the water it shows. */
const OMITTED_KM = 8

const isNearWater = (shape: Parameters<typeof outlineOf>[0]): boolean => {
  const { bounds, centreLatitude, centreLongitude } = outlineOf(shape)
  const km = ((bounds.north - bounds.south) / 2) * KM_PER_DEGREE + OMITTED_KM
  const scale = KM_PER_DEGREE * Math.cos((centreLatitude * Math.PI) / 180)
  const around = [0, 1, 2, 3, 4, 5, 6, 7].map((eighth) => (eighth * Math.PI) / 4)
  return (
    kmToFairway(centreLatitude, centreLongitude) <= km ||
    [0, 0.5, 1].some((share) =>
      around.some(
        (angle) =>
          !isLand(
            centreLatitude + (Math.cos(angle) * km * share) / KM_PER_DEGREE,
            centreLongitude + (Math.sin(angle) * km * share) / scale
          )
      )
    )
  )
}
