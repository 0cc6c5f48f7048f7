import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, assert, beforeEach, describe, it } from "@effect/vitest"
import { run } from "../support/Command.ts"

let folder = ""

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "landfall-co2-"))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe("landfall import and co2", () => {
  it("computes a voyage of an imported vessel, as text and as JSON only", async () => {
    writeFileSync(
      join(folder, "vessels.csv"),
      "imo,teu,gross_tonnage,year_built\n9302140,9040,98747,2006\n9302141,1,1,1\n"
    )
    const imported = await run(folder, ["import", "vessels", "vessels.csv"])
    assert.strictEqual(imported.code, 1, imported.stderr)
    assert.match(imported.stdout, /1 vessel imported, no row skipped, 3 faults/)
    assert.match(imported.stderr, /line 3: imo must end in its check digit 0, got "9302141"/)

    const args = ["co2", "nlrtm", "SGSIN", "--imo", "9302140", "--speed", "16"]
    const text = await run(folder, args)
    assert.match(text.stdout, /^NLRTM to SGSIN: \d+\.?\d* nm, .* by .*suez/)
    const { co2EmissionResult, method } = JSON.parse((await run(folder, [...args, "--json"])).stdout)
    assert.isAbove(co2EmissionResult.vesselMethodResult.co2Ttw, 0)
    assert.deepStrictEqual([method.vessel.source, method.vessel.teu], ["particulars", 9040])

    const starter = await run(folder, ["co2", "nlrtm", "SGSIN", "--mmsi", "353136000"])
    assert.match(starter.stdout, /\(reported\)/)
  })

  it("computes a table of voyages, each row separately, with the operator's factors", async () => {
    writeFileSync(join(folder, "factors.csv"), "scope,lane,cargo,wtw_g_per_teu_km,edition\nindustry,,dry,60,Own 2024\n")
    assert.match((await run(folder, ["import", "factors", "factors.csv"])).stdout, /1 factor imported/)
    writeFileSync(join(folder, "pairs.csv"), "from,to,imo\nFRLEH,ESBCN,9811000\nFRLEH,FRLEH,9811000\n")
    const many = await run(folder, ["co2", "--pairs", "pairs.csv", "--json"])
    const [first, second] = many.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
    assert.strictEqual(first.method.tradeLane.edition, "Own 2024")
    assert.strictEqual(first.method.vessel.source, "reported")
    assert.match(second.faults[0], /must be another port/)
    writeFileSync(join(folder, "nameless.csv"), "FRLEH,ESBCN\n")
    const nameless = await run(folder, ["co2", "--pairs", "nameless.csv", "--json"])
    assert.deepStrictEqual([nameless.code, nameless.stdout], [1, ""])
    assert.match(nameless.stderr, /the first line of the file must name the columns, including from and to/)
    assert.deepStrictEqual(
      [many.code, many.stderr.trim()],
      [1, "landfall: 1 of 2 voyages was not computed; the reasons are printed above."]
    )
  })

  it("computes voyages from standard input, in upper or lower case, and reports unknown columns and faults by column name", async () => {
    const table = "from;to;imo;sped;avoid;cargo\nfr leh;ESBCN;9811000;13;SUEZ;Reefer\n;ESBCN;9811001;;;\n"
    const piped = await run(folder, ["co2", "--speed", "14", "--pairs", "-", "--json"], {}, table)
    const [first, second] = piped.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
    assert.deepStrictEqual([first.input.vessel.speed, first.input.options], [14, { avoid: ["suez"], cargo: "reefer" }])
    assert.deepStrictEqual(second, {
      line: 3,
      faults: ["imo must end in its check digit 0, got 9811001", "from is missing"]
    })
    assert.match(piped.stderr, /^line 1: sped is not a known column and is not read; did you mean "speed"\?$/m)
    const empty = await run(folder, ["co2", "--pairs", "-"], {}, "from,to,imo\n")
    assert.deepStrictEqual([empty.code, empty.stdout], [1, ""])
    assert.match(empty.stderr, /^landfall: The table has no rows/)
  })

  it("reports faults, and does not replace the factors when the new table has faults", async () => {
    const rejected = await run(folder, ["co2", "NLRTN", "SGSIN", "--imo", "98"])
    assert.strictEqual(rejected.code, 1)
    assert.match(
      rejected.stderr,
      /^landfall: imo must be an IMO number.*\nlandfall: from must be .*did you mean "NLRTM"/m
    )
    writeFileSync(
      join(folder, "bad.csv"),
      "scope,lane,cargo,wtw_g_per_teu_km,edition\nindustry,,dry,60,E\nlane,Mars,dry,1,E\n"
    )
    const table = await run(folder, ["import", "factors", "bad.csv"])
    assert.strictEqual(table.code, 1)
    assert.match(table.stderr, /line 3: lane must be a name of the scope lane[\s\S]*No factor was imported/)
  })
})
