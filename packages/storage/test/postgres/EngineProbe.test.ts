import { connect, createServer, type Socket } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { AccountStore } from "@landfall/core/accounts/Account"
import { DeliveryQueue } from "@landfall/core/alerts/delivery/DeliveryQueue"
import { ApplicationStore } from "@landfall/core/alerts/endpoints/Application"
import { EndpointStore } from "@landfall/core/alerts/endpoints/Endpoint"
import { Outbox } from "@landfall/core/alerts/Outbox"
import {
  accountOf,
  applicationOf,
  endpointCredentialsOf,
  endpointOf,
  SAMPLE_TIME
} from "@landfall/testing/samples/Samples"
import { Context, Effect, Fiber, Layer, Option, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import * as PostgresClient from "../../src/postgres/PostgresClient.ts"
import { LOCK_TABLE } from "../../src/sql/NamedLocks.ts"
import { rowLocks } from "../../src/sql/RowLocks.ts"
import { emptyDatabase, skipReason, withPooler } from "./TestPooler.ts"
import {
  newSchema,
  newSchemaWithoutAdvisoryLocks,
  openProcess,
  skipReason as serverSkipReason,
  withServer
} from "./TestServer.ts"

const account = accountOf(1)
const application = applicationOf(account, 1)
const endpoint = endpointOf(application, 1)
const LEASE_MILLIS = 25_000

const engineAt = (url: Redacted.Redacted) =>
  Effect.map(Layer.build(PostgresClient.layer({ url })), (context) => ({
    engine: Context.get(context, PostgresClient.PostgresEngine),
    sql: Context.get(context, SqlClient.SqlClient)
  }))

/** Posts a message in one process while the other waits for work. */
const deliverToWaiting = Effect.fnUntraced(function* (
  first: Effect.Success<ReturnType<typeof openProcess>>,
  second: Effect.Success<ReturnType<typeof openProcess>>
) {
  yield* Context.get(first, AccountStore).create(account)
  yield* Context.get(first, ApplicationStore).create(application)
  yield* Context.get(first, EndpointStore).create(endpoint, endpointCredentialsOf(1))
  const queue = Context.get(second, DeliveryQueue)
  assert.deepStrictEqual(yield* queue.claim(1, LEASE_MILLIS), [])
  const waiting = yield* Effect.forkChild(
    Effect.repeat(Effect.andThen(queue.arrival, queue.claim(1, LEASE_MILLIS)), { until: (leases) => leases.length > 0 })
  )
  const recipients = [{ endpointId: endpoint.id, skip: Option.none() }]
  const draft = { shipmentId: Option.none(), type: "test", body: "{}", example: true, recipients }
  const posted = yield* Context.get(first, Outbox).post(account.id, draft, SAMPLE_TIME)
  const [lease] = yield* Fiber.join(waiting)
  assert.strictEqual(lease?.messageId, posted.id)
})

/** A proxy of a server that removes SKIP LOCKED from statements, like an engine that accepts and ignores it. */
const withoutSkipLocked = (url: Redacted.Redacted) => {
  const target = new URL(Redacted.value(url))
  const sockets = new Set<Socket>()
  const start = () =>
    new Promise<ReturnType<typeof createServer>>((resolve) => {
      const server = createServer((client) => {
        const upstream = connect({ host: target.hostname, port: Number(target.port) })
        for (const socket of [client, upstream]) {
          sockets.add(socket)
          socket.on("error", () => undefined)
          socket.on("close", () => {
            client.destroy()
            upstream.destroy()
          })
        }
        client.on("data", (chunk) =>
          upstream.write(Buffer.from(chunk.toString("latin1").replaceAll("SKIP LOCKED", " ".repeat(11)), "latin1"))
        )
        upstream.on("data", (chunk) => client.write(chunk))
      })
      server.listen(0, "127.0.0.1", () => resolve(server))
    })
  return Effect.acquireRelease(Effect.promise(start), (server) =>
    Effect.promise(() => {
      for (const socket of sockets) socket.destroy()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    })
  ).pipe(
    Effect.map((server) => {
      const address = server.address()
      const proxied = new URL(target)
      proxied.port = String(typeof address === "object" && address !== null ? address.port : 0)
      return Redacted.make(proxied.href)
    })
  )
}

describe.skipIf(skipReason !== undefined)("a pooler in transaction mode", () => {
  withPooler()

  it.live("is detected, and a server without one is not", () =>
    Effect.gen(function* () {
      const { direct, pooled } = yield* emptyDatabase
      assert.deepStrictEqual((yield* engineAt(direct)).engine, { pooled: false, advisoryLocks: true })
      assert.deepStrictEqual((yield* engineAt(pooled)).engine, { pooled: true, advisoryLocks: true })
    })
  )

  it.live("lets a process poll for deliveries that another has posted", () =>
    Effect.gen(function* () {
      const { pooled } = yield* emptyDatabase
      yield* deliverToWaiting(yield* openProcess({ url: pooled }), yield* openProcess({ url: pooled }))
    })
  )

  it.live("lets a process be notified over a connection to the server itself", () =>
    Effect.gen(function* () {
      const { pooled, direct } = yield* emptyDatabase
      const config = { url: pooled, listenUrl: direct }
      yield* deliverToWaiting(yield* openProcess(config), yield* openProcess(config))
    })
  )
})

describe.skipIf(serverSkipReason !== undefined)("an engine that ignores a statement", () => {
  withServer()

  it.live("has rows as named locks, which exclude each other, where advisory locks lock nothing", () =>
    Effect.gen(function* () {
      const url = yield* newSchemaWithoutAdvisoryLocks
      const [first, second] = [yield* engineAt(url), yield* engineAt(url)]
      assert.isFalse(first.engine.advisoryLocks)
      let inside = 0
      const work = (sql: SqlClient.SqlClient) =>
        sql.withTransaction(
          Effect.gen(function* () {
            yield* rowLocks(sql).lockName("one at a time")
            inside += 1
            assert.strictEqual(inside, 1)
            yield* sql`SELECT pg_sleep(0.01)`
            inside -= 1
          })
        )
      const both = [first.sql, second.sql, first.sql, second.sql].map(work)
      yield* Effect.all(both, { concurrency: "unbounded" })
      const rows = yield* first.sql`SELECT number FROM ${first.sql.literal(LOCK_TABLE)}`
      assert.strictEqual(rows.length, 1)
    })
  )

  it.live("is rejected where it does not skip locked rows", () =>
    Effect.gen(function* () {
      const url = yield* withoutSkipLocked(yield* newSchema)
      const error = yield* Effect.flip(Effect.scoped(openProcess({ url })))
      assert.match(
        error.message,
        /^The database does not skip locked rows \(.+\), by which workers share deliveries: use PostgreSQL/
      )
    })
  )
})
