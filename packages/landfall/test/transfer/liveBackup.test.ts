import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { afterEach, assert, beforeEach, describe, it } from "@effect/vitest"
import { ALERTS_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { Effect } from "effect"
import { writeKeyFile } from "../../src/transfer/DatabaseKey.ts"
import { type Running, run, start } from "../support/Command.ts"
import { CLOSED_PORT } from "../support/Listener.ts"
import { type Caller, callerOf } from "../support/Service.ts"
import { digestsOf, fill, KEY, sqliteSettings } from "./Installation.ts"

const API_KEY = "an-api-key-for-backups"
const STOP_BEFORE_RENAME = new URL("../support/stopBeforeRename.ts", import.meta.url).href
let folder = ""
let running: Array<Running> = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "landfall-live-backup-"))
})
afterEach(async () => {
  for (const { child } of running) child.kill("SIGKILL")
  await Promise.all(running.map(({ ended }) => ended))
  running = []
  rmSync(folder, { recursive: true, force: true })
})

const serve = async (database: string) => {
  const server = start(folder, ["serve"], {
    PORT: "0",
    LANDFALL_API_KEY: API_KEY,
    LANDFALL_LOG_LEVEL: "error",
    LANDFALL_DATABASE_URL: database
  })
  running.push(server)
  const printed = await server.printed(/Database .*\n/)
  return { server, caller: callerOf(/http:\/\/[\d.]+:\d+/.exec(printed)?.[0] ?? "", API_KEY) }
}

/** Creates endpoints one after the other until it is stopped; returns the ids that were accepted. */
const keepCreating = (caller: Caller) => {
  let going = true
  const accepted: Array<string> = []
  const done = (async () => {
    while (going) {
      const url = `http://127.0.0.1:${CLOSED_PORT}/${accepted.length}`
      const created = await caller.send("POST", `${ALERTS_PREFIX}/endpoint`, { url })
      assert.strictEqual(created.status, 201, JSON.stringify(created.body))
      accepted.push(created.body.id)
    }
  })()
  const stop = async () => {
    going = false
    await done
    return accepted
  }
  return { accepted, stop }
}

const endpointIds = async (caller: Caller) => {
  const ids: Array<string> = []
  let iterator: string | null = null
  do {
    const query: string = iterator === null ? "" : `&iterator=${encodeURIComponent(iterator)}`
    const page = await caller.send("GET", `${ALERTS_PREFIX}/endpoint?limit=250${query}`)
    ids.push(...page.body.data.map(({ id }: { readonly id: string }) => id))
    iterator = page.body.done ? null : page.body.iterator
  } while (iterator !== null)
  return ids
}

describe("landfall backup", () => {
  it("while a server writes holds everything accepted before it began, and the restored server decrypts its secrets", async () => {
    const first = await serve("sqlite:first.db")
    const { accepted, stop } = keepCreating(first.caller)
    const acceptedBefore = [...accepted]
    const backedUp = await run(folder, ["backup", "b.tar", "--json"], { LANDFALL_DATABASE_URL: "sqlite:first.db" })
    assert.strictEqual(backedUp.code, 0, backedUp.stderr)
    const all = await stop()
    const secretOf = async (caller: Caller, id: string) =>
      (await caller.send("GET", `${ALERTS_PREFIX}/endpoint/${id}/secret`)).body.key
    const probe = all[0] ?? ""
    const secret = await secretOf(first.caller, probe)

    const rejected = await run(folder, ["restore", "b.tar", "--force"], { LANDFALL_DATABASE_URL: "sqlite:first.db" })
    assert.strictEqual(rejected.code, 1)
    assert.match(rejected.stderr, /is in use by another process/)

    const restored = await run(folder, ["restore", "b.tar"], { LANDFALL_DATABASE_URL: "sqlite:second.db" })
    assert.strictEqual(restored.code, 0, restored.stderr)
    assert.match(restored.stdout, /The key of the backup is in second\.db\.key/)
    const rows = JSON.parse(backedUp.stdout).tables
    const copy = await Effect.runPromise(digestsOf({ _tag: "SqliteFile", path: join(folder, "second.db") }))
    assert.deepStrictEqual(copy, rows)

    const second = await serve("sqlite:second.db")
    const ids = await endpointIds(second.caller)
    const missing = acceptedBefore.filter((id) => !ids.includes(id))
    assert.deepStrictEqual(missing, [])
    // What is in the backup is the beginning of what was accepted: one state of the database.
    assert.deepStrictEqual([...ids].sort(), all.slice(0, ids.length).sort())
    assert.strictEqual(await secretOf(second.caller, probe), secret)
  })

  it("runs alone, and one that is killed leaves no file of its name, and the next one succeeds", async () => {
    const database = join(folder, "landfall.db")
    await Effect.runPromise(
      Effect.gen(function* () {
        const { database } = yield* sqliteSettings(folder)
        yield* fill(database, 2_000)
        yield* writeKeyFile(join(folder, "landfall.db.key"), KEY)
      }).pipe(Effect.provide(NodeServices.layer))
    )
    const settings = { LANDFALL_DATABASE_URL: `sqlite:${database}` }
    const killed = start(folder, ["backup", "b.tar"], { ...settings, NODE_OPTIONS: `--import=${STOP_BEFORE_RENAME}` })
    running.push(killed)
    await killed.warned(/(stopped before the rename)/)
    const second = await run(folder, ["backup", "b.tar"], settings)
    assert.strictEqual(second.code, 1)
    assert.match(
      second.stderr,
      /^landfall: Another backup to b\.tar is running: .*delete .*b\.tar\.partial\.lock and try again\.\n$/
    )
    assert.isTrue(existsSync(join(folder, "b.tar.partial", "backup.tar")))
    killed.child.kill("SIGKILL")
    assert.strictEqual((await killed.ended).code, null)
    assert.isTrue(existsSync(join(folder, "b.tar.partial")))
    assert.isFalse(existsSync(join(folder, "b.tar")))

    const again = await run(folder, ["backup", "b.tar"], settings)
    assert.strictEqual(again.code, 0, again.stderr)
    assert.match(again.stdout, /read back and verified/)
    assert.deepStrictEqual(
      readdirSync(folder).filter((name) => name.startsWith("b.tar")),
      ["b.tar"]
    )
  })
})
