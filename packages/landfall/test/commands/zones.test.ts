import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, assert, beforeEach, describe, it } from "@effect/vitest"
import { run } from "../support/Command.ts"

let folder = ""

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "landfall-zones-"))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const feature = (properties: object, coordinates: unknown, type = "Polygon") => ({
  type: "Feature",
  properties,
  geometry: { type, coordinates }
})
const QUAY = [
  [
    [4.0, 51.94],
    [4.1, 51.94],
    [4.1, 51.96],
    [4.0, 51.96],
    [4.0, 51.94]
  ]
]
const CROSSED = [
  [
    [0, 0],
    [1, 1],
    [1, 0],
    [0, 1],
    [0, 0]
  ]
]

const now = Date.now()
const iso = (hoursAgo: number) => new Date(now - hoursAgo * 3_600_000).toISOString()

const importZones = (...features: ReadonlyArray<unknown>) => {
  writeFileSync(join(folder, "zones.geojson"), JSON.stringify({ type: "FeatureCollection", features }))
  return run(folder, ["import", "zones", "zones.geojson"])
}

describe("landfall import zones", () => {
  it("imports valid features, reports the faults of others by feature, and replaces zones by id", async () => {
    const imported = await importZones(
      feature({ kind: "BERTH", port: "nlrtm", id: "quay", name: "North quay" }, QUAY),
      feature({ kind: "BERTH", port: "NLRTM" }, CROSSED),
      feature({ kind: "BERTH", port: "NLRTM", id: "counted", berths: 3 }, QUAY),
      feature(
        { kind: "PORT_AREA", port: "NLRTM", id: "area", radiusKm: 20, berths: { cargo: 4 } },
        [4.05, 51.95],
        "Point"
      )
    )
    assert.strictEqual(imported.code, 1, imported.stderr)
    assert.match(imported.stdout, /2 zones imported, 2 faults/)
    assert.match(imported.stderr, /\$\.features\[1\]\.geometry\.coordinates\[0\] must not cross or touch itself/)
    assert.match(imported.stderr, /\$\.features\[2\]\.properties\.berths must be a property of a PORT_AREA/)
    await importZones(feature({ kind: "BERTH", port: "NLRTM", id: "quay", name: "South quay" }, QUAY))
    const listed = await run(folder, ["zones", "list", "NLRTM"])
    assert.match(listed.stdout, /^area .*PORT_AREA[\s\S]*^quay .*BERTH .*South quay\nberths of NLRTM for cargo: 4\n$/m)
    const rejected = await run(folder, ["zones", "reject", "quay"])
    assert.match(rejected.stdout, /1 zone rejected/)
    assert.match(
      (await run(folder, ["zones", "reject", "quay"])).stderr,
      /1 of 1 zone is unknown, and nothing was changed: quay/
    )
  })
})

describe("landfall import port-calls", () => {
  it("imports reported port calls, and measures occupation against the number of berths that is set", async () => {
    writeFileSync(
      join(folder, "calls.csv"),
      [
        "port,imo,mmsi,arrivedAt,berthedAt,departedAt,vesselName,vesselType",
        `NLRTM,9706906,,${iso(30)},${iso(20)},,EVER ONWARD,cargo`,
        `NLRTM,9302140,,${iso(60)},${iso(58)},${iso(36)},,cargo`,
        `NLRTM,,228339600,${iso(5)},,,,tanker`,
        `NLRTX,,228339601,${iso(5)},,,,tanker`,
        `NLRTM,9706907,,${iso(5)},,,,`,
        `NLRTM,9302140,,${iso(5)},,${iso(-24)},,cargo`
      ].join("\n")
    )
    const imported = await run(folder, ["import", "port-calls", "calls.csv"])
    assert.strictEqual(imported.code, 1, imported.stderr)
    assert.match(imported.stdout, /3 port calls in 1 port imported, 3 of them new or changed, 3 faults/)
    assert.match(imported.stderr, /record 4: \$\.port must be the UN\/LOCODE of a known port, got "NLRTX"/)
    assert.match(imported.stderr, /record 6: \$\.departedAt must not be in the future/)
    assert.match(imported.stderr, /record 5: \$\.imo must end in its check digit 6/)
    assert.match((await run(folder, ["zones", "berths", "NLRTM", "2", "--class", "cargo"])).stdout, /cargo: 2/)
    const figures = JSON.parse((await run(folder, ["congestion", "NLRTM", "--json", "--map", "port.svg"])).stdout)
    assert.deepInclude(figures.vesselsInPortCount, { commercialVessels: 2, cargo: 1, tanker: 1 })
    assert.strictEqual(figures.rateOccupation.cargo.rateOccupationPercentage, 50)
    assert.closeTo(figures.time.timeInPortStatistics.median, 24, 0.001)
    const map = readFileSync(join(folder, "port.svg"), "utf8")
    assert.match(
      map,
      /^<svg [\s\S]*NLRTM Rotterdam[\s\S]*<title>EVER ONWARD: cargo, at berth, in port since [\s\S]*<\/svg>\n$/
    )
  })
})
