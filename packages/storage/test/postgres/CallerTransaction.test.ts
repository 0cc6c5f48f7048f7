import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { AccountStore } from "@landfall/core/accounts/Account"
import { DeliveryQueue } from "@landfall/core/alerts/delivery/DeliveryQueue"
import { ApplicationStore } from "@landfall/core/alerts/endpoints/Application"
import { EndpointStore } from "@landfall/core/alerts/endpoints/Endpoint"
import { draftMessage } from "@landfall/core/alerts/Message"
import { Outbox } from "@landfall/core/alerts/Outbox"
import { MessageLog } from "@landfall/core/alerts/operations/MessageLog"
import { FIRST_PAGE_REQUEST } from "@landfall/core/listing/Page"
import {
  accountOf,
  applicationOf,
  endpointCredentialsOf,
  endpointOf,
  SAMPLE_TIME
} from "@landfall/testing/samples/Samples"
import { Context, Effect, Layer, Option, Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import * as PostgresStorage from "../../src/PostgresStorage.ts"
import * as PostgresDatabase from "../../src/postgres/PostgresDatabase.ts"
import * as Stores from "../../src/Stores.ts"
import * as AesGcmSecretBox from "../../src/secrets/AesGcmSecretBox.ts"
import { CallerTransaction } from "../../src/sql/CallerTransaction.ts"
import { newSchema, serverUrl, skipReason, withServer } from "./TestServer.ts"

const account = accountOf(1)
const application = applicationOf(account, 1)
const endpoint = endpointOf(application, 1)

class Refused extends Schema.TaggedError<Refused>()("Refused", {}) {}

const secretBox = AesGcmSecretBox.layer({ key: Redacted.make("a key for tests") })

const payment = (n: number) =>
  draftMessage({ type: "payment.settled", at: SAMPLE_TIME, data: { payment: n }, endpointIds: [endpoint.id] })

const storeReceiver = Effect.gen(function* () {
  yield* (yield* AccountStore).create(account)
  yield* (yield* ApplicationStore).create(application)
  yield* (yield* EndpointStore).create(endpoint, endpointCredentialsOf(1))
})

const messageCount = Effect.gen(function* () {
  const page = yield* (yield* MessageLog).messages(account.id, {}, FIRST_PAGE_REQUEST)
  return page.data.length
})

/** The rows of the caller, which has a table with the name of one of ours. */
const rowsOf = (caller: SqlClient.SqlClient) =>
  Effect.map(caller<{ readonly id: number }>`SELECT id FROM message ORDER BY id`, (rows) => rows.map(({ id }) => id))

/** A caller with a client and a separate schema, beside the stores. */
const withCaller = <A, E>(
  body: (
    caller: PgClient.PgClient,
    joining: CallerTransaction["Service"]
  ) => Effect.Effect<A, E, Outbox | DeliveryQueue | MessageLog>
) =>
  Effect.gen(function* () {
    const url = yield* newSchema
    const callerUrl = yield* newSchema
    const storage = yield* Layer.build(PostgresStorage.layer({ url }).pipe(Layer.provide(secretBox)))
    const client = yield* Layer.build(PgClient.layer({ url: callerUrl }))
    return yield* Effect.gen(function* () {
      const caller = yield* PgClient.PgClient
      yield* caller`CREATE TABLE message (id integer PRIMARY KEY)`
      yield* storeReceiver
      return yield* body(caller, yield* CallerTransaction)
    }).pipe(Effect.provideContext(storage), Effect.provideContext(client))
  }).pipe(Effect.scoped)

describe.skipIf(skipReason !== undefined)("stores in the transaction of a caller with a separate client", () => {
  withServer()

  it.live("commit with it, and the delivery can be claimed", () =>
    withCaller((caller, { join }) =>
      Effect.gen(function* () {
        const outbox = yield* Outbox
        yield* caller.withTransaction(
          Effect.gen(function* () {
            yield* caller`INSERT INTO message VALUES (1)`
            yield* join(caller)(outbox.post(account.id, payment(1), SAMPLE_TIME))
            // The names of the caller mean the caller's tables again.
            yield* caller`INSERT INTO message VALUES (2)`
          })
        )
        assert.deepStrictEqual(yield* rowsOf(caller), [1, 2])
        assert.strictEqual(yield* messageCount, 1)
        const [lease] = yield* (yield* DeliveryQueue).claim(10, 60_000)
        assert.include(lease?.body ?? "", '"payment":1')
      })
    )
  )

  it.live("leave nothing when the caller rolls back, and notify no worker", () =>
    withCaller((caller, { join }) =>
      Effect.gen(function* () {
        const outbox = yield* Outbox
        const rolledBack = caller.withTransaction(
          Effect.gen(function* () {
            yield* caller`INSERT INTO message VALUES (1)`
            yield* join(caller)(outbox.post(account.id, payment(1), SAMPLE_TIME))
            return yield* new Refused()
          })
        )
        assert.strictEqual((yield* Effect.flip(rolledBack))._tag, "Refused")
        assert.deepStrictEqual(yield* rowsOf(caller), [])
        assert.strictEqual(yield* messageCount, 0)
        const queue = yield* DeliveryQueue
        assert.deepStrictEqual(yield* queue.claim(10, 60_000), [])
        assert.isTrue(Option.isNone(yield* queue.nextDueAt()))
      })
    )
  )

  it.live("that fail leave nothing, and the caller continues and commits", () =>
    withCaller((caller, { join }) =>
      Effect.gen(function* () {
        const outbox = yield* Outbox
        const failing = Effect.andThen(outbox.post(account.id, payment(1), SAMPLE_TIME), new Refused())
        yield* caller.withTransaction(
          Effect.gen(function* () {
            yield* caller`INSERT INTO message VALUES (1)`
            assert.strictEqual((yield* Effect.flip(join(caller)(failing)))._tag, "Refused")
            yield* join(caller)(outbox.post(account.id, payment(2), SAMPLE_TIME))
          })
        )
        assert.deepStrictEqual(yield* rowsOf(caller), [1])
        assert.strictEqual(yield* messageCount, 1)
      })
    )
  )

  it.live("see what the transaction has stored, and others do not before its commit", () =>
    withCaller((caller, { join }) =>
      Effect.gen(function* () {
        const outbox = yield* Outbox
        yield* caller.withTransaction(
          Effect.gen(function* () {
            yield* join(caller)(outbox.post(account.id, payment(1), SAMPLE_TIME))
            assert.strictEqual(yield* join(caller)(messageCount), 1)
            assert.strictEqual(yield* messageCount, 0)
          })
        )
        assert.strictEqual(yield* messageCount, 1)
      })
    )
  )

  it.live("commit in the order of the caller's savepoints, of which one that rolls back leaves nothing", () =>
    withCaller((caller, { join }) =>
      Effect.gen(function* () {
        const outbox = yield* Outbox
        const post = (n: number) => join(caller)(outbox.post(account.id, payment(n), SAMPLE_TIME))
        yield* caller.withTransaction(
          Effect.gen(function* () {
            yield* post(1)
            yield* Effect.exit(caller.withTransaction(Effect.andThen(post(2), new Refused())))
            yield* caller.withTransaction(post(3))
          })
        )
        const leases = yield* (yield* DeliveryQueue).claim(10, 60_000)
        assert.deepStrictEqual(
          leases.map(({ body }) => /"payment":(\d)/.exec(body)?.[1]),
          ["1", "3"]
        )
      })
    )
  )

  it.live("fail where the caller has no transaction open, and store nothing", () =>
    withCaller((caller, { join }) =>
      Effect.gen(function* () {
        const outbox = yield* Outbox
        const error = yield* Effect.flip(join(caller)(outbox.post(account.id, payment(1), SAMPLE_TIME)))
        assert.strictEqual(error._tag, "CallerTransactionUnusable")
        assert.match(error.message, /no transaction open/)
        assert.strictEqual(yield* messageCount, 0)
      })
    )
  )

  it.live("fail where the caller's database is another one, and store nothing", () =>
    withCaller((_, { join }) =>
      Effect.gen(function* () {
        const outbox = yield* Outbox
        const url = new URL(serverUrl())
        url.pathname = "/template1"
        const other = yield* PgClient.PgClient.pipe(
          Effect.provide(yield* Layer.build(PgClient.layer({ url: Redacted.make(url.href) })))
        )
        const error = yield* Effect.flip(
          other.withTransaction(join(other)(outbox.post(account.id, payment(1), SAMPLE_TIME)))
        )
        assert.strictEqual(error._tag, "CallerTransactionUnusable")
        assert.match(error.message, /the database template1.*connect both clients to the same database/)
        assert.strictEqual(yield* messageCount, 0)
      }).pipe(Effect.scoped)
    )
  )
})

describe.skipIf(skipReason !== undefined)("what follows a commit of joined calls", () => {
  withServer()

  it.live("runs once after the commit of the caller, on connections of the stores, and not after a rollback", () =>
    Effect.gen(function* () {
      const [url, callerUrl] = [yield* newSchema, yield* newSchema]
      const stores = yield* Layer.build(PostgresDatabase.layer({ url }))
      const [own, { join }] = [Context.get(stores, SqlClient.SqlClient), Context.get(stores, CallerTransaction)]
      const caller = Context.get(yield* Layer.build(PgClient.layer({ url: callerUrl })), PgClient.PgClient)
      const steps: Array<string> = []
      const note = (step: string) => Effect.sync(() => void steps.push(step))
      const later = Effect.andThen(Effect.orDie(own`SELECT 1`), note("after"))
      const calls = Effect.andThen(own.withTransaction(own.afterCommit(later)), note("joined"))
      yield* caller.withTransaction(Effect.andThen(join(caller)(calls), note("in")))
      assert.deepStrictEqual(steps, ["joined", "in", "after"])
      yield* Effect.exit(caller.withTransaction(Effect.andThen(join(caller)(calls), new Refused())))
      assert.deepStrictEqual(steps, ["joined", "in", "after", "joined"])
    }).pipe(Effect.scoped)
  )
})

describe.skipIf(skipReason !== undefined)("a program that uses the client of the stores for its own tables", () => {
  withServer()

  it.live("has one transaction for both, which rolls back both", () =>
    Effect.gen(function* () {
      const url = yield* newSchema
      const storage = Stores.layer.pipe(Layer.provideMerge(PostgresDatabase.layer({ url })), Layer.provide(secretBox))
      yield* Effect.gen(function* () {
        const [sql, outbox, { join }] = [yield* SqlClient.SqlClient, yield* Outbox, yield* CallerTransaction]
        yield* sql`CREATE TABLE payment (id integer PRIMARY KEY)`
        yield* storeReceiver
        const pay = (n: number) =>
          Effect.andThen(
            sql`INSERT INTO payment VALUES (${n})`,
            join(sql)(outbox.post(account.id, payment(n), SAMPLE_TIME))
          )
        yield* sql.withTransaction(pay(1))
        yield* Effect.exit(sql.withTransaction(Effect.andThen(pay(2), new Refused())))
        assert.strictEqual((yield* sql`SELECT id FROM payment`).length, 1)
        assert.strictEqual(yield* messageCount, 1)
      }).pipe(Effect.provide(storage))
    }).pipe(Effect.scoped)
  )
})
