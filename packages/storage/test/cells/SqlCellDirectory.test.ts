import { assert, describe, it } from "@effect/vitest"
import { AccountId } from "@landfall/core/accounts/Account"
import { CellDirectory, type DirectorySecret } from "@landfall/core/cells/CellDirectory"
import { CellName } from "@landfall/core/cells/CellName"
import { DateTime, Effect, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import * as SqlCellDirectory from "../../src/cells/SqlCellDirectory.ts"
import { applyMigrations } from "../../src/Migrations.ts"
import * as NodeSqliteClient from "../../src/sqlite/NodeSqliteClient.ts"

const HARBOUR = AccountId.make("acc_harbour")
const OTHER = AccountId.make("acc_other")
const EU = CellName.make("eu")

const keyOf = (hash: string): DirectorySecret => ({ hash, expiresAt: Option.none() })

/** A token that expires after some hours. */
const tokenOf = (hash: string, hours: number) =>
  Effect.map(DateTime.now, (now): DirectorySecret => ({ hash, expiresAt: Option.some(DateTime.add(now, { hours })) }))

const isKnown = Effect.fnUntraced(function* (hash: string) {
  return Option.isSome(yield* (yield* CellDirectory).findSecret(hash))
})

const layer = Layer.provideMerge(
  SqlCellDirectory.layer,
  Layer.provideMerge(Layer.effectDiscard(applyMigrations), NodeSqliteClient.layer({ filename: ":memory:" }))
)

describe("the directory of cells", () => {
  it.effect("deletes the tokens of an account a day after they have expired, and no key", () =>
    Effect.gen(function* () {
      const directory = yield* CellDirectory
      for (const id of [HARBOUR, OTHER]) yield* directory.place(id, EU)
      yield* directory.addSecrets(HARBOUR, [keyOf("key"), yield* tokenOf("hour", 1), yield* tokenOf("week", 168)])
      yield* directory.addSecrets(OTHER, [yield* tokenOf("other", 1)])

      yield* TestClock.adjust("24 hours")
      yield* directory.addSecrets(HARBOUR, [yield* tokenOf("second", 1)])
      assert.isTrue(yield* isKnown("hour"), "its cell states that it has expired")

      yield* TestClock.adjust("2 hours")
      yield* directory.addSecrets(HARBOUR, [yield* tokenOf("third", 1)])
      const knownSecrets = yield* Effect.filter(["key", "hour", "week", "second", "third", "other"], isKnown)
      assert.deepStrictEqual(knownSecrets, ["key", "week", "second", "third", "other"])
    }).pipe(Effect.provide(layer))
  )
})
