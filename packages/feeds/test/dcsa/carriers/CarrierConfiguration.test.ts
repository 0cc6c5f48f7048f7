import { assert, describe, it } from "@effect/vitest"
import { describeFault } from "@landfall/core/faults/Fault"
import { ConfigProvider, Effect, Option, Redacted } from "effect"
import { Mac, SecureRandom } from "effect/crypto"
import { findCarrier, readCarriers } from "../../../src/dcsa/carriers/CarrierConfiguration.ts"
import { verifyNotification } from "../../../src/dcsa/carriers/DcsaNotifications.ts"
import { MAERSK } from "../support/CarrierServer.ts"

const maersk = {
  scac: "MAEU",
  name: "Maersk",
  baseUrl: "https://api.maersk.example/track",
  kinds: ["CT", "BL"],
  authentication: {
    headers: { "Consumer-Key": "MAEU_KEY" },
    oauth2: { tokenUrl: "https://id.maersk.example/token", clientId: "MAEU_ID", clientSecret: "MAEU_SECRET" }
  },
  notificationSecret: "MAEU_NOTIFICATIONS"
}
const environment = {
  MAEU_KEY: "key-1 ",
  MAEU_ID: "id-1",
  MAEU_SECRET: "secret-1",
  MAEU_NOTIFICATIONS: btoa("0123456789abcdef")
}

const read = (file: unknown, env: Record<string, string> = environment) =>
  readCarriers(typeof file === "string" ? file : JSON.stringify(file)).pipe(
    Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromUnknown(env))
  )
const faults = (file: unknown, env?: Record<string, string>) =>
  Effect.map(Effect.flip(read(file, env)), (error) => error.faults.map((fault) => describeFault(fault)))

describe("a configuration of carriers", () => {
  it.effect("reads its secrets from the environment variables that it names", () =>
    Effect.gen(function* () {
      const carriers = yield* read({ carriers: [maersk] })
      const carrier = Option.getOrThrow(findCarrier(carriers, MAERSK))
      assert.deepStrictEqual(
        carrier.keyHeaders.map(({ name, value }) => [name, Redacted.value(value)]),
        [["Consumer-Key", "key-1"]]
      )
      const credentials = Option.getOrThrow(carrier.credentials)
      assert.strictEqual(Redacted.value(credentials.clientId), "id-1")
      assert.strictEqual(Redacted.value(credentials.clientSecret), "secret-1")
      assert.strictEqual(credentials.clientAuthentication, "body")
      const secret = Redacted.value(Option.getOrThrow(carrier.notificationSecret))
      assert.strictEqual(new TextDecoder().decode(secret), "0123456789abcdef")
      assert.notMatch(JSON.stringify(carriers), /key-1|secret-1|id-1/)
    })
  )

  it.effect("needs no secret for a carrier without authentication", () =>
    Effect.gen(function* () {
      const { authentication: _, notificationSecret: __, ...open } = maersk
      const [carrier] = yield* read({ carriers: [open] }, {})
      assert.deepStrictEqual(carrier?.keyHeaders, [])
      assert.isTrue(Option.isNone(carrier?.notificationSecret ?? Option.none()))
    })
  )

  it.effect("may have no carriers", () =>
    Effect.map(read({ carriers: [] }), (carriers) => assert.deepStrictEqual(carriers, []))
  )

  it.effect("reports every variable that is not set, with the field that names it", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* faults({ carriers: [maersk] }, { MAEU_ID: "id-1", MAEU_SECRET: " " }), [
        '$.carriers[0].authentication.headers["Consumer-Key"] names MAEU_KEY, which is not set; set this environment variable to the secret',
        "$.carriers[0].authentication.oauth2.clientSecret names MAEU_SECRET, which is not set; set this environment variable to the secret",
        "$.carriers[0].notificationSecret names MAEU_NOTIFICATIONS, which is not set; set this environment variable to the secret"
      ])
    })
  )

  it.effect("rejects a secret that is invalid in a header, without repeating it", () =>
    Effect.gen(function* () {
      const [fault, ...others] = yield* faults({ carriers: [maersk] }, { ...environment, MAEU_KEY: "a\r\nX-Evil: 1" })
      assert.deepStrictEqual(others, [])
      assert.match(fault ?? "", /MAEU_KEY, whose value must be printable ASCII on one line$/)
    })
  )

  it.effect("rejects a notification secret that is not base64 or is too short, unless it is plain text", () =>
    Effect.gen(function* () {
      for (const value of ["not base64 at all!", btoa("short")]) {
        const env = { ...environment, MAEU_NOTIFICATIONS: value }
        const [fault] = yield* faults({ carriers: [maersk] }, env)
        assert.match(fault ?? "", /must hold at least 16 bytes, written as base64; if it is not base64/)
      }
      const text = { ...maersk, notificationSecretEncoding: "text" }
      const [carrier] = yield* read({ carriers: [text] }, { ...environment, MAEU_NOTIFICATIONS: "not base64 at all!" })
      const secret = Redacted.value(Option.getOrThrow(carrier?.notificationSecret ?? Option.none()))
      assert.strictEqual(new TextDecoder().decode(secret), "not base64 at all!")
    })
  )

  it.effect("reads the notification secret as DCSA defines it: base64 of the key's bytes", () =>
    Effect.gen(function* () {
      const env = { ...environment, MAEU_NOTIFICATIONS: "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=" }
      const [carrier] = yield* read({ carriers: [maersk] }, env)
      const secret = Option.getOrThrow(carrier?.notificationSecret ?? Option.none())
      assert.deepStrictEqual(
        [...Redacted.value(secret)],
        Array.from({ length: 32 }, (_, byte) => byte)
      )
      const verify = (digits: string) =>
        verifyNotification(secret, new TextEncoder().encode('[{"eventType":"EQUIPMENT"}]'), `sha256=${digits}`)
      // Computed by another implementation (Python's hmac), once with the key and once with its base64 text.
      assert.strictEqual(yield* verify("09008b0bd13b7369209d9c9a7808bacb89c933c759f3b1309b034a18a72c84d2"), "valid")
      assert.strictEqual(yield* verify("0b23a6f9a9f5acb0f59f99393fdc5c320ec2b28af4b5090a28e689296bbf7d7e"), "wrong")
    }).pipe(Effect.provide(Mac.layerWebCrypto), Effect.provide(SecureRandom.layerWebCrypto))
  )

  it.effect("rejects a carrier that is configured twice", () =>
    Effect.gen(function* () {
      const [fault] = yield* faults({ carriers: [maersk, { ...maersk, name: "Again" }] })
      assert.match(fault ?? "", /^\$\.carriers\[1\]\.scac must be unique, got "MAEU"; give each carrier one entry/)
    })
  )

  it.effect("that is not JSON or not a configuration is rejected with one sentence", () =>
    Effect.gen(function* () {
      assert.match((yield* faults("{carriers: []}"))[0] ?? "", /^\$ must be JSON: /)
      for (const file of [[], null, "7", { carriers: [maersk], carrier: 1 }]) {
        assert.strictEqual((yield* faults(file)).length, 1)
      }
    })
  )
})
