import { readFileSync } from "node:fs"
import { argv } from "node:process"
import { geodesicNm } from "../src/network/Geodesic.ts"
import { loadPorts } from "../src/ports/BundledPorts.ts"
import { POSITION_DECISIONS } from "./data/positionDecisions.ts"

/**
 * Compares the positions of ports with UN/LOCODE's own coordinates and with the World Port Index, and prints those that
 * differ by more than 15 nm and have no decision in `data/positionDecisions.ts`. Each file is a CSV: the first with the
 * columns code, name, latitude, longitude and coordinates (`unlocode` for UN/LOCODE's own), the second with name,
 * country, latitude and longitude.
 *
 *     node packages/sea/scripts/comparePositions.ts UNLOCODE.csv WORLD-PORT-INDEX.csv
 */
const FAR_NM = 15

const readRows = (file: string): ReadonlyArray<Readonly<Record<string, string>>> => {
  const [head = "", ...lines] = readFileSync(file, "utf8").trim().split(/\r?\n/u)
  const names = head.split(",")
  return lines.map((line) => {
    const cells = line.match(/("[^"]*"|[^,]*)(?:,|$)/gu) ?? []
    return Object.fromEntries(names.map((name, i) => [name, (cells[i] ?? "").replace(/,$/u, "").replaceAll('"', "")]))
  })
}

const normalise = (name: string): string =>
  name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\b(port of|puerto|porto|port|harbou?r|bandar|pelabuhan)\b/gu, "")
    .replace(/[^a-z]/gu, "")

const [unlocodeFile = "", indexFile = ""] = argv.slice(2)
const table = loadPorts()
const unlocode = new Map(
  readRows(unlocodeFile).flatMap((row) => (row.coordinates === "unlocode" ? [[row.code ?? "", row] as const] : []))
)
const index = Map.groupBy(readRows(indexFile), (row) => `${row.country} ${normalise(row.name ?? "")}`)

let compared = 0
let open = 0
for (const { code, name, position } of table.ports.values()) {
  const reachable = table.accessPoints.has(code)
  const own = unlocode.get(code)
  const found = [
    ...(own === undefined ? [] : [["UN/LOCODE", own] as const]),
    ...(index.get(`${code.slice(0, 2)} ${normalise(name)}`) ?? []).map((row) => ["World Port Index", row] as const)
  ].map(([source, row]) => ({
    source,
    lat: Number(row.latitude),
    lon: Number(row.longitude),
    nm: geodesicNm(position.longitude, position.latitude, Number(row.longitude), Number(row.latitude))
  }))
  if (found.length > 0) compared++
  // A place of the index with the same name counts when it is the nearest one.
  const far = found.filter(({ nm, source }) =>
    source === "UN/LOCODE"
      ? nm > FAR_NM
      : nm > FAR_NM && found.every((other) => other.source !== source || other.nm >= nm)
  )
  if (far.length === 0 || !reachable || POSITION_DECISIONS.has(code)) continue
  open++
  console.log(
    `${code} ${name} at ${position.latitude} ${position.longitude}: ${far
      .map(({ lat, lon, nm, source }) => `${source} ${lat} ${lon}, ${nm.toFixed(0)} nm`)
      .join("; ")}`
  )
}
console.log(`${compared} ports compared, ${open} more than ${FAR_NM} nm off without a decision`)
