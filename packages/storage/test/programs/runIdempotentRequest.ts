import process from "node:process"
import { AccountId } from "@landfall/core/accounts/Account"
import { Idempotency, IdempotencyKey } from "@landfall/core/accounts/Idempotency"
import { Application, ApplicationId, ApplicationStore } from "@landfall/core/alerts/endpoints/Application"
import { DateTime, Effect } from "effect"
import { storageOn } from "../TestStorage.ts"

const [filename = "", accountId = "", applicationId = "", key = "", requestedPosition = ""] = process.argv.slice(2)

/** Waits, for longer than any test runs, at the position where the test kills the process. */
const waitAt = (position: string) =>
  requestedPosition === position
    ? Effect.andThen(
        Effect.sync(() => process.stdout.write(`waiting ${position}`)),
        Effect.sleep("15 minutes")
      )
    : Effect.void

/** Creates an application under an idempotency key. */
const program = Effect.gen(function* () {
  const now = yield* DateTime.now
  const owner = AccountId.make(accountId)
  const application = new Application({
    id: ApplicationId.make(applicationId),
    accountId: owner,
    name: "Created once",
    createdAt: now,
    updatedAt: now
  })
  const applications = yield* ApplicationStore
  yield* (yield* Idempotency).once(
    { owner, operation: "POST /application", key: IdempotencyKey.make(key), fingerprint: "a", now },
    Effect.gen(function* () {
      yield* applications.create(application)
      yield* waitAt("inside")
      return { status: 201, body: applicationId }
    })
  )
  yield* waitAt("after")
})

await Effect.runPromise(Effect.provide(program, storageOn(filename)))
