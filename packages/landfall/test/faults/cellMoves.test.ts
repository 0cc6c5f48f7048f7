import { mkdtempSync, rmSync } from "node:fs"
import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { ALERTS_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { type PostgresServer, postgresUnavailableReason, startPostgres } from "@landfall/postgres-server/PostgresServer"
import { type Running, run, start } from "../support/Command.ts"
import { until } from "../support/Eventually.ts"
import { callerOf } from "../support/Service.ts"

const noPostgres = await postgresUnavailableReason()
if (noPostgres !== undefined) console.log(`skipped, the tests of cells: ${noPostgres}`)

const TIMEOUT = 900_000
const API_KEY = "a-key-for-tests-of-cells"
const TYPE = "vessel.arrival.at.final.pod"

let postgres: PostgresServer | undefined
beforeAll(async () => {
  if (noPostgres === undefined) postgres = await startPostgres({ durable: false })
}, TIMEOUT)
afterAll(() => postgres?.destroy())

/** A receiver that counts the requests by their id. */
const startReceiver = async () => {
  const ids = new Map<string, number>()
  const server = createServer((request: IncomingMessage, response) => {
    request.resume().on("end", () => {
      const id = String(request.headers["webhook-id"])
      ids.set(id, (ids.get(id) ?? 0) + 1)
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${port}/`, ids, close }
}

const urlOf = async (server: Running) => /is up at (\S+)/.exec(await server.printed(/is up at \S+/))?.[1] ?? ""

describe.skipIf(noPostgres !== undefined)("an account in one of three cells on Postgres", () => {
  it("is answered by any server, moves while requests and deliveries run, survives kills of its mover, and loses nothing", {
    timeout: TIMEOUT
  }, async () => {
    if (postgres === undefined) throw new Error("There is no Postgres server")
    const folder = mkdtempSync(join(tmpdir(), "landfall-cells-"))
    const databases = await Promise.all(["cell_home", "cell_eu", "cell_us"].map((name) => postgres?.makeDatabase(name)))
    const settings = {
      LANDFALL_CELLS: ["home", "eu", "us"].map((name, index) => `${name}=${databases[index]}`).join(","),
      LANDFALL_API_KEY: API_KEY,
      LANDFALL_SECRETS_KEY: "a secrets key for tests of cells",
      LANDFALL_LOG_LEVEL: "warn",
      LANDFALL_LIMITS: "key.requests=1000000000,account.requests=1000000000",
      PORT: "0"
    }
    const receiver = await startReceiver()
    const servers: Array<Running> = []
    let running = true
    try {
      const first = start(folder, ["serve"], settings)
      servers.push(first)
      const urls = [await urlOf(first)]
      const second = start(folder, ["serve", "--no-worker"], settings)
      servers.push(second)
      urls.push(await urlOf(second))
      const callers = urls.map((url) => callerOf(url, API_KEY))
      const [one, two] = callers
      if (one === undefined || two === undefined) throw new Error("no callers")
      const endpoint = (await one.send("POST", `${ALERTS_PREFIX}/endpoint`, { url: receiver.url })).body
      const accepted: Array<string> = []
      const others: Array<number> = []
      const load = async () => {
        for (let n = 0; running; n++) {
          const { send } = n % 2 === 0 ? one : two
          const { body, status } = await send("POST", `${ALERTS_PREFIX}/endpoint/${endpoint.id}/send-example`, {
            eventType: TYPE
          })
          if (status < 300) accepted.push(body.id)
          else others.push(status)
        }
      }
      const loading = load()
      await until(() => receiver.ids.size > 5)
      const listed = JSON.parse(
        (
          await run(folder, ["accounts", "list", "--json"], {
            LANDFALL_SECRETS_KEY: settings.LANDFALL_SECRETS_KEY,
            LANDFALL_DATABASE_URL: databases[0] ?? ""
          })
        ).stdout
      )
      const account: string = listed[0].id
      const cells = ["eu", "home"]
      for (const [index, to] of cells.entries()) {
        // The first moves are killed at instants that differ, and continued.
        for (let kill = 0; kill < 1; kill++) {
          const mover = start(folder, ["cells", "move", account, "--to", to], settings)
          const step = ["copy", "hold", "fence", "clean"][2 * index] ?? "copy"
          await Promise.race([until(() => mover.stderr().includes(`${step}:`)), mover.ended])
          mover.child.kill("SIGKILL")
          await mover.ended
        }
        let result = await run(folder, ["cells", "move", account, "--to", to, "--verify"], settings)
        while (/Another process moves/.test(result.stderr)) {
          result = await run(folder, ["cells", "move", account, "--to", to, "--verify"], settings)
        }
        const isThere = /It is in|it is in/.test(result.stderr)
        assert.isTrue(result.code === 0 || isThere, result.stderr)
        console.log(result.stdout.trim() || result.stderr.trim().slice(0, 200))
      }
      running = false
      await loading
      assert.deepStrictEqual(
        [...new Set(others)].filter((status) => status !== 503),
        []
      )
      await until(() => accepted.every((id) => receiver.ids.has(id)))
      console.log(`accepted ${accepted.length}, 503 ${others.length}, delivered ${receiver.ids.size}`)
      const { body: listing } = await two.send("GET", `${ALERTS_PREFIX}/endpoint`)
      assert.deepStrictEqual(
        listing.data.map(({ id }: { id: string }) => id),
        [endpoint.id]
      )
    } finally {
      running = false
      for (const { child } of servers) child.kill("SIGKILL")
      await Promise.all(servers.map(({ ended }) => ended))
      receiver.close()
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
