import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, assert, beforeEach, describe, it } from "@effect/vitest"
import { run } from "../support/Command.ts"

let folder = ""

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "landfall-route-"))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe("landfall route", () => {
  it("prints length and passages, and writes GeoJSON and a map, without creating a database", async () => {
    const args = ["route", "nlrtm", "SGSIN", "--geojson", "route.json", "--map", "route.svg"]
    const text = await run(folder, args)
    assert.strictEqual(text.code, 0, text.stderr)
    assert.match(text.stdout, /^NLRTM Rotterdam to SGSIN Singapore: \d+\.\d nm \(.* km\), by dover, gibraltar, suez/)
    const { geometry, properties } = JSON.parse(readFileSync(join(folder, "route.json"), "utf8"))
    assert.strictEqual(geometry.type, "LineString")
    assert.include(properties.passages, "suez")
    assert.match(readFileSync(join(folder, "route.svg"), "utf8"), /^<svg [\s\S]*Singapore \(SGSIN\)[\s\S]*<\/svg>\n$/)
    assert.isFalse(existsSync(join(folder, "data")))
    const around = JSON.parse(
      (await run(folder, ["route", "NLRTM", "SGSIN", "--avoid", "suez", "--map", "around.png", "--json"])).stdout
    )
    const png = readFileSync(join(folder, "around.png"))
    assert.deepStrictEqual([...png.subarray(0, 8)], [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
    assert.isAbove(png.readUInt32BE(16), 2000)
    assert.isAbove(around.nm, properties.nm + 3000)
    assert.include(around.passages, "cape-of-good-hope")
  })

  it("prints one line of JSON for each pair of a table, the invalid ones too, and fails when one has no route", async () => {
    writeFileSync(join(folder, "pairs.csv"), "to,from,avoid\nSGSIN,NLRTM,\nSGSIN,NLRTN,\nCNSHA,USNYC,panama\n,CNSHA,\n")
    const many = await run(folder, ["route", "--pairs", "pairs.csv", "--json"])
    const [first, second, third, fourth] = many.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
    assert.deepStrictEqual(Object.keys(first), ["from", "to", "nm", "passages"])
    assert.deepStrictEqual([second.from, second.to, second.line], ["NLRTN", "SGSIN", 3])
    assert.match(second.error, /no port has the code NLRTN: did you mean NLRTM/)
    assert.notInclude(third.passages, "panama")
    assert.strictEqual(many.code, 1)
    assert.match(fourth.error, /got ""$/)
    assert.match(many.stderr, /2 of 4 pairs have no route/)
  })

  it("finds routes for pairs from standard input, and reports unknown columns", async () => {
    const piped = await run(folder, ["route", "NLRTM", "--pairs", "-", "--json"], {}, "to,via\nSGSIN,x\n")
    assert.strictEqual(piped.code, 0, piped.stderr)
    assert.strictEqual(JSON.parse(piped.stdout).from, "NLRTM")
    assert.match(
      piped.stderr,
      /^line 1: via is not a known column and is not read; known columns: from, to, avoid, require$/m
    )
    const empty = await run(folder, ["route", "--pairs", "-"], {}, "")
    assert.match(empty.stderr, /^landfall: The table has no rows/)
  })

  it("prints each fault of a request on its own line", async () => {
    const { code, stderr } = await run(folder, ["route", "NLRTM", "rotterdam", "--avoid", "sues"])
    assert.strictEqual(code, 1)
    const [first, second, ...rest] = stderr.trim().split("\n")
    assert.match(first ?? "", /^landfall: a port must be .*did you mean NLRTM \(Rotterdam\)/)
    assert.match(second ?? "", /^landfall: --avoid: .*did you mean suez/)
    assert.deepStrictEqual(rest, [])
  })

  const rejected: ReadonlyArray<readonly [ReadonlyArray<string>, RegExp]> = [
    [
      ["NLRTM", "SGSIN", "--geojson", "no/such/route.json"],
      /route\.json cannot be written: the folder no\/such does not exist/
    ],
    [["NLRTM", "SGSIN", "--geojson", ""], /A file with the name "" cannot be created: use another name/],
    [
      ["NLRTM", "SGSIN", "--map", "no/such/route.png"],
      /route\.png cannot be written: the folder no\/such does not exist/
    ],
    [["--pairs", "none.csv"], /The file none\.csv does not exist/],
    [["--pairs", "."], /\. is a folder: name a file in it/],
    [["SGSIN", "SGPAP"], /departure and arrival are both SGSIN \(Singapore\)/],
    [["NLRTM", "USDEN"], /USDEN \(Denver\) is inland/],
    [["NLRTM", "SGSIN", "--avoid", "suez", "--require", "suez"], /suez is both avoided and required/]
  ]
  for (const [args, sentence] of rejected) {
    it(`rejects ${args.join(" ")}`, async () => {
      const { code, stderr, stdout } = await run(folder, ["route", ...args])
      assert.strictEqual(code, 1)
      assert.strictEqual(stdout, "")
      assert.match(stderr, sentence)
      assert.strictEqual(stderr.trim().split("\n").length, 1)
    })
  }

  const misused: ReadonlyArray<readonly [ReadonlyArray<string>, RegExp]> = [
    [["NLRTM", "SGSIN", "--map", "map.jpg"], /--map must end in \.svg or \.png, got "map\.jpg"/],
    [["NLRTM"], /name two ports/],
    [[], /name two ports/],
    [["--pairs", "pairs.csv", "--map", "map.svg"], /draw a single route/]
  ]
  for (const [args, sentence] of misused) {
    it(`states the usage after ${["route", ...args].join(" ")}`, async () => {
      const { code, stderr, stdout } = await run(folder, ["route", ...args])
      assert.strictEqual(code, 2)
      assert.strictEqual(stdout, "")
      const [fault, usage, ...rest] = stderr.trim().split("\n")
      assert.match(fault ?? "", sentence)
      assert.match(usage ?? "", /^Usage: landfall route /)
      assert.deepStrictEqual(rest, [])
    })
  }

  it("routes to imported ports, and reports the lines that were not imported", async () => {
    writeFileSync(
      join(folder, "ports.csv"),
      "code,name,country,lat,lon,aliases\nNLZZ2,Own quay,NL,51.97,4.0,NLZZ3\nNLZZ4,,NL,99,4.0,\nCHZZ2,Basel,CH,47.56,7.59,\n"
    )
    const imported = await run(folder, ["import", "ports", "ports.csv"])
    assert.strictEqual(imported.code, 1, imported.stderr)
    assert.match(imported.stdout, /2 ports imported, 2 faults/)
    assert.match(imported.stderr, /line 3: name [\s\S]*line 3: lat must be a latitude[\s\S]*CHZZ2 is more than 30 nm/)
    const route = JSON.parse((await run(folder, ["route", "NLZZ3", "SGSIN", "--json"])).stdout)
    assert.strictEqual(route.from, "NLZZ2")
    assert.isAbove(route.nm, 8000)
  })
})
