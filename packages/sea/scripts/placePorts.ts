import { readFileSync, writeFileSync } from "node:fs"
import { argv } from "node:process"
import { Latitude, Longitude, type Position } from "@landfall/core/geo/Position"
import { Option } from "effect"
import { makeAccessPointFinder } from "../src/network/AccessPointFinder.ts"
import { loadNetwork } from "../src/network/BundledNetwork.ts"
import { geodesicNm } from "../src/network/Geodesic.ts"
import type { AccessPoint } from "../src/network/RoutingEngine.ts"
import { PORTS } from "./data/ports.ts"

/**
 * Moves ports in the built file to their positions in `data`, with the nearest node of the built network as access point,
 * so that a correction needs no build of the network. The next build places them on their own approach.
 *
 *     node packages/sea/scripts/placePorts.ts CODE...
 */
const file = new URL("../src/ports/internal/ports.js", import.meta.url)
const codes = new Set(argv.slice(2))
const network = loadNetwork()
const findAccessPoint = makeAccessPointFinder(network)

/** How far the open sea lane of a remote port may be, until the next build draws its approach. */
const FAR_NM = 80

const nearestNode = ({ latitude, longitude }: Position): Option.Option<AccessPoint> => {
  let nearest = { node: -1, accessNm: FAR_NM }
  for (const [node, lat] of network.lat.entries()) {
    if (Math.abs(lat - latitude) > 2) continue
    const accessNm = geodesicNm(longitude, latitude, network.lon[node] ?? 0, lat)
    if (accessNm < nearest.accessNm) nearest = { node, accessNm }
  }
  return nearest.node < 0 ? Option.none() : Option.some(nearest)
}

const rows = new Map(
  PORTS.filter(({ code }) => codes.has(code)).flatMap(({ code, lat, lon, name }) => {
    const position = { latitude: Latitude.make(lat), longitude: Longitude.make(lon) }
    const found = Option.orElse(findAccessPoint(position), () => nearestNode(position))
    if (Option.isNone(found)) {
      console.log(`${code} is not moved: no node of the network is within ${FAR_NM} nm of ${lat}, ${lon}.`)
      return []
    }
    const { accessNm, node } = found.value
    return [[code, JSON.stringify([code, name, lon, lat, node, Number(accessNm.toFixed(2))])] as const]
  })
)

const lines = readFileSync(file, "utf8")
  .split("\n")
  .map((line) => {
    const row = rows.get(line.slice(2, 7))
    return row === undefined ? line : `${row}${line.endsWith(",") ? "," : ""}`
  })
writeFileSync(file, lines.join("\n"))
for (const row of rows.values()) console.log(row)
