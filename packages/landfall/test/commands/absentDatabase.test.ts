import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, assert, beforeEach, describe, it } from "@effect/vitest"
import { runInProcess } from "../support/CommandInProcess.ts"

let folder = ""
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "landfall-absent-"))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const ACCOUNT = "acc_019ad0c5a6b17b6ea4d2f3c1"

/** The commands that read or change what is stored, and add nothing. */
const READING = [
  "accounts list",
  "accounts show",
  `accounts show ${ACCOUNT}`,
  `accounts set-plan ${ACCOUNT} free`,
  `accounts set-grant ${ACCOUNT} 5`,
  `accounts top-up ${ACCOUNT} 5`,
  "keys create",
  "keys list",
  "keys revoke key_019ad0c5a6b17b6ea4d2f3c1",
  "eta-report MAEU",
  "congestion NLRTM",
  "zones list",
  "zones list NLRTM",
  "zones accept zone_1",
  "zones reject zone_1",
  "retention trust-clock",
  "backup FOLDER/backup.tar",
  "move --to sqlite:FOLDER/other.db",
  "export FOLDER/export"
]

const splitAt = (line: string) => line.split(" ").map((word) => word.replace("FOLDER", folder))

/** The files in the folder of a test, at any depth. */
const files = (): ReadonlyArray<string> => readdirSync(folder, { recursive: true, encoding: "utf8" })

describe("a command in a folder without a database", () => {
  for (const line of READING) {
    it(`fails in one line and creates nothing: ${line}`, async () => {
      for (const json of line.startsWith("export") || line.startsWith("backup") ? [[]] : [[], ["--json"]]) {
        const { code, stderr, stdout } = await runInProcess(folder, [...splitAt(line), ...json])
        assert.strictEqual(code, 1)
        assert.strictEqual(stdout, "")
        assert.strictEqual(
          stderr,
          `landfall: The database sqlite:${folder}/data/landfall.db does not exist: set LANDFALL_DATABASE_URL to the database that the server uses, or run this in the server's folder. To create one, run: landfall migrate\n`
        )
      }
      assert.deepStrictEqual(files(), [])
    })
  }

  it("fails for an empty file too", async () => {
    const path = join(folder, "empty.db")
    writeFileSync(path, "")
    const { code, stderr } = await runInProcess(folder, ["accounts", "list"], {
      LANDFALL_DATABASE_URL: `sqlite:${path}`
    })
    assert.strictEqual(code, 1)
    assert.match(stderr, /^landfall: The database sqlite:.*empty\.db does not exist: [^\n]*\n$/)
    assert.deepStrictEqual(files(), ["empty.db"])
  })

  it("names the command that prepares the databases of cells", async () => {
    const LANDFALL_CELLS = `home=sqlite:${folder}/home.db,eu=sqlite:${folder}/eu.db`
    for (const line of [
      "accounts list",
      "keys list",
      "cells list",
      `cells move ${ACCOUNT} --to eu`,
      `cells cancel ${ACCOUNT}`
    ]) {
      const { code, stderr } = await runInProcess(folder, line.split(" "), { LANDFALL_CELLS })
      assert.strictEqual(code, 1, line)
      assert.match(
        stderr,
        /^landfall: The database sqlite:.*home\.db does not exist: [^\n]* landfall cells add\n$/,
        line
      )
    }
    assert.deepStrictEqual(files(), [])
  })

  it("computes and searches with the bundled data, and creates nothing", async () => {
    for (const line of [
      "ports search rotterdam",
      "route NLRTM SGSIN",
      "co2 NLRTM SGSIN --imo 9619907",
      "zones list NLRTM --bundled",
      "doctor",
      "carriers list",
      "config"
    ]) {
      const { code, stderr } = await runInProcess(folder, line.split(" "))
      assert.strictEqual(code, 0, `${line}: ${stderr}`)
    }
    assert.deepStrictEqual(files(), [])
  })

  it("creates the database where it adds data", async () => {
    for (const [index, line] of ["migrate", "accounts create Harbour", "zones berths NLRTM 12"].entries()) {
      const LANDFALL_DATABASE_URL = `sqlite:${folder}/${index}.db`
      const { code, stderr } = await runInProcess(folder, line.split(" "), { LANDFALL_DATABASE_URL })
      assert.strictEqual(code, 0, `${line}: ${stderr}`)
      assert.include(files(), `${index}.db`)
    }
  })
})
