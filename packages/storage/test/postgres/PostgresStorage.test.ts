import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { AccountStore } from "@landfall/core/accounts/Account"
import { Idempotency, IdempotencyKey } from "@landfall/core/accounts/Idempotency"
import { type DeliveryLease, DeliveryQueue, type LeaseOutcome } from "@landfall/core/alerts/delivery/DeliveryQueue"
import { ApplicationStore } from "@landfall/core/alerts/endpoints/Application"
import { Endpoint, EndpointStore } from "@landfall/core/alerts/endpoints/Endpoint"
import { Outbox } from "@landfall/core/alerts/Outbox"
import { DeliveryTasks } from "@landfall/core/alerts/operations/DeliveryTasks"
import { decideOnRegistration } from "@landfall/core/tracking/decisions/ShipmentDecisions"
import { parseShipmentReference } from "@landfall/core/tracking/references/ShipmentReference"
import { ShipmentStore } from "@landfall/core/tracking/shipments/ShipmentStore"
import { Credits } from "@landfall/core/usage/Credits"
import { containerOf } from "@landfall/testing/samples/EventSamples"
import {
  accountOf,
  applicationOf,
  endpointCredentialsOf,
  endpointOf,
  SAMPLE_TIME
} from "@landfall/testing/samples/Samples"
import { Clock, Context, Effect, Fiber, Layer, Option, Redacted, Result } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import * as PostgresClient from "../../src/postgres/PostgresClient.ts"
import { mapToStorageError } from "../../src/sql/StorageErrorMapping.ts"
import { newSchema, openProcess, serverUrl, skipReason, withServer } from "./TestServer.ts"

const account = accountOf(1)
const application = applicationOf(account, 1)
const endpoint = endpointOf(application, 1)
const LEASE_MILLIS = 25_000

/** The storages of several processes on one new database with one endpoint. */
const openProcesses = Effect.fnUntraced(function* (count: number) {
  const url = yield* newSchema
  const started = yield* Effect.all(
    Array.from({ length: count }, () => openProcess({ url })),
    { concurrency: "unbounded" }
  )
  const [first] = started
  if (first === undefined) return yield* Effect.die(new Error("no process"))
  yield* Context.get(first, AccountStore).create(account)
  yield* Context.get(first, ApplicationStore).create(application)
  yield* Context.get(first, EndpointStore).create(endpoint, endpointCredentialsOf(1))
  return { url, first, started }
})

const alert = {
  shipmentId: Option.none(),
  type: "vessel.arrival.at.final.pod",
  body: "{}",
  example: true,
  recipients: [{ endpointId: endpoint.id, skip: Option.none() }]
}

const post = (stores: Context.Context<Outbox>) => Context.get(stores, Outbox).post(account.id, alert, SAMPLE_TIME)

const delivered = (lease: DeliveryLease, startedAt: number): LeaseOutcome => ({
  lease,
  startedAt,
  durationMillis: 1,
  responseStartMillis: 1,
  outcome: { _tag: "Responded", status: 200, body: "" },
  next: { _tag: "Succeed" }
})

const openFailure = (url: string) => Effect.flip(Effect.scoped(openProcess({ url: Redacted.make(url) })))

describe.skipIf(skipReason !== undefined)("processes that share a Postgres database", () => {
  withServer()

  it.live("migrate it once when they start at the same time", () =>
    Effect.gen(function* () {
      const { url } = yield* openProcesses(6)
      const sql = Context.get(yield* Layer.build(PgClient.layer({ url })), PgClient.PgClient)
      const rows = yield* sql`SELECT migration_id, name FROM landfall_migration ORDER BY migration_id`.values
      assert.deepStrictEqual(rows[0], [1, "initial"])
      assert.strictEqual(new Set(rows.map(([id]) => id)).size, rows.length)
    })
  )

  it.live("lose no concurrent change to an endpoint", () =>
    Effect.gen(function* () {
      const { first, started } = yield* openProcesses(3)
      const change = (stores: (typeof started)[number], n: number) =>
        Context.get(stores, EndpointStore).modify(
          account.id,
          endpoint.id,
          (before) => new Endpoint({ ...before, metadata: { ...before.metadata, [`key${n}`]: "stored" } })
        )
      yield* Effect.forEach(
        Array.from({ length: 10 }).flatMap((_, n) => started.map((stores, index) => [stores, 3 * n + index] as const)),
        ([stores, n]) => change(stores, n),
        { concurrency: "unbounded" }
      )
      const { metadata } = yield* Context.get(first, EndpointStore).find(account.id, endpoint.id)
      assert.strictEqual(Object.keys(metadata).filter((key) => key.startsWith("key")).length, 30)
    })
  )

  it.live("claim each due delivery once, without waiting for each other", () =>
    Effect.gen(function* () {
      const { first, started } = yield* openProcesses(3)
      yield* Effect.forEach(Array.from({ length: 60 }), () => post(first))
      const claims = yield* Effect.forEach(
        [...started, ...started],
        (stores) => Context.get(stores, DeliveryQueue).claim(10, LEASE_MILLIS),
        { concurrency: "unbounded" }
      )
      const ids = claims.flat().map(({ messageId }) => messageId)
      assert.strictEqual(new Set(ids).size, ids.length)
      const rest = yield* Context.get(first, DeliveryQueue).claim(60, LEASE_MILLIS)
      assert.strictEqual(new Set([...ids, ...rest.map(({ messageId }) => messageId)]).size, 60)
    })
  )

  it.live("track a shipment once when all request it at the same time", () =>
    Effect.gen(function* () {
      const { started } = yield* openProcesses(4)
      const requests = Array.from({ length: 20 }, (_, n) => ({
        reference: Result.getOrThrow(parseShipmentReference({ number: containerOf(n) })),
        endpointId: Option.some(endpoint.id),
        label: Option.none(),
        metadata: Option.none()
      }))
      const results = yield* Effect.forEach(
        started,
        (stores, index) =>
          Context.get(stores, ShipmentStore).track(
            account.id,
            index % 2 === 0 ? requests : requests.toReversed(),
            Credits.make(0),
            SAMPLE_TIME,
            decideOnRegistration(SAMPLE_TIME)
          ),
        { concurrency: "unbounded" }
      )
      const tracked = results.flat()
      assert.strictEqual(tracked.filter(({ added }) => added).length, 20)
      assert.strictEqual(new Set(tracked.map(({ shipment }) => shipment.id)).size, 20)
    })
  )

  it.live("run an idempotent request once when all receive it at the same time", () =>
    Effect.gen(function* () {
      const { started } = yield* openProcesses(4)
      let runs = 0
      const request = {
        owner: account.id,
        operation: "POST /endpoint",
        key: IdempotencyKey.make("9b2f6c1e-3f0a-4a57-8d5e-2f1f0c7b9a11"),
        fingerprint: "the same request",
        now: SAMPLE_TIME
      }
      // It lasts for a while, so that the other processes find the request in progress; the rule holds however long it lasts.
      const run = Effect.delay(
        Effect.sync(() => ({ status: 201, body: String(++runs) })),
        "20 millis"
      )
      const results = yield* Effect.forEach(started, (stores) => Context.get(stores, Idempotency).once(request, run), {
        concurrency: "unbounded"
      })
      assert.strictEqual(runs, 1)
      assert.deepStrictEqual(new Set(results.map(({ body }) => body)), new Set(["1"]))
    })
  )

  it.live("are notified of a delivery that another process has posted", () =>
    Effect.gen(function* () {
      const { first, started } = yield* openProcesses(2)
      const queue = Context.get(started[1] ?? first, DeliveryQueue)
      // The start of LISTEN may signal an arrival too.
      const next = Effect.repeat(Effect.andThen(queue.arrival, queue.claim(1, LEASE_MILLIS)), {
        until: (leases) => leases.length > 0
      })
      assert.deepStrictEqual(yield* queue.claim(1, LEASE_MILLIS), [])
      const waiting = yield* Effect.forkChild(next)
      const posted = yield* post(first)
      const [lease] = yield* Fiber.join(waiting)
      assert.strictEqual(lease?.messageId, posted.id)
    })
  )

  it.live("share one task while deliveries are sent and one process crashes, and send each delivery once", () =>
    Effect.gen(function* () {
      const MISSED = 1500
      const { url, first, started } = yield* openProcesses(3)
      const skip = Option.some("endpoint_disabled" as const)
      const draft = { ...alert, example: false, recipients: [{ endpointId: endpoint.id, skip }] }
      const request = {
        reference: Result.getOrThrow(parseShipmentReference({ number: containerOf(1) })),
        endpointId: Option.some(endpoint.id),
        label: Option.none(),
        metadata: Option.none()
      }
      yield* Context.get(first, ShipmentStore).track(
        account.id,
        [request],
        Credits.make(0),
        SAMPLE_TIME,
        ({ shipment }) => ({ shipment, registrations: [], outbox: Array.from({ length: MISSED }, () => draft) })
      )
      const span = {
        kind: "replay-missing",
        endpointId: endpoint.id,
        since: SAMPLE_TIME,
        until: SAMPLE_TIME
      } as const
      const task = yield* Context.get(first, DeliveryTasks).start(account.id, span)
      assert.strictEqual(task.total, MISSED)

      const sent: Array<string> = []
      const deliver = (stores: (typeof started)[number]) =>
        Effect.gen(function* () {
          const queue = Context.get(stores, DeliveryQueue)
          while (sent.length < MISSED) {
            const leases = yield* queue.claim(50, LEASE_MILLIS)
            const startedAt = yield* Clock.currentTimeMillis
            yield* queue.record(leases.map((lease) => delivered(lease, startedAt)))
            sent.push(...leases.map(({ messageId }) => messageId))
          }
        })
      const run = (stores: Context.Context<DeliveryTasks>) =>
        Effect.forever(Context.get(stores, DeliveryTasks).runBatch(20))
      /** A process that crashes in a batch, after some that it has completed. */
      const killedProcess = Effect.gen(function* () {
        const tasks = Context.get(yield* openProcess({ url }), DeliveryTasks)
        for (let batch = 0; batch < 3; batch++) yield* tasks.runBatch(20)
        const last = yield* Effect.forkChild(tasks.runBatch(20), { startImmediately: true })
        yield* Effect.yieldNow
        yield* Fiber.interrupt(last)
      }).pipe(Effect.scoped)
      yield* Effect.raceFirst(
        Effect.all([...started.map(deliver), killedProcess], { concurrency: "unbounded" }),
        Effect.all(started.map(run), { concurrency: "unbounded" })
      )
      assert.deepStrictEqual([sent.length, new Set(sent).size], [MISSED, MISSED])
      assert.deepStrictEqual(yield* Context.get(first, DeliveryQueue).claim(10, LEASE_MILLIS), [])
      const tasks = Context.get(first, DeliveryTasks)
      while (Option.isSome((yield* tasks.runBatch(20)).nextAt));
      const { state, done } = yield* tasks.find(account.id, task.id)
      assert.deepStrictEqual([state._tag, done], ["Completed", MISSED])
    })
  )

  it.effect("lease by the clock of the server, not by their own", () =>
    Effect.gen(function* () {
      const { url, first } = yield* openProcesses(1)
      const sql = Context.get(yield* Layer.build(PgClient.layer({ url })), PgClient.PgClient)
      yield* post(first)
      const queue = Context.get(first, DeliveryQueue)
      const serverMillis = Effect.map(
        sql<{ readonly millis: number }>`SELECT
          (extract(epoch FROM clock_timestamp()) * 1000)::double precision AS millis`,
        ([row]) => row?.millis ?? Number.NaN
      )
      const before = yield* serverMillis
      assert.strictEqual((yield* queue.claim(1, LEASE_MILLIS)).length, 1)
      const [row] = yield* sql<{ readonly dueAt: number }>`SELECT due_at::double precision AS "dueAt" FROM delivery`
      const dueAt = row?.dueAt ?? Number.NaN
      // Stored in whole milliseconds.
      assert.isAtLeast(dueAt, before + LEASE_MILLIS - 1)
      assert.isAtMost(dueAt, (yield* serverMillis) + LEASE_MILLIS + 1)
    })
  )

  it.live("get a storage error when a connection is lost in a transaction or in a nested transaction", () =>
    Effect.gen(function* () {
      const { url } = yield* openProcesses(1)
      const sql = Context.get(yield* Layer.build(PostgresClient.layer({ url })), SqlClient.SqlClient)
      const cutOff = sql.withTransaction(sql`SELECT pg_terminate_backend(pg_backend_pid())`)
      assert.isTrue(SqlError.isSqlError(yield* Effect.flip(cutOff)))
      assert.isTrue(SqlError.isSqlError(yield* Effect.flip(sql.withTransaction(cutOff))))
      const cutOffAsStorageError = mapToStorageError("Outbox.post")(cutOff)
      const error = yield* Effect.flip(mapToStorageError("Idempotency.once")(sql.withTransaction(cutOffAsStorageError)))
      assert.strictEqual(error.reason, "unavailable")
      assert.deepStrictEqual(yield* sql.withTransaction(sql`SELECT 1 AS one`), [{ one: 1 }])
    })
  )

  it.live("get a one-line message when the server rejects them or is unreachable", () =>
    Effect.gen(function* () {
      const wrong = new URL(serverUrl())
      // A server may accept any password, but it rejects an unknown user.
      wrong.username = "landfall_nobody"
      wrong.password = "not the password"
      const unreachable = new URL(serverUrl())
      unreachable.port = "1"
      for (const [url, advice] of [
        [wrong, "check the user and the password"],
        [unreachable, "start it, or check the host and port"]
      ] as const) {
        const error = yield* openFailure(url.href)
        assert.strictEqual(error._tag, "DatabaseUnusable")
        assert.include(error.message, advice)
        assert.notInclude(error.message, "\n")
        assert.notInclude(error.message, "not the password")
      }
    })
  )
})
