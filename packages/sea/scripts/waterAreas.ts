import { writeFileSync } from "node:fs"
import { KM_PER_REACH, REACH_BEARINGS } from "../src/areas/WaterAreas.ts"
import { loadPorts } from "../src/ports/BundledPorts.ts"
import { REGIONAL_PORTS } from "./data/regionalPorts.ts"
import { isLand, kmToFairway } from "./waterTest.ts"

/**
 * Writes the water within reach of every port: in each of `REACH_BEARINGS` directions, how far water extends from the port before land of more than `MAX_LAND_KM` follows, at least `MIN_REACH_KM`, at most `MAX_REACH_KM`,
 * and no farther than half way to another port.
 *
 * Run it after a change of the ports or of the fairways: node packages/sea/scripts/waterAreas.ts
 */
const MIN_REACH_KM = 3
/** Where vessels wait that have no berth: 15 nautical miles. */
const MAX_REACH_KM = 28
/** The coastline at 1:10 million omits quays, breakwaters and narrow channels. */
const MAX_LAND_KM = 2
const STEP_KM = 0.3
/** A fairway of a river or a channel is water this far from its line. */
const FAIRWAY_KM = 1
const KM_PER_DEGREE = 111.195

const table = loadPorts()
/** The ports that a vessel reaches, and those that wait for the next build of the network to be reached. */
const regional = new Set(REGIONAL_PORTS.map((line) => line.slice(0, 5)))
const seaPorts = [...table.ports.values()].filter(({ code }) => table.accessPoints.has(code) || regional.has(code))

const reachOf = (latitude: number, longitude: number): ReadonlyArray<number> => {
  const scale = KM_PER_DEGREE * Math.cos((latitude * Math.PI) / 180)
  const neighbours = seaPorts.flatMap(({ position }) => {
    const east = (((position.longitude - longitude + 540) % 360) - 180) * scale
    const north = (position.latitude - latitude) * KM_PER_DEGREE
    const km = Math.hypot(east, north)
    return km > 0.5 && km < 2 * MAX_REACH_KM ? [{ east, north, km }] : []
  })
  const isWater = (lat: number, lon: number): boolean => !isLand(lat, lon) || kmToFairway(lat, lon) <= FAIRWAY_KM
  return Array.from({ length: REACH_BEARINGS }, (_, index) => {
    const angle = (index / REACH_BEARINGS) * 2 * Math.PI
    const [east, north] = [Math.sin(angle), Math.cos(angle)]
    const limit = neighbours.reduce((least, other) => {
      const towards = east * other.east + north * other.north
      return towards <= 0 ? least : Math.min(least, (other.km * other.km) / (2 * towards))
    }, MAX_REACH_KM)
    let [water, land] = [0, 0]
    for (let km = STEP_KM; km <= limit && land <= MAX_LAND_KM; km += STEP_KM) {
      if (isWater(latitude + (north * km) / KM_PER_DEGREE, longitude + (east * km) / scale)) {
        water = km
        land = 0
      } else land += STEP_KM
    }
    return Math.max(MIN_REACH_KM, Math.min(limit, water + STEP_KM))
  })
}

const lines = seaPorts.map(({ code, position: { latitude, longitude } }) => {
  const reach = reachOf(latitude, longitude).map((km) => Math.min(35, Math.round(km / KM_PER_REACH)).toString(36))
  return JSON.stringify([code, longitude, latitude, reach.join("")])
})

const HEADER = "// Written by scripts/waterAreas.ts: change the data it is built from, not this file."
writeFileSync(
  new URL("../src/areas/internal/waterAreas.js", import.meta.url),
  `${HEADER}\nexport const waterAreas = [\n${lines.join(",\n")}\n]\n`
)
console.log(`${lines.length} ports`)
