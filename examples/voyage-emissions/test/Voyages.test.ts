import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import { Effect } from "effect"
import { drawRoute, featureOf } from "../src/Drawing.ts"
import { computeVoyages, layer, tonnesPerTeu } from "../src/Voyages.ts"

const file = readFileSync(new URL("../data/voyages.csv", import.meta.url))
const results = await Effect.runPromise(computeVoyages(file).pipe(Effect.provide(layer)))
const voyages = results.flatMap((result) => ("error" in result ? [] : [result]))

test("each valid row has emissions and a route, and the invalid one its line and its reason", () => {
  assert.deepEqual(
    voyages.map(({ from, to }) => `${from}-${to}`),
    ["NLRTM-SGSIN", "NLRTM-SGSIN", "CNSHA-DEHAM"]
  )
  const faults = results.flatMap((result) => ("error" in result ? [`line ${result.line}: ${result.error}`] : []))
  assert.equal(faults.length, 1)
  assert.match(faults[0] ?? "", /^line 5: \$\.arrival\.portCode .*"XXXXX"/)
  for (const { emissions } of voyages) assert.ok(tonnesPerTeu(emissions).tonnes > 0)
})

test("a route that avoids Suez is longer and passes the Cape of Good Hope", () => {
  const [direct, around] = voyages
  assert.ok(direct?.route.passages.includes("suez"))
  assert.ok(around?.route.passages.includes("cape-of-good-hope"))
  assert.ok((around?.route.lengthNm ?? 0) > (direct?.route.lengthNm ?? 0))
})

test("a route is drawn as SVG and as GeoJSON, from port to port", () => {
  for (const voyage of voyages) {
    assert.match(drawRoute(voyage), /^<svg [\s\S]*<title>[A-Z]{5} to [A-Z]{5}: \d+ nm<\/title>[\s\S]*<\/svg>\s*$/)
    assert.match(featureOf(voyage).geometry.type, /LineString$/)
  }
})
