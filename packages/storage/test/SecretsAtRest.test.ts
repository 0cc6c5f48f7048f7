import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { AccountStore } from "@landfall/core/accounts/Account"
import { ApplicationStore } from "@landfall/core/alerts/endpoints/Application"
import { EndpointStore } from "@landfall/core/alerts/endpoints/Endpoint"
import { rotateSigningSecret } from "@landfall/core/alerts/sending/SigningSecret"
import {
  accountOf,
  applicationOf,
  endpointCredentialsOf,
  endpointOf,
  SAMPLE_TIME,
  secretOf
} from "@landfall/testing/samples/Samples"
import { Effect, Layer, Redacted } from "effect"
import * as DatabasePreparation from "../src/DatabasePreparation.ts"
import * as SqliteStorage from "../src/SqliteStorage.ts"
import * as AesGcmSecretBox from "../src/secrets/AesGcmSecretBox.ts"
import * as SecretKeyCheck from "../src/secrets/SecretKeyCheck.ts"
import * as SqliteDatabase from "../src/sqlite/SqliteDatabase.ts"
import { storageOn, temporaryFile } from "./TestStorage.ts"

const URL_PASSWORD = "the-password-of-a-broker"
const account = accountOf(1)
const application = applicationOf(account, 1)
const endpoint = endpointOf(application, 1)

const storeEndpoint = Effect.gen(function* () {
  const endpoints = yield* EndpointStore
  yield* (yield* AccountStore).create(account)
  yield* (yield* ApplicationStore).create(application)
  yield* endpoints.create(endpoint, { ...endpointCredentialsOf(1), urlSecret: Redacted.make(`alerts:${URL_PASSWORD}`) })
  yield* endpoints.modifySecrets(account.id, endpoint.id, (ring) => rotateSigningSecret(ring, secretOf(2), SAMPLE_TIME))
})

describe("the secrets of endpoints", () => {
  it.effect("do not appear in the file unencrypted", () =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      yield* Effect.provide(storeEndpoint, storageOn(filename))
      const bytes = readFileSync(filename, "latin1")
      assert.include(bytes, endpoint.id)
      assert.notInclude(bytes, "whsec_")
      assert.notInclude(bytes, URL_PASSWORD)
      for (const secret of [secretOf(1), secretOf(2)]) {
        assert.notInclude(bytes, Redacted.value(secret).slice("whsec_".length))
      }
    })
  )

  it.effect("under another key stop the start with a one-line message that names the fix", () =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      yield* Effect.provide(storeEndpoint, storageOn(filename))
      const other = AesGcmSecretBox.layer({ key: Redacted.make("another key") })
      const opened = Layer.build(SqliteStorage.layer({ filename }).pipe(Layer.provide(other)))
      const error = yield* Effect.flip(Effect.scoped(opened))
      assert.strictEqual(error._tag, "DatabaseUnusable")
      assert.include(error.message, "set LANDFALL_SECRETS_KEY to the key that was used before")
      assert.notInclude(error.message, "\n")
    })
  )

  it.effect("are encrypted with the key of the first process, also where no endpoint exists yet", () =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      const start = (key: string) =>
        Effect.scoped(
          Layer.build(
            SecretKeyCheck.claimLayer.pipe(
              Layer.provide(DatabasePreparation.layer),
              Layer.provide(SqliteDatabase.layer({ filename })),
              Layer.provide(AesGcmSecretBox.layer({ key: Redacted.make(key) }))
            )
          )
        )
      let rejections = 0
      const count = Effect.provideService(
        SecretKeyCheck.KeyRejection,
        Effect.sync(() => void rejections++)
      )
      yield* count(start("one key"))
      yield* count(start("one key"))
      assert.strictEqual(rejections, 0)
      const error = yield* Effect.flip(count(start("another key")))
      assert.strictEqual(rejections, 1)
      assert.strictEqual(error._tag, "DatabaseUnusable")
      assert.match(error.message, /with another key than this one has.*set LANDFALL_SECRETS_KEY/)
      assert.notInclude(error.message, "\n")
    })
  )

  it.effect("of a removed endpoint are deleted", () =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      yield* Effect.gen(function* () {
        yield* storeEndpoint
        yield* (yield* EndpointStore).remove(account.id, endpoint.id, SAMPLE_TIME)
      }).pipe(Effect.provide(storageOn(filename)))
      // Without sealed secrets, every key can open the database.
      const other = AesGcmSecretBox.layer({ key: Redacted.make("another key") })
      yield* Effect.scoped(Layer.build(SqliteStorage.layer({ filename }).pipe(Layer.provide(other))))
    })
  )
})
