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

const ANSWER_ONCE = new URL("../programs/answerOnce.ts", import.meta.url)
const KEY = "9b2f6c1e-3f0a-4a57-8d5e-2f1f0c7b9a11"
const account = accountOf(1)
const application = applicationOf(account, 1)

const stored = Effect.gen(function* () {
  const page = yield* (yield* ApplicationStore).list(account.id, FIRST_PAGE_REQUEST)
  return page.data.map(({ id }) => id)
})

/** Asks again for what the killed process was asked for; answers whether it was run now. */
const askAgain = Effect.gen(function* () {
  const applications = yield* ApplicationStore
  let ran = false
  const answer = yield* (yield* Idempotency).once(
    {
      accountId: account.id,
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
  return { ran, answer }
})

/** Kills a process that answers a request once, when it says that it waits at this place. */
const killedAt = Effect.fnUntraced(function* (place: "inside" | "after") {
  const filename = yield* temporaryFile
  yield* Effect.gen(function* () {
    yield* (yield* AccountStore).create(account)
  }).pipe(Effect.provide(storageOn(filename)))
  const child = yield* startProgram(ANSWER_ONCE, filename, account.id, application.id, KEY, place)
  yield* child.printed(`waiting ${place}`)
  yield* child.kill
  yield* child.ended
  return filename
})

describe("a process that is killed while it answers a request once", () => {
  it.live(
    "leaves neither effect nor key when it had not committed",
    () =>
      Effect.gen(function* () {
        const filename = yield* killedAt("inside")
        yield* Effect.gen(function* () {
          assert.deepStrictEqual(yield* stored, [])
          const { ran, answer } = yield* askAgain
          assert.isTrue(ran)
          assert.deepStrictEqual(answer, { status: 201, body: application.id })
          assert.deepStrictEqual(yield* stored, [application.id])
        }).pipe(Effect.provide(storageOn(filename)))
      }),
    30_000
  )

  it.live(
    "leaves both when it had",
    () =>
      Effect.gen(function* () {
        const filename = yield* killedAt("after")
        yield* Effect.gen(function* () {
          assert.deepStrictEqual(yield* stored, [application.id])
          const { ran, answer } = yield* askAgain
          assert.isFalse(ran)
          assert.deepStrictEqual(answer, { status: 201, body: application.id })
        }).pipe(Effect.provide(storageOn(filename)))
      }),
    30_000
  )
})

describe("answers that nobody may ask for any more", () => {
  it.effect("are cleared away by later requests", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* (yield* AccountStore).create(account)
      const once = (key: string, now: DateTime.Utc) =>
        Effect.flatMap(Idempotency, (idempotency) =>
          idempotency.once(
            {
              accountId: account.id,
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
      const keys = yield* sql`SELECT idempotency_key FROM idempotency_answer`.values
      assert.deepStrictEqual(keys, [[KEY.replace("9b", "8b")]])
    }).pipe(Effect.provide(openOnFile))
  )
})
