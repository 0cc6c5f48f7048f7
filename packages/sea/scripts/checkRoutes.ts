import { argv } from "node:process"
import { loadEngine, loadNetwork } from "../src/network/BundledNetwork.ts"
import { geodesicNm } from "../src/network/Geodesic.ts"
import { geometryOf } from "../src/network/NetworkRoute.ts"
import { isTooLarge } from "../src/network/PassageLimits.ts"
import { loadPorts } from "../src/ports/BundledPorts.ts"
import { distanceToCoast, makeCoastIndex, segmentsOfRings } from "./coast.ts"
import { ROUTEING_ZONES } from "./data/routeing.ts"
import { landRings } from "./land.ts"
import { isBeyondIceLimit, isLand, kmToFairway } from "./waterTest.ts"

/**
 * Checks the lines of routes between random pairs of ports, or between the pairs given as arguments: how far they run
 * over land, beyond the limits of ice and inside routeing zones, and whether `avoid` and intermediate calls shorten
 * routes.
 *
 *     node packages/sea/scripts/checkRoutes.ts [COUNT] [FROM-TO...]
 */
/** A line this far inside the coast is over land: nearer, the coastline is no more exact than the line. */
const DEEP_NM = 2 / 1.852
const SAMPLE_NM = 0.25

const engine = loadEngine()
const network = loadNetwork()
const { accessPoints } = loadPorts()
const codes = [...accessPoints.keys()]
const coast = makeCoastIndex(segmentsOfRings(landRings()))

/** A deterministic sequence of numbers from 0 to 1 (mulberry32). */
const randomNumbers = (seed: number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

const random = randomNumbers(20260101)
const randomCode = () => codes[Math.floor(random() * codes.length)] ?? ""

const isInside = (points: ReadonlyArray<readonly [number, number]>, lon: number, lat: number): boolean => {
  let inside = false
  points.forEach(([x2, y2], i) => {
    const [x1, y1] = points.at(i - 1) ?? [x2, y2]
    if (y1 > lat !== y2 > lat && lon < x1 + ((lat - y1) / (y2 - y1)) * (x2 - x1)) inside = !inside
  })
  return inside
}

const laneSegments = network.lanes.flatMap(({ points }) =>
  Array.from({ length: points.length / 2 }, (_, i) => [points[2 * i] ?? 0, points[2 * i + 1] ?? 0] as const)
)
const isNearLane = (lon: number, lat: number): boolean =>
  laneSegments.some(([x, y]) => Math.abs(y - lat) < 0.5 && Math.abs(x - lon) < 1 && geodesicNm(x, y, lon, lat) < 15)

const landMemory = new Map<string, boolean>()
const isDeepOnLand = (lon: number, lat: number): boolean => {
  const key = `${lon.toFixed(3)} ${lat.toFixed(3)}`
  const known = landMemory.get(key)
  if (known !== undefined) return known
  const east = lon - 360 * Math.round(lon / 360)
  const deep =
    isLand(lat, east) &&
    distanceToCoast(coast, east, lat, DEEP_NM) >= DEEP_NM &&
    kmToFairway(lat, east) > 8 &&
    !isNearLane(east, lat)
  landMemory.set(key, deep)
  return deep
}

const [first = "2000"] = argv.slice(2)
const named = argv.slice(2).filter((arg) => arg.includes("-"))
const pairs =
  named.length > 0
    ? named.map((arg) => arg.split("-") as [string, string])
    : Array.from({ length: Number(first) }, () => [randomCode(), randomCode()] as const)

let totalNm = 0
let landNm = 0
const onLand: Array<{ readonly pair: string; readonly nm: number; readonly where: string }> = []
const south: Array<string> = []
const zones = new Map<string, number>()
for (const [from, to] of pairs) {
  const [start, end] = [accessPoints.get(from), accessPoints.get(to)]
  if (start === undefined || end === undefined || from === to) continue
  const result = engine.route(start, end)
  if (result._tag === "Impossible") continue
  const geometry = geometryOf(result.route)
  const lines = geometry.type === "LineString" ? [geometry.coordinates] : geometry.coordinates
  totalNm += result.route.lengthNm
  let nm = 0
  let where = ""
  const inside = new Set<string>()
  let beyond = ""
  for (const line of lines) {
    line.forEach(([x2, y2], i) => {
      const [x1, y1] = line[i - 1] ?? [x2, y2]
      const length = geodesicNm(x1, y1, x2, y2)
      const steps = Math.max(1, Math.round(length / SAMPLE_NM))
      for (let k = 0; k < steps; k++) {
        const share = (k + 0.5) / steps
        const [lon, lat] = [x1 + (x2 - x1) * share, y1 + (y2 - y1) * share]
        if (lat < -45 && isBeyondIceLimit(lon, lat)) beyond ||= `${lat.toFixed(2)} ${lon.toFixed(2)}`
        if (isDeepOnLand(lon, lat)) {
          nm += length / steps
          where ||= `${lat.toFixed(2)} ${lon.toFixed(2)}`
        }
        for (const { name, points } of ROUTEING_ZONES) if (isInside(points, lon, lat)) inside.add(name)
      }
    })
  }
  if (beyond !== "") south.push(`${from}-${to} ${beyond}`)
  for (const name of inside) zones.set(name, (zones.get(name) ?? 0) + 1)
  if (nm > 0) onLand.push({ pair: `${from}-${to}`, nm, where })
  landNm += nm
}
console.log(`${pairs.length} routes, ${totalNm.toFixed(0)} nm`)
console.log(
  `over land more than 2 km deep: ${landNm.toFixed(1)} nm, ${((landNm / totalNm) * 100).toFixed(5)} %, ${onLand.length} routes`
)
for (const { nm, pair, where } of onLand.toSorted((a, b) => b.nm - a.nm).slice(0, 40))
  console.log(`  ${pair} ${nm.toFixed(1)} nm at ${where}`)
console.log(`beyond the limits of ice: ${south.length} ${south.slice(0, 10).join(", ")}`)
console.log(`inside routeing zones: ${[...zones].map(([name, count]) => `${name} ${count}`).join(", ") || "none"}`)

if (named.length === 0) {
  let triangles = 0
  const shorter: Array<string> = []
  const broken: Array<string> = []
  const count = Number(first) * 10
  for (let i = 0; i < count; i++) {
    const [a, b, c] = [randomCode(), randomCode(), randomCode()]
    const [pa, pb, pc] = [accessPoints.get(a), accessPoints.get(b), accessPoints.get(c)]
    if (pa === undefined || pb === undefined || pc === undefined) continue
    const direct = engine.route(pa, pc)
    if (direct._tag === "Impossible") continue
    triangles++
    const over = engine.lengthNm(pa, pb) + engine.lengthNm(pb, pc)
    if (direct.route.lengthNm > over + 1) broken.push(`${a}-${b}-${c} ${(direct.route.lengthNm - over).toFixed(1)}`)
    for (const passage of new Set(direct.route.passages)) {
      if (isTooLarge(passage, {})) continue
      const around = engine.route(pa, pc, { avoid: [passage] })
      if (around._tag === "Found" && around.route.lengthNm < direct.route.lengthNm - 0.01)
        shorter.push(
          `${a}-${c} without ${passage} ${(around.route.lengthNm - direct.route.lengthNm).toFixed(1)} (${around.route.passages.join(" ")})`
        )
    }
  }
  console.log(`${triangles} triangles, shorter by a call: ${broken.length}`, broken.slice(0, 30))
  console.log(`shorter by avoiding a passage: ${shorter.length}`, shorter.slice(0, 40))
}
