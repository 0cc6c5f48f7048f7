import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { afterEach, assert, beforeEach, describe, it } from "@effect/vitest"
import { type Running, run, start } from "../support/Command.ts"
import { callerOf } from "../support/Service.ts"

const SETTINGS = {
  LANDFALL_CELLS: "home=sqlite:home.db,eu=sqlite:eu.db",
  LANDFALL_SECRETS_KEY: "a secrets key for tests of cells",
  LANDFALL_API_KEY: "a-key-of-the-home-cell",
  LANDFALL_ADMIN_KEY: "an-admin-key-for-tests",
  PORT: "0"
}

let folder = ""
let running: Array<Running> = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "landfall-cells-"))
})
afterEach(async () => {
  for (const { child } of running) child.kill("SIGKILL")
  await Promise.all(running.map(({ ended }) => ended))
  running = []
  rmSync(folder, { recursive: true, force: true })
})

const command = (...args: ReadonlyArray<string>) => run(folder, args, SETTINGS)

const json = async (...args: ReadonlyArray<string>) => {
  const { code, stderr, stdout } = await command(...args, "--json")
  assert.strictEqual(code, 0, stderr)
  return JSON.parse(stdout)
}

const serve = async () => {
  const server = start(folder, ["serve"], SETTINGS)
  running.push(server)
  return /is up at (\S+)/.exec(await server.printed(/is up at \S+/))?.[1] ?? ""
}

describe("an installation in two cells", () => {
  it("has its accounts and keys managed wherever they are, and a server serves all of them", async () => {
    const url = await serve()
    const account = await json("accounts", "create", "European", "--cell", "eu")
    const key = await json("keys", "create", "--account", account.id)
    const accounts: ReadonlyArray<{ id: string; cell: string }> = await json("accounts", "list")
    assert.deepStrictEqual(
      accounts.map(({ cell }) => cell),
      ["home", "eu"]
    )
    assert.strictEqual((await json("accounts", "set-plan", account.id, "free")).plan, "free")
    assert.strictEqual((await json("accounts", "show", account.id)).validKeys, 1)
    const caller = callerOf(url, key.secret)
    assert.strictEqual((await caller.send("GET", "/congestion/api/v1/consumption/current-period")).status, 200)

    const session = await fetch(`${url}/dashboard/session`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-landfall-dashboard": "1" },
      body: JSON.stringify({ apiKey: key.secret })
    })
    assert.strictEqual(session.status, 200)
    const cookie = session.headers.get("set-cookie")?.split(";")[0] ?? ""
    const shown = await fetch(`${url}/dashboard/session`, { headers: { cookie, "x-landfall-dashboard": "1" } })
    assert.strictEqual((await shown.json()).account.id, account.id)

    const admin = callerOf(url, SETTINGS.LANDFALL_ADMIN_KEY)
    const listed = await admin.send("GET", "/admin/v1/accounts?limit=1")
    const rest = await admin.send("GET", `/admin/v1/accounts?limit=1&iterator=${listed.body.iterator}`)
    assert.sameMembers(
      [...listed.body.data, ...rest.body.data].map(({ id }: { id: string }) => id),
      accounts.map(({ id }) => id)
    )
    assert.strictEqual((await admin.send("DELETE", `/admin/v1/keys/${key.id}`)).body.state, "revoked")
    assert.strictEqual((await json("keys", "list", "--account", account.id))[0].state, "revoked")
    assert.strictEqual((await json("keys", "revoke", key.id)).id, key.id)

    const unknown = await command("accounts", "create", "Other", "--cell", "asia")
    assert.include(unknown.stderr, "There is no cell asia: LANDFALL_CELLS names home, eu")
  })

  it("is inspected cell by cell, with moves that are not finished", async () => {
    assert.strictEqual((await command("cells", "add")).code, 0)
    const account = await json("accounts", "create", "Customer")
    const home = new DatabaseSync(join(folder, "home.db"))
    home.exec(`INSERT INTO cell_account (account_id, cell, moves_from, moves_to, step, leased_until)
      VALUES ('${account.id}', 'home', 'home', 'eu', 'copy', 0)`)
    const { findings } = await json("doctor")
    const checks: ReadonlyArray<string> = findings.map(({ check }: { check: string }) => check)
    assert.includeMembers([...checks], ["database of home", "database of eu", "migrations of eu"])
    const [cells] = findings.filter(({ check }: { check: string }) => check === "cells")
    assert.include(cells.message, account.id)

    const cancelled = await json("cells", "cancel", account.id)
    assert.deepStrictEqual([cancelled.cell, cancelled.done], ["home", true])
    const [row] = home.prepare("SELECT cell, step FROM cell_account").all()
    home.close()
    assert.deepStrictEqual({ ...row }, { cell: "home", step: null })
    const again = await command("cells", "cancel", account.id)
    assert.include(again.stderr, "it does not move")
  })

  it("continues a move of the first account whose process has ended, and starts while it moves", async () => {
    await serve()
    const [account] = await json("accounts", "list")
    for (const { child, ended } of running) {
      child.kill("SIGKILL")
      await ended
    }
    const home = new DatabaseSync(join(folder, "home.db"))
    home.exec(`INSERT INTO cell_account (account_id, cell, moves_from, moves_to, step, leased_until)
      VALUES ('${account.id}', 'home', 'home', 'eu', 'copy', 0)`)
    home.close()
    const server = start(folder, ["serve"], SETTINGS)
    running.push(server)
    await server.warned(/(was continued; it is in eu)/)
    const accounts: ReadonlyArray<{ id: string; cell: string }> = await json("accounts", "list")
    assert.deepStrictEqual(
      accounts.map(({ cell, id }) => [id, cell]),
      [[account.id, "eu"]]
    )
    // The key of the settings is that of the account in the other cell, and no account is made in its place.
    const url = /is up at (\S+)/.exec(await server.printed(/is up at \S+/))?.[1] ?? ""
    assert.strictEqual(
      (await callerOf(url, SETTINGS.LANDFALL_API_KEY).send("GET", "/webhook/api/v1/endpoint")).status,
      200
    )
  })
})
