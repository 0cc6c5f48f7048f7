import { assert, describe, it } from "@effect/vitest"
import { AccountStore } from "@landfall/core/accounts/Account"
import { Idempotency, IdempotencyKey } from "@landfall/core/accounts/Idempotency"
import { ApplicationStore } from "@landfall/core/alerts/endpoints/Application"
import { FIRST_PAGE_REQUEST } from "@landfall/core/listing/Page"
import { accountOf, applicationOf, SAMPLE_TIME } from "@landfall/testing/samples/Samples"
import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { startProgram } from "../ChildProcess.ts"
import { openOnFile, storageOn, temporaryFile } from "../TestStorage.ts"

const RUN_IDEMPOTENT_REQUEST = new URL("../programs/runIdempotentRequest.ts", import.meta.url)
const KEY = "9b2f6c1e-3f0a-4a57-8d5e-2f1f0c7b9a11"
const account = accountOf(1)
const application = applicationOf(account, 1)

const storedApplications = Effect.gen(function* () {
  const page = yield* (yield* ApplicationStore).list(account.id, FIRST_PAGE_REQUEST)
  return page.data.map(({ id }) => id)
})

/** Repeats the request of the killed process; returns whether its effect ran now. */
const repeatRequest = Effect.gen(function* () {
  const applications = yield* ApplicationStore
  let ran = false
  const response = yield* (yield* Idempotency).once(
    {
      owner: account.id,
      operation: "POST /application",
      key: IdempotencyKey.make(KEY),
      fingerprint: "a",
      now: yield* DateTime.now
    },
    Effect.gen(function* () {
      ran = true
      yield* applications.create(application)
      return { status: 201, body: application.id }
    })
  )
  return { ran, response }
})

/** Kills a process that runs an idempotent request, when it has printed that it waits at this position. */
const killProcessAt = Effect.fnUntraced(function* (position: "inside" | "after") {
  const filename = yield* temporaryFile
  yield* Effect.gen(function* () {
    yield* (yield* AccountStore).create(account)
  }).pipe(Effect.provide(storageOn(filename)))
  const child = yield* startProgram(RUN_IDEMPOTENT_REQUEST, filename, account.id, application.id, KEY, position)
  yield* child.printed(`waiting ${position}`)
  yield* child.kill
  yield* child.exited
  return filename
})

describe("a process that is killed during an idempotent request", () => {
  it.live("leaves neither the effect nor the key when it had not committed", () =>
    Effect.gen(function* () {
      const filename = yield* killProcessAt("inside")
      yield* Effect.gen(function* () {
        assert.deepStrictEqual(yield* storedApplications, [])
        const { ran, response } = yield* repeatRequest
        assert.isTrue(ran)
        assert.deepStrictEqual(response, { status: 201, body: application.id })
        assert.deepStrictEqual(yield* storedApplications, [application.id])
      }).pipe(Effect.provide(storageOn(filename)))
    })
  )

  it.live("leaves the effect and the key when it had committed", () =>
    Effect.gen(function* () {
      const filename = yield* killProcessAt("after")
      yield* Effect.gen(function* () {
        assert.deepStrictEqual(yield* storedApplications, [application.id])
        const { ran, response } = yield* repeatRequest
        assert.isFalse(ran)
        assert.deepStrictEqual(response, { status: 201, body: application.id })
      }).pipe(Effect.provide(storageOn(filename)))
    })
  )
})

describe("expired responses", () => {
  it.effect("are deleted by later requests", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* (yield* AccountStore).create(account)
      const once = (key: string, now: DateTime.Utc) =>
        Effect.flatMap(Idempotency, (idempotency) =>
          idempotency.once(
            {
              owner: account.id,
              operation: "POST /endpoint",
              key: IdempotencyKey.make(key),
              fingerprint: "a",
              now
            },
            Effect.succeed({ status: 201, body: "" })
          )
        )
      yield* once(KEY, SAMPLE_TIME)
      yield* once(KEY.replace("9b", "8b"), DateTime.add(SAMPLE_TIME, { hours: 24 }))
      const keys = yield* sql`SELECT idempotency_key FROM idempotent_response`.values
      assert.deepStrictEqual(keys, [[KEY.replace("9b", "8b")]])
    }).pipe(Effect.provide(openOnFile))
  )
})
