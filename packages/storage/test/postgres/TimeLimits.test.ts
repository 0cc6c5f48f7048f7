import { assert, describe, it } from "@effect/vitest"
import { AccountStore } from "@landfall/core/accounts/Account"
import { StorageError } from "@landfall/core/faults/StorageError"
import { accountOf } from "@landfall/testing/samples/Samples"
import { Context, Effect, Layer, Redacted, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import * as PostgresClient from "../../src/postgres/PostgresClient.ts"
import { idleSecondsOf, NO_LIMITS, SERVICE_LIMITS, startupParametersOf } from "../../src/postgres/SessionLimits.ts"
import { longTransaction } from "../../src/sql/LongWork.ts"
import { startProgram } from "../ChildProcess.ts"
import { startSilentProxy } from "./SilentProxy.ts"
import { newSchema, openProcess, skipReason, withServer } from "./TestServer.ts"

const account = accountOf(1)

/** The same database behind a proxy that can stop forwarding. */
const behindProxy = Effect.fnUntraced(function* (url: Redacted.Redacted) {
  const parsed = new URL(Redacted.value(url))
  const proxy = yield* startSilentProxy(parsed.hostname, Number(parsed.port))
  parsed.port = String(proxy.port)
  return { proxy, url: Redacted.make(parsed.href) }
})

const settingsOf = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, ...names: ReadonlyArray<string>) {
  const rows = yield* Effect.forEach(names, (name) => sql`SELECT current_setting(${name})`.values)
  return rows.map(([row]) => row?.[0])
})

describe.skipIf(skipReason !== undefined)("the time limits of sessions on Postgres", () => {
  withServer()

  it.live("end the transaction of a process that is suspended, and others that wait for its lock continue", () =>
    Effect.gen(function* () {
      const url = yield* newSchema
      // The wait for the lock outlasts the limit of the suspended process, however slow the machine is.
      const limits = { ...SERVICE_LIMITS, lockSeconds: 300, statementSeconds: 300, silenceSeconds: 300 }
      const accounts = Context.get(yield* openProcess({ url, limits }), AccountStore)
      yield* accounts.create(account)
      const program = yield* startProgram(
        new URL("../programs/lockAccount.ts", import.meta.url),
        Redacted.value(url),
        account.id
      )
      yield* program.printed("locked")
      yield* program.suspend
      const changed = yield* accounts.change(account.id, { name: "changed meanwhile" })
      assert.strictEqual(changed.name, "changed meanwhile")
    })
  )

  it.live(
    "end connections that stay silent: a call fails as unavailable, and later calls succeed without a restart",
    () =>
      Effect.gen(function* () {
        const direct = yield* newSchema
        yield* Context.get(yield* openProcess({ url: direct }), AccountStore).create(account)
        const { proxy, url } = yield* behindProxy(direct)
        const accounts = Context.get(
          yield* openProcess({ url, limits: { ...SERVICE_LIMITS, silenceSeconds: 5 } }),
          AccountStore
        )
        yield* proxy.silence
        const error = yield* Effect.flip(accounts.list)
        assert.instanceOf(error, StorageError)
        assert.strictEqual(error.reason, "unavailable")
        yield* proxy.restore
        const recovered = yield* Effect.retry(accounts.list, Schedule.spaced("100 millis"))
        assert.deepStrictEqual(
          recovered.map(({ id }) => id),
          [account.id]
        )
      })
  )

  it.live("are those of the service, and a long transaction lifts those that would end it", () =>
    Effect.gen(function* () {
      const context = yield* Layer.build(PostgresClient.layer({ url: yield* newSchema }))
      const sql = Context.get(context, SqlClient.SqlClient)
      const names = ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"]
      assert.deepStrictEqual(yield* settingsOf(sql, ...names), ["15s", "12s", "8s"])
      const lifted = longTransaction(sql)(settingsOf(sql, ...names))
      assert.deepStrictEqual(yield* Effect.provide(lifted, context), ["0", "0", "0"])
      assert.deepStrictEqual(yield* settingsOf(sql, ...names), ["15s", "12s", "8s"])
    })
  )

  it.live("let a statement run past the limit of silence while work is long", () =>
    Effect.gen(function* () {
      const limits = { ...SERVICE_LIMITS, silenceSeconds: 3 }
      const context = yield* Layer.build(PostgresClient.layer({ url: yield* newSchema, limits }))
      const sql = Context.get(context, SqlClient.SqlClient)
      const slow = longTransaction(sql)(sql`SELECT pg_sleep(6), 1 AS one`)
      assert.deepInclude((yield* Effect.provide(slow, context))[0], { one: 1 })
    })
  )
})

describe("the parameters of a session", () => {
  const parametersOf = (url: string) => startupParametersOf(SERVICE_LIMITS, Redacted.make(url))

  it("contain every limit in milliseconds", () => {
    assert.deepStrictEqual(parametersOf("postgres://landfall@localhost/landfall"), {
      statement_timeout: "15000",
      lock_timeout: "12000",
      idle_in_transaction_session_timeout: "8000",
      tcp_user_timeout: "15000",
      tcp_keepalives_idle: "5",
      tcp_keepalives_interval: "2",
      tcp_keepalives_count: "3"
    })
  })

  it("close an idle connection before it can be taken for a silent one", () => {
    for (const silenceSeconds of [3, 5, 18, 60]) {
      assert.isBelow(2 * idleSecondsOf({ ...SERVICE_LIMITS, silenceSeconds }), silenceSeconds)
    }
    assert.strictEqual(idleSecondsOf(NO_LIMITS), 10)
  })

  it("omit what the operator sets in the URL", () => {
    const options = encodeURIComponent("-c statement_timeout=60s --lock-timeout=30s -csearch_path=landfall")
    const parameters = parametersOf(`postgres://landfall@localhost/landfall?options=${options}`)
    assert.notProperty(parameters, "statement_timeout")
    assert.notProperty(parameters, "lock_timeout")
    assert.property(parameters, "idle_in_transaction_session_timeout")
  })
})
