import { readFileSync } from "node:fs"
import { argv } from "node:process"
import type { Passage } from "@landfall/core/geo/Passage"
import { loadEngine } from "../src/network/BundledNetwork.ts"
import { loadPorts } from "../src/ports/BundledPorts.ts"
import { PORT_LISTS } from "../test/network/portLists.ts"

/**
 * Measures the lengths of routes against published distances, and prints the errors of each file and its worst pairs and
 * ports. A file is a CSV with the columns from, to and nm; with the columns suez and panama, 0 in one closes the canal.
 * Without a file, the pairs are those of `test/network/portLists.ts`.
 *
 *     node packages/sea/scripts/measure.ts [--worst 40] [--all] FILE.csv...
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

const quantile = (sorted: ReadonlyArray<number>, share: number): number =>
  sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN

const percent = (share: number): string => `${(share * 100).toFixed(2)} %`

const args = argv.slice(2)
const worst = args.includes("--worst") ? Number(args[args.indexOf("--worst") + 1]) : 0
const files = args.filter((arg) => arg.endsWith(".csv"))
const listed = PORT_LISTS.map(([from, to, nm]): Pair => ({ from, to, nm, avoid: [] }))

for (const [name, pairs] of files.length === 0
  ? ([["the listed pairs", listed]] as const)
  : files.map((file) => [file, readPairs(file)] as const)) {
  const measured = pairs.flatMap((pair) => {
    const route = lengthOf(pair)
    return route === undefined ? [] : [{ pair, route, error: route.lengthNm / pair.nm - 1 }]
  })
  const off = measured.map(({ error }) => Math.abs(error)).sort((a, b) => a - b)
  const signed = measured.map(({ error }) => error).sort((a, b) => a - b)
  const share = (limit: number) => percent(off.filter((each) => each > limit).length / off.length)
  console.log(
    `${name}: ${pairs.length} pairs, ${measured.length} with a route; median ${percent(quantile(off, 0.5))}, 95 % within ${percent(quantile(off, 0.95))}, signed median ${percent(quantile(signed, 0.5))}; off by more than 5 %: ${share(0.05)}, 10 %: ${share(0.1)}, 25 %: ${share(0.25)}`
  )
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
