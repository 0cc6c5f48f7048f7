import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Option, Redacted } from "effect"
import { describeSettings, readSettings } from "../../src/settings/Settings.ts"
import { formatDatabase } from "../../src/settings/SettingValues.ts"

const withVariables = (variables: Record<string, string>) =>
  Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromUnknown(variables))

describe("settings", () => {
  it.effect("have a default each, and blank variables count as not set", () =>
    Effect.gen(function* () {
      const settings = yield* readSettings
      assert.deepInclude(settings, { port: 8080, host: "127.0.0.1", retentionDays: 90, metrics: false, ais: [] })
      assert.deepStrictEqual(settings.database, { _tag: "SqliteFile", path: "./data/landfall.db" })
      assert.isTrue(Option.isNone(settings.carriersFile) && Option.isNone(settings.targetPorts))
    }).pipe(withVariables({ PORT: " ", LANDFALL_CARRIERS: "" }))
  )

  it.effect("are decoded to values: numbers, port ranges, AIS sources, a database location, redacted secrets", () =>
    Effect.gen(function* () {
      const settings = yield* readSettings
      assert.deepInclude(settings, { port: 0, allowPrivateTargets: true, logLevel: "warn" })
      assert.deepStrictEqual(
        settings.targetPorts,
        Option.some([
          { first: 443, last: 443 },
          { first: 8000, last: 8999 }
        ])
      )
      assert.deepStrictEqual(settings.ais, [
        { protocol: "tcp", host: "ais.example", port: 10110 },
        { protocol: "udp", host: "::1", port: 10111 }
      ])
      assert.strictEqual(formatDatabase(settings.database), "postgres://landfall:(hidden)@db.example.com/landfall")
      assert.deepStrictEqual(Option.map(settings.secretsKey, Redacted.value), Option.some("sixteen characters"))
    }).pipe(
      withVariables({
        PORT: "0",
        LANDFALL_ALLOW_PRIVATE_TARGETS: "yes",
        LANDFALL_LOG_LEVEL: "warn",
        LANDFALL_TARGET_PORTS: "443,8000-8999",
        LANDFALL_AIS: "tcp://ais.example:10110, UDP://[::1]:10111",
        LANDFALL_DATABASE_URL: "postgres://landfall:pass@word@db.example.com/landfall",
        LANDFALL_SECRETS_KEY: "sixteen characters"
      })
    )
  )

  it.effect("name the variable, the rule and the meaning when a value is invalid, and never a secret", () =>
    Effect.gen(function* () {
      const cases: ReadonlyArray<readonly [name: string, value: string, message: string]> = [
        [
          "PORT",
          "65536",
          "PORT must be a whole number from 0 to 65535 (0: any free port). Meaning: Port that the server listens on."
        ],
        [
          "LANDFALL_SECRETS_KEY",
          "short",
          "LANDFALL_SECRETS_KEY must have at least 16 characters. Meaning: Key that encrypts the signing secrets of endpoints at rest, at least 16 characters."
        ],
        [
          "LANDFALL_METRICS",
          "maybe",
          "LANDFALL_METRICS must be one of on, off, true, false, yes, no, 1, 0. Meaning: Whether /metrics serves Prometheus metrics to every caller, without an API key: on or off."
        ]
      ]
      for (const [name, value, message] of cases) {
        const error = yield* Effect.flip(readSettings).pipe(withVariables({ [name]: value }))
        assert.strictEqual(error.message, message)
      }
    })
  )

  it.effect("are described with their values, secrets and passwords hidden", () =>
    Effect.gen(function* () {
      const described = yield* describeSettings
      const given = (name: string) => described.find((setting) => setting.name === name)?.given
      assert.strictEqual(given("PORT"), "9000")
      assert.strictEqual(given("HOST"), null)
      assert.strictEqual(given("LANDFALL_API_KEY"), "(hidden)")
      assert.strictEqual(given("LANDFALL_DATABASE_URL"), "postgres://landfall:(hidden)@db.example.com/landfall")
    }).pipe(
      withVariables({
        PORT: "9000",
        LANDFALL_API_KEY: "sixteen-or-more-characters",
        LANDFALL_DATABASE_URL: "postgres://landfall:pass:w@rd@db.example.com/landfall"
      })
    )
  )
})
