import { mkdtempSync, rmSync } from "node:fs"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { ALERTS_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { natsUnavailableReason } from "@landfall/broker-servers/NatsServer"
import { rabbitUnavailableReason } from "@landfall/broker-servers/RabbitServer"
import { clusterUnavailableReason } from "@landfall/postgres-server/PatroniCluster"
import { type PostgresServer, postgresUnavailableReason, startPostgres } from "@landfall/postgres-server/PostgresServer"
import { type Running, run, start } from "../support/Command.ts"
import { eventually, until } from "../support/Eventually.ts"
import { callerOf } from "../support/Service.ts"
import { cellFaultRun } from "./CellFaultRun.ts"
import { faultRun } from "./FaultRun.ts"
import { API_KEY, makeFleet, onDatabase, startAll, TWO_WORKERS } from "./Fleet.ts"
import type { Tally } from "./Tally.ts"

const TIMEOUT = 900_000
/** What the runs have in common. They run at the same time: with pauses, none waits for the processor. */
const SHORT_RUN = { kills: 2, longestPauseMillis: 400 }

const noPostgres = await postgresUnavailableReason()
const noCluster = clusterUnavailableReason()
if (noCluster !== undefined) console.log(`skipped, the fault run with a failover: ${noCluster}`)
if (noPostgres !== undefined) console.log(`skipped, the fault runs on Postgres: ${noPostgres}`)

/** The brokers that a run delivers to. That of SQS is a package of npm. */
const BROKERS = [
  { to: "nats", name: "NATS", reason: natsUnavailableReason },
  { to: "rabbitmq", name: "RabbitMQ", reason: rabbitUnavailableReason },
  { to: "sqs", name: "SQS", reason: undefined }
] as const
for (const { name, reason } of BROKERS) {
  if (reason !== undefined) console.log(`skipped, the fault run that delivers to ${name}: ${reason}`)
}

let postgres: PostgresServer | undefined

beforeAll(async () => {
  if (noPostgres === undefined) postgres = await startPostgres({ durable: false })
}, TIMEOUT)
afterAll(() => postgres?.destroy())

const thePostgres = (): PostgresServer => {
  if (postgres === undefined) throw new Error("There is no Postgres server")
  return postgres
}

/** Starts two servers at the same time on a new database. Returns their output, and the accounts and keys in the database. */
const twoAtOnce = async (folder: string, settings: Record<string, string>) => {
  const servers: ReadonlyArray<Running> = [1, 2].map(() => start(folder, ["serve"], { PORT: "0", ...settings }))
  try {
    await Promise.all(servers.map((server) => server.printed(/Database .*\n/)))
    const list = async (command: string) =>
      JSON.parse((await run(folder, [command, "list", "--json"], settings)).stdout)
    const lists = { accounts: await list("accounts"), keys: await list("keys") }
    for (const { child } of servers) child.kill("SIGKILL")
    const ended = await Promise.all(servers.map((server) => server.ended))
    return { ...lists, printed: ended.map(({ stdout }) => stdout) }
  } finally {
    for (const { child } of servers) child.kill("SIGKILL")
    await Promise.all(servers.map(({ ended }) => ended))
  }
}

describe.each(["sqlite", "postgres"] as const)(
  "two servers that start at the same time on a new %s database",
  (store) => {
    it.skipIf(store === "postgres" && noPostgres !== undefined)(
      "create one account and one key, which one of them hands over",
      { timeout: TIMEOUT },
      async () => {
        const folder = mkdtempSync(join(tmpdir(), "landfall-first-"))
        try {
          const url = store === "postgres" ? await thePostgres().makeDatabase("first_start") : "sqlite:first.db"
          const { printed, accounts, keys } = await twoAtOnce(folder, { LANDFALL_DATABASE_URL: url })
          assert.strictEqual(accounts.length, 1)
          assert.strictEqual(keys.length, 1)
          assert.strictEqual(printed.filter((text) => /API key +written to .*landfall\.api-key/.test(text)).length, 1)
        } finally {
          rmSync(folder, { recursive: true, force: true })
        }
      }
    )
  }
)

/** A receiver that holds its first request until it is released, and responds to the others immediately. */
const holdingReceiver = async () => {
  const ids: Array<string> = []
  let pendingResponse: ServerResponse | undefined
  const listeners = new Set<() => void>()
  const server = createServer((request: IncomingMessage, response) => {
    request.resume().on("end", () => {
      ids.push(String(request.headers["webhook-id"]))
      if (pendingResponse === undefined) pendingResponse = response
      else response.writeHead(204).end()
      for (const notify of listeners) notify()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  const arrived = (count: number) =>
    new Promise<void>((resolve) => {
      const notify = () => {
        if (ids.length >= count) resolve()
      }
      listeners.add(notify)
      notify()
    })
  return {
    url: `http://127.0.0.1:${port}/`,
    ids,
    arrived,
    release: () => pendingResponse?.writeHead(204).end(),
    close: () => {
      server.close()
      server.closeAllConnections()
    }
  }
}

/** Suspends a worker while it sends, lets another take over when the lease has expired, and resumes the first. */
const hangPastLease = async (databaseUrl?: string) => {
  const receiver = await holdingReceiver()
  const fleet = makeFleet(TWO_WORKERS, onDatabase(databaseUrl))
  const [server, first, second] = fleet.members
  if (server === undefined || first === undefined || second === undefined) throw new Error("no fleet")
  try {
    await startAll(fleet, [server, first])
    const { send } = callerOf(server.url() ?? "", API_KEY)
    const { body: endpoint } = await send("POST", `${ALERTS_PREFIX}/endpoint`, { url: receiver.url })
    const eventType = "vessel.arrival.at.final.pod"
    const { body: example } = await send("POST", `${ALERTS_PREFIX}/endpoint/${endpoint.id}/send-example`, { eventType })
    await receiver.arrived(1)
    first.freeze()
    await startAll(fleet, [second])
    await receiver.arrived(2)
    receiver.release()
    first.thaw()
    await until(() => first.log().includes("Outcomes not recorded because their leases had expired"))
    assert.deepStrictEqual(receiver.ids, [example.id, example.id])
    const messageOf = async () => (await send("GET", `${ALERTS_PREFIX}/message/${example.id}`)).body
    const message = await eventually(messageOf, ({ deliveries: [delivery] }) => delivery.status !== "sending")
    const [delivery, ...others] = message.deliveries
    assert.deepStrictEqual([delivery.status, delivery.attempts, others], ["succeeded", 1, []])
    const { body: attempts } = await send("GET", `${ALERTS_PREFIX}/message/${example.id}/attempts`)
    assert.strictEqual(attempts.data.length, 1)
  } finally {
    await fleet.destroy()
    receiver.close()
  }
}

/** Nothing was lost and no rule violated. Attempts can be exhausted where a broker is unavailable for minutes, and only there. */
const assertNothingLost = (tally: Tally, to: "http" | "broker") => {
  assert.deepStrictEqual([tally.losses, tally.waiting, tally.faults], [[], 0, []])
  if (to === "http") assert.strictEqual(tally.exhausted, 0)
  assert.isAbove(tally.delivered, 0)
}

describe.concurrent("every accepted alert arrives, signed and unchanged,", () => {
  it("while server and worker on one SQLite file are killed at random", { timeout: TIMEOUT }, async () => {
    const tally = await faultRun({ store: "sqlite", ...SHORT_RUN, seed: 1 })
    console.log(`fault run on SQLite: ${JSON.stringify(tally)}`)
    assertNothingLost(tally, "http")
  })

  it.skipIf(noPostgres !== undefined)(
    "while servers and worker on Postgres are killed at random, and Postgres is stopped and started",
    { timeout: TIMEOUT },
    async () => {
      const tally = await faultRun({ store: "postgres", ...SHORT_RUN, restarts: 1, seed: 2, postgres: thePostgres() })
      console.log(`fault run on Postgres: ${JSON.stringify(tally)}`)
      assertNothingLost(tally, "http")
    }
  )

  it.skipIf(noPostgres !== undefined)(
    "while accounts move between three cells on Postgres, and servers, workers and moves are killed at random",
    { timeout: TIMEOUT },
    async () => {
      // The shared server is stopped and started meanwhile.
      const separate = await startPostgres({ durable: false })
      try {
        const tally = await cellFaultRun({ cells: 3, accounts: 3, ...SHORT_RUN, seed: 7, postgres: separate })
        console.log(`fault run in cells: ${JSON.stringify(tally)}`)
        assertNothingLost(tally, "http")
        assert.deepStrictEqual(tally.misplaced, [])
      } finally {
        await separate.destroy()
      }
    }
  )

  for (const [index, { to, name, reason }] of BROKERS.entries()) {
    it.skipIf(reason !== undefined)(
      `while ${name}, to which it is delivered, and server and worker on one SQLite file are killed at random`,
      { timeout: TIMEOUT },
      async () => {
        const tally = await faultRun({ store: "sqlite", to, ...SHORT_RUN, seed: 3 + index })
        console.log(`fault run to ${name}: ${JSON.stringify(tally)}`)
        assertNothingLost(tally, "broker")
      }
    )
  }

  it.skipIf(noCluster !== undefined)(
    "while the primary of a cluster fails and its standby is promoted",
    { timeout: TIMEOUT },
    async () => {
      const tally = await faultRun({ ...SHORT_RUN, store: "postgres", kills: 0, failovers: 1, seed: 3 })
      console.log(`fault run with a failover: ${JSON.stringify(tally)}`)
      assertNothingLost(tally, "http")
    }
  )

  it("while a worker on SQLite hangs past its lease, and its late outcome is rejected", { timeout: TIMEOUT }, () =>
    hangPastLease()
  )

  it.skipIf(noPostgres !== undefined)(
    "while a worker on Postgres hangs past its lease, and its late outcome is rejected",
    { timeout: TIMEOUT },
    async () => {
      // The shared server is stopped and started meanwhile.
      const separate = await startPostgres({ durable: false })
      try {
        await hangPastLease(separate.url)
      } finally {
        await separate.destroy()
      }
    }
  )
})
