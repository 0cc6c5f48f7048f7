import { assert, describe, it } from "@effect/vitest"
import { type Account, AccountStore } from "@landfall/core/accounts/Account"
import { DeliveryQueue } from "@landfall/core/alerts/delivery/DeliveryQueue"
import { ApplicationStore } from "@landfall/core/alerts/endpoints/Application"
import { EndpointStore, FilterTypes } from "@landfall/core/alerts/endpoints/Endpoint"
import { ConsumptionPeriodId } from "@landfall/core/usage/ConsumptionPeriod"
import { Credits } from "@landfall/core/usage/Credits"
import { UsageStore } from "@landfall/core/usage/Usage"
import { UsageMeter } from "@landfall/core/usage/UsageMeter"
import {
  accountOf,
  applicationOf,
  endpointCredentialsOf,
  endpointOf,
  SAMPLE_TIME
} from "@landfall/testing/samples/Samples"
import { Context, Effect, Layer, Logger, Option, Redacted, Result, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { Migrator, SqlClient } from "effect/sql"
import { migrate } from "../../src/Migrations.ts"
import { initial } from "../../src/migrations/0001_initial.ts"
import * as PostgresStorage from "../../src/PostgresStorage.ts"
import * as PostgresClient from "../../src/postgres/PostgresClient.ts"
import * as AesGcmSecretBox from "../../src/secrets/AesGcmSecretBox.ts"
import { startProgram } from "../ChildProcess.ts"
import { makeLossyProxy } from "./LossyProxy.ts"
import { newSchema, serverUrl, skipReason, withServer } from "./TestServer.ts"

const GRANT = 60
const accounts = [1, 2, 3, 4].map((n) => accountOf(n, { monthlyCredits: Option.some(GRANT) }))

const server = (url: Redacted.Redacted) =>
  Layer.build(
    PostgresStorage.layer({ url }).pipe(Layer.provide(AesGcmSecretBox.layer({ key: Redacted.make("a key for tests") })))
  )

const PROGRAM = new URL("../programs/spendCredits.ts", import.meta.url)

/** Stores an account with an endpoint that receives the events about its credits. */
const storeSubscriber = Effect.fnUntraced(function* (account: Account, n: number) {
  yield* (yield* AccountStore).create(account)
  const application = applicationOf(account, n)
  yield* (yield* ApplicationStore).create(application)
  const filterTypes = Option.some(FilterTypes.make(["credits.exhausted"]))
  yield* (yield* EndpointStore).create(endpointOf(application, n, { filterTypes }), endpointCredentialsOf(n))
  return account
})

describe.skipIf(skipReason !== undefined)("debits of several servers on one Postgres database", () => {
  withServer()

  it.live("never overdraw, use the whole grant and never deadlock", () =>
    Effect.gen(function* () {
      const url = yield* newSchema
      const first = yield* server(url)
      const servers = [first, yield* server(url), yield* server(url)]
      yield* Effect.forEach(accounts, (account) => Context.get(first, AccountStore).create(account))
      // Each server debits the accounts in a different order, and the first debits create the period of the month.
      const debits = Array.from({ length: 2 * GRANT }, (_, n) =>
        servers.flatMap((stores, index) => {
          const order = index % 2 === 0 ? accounts : accounts.toReversed()
          return order.map(({ id }) =>
            Effect.result(Context.get(stores, UsageStore).debit(id, Credits.make(1 + (n % 2)), SAMPLE_TIME))
          )
        })
      ).flat()
      const results = yield* Effect.all(debits, { concurrency: "unbounded" })
      const rejections = results.filter(Result.isFailure).map(({ failure }) => failure._tag)
      assert.deepStrictEqual([...new Set(rejections)], ["CreditsExhausted"])
      for (const { id } of accounts) {
        const periods = yield* Context.get(first, UsageStore).periods(id)
        assert.deepStrictEqual(
          periods.map(({ consumed }) => consumed),
          [Credits.make(GRANT)]
        )
      }
    })
  )

  it.live(
    "from several processes, one of them killed, carry over once, never overdraw and notify each period once",
    () =>
      Effect.gen(function* () {
        const url = yield* newSchema
        const stores = yield* server(url)
        const subscribed = yield* Effect.forEach(accounts.slice(0, 2), (account, n) =>
          Effect.provide(storeSubscriber(account, n + 1), stores)
        )
        const ids = subscribed.map(({ id }) => id)
        const usage = Context.get(stores, UsageStore)
        // The period of March exists before the processes start; that of April is opened by whoever debits first.
        for (const id of ids) yield* usage.debit(id, Credits.make(1), SAMPLE_TIME)
        const start = startProgram(PROGRAM, Redacted.value(url), String(GRANT), ...ids)
        const processes = yield* Effect.all([start, start, start])
        const [killed, ...others] = processes
        yield* killed?.printed("started") ?? Effect.void
        yield* killed?.kill ?? Effect.void
        for (const child of others) {
          const { code, output } = yield* child.exited
          assert.strictEqual(code, 0, output)
          assert.include(output, "done")
        }
        const claimed = yield* Context.get(stores, DeliveryQueue).claim(100, 60_000)
        const exhausted = claimed.filter(({ body }) => body.includes('"type":"credits.exhausted"'))
        for (const id of ids) {
          const [april, march, ...more] = yield* usage.periods(id)
          assert.deepStrictEqual(more, [])
          assert.isTrue(march?.carriedOver)
          // The other two try to spend twice as much as there is, so that everything is spent, and nothing twice.
          assert.strictEqual((april?.consumed ?? 0) + (march?.consumed ?? 0), 2 * GRANT)
          assert.strictEqual(april?.granted, 2 * GRANT - (march?.consumed ?? 0))
        }
        const periods = exhausted.map(({ body }) => /"periodId":"([^"]+)"/.exec(body)?.[1])
        assert.strictEqual(new Set(periods).size, periods.length)
        assert.isAtLeast(periods.length, ids.length)
      }).pipe(Effect.scoped)
  )

  it.live("count calls once when the connection is lost before, at and after the commit", () =>
    Effect.gen(function* () {
      const url = yield* newSchema
      const account = accountOf(1)
      const proxy = yield* makeLossyProxy(serverUrl())
      const stores = yield* server(Redacted.make(proxy.urlOf(Redacted.value(url))))
      yield* Context.get(stores, AccountStore).create(account)
      const usage = Context.get(stores, UsageStore)
      const meter = Context.get(
        yield* Layer.build(
          UsageMeter.layer.pipe(Layer.provide([Layer.succeed(UsageStore, usage), SecureRandom.layerWebCrypto]))
        ),
        UsageMeter
      )
      const lossPoints = ["usage_meter", "usage_hour", "COMMIT"]
      for (const [n, text] of lossPoints.entries()) {
        proxy.loseResponseTo(text)
        meter.count(account.id, "endpoints.list", "success", Credits.make(1))
        while (proxy.lost() === n) yield* Effect.andThen(meter.flush, Effect.sleep("10 millis"))
        meter.count(account.id, "endpoints.list", "clientError", Credits.make(0))
        yield* meter.flush
      }
      yield* meter.flush
      const [figures] = yield* usage.operationUsage(account.id, { from: Option.none(), to: Option.none() })
      assert.deepStrictEqual(
        [figures?.successCalls, figures?.clientErrorCalls, Number(figures?.credits)],
        [lossPoints.length, lossPoints.length, lossPoints.length]
      )
    }).pipe(Effect.scoped, Effect.provide(Logger.layer([])))
  )

  it.live("are migrated from the first version, with the calls of a day as successes in its first hour", () =>
    Effect.gen(function* () {
      const context = yield* Layer.build(PostgresClient.layer({ url: yield* newSchema }))
      const sql = Context.get(context, SqlClient.SqlClient)
      const firstVersion = Migrator.make({})({
        loader: Migrator.fromRecord({ "0001_initial": initial }),
        table: "landfall_migration"
      })
      yield* Effect.provide(firstVersion, context)
      yield* sql`INSERT INTO account VALUES ('acc_1', 'A', 'free', NULL, 1)`
      yield* sql`INSERT INTO usage_count VALUES ('acc_1', '2026-03-01', 'co2.compute', 5, 4)`
      yield* sql`INSERT INTO consumption_period VALUES ('acc_1', 1772323200000, 1775001600000, 999, 10)`
      yield* Effect.provide(migrate, context)
      const hours = yield* sql`SELECT * FROM usage_hour`.values
      assert.deepStrictEqual(hours, [["acc_1", Date.UTC(2026, 2, 1), "co2.compute", 5, 0, 0, 4]])
      const [period = []] = yield* sql`SELECT * FROM credit_period`.values
      const [id, ...rest] = period
      assert.isTrue(Schema.is(ConsumptionPeriodId)(id))
      assert.deepStrictEqual(rest, ["acc_1", 1772323200000, 1775001600000, 999, 0, 10, 100, 0, 800])
    }).pipe(Effect.scoped)
  )
})
