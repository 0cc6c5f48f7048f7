import { readFileSync, writeFileSync } from "node:fs"
import { Latitude, Longitude, type Position } from "@landfall/core/geo/Position"
import { Option } from "effect"
import { loadNetwork } from "../src/network/BundledNetwork.ts"
import { geodesicNm } from "../src/network/Geodesic.ts"
import type { AccessPoint } from "../src/network/RoutingEngine.ts"
import { PORTS } from "./data/ports.ts"
import { isLand, kmToFairway } from "./waterTest.ts"

const file = new URL("../src/ports/internal/ports.js", import.meta.url)
const network = loadNetwork()

/** How far the open sea lane of a remote port may be, until the next build draws its approach. */
const FAR_NM = 110

/** How much land of the coastline at 1:10 million a straight approach may cross, in kilometres: a bay, a river mouth. */
const MAX_LAND_KM = 60

/** A kilometre of land counts as this many of water when approaches are compared. */
const LAND_WEIGHT = 4

const STEP_NM = 0.5

/** The coastline has no lakes: the approaches of the Great Lakes are compared by their length alone. */
const isOnGreatLakes = ({ latitude, longitude }: Position): boolean =>
  latitude > 41 && latitude < 49 && longitude > -92.5 && longitude < -76

/** The kilometres of land on the straight line from a port to a node. */
const landKm = (position: Position, node: number, lengthNm: number): number => {
  const { latitude, longitude } = position
  if (isOnGreatLakes(position)) return 0
  const [east, north] = [(network.lon[node] ?? 0) - longitude, (network.lat[node] ?? 0) - latitude]
  const steps = Math.max(1, Math.ceil(lengthNm / STEP_NM))
  const dry = Array.from({ length: steps }, (_, step) => (step + 0.5) / steps).filter((share) => {
    const [lat, lon] = [latitude + north * share, longitude + east * share]
    return isLand(lat, lon) && kmToFairway(lat, lon) > 1
  })
  return (dry.length / steps) * lengthNm * 1.852
}

/** The node with the shortest straight approach, where land counts more than water. */
const accessOf = (position: Position): Option.Option<AccessPoint> => {
  let best: AccessPoint | undefined
  let least = FAR_NM + (LAND_WEIGHT * MAX_LAND_KM) / 1.852
  for (const [node, lat] of network.lat.entries()) {
    if (Math.abs(lat - position.latitude) > 2) continue
    const accessNm = geodesicNm(position.longitude, position.latitude, network.lon[node] ?? 0, lat)
    if (accessNm >= FAR_NM || accessNm >= least) continue
    const land = landKm(position, node, accessNm)
    const weighted = accessNm + (LAND_WEIGHT * land) / 1.852
    if (land > MAX_LAND_KM || weighted >= least) continue
    best = { node, accessNm }
    least = weighted
  }
  return Option.fromUndefinedOr(best)
}

const rowOf = ({ code, lat, lon, name }: (typeof PORTS)[number]): string => {
  const found = accessOf({ latitude: Latitude.make(lat), longitude: Longitude.make(lon) })
  if (Option.isNone(found)) console.log(`${code} has no access: no node of the network is within ${FAR_NM} nm.`)
  const [node, nm] = Option.match(found, {
    onNone: () => [-1, 0],
    onSome: ({ accessNm, node: nearest }) => [nearest, Number(accessNm.toFixed(2))]
  })
  return JSON.stringify([code, name, lon, lat, node, nm])
}

/**
 * Moves ports in the built file to their positions in `data`, and adds those that it lacks, each with a node of the built
 * network as access point.
 */
export const placePorts = (codes: Iterable<string>): void => {
  const placed = new Set(codes)
  const text = readFileSync(file, "utf8")
  const [header = ""] = text.split("[\n", 1)
  const rows = new Map(
    text.split("\n").flatMap((line) => (line.startsWith("[") ? [[line.slice(2, 7), line.replace(/,$/u, "")]] : []))
  )
  for (const port of PORTS.filter(({ code }) => placed.has(code))) {
    rows.set(port.code, rowOf(port))
    console.log(rows.get(port.code))
  }
  const lines = [...rows.values()].sort((a, b) => (a.slice(2, 7) < b.slice(2, 7) ? -1 : 1))
  writeFileSync(file, `${header}[\n${lines.join(",\n")}\n]\n`)
}
