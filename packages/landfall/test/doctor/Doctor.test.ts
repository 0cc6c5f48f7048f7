import { chmodSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect } from "effect"
import { runDoctor } from "../../src/doctor/Doctor.ts"
import type { Finding } from "../../src/doctor/Finding.ts"
import { run } from "../support/Command.ts"
import { CLOSED_PORT } from "../support/Listener.ts"
import { makeInstallation, temporaryFolder } from "../transfer/Installation.ts"

const doctorWith = (variables: Record<string, string>) =>
  runDoctor.pipe(
    Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromUnknown(variables)),
    Effect.provide(NodeServices.layer)
  )

const inFolder = (folder: string, variables: Record<string, string> = {}) =>
  doctorWith({ LANDFALL_DATABASE_URL: `sqlite:${join(folder, "landfall.db")}`, ...variables })

const find = (findings: ReadonlyArray<Finding>, check: string) => findings.find((finding) => finding.check === check)

const installation = makeInstallation(3).pipe(Effect.provide(NodeServices.layer))

/** A TCP server of this test on a free port. */
const listening = Effect.acquireRelease(
  Effect.promise(async () => {
    const server = createServer((socket) => socket.destroy())
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const address = server.address()
    return { server, port: typeof address === "object" && address !== null ? address.port : 0 }
  }),
  ({ server }) => Effect.sync(() => server.close())
)

describe("landfall doctor", () => {
  it.live("finds no problem in a sound installation, and changes nothing", () =>
    Effect.gen(function* () {
      const { folder } = yield* installation
      const before = readdirSync(folder).sort()
      const findings = yield* inFolder(folder)
      for (const check of ["settings", "runtime", "database", "migrations", "clock", "secrets key"]) {
        assert.strictEqual(find(findings, check)?.status, "ok", JSON.stringify(findings))
      }
      assert.deepStrictEqual(
        findings
          .filter(({ status }) => status === "failed" && status.length > 0)
          .map(({ check }) => check)
          .filter((check) => check !== "DNS"),
        []
      )
      for (const { fix, status } of findings) assert.strictEqual(fix === null, status === "ok")
      assert.deepStrictEqual(readdirSync(folder).sort(), before)
    }).pipe(Effect.scoped)
  )

  it.live("creates no database, and reports that", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const found = find(yield* inFolder(folder), "database")
      assert.strictEqual(found?.status, "warning")
      assert.match(found?.message ?? "", /does not exist/)
      assert.deepStrictEqual(readdirSync(folder), [])
    }).pipe(Effect.scoped)
  )

  it.live("reports a wrong, a missing and a readable key, a newer schema, and another program's database", () =>
    Effect.gen(function* () {
      const { folder } = yield* installation
      const wrong = find(yield* inFolder(folder, { LANDFALL_SECRETS_KEY: "not the key of that time" }), "secrets key")
      assert.deepInclude(wrong, { status: "failed" })
      assert.match(wrong?.message ?? "", /^The key in LANDFALL_SECRETS_KEY does not decrypt/)
      chmodSync(join(folder, "landfall.db.key"), 0o644)
      assert.match(find(yield* inFolder(folder), "secrets key file")?.fix ?? "", /^Run: chmod 600 /)
      rmSync(join(folder, "landfall.db.key"))
      assert.match(
        find(yield* inFolder(folder), "secrets key")?.fix ?? "",
        /^Restore .*landfall\.db\.key from the backup/
      )

      const database = new DatabaseSync(join(folder, "landfall.db"))
      database.exec("INSERT INTO landfall_migration (migration_id, name) VALUES (9999, 'future')")
      database.close()
      const newer = find(yield* inFolder(folder), "migrations")
      assert.strictEqual(newer?.status, "failed")

      const other = yield* temporaryFolder
      const foreign = new DatabaseSync(join(other, "landfall.db"))
      foreign.exec("CREATE TABLE invoices (n)")
      foreign.close()
      assert.match(find(yield* inFolder(other), "database")?.message ?? "", /belongs to another program/)
      writeFileSync(join(other, "landfall.db"), "not a database at all, but a text".repeat(50))
      assert.match(find(yield* inFolder(other), "database")?.message ?? "", /is not a SQLite database/)
      const away = yield* doctorWith({ LANDFALL_DATABASE_URL: "postgres://u:secret@127.0.0.1:1/x" })
      assert.match(find(away, "database")?.message ?? "", /cannot be reached/)
      assert.notInclude(JSON.stringify(away), "secret@")
    }).pipe(Effect.scoped)
  )

  it.live("tries each AIS source, and reports endpoints that the egress policy rejects", () =>
    Effect.gen(function* () {
      const { folder } = yield* installation
      const { port } = yield* listening
      const [open, closed] = [port, CLOSED_PORT].map((number) => `tcp://127.0.0.1:${number}`)
      const tried = yield* inFolder(folder, { LANDFALL_AIS: `${open},${closed},udp://203.0.113.7:10110` })
      assert.strictEqual(find(tried, `AIS ${open}`)?.status, "ok")
      assert.match(find(tried, `AIS ${closed}`)?.message ?? "", /cannot be reached \(ECONNREFUSED\)/)
      assert.match(find(tried, "AIS udp://203.0.113.7:10110")?.message ?? "", /EADDRNOTAVAIL/)

      const database = new DatabaseSync(join(folder, "landfall.db"))
      database.exec("UPDATE endpoint SET url = 'http://10.1.2.3/hook'")
      database.close()
      const rejected = find(yield* inFolder(folder), "DNS")
      assert.strictEqual(rejected?.status, "failed")
      assert.match(rejected?.message ?? "", /cannot receive alerts: 1 of 1\. The host 10\.1\.2\.3/)
    }).pipe(Effect.scoped)
  )

  it.live("reports an invalid setting and a carriers file that cannot be read as failed checks", () =>
    Effect.gen(function* () {
      const findings = yield* doctorWith({ PORT: "many" })
      assert.deepStrictEqual(
        findings.map(({ check, status }) => [check, status]),
        [["settings", "failed"]]
      )
      const folder = yield* temporaryFolder
      const carriers = find(yield* inFolder(folder, { LANDFALL_CARRIERS: join(folder, "none.json") }), "carriers")
      assert.strictEqual(carriers?.status, "failed")
    }).pipe(Effect.scoped)
  )

  it.live("exits with 1 and prints JSON only when a check fails", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const ended = yield* Effect.promise(() =>
        run(folder, ["doctor", "--json"], { LANDFALL_AIS: "tcp://127.0.0.1:1" })
      )
      assert.strictEqual(ended.code, 1)
      const { failed, findings } = JSON.parse(ended.stdout)
      assert.strictEqual(failed, findings.filter(({ status }: Finding) => status === "failed").length)
      assert.match(ended.stderr, /^landfall: 1 check of \d+ failed; what to do is printed above\.$/m)
      const invalid = yield* Effect.promise(() => run(folder, ["doctor"], { PORT: "many" }))
      assert.strictEqual(invalid.code, 1)
      assert.match(invalid.stdout, /^failed {3}settings: PORT must be a whole number/)
    }).pipe(Effect.scoped)
  )
})
