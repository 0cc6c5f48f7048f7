import { once } from "node:events"
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { afterEach, assert, beforeEach, describe, it } from "@effect/vitest"
import { Webhook } from "standardwebhooks"
import { type Running, run, start } from "../support/Command.ts"
import { eventually, until } from "../support/Eventually.ts"
import { callerOf } from "../support/Service.ts"

let folder = ""
let running: Array<Running> = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "landfall-command-"))
})
afterEach(async () => {
  for (const { child } of running) child.kill("SIGKILL")
  await Promise.all(running.map(({ ended }) => ended))
  running = []
  rmSync(folder, { recursive: true, force: true })
})

const serve = async (settings: Record<string, string> = {}) => {
  const server = start(folder, ["serve"], { PORT: "0", ...settings })
  running.push(server)
  const printed = await server.printed(/Database .*\n/)
  return { server, printed, url: /http:\/\/[\d.]+:\d+/.exec(printed)?.[0] ?? "" }
}

/** The key that the first start wrote to its file. */
const writtenKey = () => readFileSync(join(folder, "data", "landfall.api-key"), "utf8").trim()

describe("landfall serve", () => {
  it("creates an account and a key on the first start, writes the key once, and accepts it after a restart", async () => {
    const first = await serve()
    await first.server.printed(/API key/)
    const key = writtenKey()
    const caller = callerOf(first.url, key)
    assert.strictEqual((await caller.send("GET", "/webhook/api/v1/endpoint")).status, 200)
    first.server.child.kill("SIGTERM")
    assert.strictEqual((await first.server.ended).code, 0)

    const second = await serve()
    assert.notMatch(second.printed, /API key/)
    assert.strictEqual(writtenKey(), key)
    assert.strictEqual((await callerOf(second.url, key).send("GET", "/webhook/api/v1/endpoint")).status, 200)
    second.server.child.kill("SIGTERM")
    await second.server.ended
    const keyFile = join(folder, "data", "landfall.db.key")
    assert.strictEqual(statSync(keyFile).mode & 0o777, 0o600)
    assert.notInclude(readFileSync(join(folder, "data", "landfall.db")).toString("latin1"), key)

    rmSync(keyFile)
    const third = await run(folder, ["serve"], { PORT: "0" })
    assert.match(third.stderr, /^landfall: The key file .*landfall\.db\.key is missing.*restore .* from the backup/)
    assert.isFalse(existsSync(keyFile))
  })

  it("accepts the key of LANDFALL_API_KEY", async () => {
    const key = "operator-supplied-key"
    const { url, printed } = await serve({ LANDFALL_API_KEY: key })
    assert.notMatch(printed, /API key/)
    assert.isFalse(existsSync(join(folder, "data", "landfall.api-key")))
    assert.strictEqual((await callerOf(url, key).send("GET", "/webhook/api/v1/endpoint")).status, 200)
  })

  it("accepts the key from its first response on", async () => {
    const listener = createServer().listen(0, "127.0.0.1")
    await once(listener, "listening")
    const { port } = listener.address() as AddressInfo
    listener.close()
    const apiKey = "a-key-of-the-first-start"
    running.push(start(folder, ["serve"], { PORT: `${port}`, LANDFALL_API_KEY: apiKey }))
    const url = `http://127.0.0.1:${port}/webhook/api/v1/endpoint`
    // Without a pause: the first connection that is accepted comes as early as possible.
    for (;;) {
      const status = await fetch(url, { headers: { API_KEY: apiKey } }).then(
        (response) => response.status,
        () => undefined
      )
      if (status === undefined) continue
      assert.strictEqual(status, 200)
      return
    }
  })

  it("rejects a LANDFALL_API_KEY of another account in one line with both accounts, and warns of a revoked one", async () => {
    const json = async (...args: ReadonlyArray<string>) => JSON.parse((await run(folder, [...args, "--json"])).stdout)
    const first = await json("accounts", "create", "First")
    const other = await json("accounts", "create", "Other")
    const otherKey = await json("keys", "create", "--account", other.id)
    const rejected = await run(folder, ["serve"], { PORT: "0", LANDFALL_API_KEY: otherKey.secret })
    assert.strictEqual(rejected.code, 1)
    assert.strictEqual(rejected.stdout, "")
    assert.strictEqual(
      rejected.stderr,
      `landfall: LANDFALL_API_KEY is the key ${otherKey.id} of the account ${other.id}, and the start adds it to the first account ${first.id}. Unset LANDFALL_API_KEY to start: the key stays valid for ${other.id}. To give ${first.id} a key, set LANDFALL_API_KEY to a new one.\n`
    )

    const own = await json("keys", "create", "--account", first.id)
    await run(folder, ["keys", "revoke", own.id])
    const { server, url } = await serve({ LANDFALL_API_KEY: own.secret })
    assert.strictEqual((await callerOf(url, own.secret).send("GET", "/webhook/api/v1/endpoint")).status, 401)
    assert.include(server.stderr(), `LANDFALL_API_KEY is the key ${own.id}, which is revoked`)
  })

  it("applies changes made by commands", async () => {
    const { url } = await serve({ LANDFALL_API_KEY: "first-key-of-all" })
    const createdKey = JSON.parse((await run(folder, ["keys", "create", "--json"])).stdout)
    const caller = callerOf(url, createdKey.secret)
    assert.strictEqual((await caller.send("GET", "/webhook/api/v1/endpoint")).status, 200)
    assert.strictEqual((await run(folder, ["keys", "revoke", createdKey.id])).code, 0)
    const statusOf = async () => (await caller.send("GET", "/webhook/api/v1/endpoint")).status
    assert.strictEqual(await eventually(statusOf, (status) => status !== 200), 401)
  })

  it("stops with one line that states the fault and the remedy", async () => {
    const { url } = await serve()
    const port = new URL(url).port
    writeFileSync(
      join(folder, "text.db"),
      "this is not a database, but it is long enough to be inspected as one\n".repeat(20)
    )
    const newer = join(folder, "newer.db")
    await run(folder, ["migrate"], { LANDFALL_DATABASE_URL: `sqlite:${newer}` })
    const database = new DatabaseSync(newer)
    const table = database
      .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE '%migration%'")
      .get()
    database.exec(`INSERT INTO ${String(table?.name)} (migration_id, name) VALUES (9999, 'of_the_future')`)
    database.close()

    // Without it, a start on a further database first states where it stores a new key.
    const LANDFALL_SECRETS_KEY = "a key for tests alone"
    const cases: ReadonlyArray<readonly [Record<string, string>, RegExp]> = [
      [{ PORT: port }, new RegExp(`^landfall: Port ${port} on 127\\.0\\.0\\.1 is in use: .*PORT`)],
      [{ PORT: "http" }, /^landfall: PORT must be a whole number from 0 to 65535/],
      [{ HOST: "192.0.2.7", PORT: "0" }, /^landfall: .*192\.0\.2\.7.* is not an address of this machine: set HOST/],
      [{ LANDFALL_API_KEY: "short" }, /^landfall: LANDFALL_API_KEY must have at least 16 characters/],
      [{ LANDFALL_RETENTION_DAYS: "0" }, /^landfall: LANDFALL_RETENTION_DAYS must be a whole number of days from 1 to/],
      [{ LANDFALL_LOG_LEVEL: "loud" }, /^landfall: LANDFALL_LOG_LEVEL must be one of trace/],
      [
        { LANDFALL_AIS: "tcp://ais.example:10110, http://x:1" },
        /^landfall: LANDFALL_AIS must be a comma-separated list of tcp:\/\/HOST:PORT, .*; "http:\/\/x:1" is none of them/
      ],
      [{ LANDFALL_DATABASE_URL: "mysql://x" }, /^landfall: LANDFALL_DATABASE_URL must be sqlite:PATH/],
      [
        { LANDFALL_DATABASE_URL: "postgres://landfall:short@127.0.0.1:1/landfall", LANDFALL_SECRETS_KEY },
        /^landfall: The Postgres server cannot be reached \(.*\): start it, or check the host and port/
      ],
      [{ LANDFALL_DATABASE_URL: "sqlite:text.db", PORT: "0" }, /^landfall: .*text\.db is not a SQLite database/],
      [
        { LANDFALL_DATABASE_URL: `sqlite:${newer}`, LANDFALL_SECRETS_KEY, PORT: "0" },
        /^landfall: The database was created by a newer version/
      ]
    ]
    for (const [settings, line] of cases) {
      const { code, stderr, stdout } = await run(folder, ["serve"], settings)
      assert.strictEqual(code, 1, JSON.stringify(settings))
      assert.match(stderr, line)
      assert.strictEqual(stderr.trim().split("\n").length, 1, stderr)
      assert.notInclude(stderr + stdout, "short")
    }
  })
})

describe("landfall worker", () => {
  it("delivers for a server without a worker, announces itself in one line, and stops with exit code 0", async () => {
    const received: Array<string> = []
    const receiver = createServer((request, response) => {
      received.push(String(request.headers["webhook-id"]))
      response.writeHead(204).end()
    })
    await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve))
    try {
      const server = start(folder, ["serve", "--no-worker"], { PORT: "0", LANDFALL_API_KEY: "first-key-of-all" })
      running.push(server)
      const url = /http:\/\/[\d.]+:\d+/.exec(await server.printed(/Database .*\n/))?.[0] ?? ""
      const ready = await fetch(`${url}/readyz`)
      assert.deepStrictEqual(await ready.json(), {
        status: "ready",
        database: "ok",
        worker: "external",
        problems: [],
        warnings: [],
        carriers: [],
        carriersFile: { status: "none", invalidSince: null }
      })
      const caller = callerOf(url, "first-key-of-all")
      const { port } = receiver.address() as AddressInfo
      const target = { url: `http://127.0.0.1:${port}/` }
      const endpoint = (await caller.send("POST", "/webhook/api/v1/endpoint", target)).body.id
      const example = () =>
        caller.send("POST", `/webhook/api/v1/endpoint/${endpoint}/send-example`, {
          eventType: "vessel.arrival.at.final.pod"
        })
      const before = (await example()).body.id
      const worker = start(folder, ["worker"])
      running.push(worker)
      const line = await worker.printed(/\n/)
      assert.match(line, /^Landfall \S+ delivers from sqlite:\.\/data\/landfall\.db, up after [\d.]+ s\n$/)
      await until(() => received.length > 0)
      const after = (await example()).body.id
      await until(() => received.length > 1)
      assert.deepStrictEqual(received, [before, after])
      for (const { child, ended } of [worker, server]) {
        child.kill("SIGTERM")
        assert.strictEqual((await ended).code, 0)
      }
      assert.strictEqual((await worker.ended).stdout, line)
    } finally {
      receiver.close()
      receiver.closeAllConnections()
    }
  })
})

describe("landfall listen", () => {
  it("verifies deliveries, and reports invalid signatures and repeats", async () => {
    const secret = `whsec_${Buffer.alloc(32, 5).toString("base64")}`
    const listener = start(folder, ["listen", "--secret", secret, "--json"])
    running.push(listener)
    const url = await listener.warned(/Listening on (\S+)/)
    const body = JSON.stringify({ type: "vessel.arrival.at.final.pod", data: { container: "MSKU7194304" } })
    const post = async (signer: Webhook) => {
      const at = new Date()
      const response = await fetch(url, {
        method: "POST",
        body,
        headers: {
          "webhook-id": "msg_1",
          "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
          "webhook-signature": signer.sign("msg_1", at, body)
        }
      })
      return response.status
    }
    const stranger = new Webhook(`whsec_${Buffer.alloc(32, 6).toString("base64")}`)
    assert.deepStrictEqual(
      [await post(stranger), await post(new Webhook(secret)), await post(new Webhook(secret))],
      [401, 204, 204]
    )
    const printed = await listener.printed(/"repeated":true.*\n/)
    const received = printed
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
    assert.deepStrictEqual(
      received.map(({ verdict, repeated }) => [verdict, repeated]),
      [
        ["no_matching_signature", false],
        ["valid", false],
        ["valid", true]
      ]
    )
    assert.deepStrictEqual(received[1].body, JSON.parse(body))
  })
})

describe("landfall --json", () => {
  it("prints JSON only on standard output", async () => {
    const created = JSON.parse(
      (await run(folder, ["accounts", "create", "Harbour", "--credits", "500", "--json"])).stdout
    )
    assert.deepInclude(created, { name: "Harbour", plan: "pay-as-you-go", monthlyCredits: 500 })
    const changed = JSON.parse((await run(folder, ["accounts", "set-plan", created.id, "free", "--json"])).stdout)
    assert.deepInclude(changed, { plan: "free", validKeys: 0 })
    const { period: _, validKeys: __, ...account } = changed
    assert.deepStrictEqual(JSON.parse((await run(folder, ["accounts", "list", "--json"])).stdout), [account])
    assert.deepStrictEqual(JSON.parse((await run(folder, ["keys", "list", "--json"])).stdout), [])
    const settings = JSON.parse(
      (
        await run(folder, ["config", "--json"], {
          LANDFALL_API_KEY: "sixteen-or-more-characters",
          LANDFALL_DATABASE_URL: "postgres://landfall:pass:w@rd@db.example.com/landfall"
        })
      ).stdout
    )
    assert.isTrue(settings.some((setting: { name: string }) => setting.name === "PORT"))
    assert.notInclude(JSON.stringify(settings), "sixteen-or-more")
    assert.include(JSON.stringify(settings), "postgres://landfall:(hidden)@db.example.com/landfall")
    assert.isTrue(existsSync(join(folder, "data", "landfall.db")))
  })
})
