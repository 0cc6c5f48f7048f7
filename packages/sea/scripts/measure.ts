import { readFileSync } from "node:fs"
import { argv } from "node:process"
import type { Passage } from "@landfall/core/geo/Passage"
import { loadEngine } from "../src/network/BundledNetwork.ts"
import { geodesicNm } from "../src/network/Geodesic.ts"
import { loadPorts } from "../src/ports/BundledPorts.ts"
import { PORT_LISTS } from "../test/network/portLists.ts"

/**
 * Measures the lengths of routes against published distances, and prints the errors of each file and its worst pairs and
 * ports. A file is a CSV with the columns from, to and nm; with the columns suez and panama, 0 in one closes the canal.
 * Without a file, the pairs are those of `test/network/portLists.ts`. With `--sphere`, the routes are measured on the
 * sphere on which a minute of arc is a nautical mile, as published tables are.
 *
 *     node packages/sea/scripts/measure.ts [--worst 40] [--all] [--sphere] FILE.csv...
 */
interface Pair {
  readonly from: string
  readonly to: string
  readonly nm: number
  readonly avoid: ReadonlyArray<Passage>
}

const engine = loadEngine()
const { accessPoints } = loadPorts()

const readPairs = (file: string): ReadonlyArray<Pair> => {
  const [head = "", ...lines] = readFileSync(file, "utf8").trim().split(/\r?\n/u)
  const names = head.split(",")
  return lines.map((line) => {
    const cells = line.split(",")
    const cell = (name: string) => cells[names.indexOf(name)]
    const avoid = (["suez", "panama"] as const).filter((name) => cell(name) === "0")
    return { from: cell("from") ?? "", to: cell("to") ?? "", nm: Number(cell("nm")), avoid }
  })
}

const lengthOf = ({ avoid, from, to }: Pair) => {
  const [start, end] = [accessPoints.get(from), accessPoints.get(to)]
  if (start === undefined || end === undefined) return undefined
  const result = engine.route(start, end, { avoid })
  return result._tag === "Found" ? result.route : undefined
}

const RADIANS = Math.PI / 180

/** The great-circle distance in minutes of arc, by the haversine formula. */
const arcMinutes = (lon1: number, lat1: number, lon2: number, lat2: number): number => {
  const [sinLat, sinLon] = [Math.sin(((lat2 - lat1) * RADIANS) / 2), Math.sin(((lon2 - lon1) * RADIANS) / 2)]
  const h = sinLat * sinLat + Math.cos(lat1 * RADIANS) * Math.cos(lat2 * RADIANS) * sinLon * sinLon
  return ((2 * Math.asin(Math.min(1, Math.sqrt(h)))) / RADIANS) * 60
}

/** How much longer a line is on the sphere than on the ellipsoid, in nautical miles. */
const sphereSurplusNm = (line: ReadonlyArray<number>): number => {
  let surplus = 0
  for (let i = 2; i < line.length; i += 2) {
    const ends = [line[i - 2] ?? 0, line[i - 1] ?? 0, line[i] ?? 0, line[i + 1] ?? 0] as const
    surplus += arcMinutes(...ends) - geodesicNm(...ends)
  }
  return surplus
}

/** Courses by how much longer their routes are on the sphere than on the ellipsoid. */
const COURSES = [
  { name: "east-west", from: Number.NEGATIVE_INFINITY, to: -0.0015 },
  { name: "between", from: -0.0015, to: 0.001 },
  { name: "north-south", from: 0.001, to: Number.POSITIVE_INFINITY }
] as const

/** Routes over oceans are longer than this; larger errors than this are due to other causes than the course. */
const OCEAN_ROUTE_NM = 1500
const OCEAN_ROUTE_ERROR = 0.012

const quantile = (sorted: ReadonlyArray<number>, share: number): number =>
  sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN

const percent = (share: number): string => `${(share * 100).toFixed(2)} %`

const args = argv.slice(2)
const isOnSphere = args.includes("--sphere")
const worst = args.includes("--worst") ? Number(args[args.indexOf("--worst") + 1]) : 0
const files = args.filter((arg) => arg.endsWith(".csv"))
const listed = PORT_LISTS.map(([from, to, nm]): Pair => ({ from, to, nm, avoid: [] }))

for (const [name, pairs] of files.length === 0
  ? ([["the listed pairs", listed]] as const)
  : files.map((file) => [file, readPairs(file)] as const)) {
  const measured = pairs.flatMap((pair) => {
    const route = lengthOf(pair)
    if (route === undefined) return []
    const surplusNm = sphereSurplusNm(route.line)
    const nm = route.lengthNm + (isOnSphere ? surplusNm : 0)
    return [{ pair, route, surplus: surplusNm / route.lengthNm, error: nm / pair.nm - 1 }]
  })
  const off = measured.map(({ error }) => Math.abs(error)).sort((a, b) => a - b)
  const signed = measured.map(({ error }) => error).sort((a, b) => a - b)
  const share = (limit: number) => percent(off.filter((each) => each > limit).length / off.length)
  console.log(
    `${name}: ${pairs.length} pairs, ${measured.length} with a route; median ${percent(quantile(off, 0.5))}, 95 % within ${percent(quantile(off, 0.95))}, signed median ${percent(quantile(signed, 0.5))}; off by more than 5 %: ${share(0.05)}, 10 %: ${share(0.1)}, 25 %: ${share(0.25)}`
  )
  const ocean = measured.filter(
    ({ error, route }) => route.lengthNm > OCEAN_ROUTE_NM && Math.abs(error) < OCEAN_ROUTE_ERROR
  )
  for (const { from, name: course, to } of COURSES) {
    const group = ocean.filter(({ surplus }) => surplus >= from && surplus < to).map(({ error }) => error)
    if (group.length === 0) continue
    const median = quantile(
      group.toSorted((a, b) => a - b),
      0.5
    )
    console.log(`  over ${OCEAN_ROUTE_NM} nm, ${course}: ${group.length} pairs, signed median ${percent(median)}`)
  }
  if (worst > 0) {
    const byPort = new Map<string, Array<number>>()
    for (const { error, pair } of measured)
      for (const port of [pair.from, pair.to]) byPort.set(port, [...(byPort.get(port) ?? []), error])
    const ports = [...byPort]
      .filter(([, errors]) => errors.length > 2)
      .map(([port, errors]) => {
        const sorted = errors.toSorted((a, b) => a - b)
        return { port, count: errors.length, median: quantile(sorted, 0.5) }
      })
      .sort((a, b) => Math.abs(b.median) - Math.abs(a.median))
    for (const { count, median, port } of ports.slice(0, worst)) console.log(`  ${port} ${count} ${percent(median)}`)
    const sorted = measured.toSorted((a, b) => Math.abs(b.error) - Math.abs(a.error))
    const length = args.includes("--all") ? sorted.length : worst
    for (const { error, pair, route } of sorted.slice(0, length))
      console.log(
        `  ${pair.from} ${pair.to} published ${pair.nm}, route ${route.lengthNm.toFixed(0)}, ${percent(error)}, ${route.passages.join(" ")}`
      )
  }
}
