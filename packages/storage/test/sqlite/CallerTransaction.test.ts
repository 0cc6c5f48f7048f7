import { assert, describe, it } from "@effect/vitest"
import { AccountStore } from "@landfall/core/accounts/Account"
import { accountOf } from "@landfall/testing/samples/Samples"
import { Effect, Layer, Option, Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import * as SqliteStorage from "../../src/SqliteStorage.ts"
import * as AesGcmSecretBox from "../../src/secrets/AesGcmSecretBox.ts"
import { CallerTransaction } from "../../src/sql/CallerTransaction.ts"
import * as NodeSqliteClient from "../../src/sqlite/NodeSqliteClient.ts"
import { temporaryFile } from "../TestStorage.ts"

class Refused extends Schema.TaggedError<Refused>()("Refused", {}) {}

const account = accountOf(1)

/** Stores and a caller with a separate client, on one file. */
const withCaller = <A, E>(
  body: (caller: SqlClient.SqlClient, join: CallerTransaction["Service"]["join"]) => Effect.Effect<A, E, AccountStore>
) =>
  Effect.gen(function* () {
    const filename = yield* temporaryFile
    const secretBox = AesGcmSecretBox.layer({ key: Redacted.make("a key for tests") })
    const storage = yield* Layer.build(SqliteStorage.layer({ filename }).pipe(Layer.provide(secretBox)))
    const client = yield* Layer.build(NodeSqliteClient.layer({ filename }))
    return yield* Effect.gen(function* () {
      const caller = yield* SqlClient.SqlClient
      yield* caller`CREATE TABLE customer (id integer PRIMARY KEY)`
      return yield* body(caller, (yield* CallerTransaction).join)
    }).pipe(Effect.provideContext(storage), Effect.provideContext(client))
  }).pipe(Effect.scoped)

const customers = (caller: SqlClient.SqlClient) => Effect.map(caller`SELECT id FROM customer`, (rows) => rows.length)

describe("stores in the transaction of a caller on the same file", () => {
  it.live("commit with it", () =>
    withCaller((caller, join) =>
      Effect.gen(function* () {
        const { create, find } = yield* AccountStore
        yield* caller.withTransaction(
          Effect.andThen(caller`INSERT INTO customer VALUES (1)`, join(caller)(create(account)))
        )
        assert.strictEqual(yield* customers(caller), 1)
        assert.strictEqual((yield* find(account.id)).id, account.id)
      })
    )
  )

  it.live("leave nothing when it rolls back", () =>
    withCaller((caller, join) =>
      Effect.gen(function* () {
        const { create, find } = yield* AccountStore
        const failing = Effect.gen(function* () {
          yield* caller`INSERT INTO customer VALUES (1)`
          yield* join(caller)(create(account))
          assert.strictEqual((yield* join(caller)(find(account.id))).id, account.id)
          return yield* new Refused()
        })
        yield* Effect.flip(caller.withTransaction(failing))
        assert.strictEqual(yield* customers(caller), 0)
        assert.isTrue(Option.isNone(yield* Effect.option(find(account.id))))
      })
    )
  )
})
