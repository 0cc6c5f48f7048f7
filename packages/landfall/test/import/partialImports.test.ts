import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, assert, beforeEach, describe, it } from "@effect/vitest"
import { runInProcess } from "../support/CommandInProcess.ts"

let folder = ""

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "landfall-imports-"))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Imports a file into a database whose key is given, so that no key file is reported. */
const importFile = (kind: string, text: string, ...flags: ReadonlyArray<string>) => {
  const file = join(folder, "file.csv")
  writeFileSync(file, text)
  const settings = { LANDFALL_SECRETS_KEY: Buffer.alloc(32, 1).toString("base64") }
  return runInProcess(folder, ["import", kind, file, ...flags], settings)
}

const UNCLOSED = '"unclosed'

describe("an import whose file cannot be read to its end", () => {
  it("names the file and the line, prints the faults before, and says what is stored", async () => {
    const vessels = await importFile("vessels", `imo,name\n9321483,A\n9321484,B\n${UNCLOSED}`)
    assert.strictEqual(vessels.code, 1)
    const [fault, stored, failure, ...others] = vessels.stderr.trimEnd().split("\n")
    assert.match(fault ?? "", /^line 3: imo must end in its check digit/)
    assert.match(stored ?? "", /^1 vessel is stored, the rest of the file is not/)
    assert.match(failure ?? "", /^landfall: .*file\.csv: line 4: Unterminated quoted field/)
    assert.deepStrictEqual(others, [])

    const ports = await importFile("ports", `code,name,lat,lon\nXXAAA,A,10,20\nXXAAB,B,10,21\n${UNCLOSED}`)
    assert.match(ports.stderr, /^2 ports are stored.*\nlandfall: .*file\.csv: line 4/)
    const calls = await importFile(
      "port-calls",
      `port,imo,arrivedAt\nNLRTM,9321483,2026-01-25T06:06:00Z\nNLRTM,1,x\n${UNCLOSED}`
    )
    assert.match(calls.stderr, /record 2: .*\n1 port call is stored.*\nlandfall: .*file\.csv: line 4/s)
    const factors = await importFile(
      "factors",
      `scope,lane,cargo,wtw_g_per_teu_km,edition\naverage,,dry,80,2024\n${UNCLOSED}`
    )
    assert.match(factors.stderr, /^landfall: .*file\.csv: line 3/)
  })

  it("says nothing of stored rows when there are none", async () => {
    const { stderr, stdout } = await importFile("vessels", `imo,name\n${UNCLOSED}`)
    assert.match(stderr, /^landfall: .*file\.csv: line 2: [^\n]*\n$/)
    assert.strictEqual(stdout, "")
  })
})

describe("the faults of an import", () => {
  it("are counted, and the first 1000 are listed as JSON", async () => {
    const { code, stdout, stderr } = await importFile("vessels", `imo\n${"9321484\n".repeat(1200)}9321483\n`, "--json")
    assert.strictEqual(code, 1)
    const result = JSON.parse(stdout)
    assert.deepStrictEqual([result.vessels, result.faultCount, result.faults.length], [1, 1200, 1000])
    assert.match(stderr, /1,?200 rows were rejected/)
  })

  it("contain no control characters of the file", async () => {
    const { stderr } = await importFile("port-calls", "port,imo,arrivedAt,\u009b2J\u202e\n")
    assert.match(stderr, /unknown columns/)
    assert.notMatch(stderr, /(?!\n)[\p{Cc}\p{Cf}]/u)
  })

  it("name a path that the system cannot examine", async () => {
    symlinkSync(join(folder, "two"), join(folder, "one"))
    symlinkSync(join(folder, "one"), join(folder, "two"))
    const { code, stderr } = await runInProcess(folder, ["import", "vessels", join(folder, "one")])
    assert.strictEqual(code, 2)
    assert.match(stderr, /^landfall: file cannot be read: ".*one"; check the path and its permissions\.\n/)
  })
})
