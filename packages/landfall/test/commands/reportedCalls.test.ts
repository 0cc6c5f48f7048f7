import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, assert, beforeEach, describe, it } from "@effect/vitest"
import { run } from "../support/Command.ts"

let folder = ""

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "landfall-reported-"))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const HEADER = "port,imo,arrivedAt,berthedAt,departedAt,vesselType"

const figuresAt = async (asOf: string) => {
  const { stdout } = await run(folder, ["congestion", "FRLEH", "--as-of", asOf, "--json"])
  const { quality, vesselsInPortCount } = JSON.parse(stdout)
  const unknown = quality.unknown.find(
    ({ figure }: { readonly figure: string }) => figure === "vesselsInPortCount.tanker"
  )
  return { ...vesselsInPortCount, reason: unknown?.reason }
}

describe("landfall import port-calls", () => {
  it("makes no count of zero at a port that is known by two calls alone", async () => {
    const calls = [
      "FRLEH,9706906,2024-03-01T06:00:00Z,2024-03-01T10:00:00Z,2024-03-02T12:00:00Z,cargo",
      "FRLEH,9811000,2024-03-02T06:00:00Z,2024-03-02T10:00:00Z,2024-03-03T12:00:00Z,cargo"
    ]
    writeFileSync(join(folder, "calls.csv"), [HEADER, ...calls, ""].join("\n"))
    assert.match((await run(folder, ["import", "port-calls", "calls.csv"])).stdout, /2 port calls in 1 port imported/)

    const during = await figuresAt("2024-03-02T18:00:00Z")
    assert.deepInclude(during, { commercialVessels: 1, cargo: 1, tanker: null, reason: "reports_incomplete" })
    const after = await figuresAt("2024-03-03T18:00:00Z")
    assert.deepInclude(after, { commercialVessels: null, cargo: null, tanker: null, reason: "reports_incomplete" })
  })

  it("keeps no day of AIS positions from being imported as history", async () => {
    const call = "FRLEH,9706906,2024-03-01T06:00:00Z,2024-03-01T10:00:00Z,2024-03-02T12:00:00Z,cargo"
    writeFileSync(join(folder, "calls.csv"), [HEADER, call, ""].join("\n"))
    await run(folder, ["import", "port-calls", "calls.csv"])
    const rows = Array.from({ length: 12 }, (_, n) => {
      const minutes = String(n * 5).padStart(2, "0")
      return `226000001,2024-03-01T08:${minutes}:00,49.47,0.17,0,90,90,STILL,,C,70,5,200,32,10,`
    })
    const columns = "MMSI,BaseDateTime,LAT,LON,SOG,COG,Heading,VesselName,IMO,CallSign,VesselType,Status,Length,Width"
    writeFileSync(join(folder, "ais.csv"), [`${columns},Draft,Cargo`, ...rows, ""].join("\n"))
    const { code, stderr, stdout } = await run(folder, ["import", "ais", "--history", "ais.csv"])
    assert.strictEqual(code, 0, stderr)
    assert.match(stdout, /1 port call began/)
  })
})
