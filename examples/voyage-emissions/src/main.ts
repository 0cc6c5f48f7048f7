import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { Effect } from "effect"
import { drawRoute, featureOf } from "./Drawing.ts"
import { computeVoyages, layer, tonnesPerTeu } from "./Voyages.ts"

const [file = "data/voyages.csv", folder = "out"] = process.argv.slice(2)

mkdirSync(folder, { recursive: true })
for (const voyage of await Effect.runPromise(computeVoyages(readFileSync(file)).pipe(Effect.provide(layer)))) {
  if ("error" in voyage) {
    console.error(`${file}, line ${voyage.line}: ${voyage.error}`)
    continue
  }
  const { emissions, from, line, route, to } = voyage
  const { by, tonnes } = tonnesPerTeu(emissions)
  const name = join(folder, `${line}-${from}-${to}`)
  writeFileSync(`${name}.svg`, drawRoute(voyage))
  writeFileSync(`${name}.geojson`, JSON.stringify(featureOf(voyage)))
  console.log(
    `${from} to ${to}: ${Math.round(route.lengthNm)} nm by ${route.passages.join(", ")}; ${tonnes.toFixed(3)} t CO2 per TEU by ${by}; ${name}.svg`
  )
}
