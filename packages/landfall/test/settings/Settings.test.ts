import { assert, describe, it } from "@effect/vitest"
import { DEFAULT_LIMITS } from "@landfall/core/limits/Limits"
import { Credits } from "@landfall/core/usage/Credits"
import { DEFAULT_TARIFF } from "@landfall/core/usage/Tariff"
import { ConfigProvider, Effect, Option, Redacted } from "effect"
import { IpNetwork } from "effect/net"
import { formatDatabase } from "../../src/settings/DatabaseLocation.ts"
import { describeSettings, readSettings } from "../../src/settings/Settings.ts"
import { describeUnknownVariables } from "../../src/settings/UnknownVariables.ts"

const withVariables = (variables: Record<string, string>) =>
  Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromUnknown(variables))

describe("settings", () => {
  it("name the setting that an unknown variable may mean, and ignore other variables", () => {
    const sentences = describeUnknownVariables([
      "PATH",
      "LANDFALL_DATA",
      "LANDFALL_DATABSE_URL",
      "LANDFALL_LIMIT",
      "LANDFALL_XYZZYX",
      "LANDFALL_SECRET"
    ])
    assert.deepStrictEqual(sentences, [
      "The variable LANDFALL_DATABSE_URL is set, but no setting has this name; did you mean LANDFALL_DATABASE_URL?",
      "The variable LANDFALL_LIMIT is set, but no setting has this name; did you mean LANDFALL_LIMITS?",
      "The variable LANDFALL_XYZZYX is set, but no setting has this name."
    ])
  })

  it.effect("name where metrics are served: nowhere, on the server, or on an address", () =>
    Effect.gen(function* () {
      for (const [text, address] of [
        ["off", { _tag: "Off" }],
        ["no", { _tag: "Off" }],
        ["on", { _tag: "OnServer" }],
        ["1", { _tag: "OnServer" }],
        ["0.0.0.0:9464", { _tag: "OnAddress", host: "0.0.0.0", port: 9464 }],
        ["[::1]:0", { _tag: "OnAddress", host: "::1", port: 0 }],
        ["metrics.internal:9464", { _tag: "OnAddress", host: "metrics.internal", port: 9464 }]
      ] as const) {
        const { metrics } = yield* readSettings.pipe(withVariables({ LANDFALL_METRICS: text }))
        assert.deepStrictEqual(metrics, address)
      }
      for (const text of ["9464", "host", "http://127.0.0.1:9464", "127.0.0.1:65536", "a b:1", "user@host:1"]) {
        const error = yield* Effect.flip(readSettings).pipe(withVariables({ LANDFALL_METRICS: text }))
        assert.include(error.message, "LANDFALL_METRICS must be off, on, or ADDRESS:PORT")
      }
    })
  )

  it.effect("name the networks of trusted proxies in any form, without bits after the prefix", () =>
    Effect.gen(function* () {
      const texts = "127.0.0.1, 10.0.0.0/8,::ffff:192.168.0.0/112, 2001:DB8::/32"
      const { trustedProxies } = yield* readSettings.pipe(withVariables({ LANDFALL_TRUSTED_PROXIES: texts }))
      assert.deepStrictEqual(trustedProxies.map(IpNetwork.format), [
        "127.0.0.1/32",
        "10.0.0.0/8",
        "192.168.0.0/16",
        "2001:db8::/32"
      ])
      for (const [text, fault] of [
        ["10.0.0.0/8,proxy.internal", '; "proxy.internal" is invalid. Meaning:'],
        ["10.0.0.7/8", '; "10.0.0.7/8" is invalid; the network of this address is 10.0.0.0/8. Meaning:']
      ] as const) {
        const error = yield* Effect.flip(readSettings).pipe(withVariables({ LANDFALL_TRUSTED_PROXIES: text }))
        assert.include(error.message, `LANDFALL_TRUSTED_PROXIES must be a comma-separated list of IP addresses`)
        assert.include(error.message, fault)
      }
    })
  )

  it.effect("have a default each, and blank variables count as not set", () =>
    Effect.gen(function* () {
      const settings = yield* readSettings
      assert.deepInclude(settings, {
        port: 8080,
        host: "127.0.0.1",
        retentionDays: 90,
        untrackedDays: 30,
        aisMaxLagMinutes: 60,
        aisMaxVessels: 300_000,
        aisParts: 1,
        metrics: { _tag: "Off" },
        ais: []
      })
      assert.deepStrictEqual(settings.database, { _tag: "SqliteFile", path: "./data/landfall.db" })
      assert.deepInclude(settings, { tariff: DEFAULT_TARIFF, limits: DEFAULT_LIMITS, carryOver: false })
      assert.isTrue(Option.isNone(settings.carriersFile) && Option.isNone(settings.targetPorts))
    }).pipe(withVariables({ PORT: " ", LANDFALL_CARRIERS: "" }))
  )

  it.effect("are decoded to values: numbers, port ranges, AIS sources, a database location, redacted secrets", () =>
    Effect.gen(function* () {
      const settings = yield* readSettings
      assert.deepInclude(settings, { port: 0, allowPrivateTargets: Option.some("on" as const), logLevel: "warn" })
      assert.deepInclude(settings, {
        tariff: { ...DEFAULT_TARIFF, "co2.voyage": Credits.make(2), "shipment.track": Credits.make(15) },
        limits: { ...DEFAULT_LIMITS, "request.lines": 500 },
        carryOver: true
      })
      assert.deepStrictEqual(
        settings.targetPorts,
        Option.some([
          { first: 443, last: 443 },
          { first: 8000, last: 8999 }
        ])
      )
      assert.deepStrictEqual(settings.ais, [
        [
          { protocol: "tcp", host: "ais.example", port: 10110 },
          { protocol: "aisstream", name: "aisstream", url: "wss://stream.aisstream.io/v0/stream" }
        ],
        [{ protocol: "udp", host: "::1", port: 10111 }]
      ])
      assert.strictEqual(settings.aisSilenceSeconds, 20)
      assert.deepStrictEqual(settings.aisstreamAreas, [{ south: 51, west: 3, north: 52.5, east: 5 }])
      assert.strictEqual(formatDatabase(settings.database), "postgres://landfall:(hidden)@db.example.com/landfall")
      assert.deepStrictEqual(Option.map(settings.secretsKey, Redacted.value), Option.some("sixteen characters"))
    }).pipe(
      withVariables({
        PORT: "0",
        LANDFALL_ALLOW_PRIVATE_TARGETS: "yes",
        LANDFALL_LOG_LEVEL: "warn",
        LANDFALL_TARIFF: "co2.voyage=2, shipment.track=15",
        LANDFALL_LIMITS: "request.lines=500",
        LANDFALL_CREDIT_CARRY_OVER: "on",
        LANDFALL_TARGET_PORTS: "443,8000-8999",
        LANDFALL_AIS: "tcp://ais.example:10110 | aisstream, UDP://[::1]:10111",
        LANDFALL_AIS_SILENCE: "20",
        LANDFALL_AISSTREAM_KEY: "key-of-aisstream",
        LANDFALL_AISSTREAM_AREAS: "51/3/52.5/5",
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
          "LANDFALL_TARIFF",
          "co2.voyages=2",
          'LANDFALL_TARIFF must be a list such as co2.voyage=2,shipment.track=15: "co2.voyages" is not a metered operation, but co2.voyage is. Meaning: Credits that metered operations cost, such as co2.voyage=2,shipment.track=15; an operation that is not named has its default price.'
        ],
        [
          "LANDFALL_LIMITS",
          "request.lines=0",
          'LANDFALL_LIMITS must be a list such as request.lines=500: the value of request.lines is "0"; it must be a whole number of lines from 1 to 1000000000. Meaning: Limits of requests, keys and accounts, such as request.lines=500; a limit that is not named has its default (docs/contract.md, Limits).'
        ],
        [
          "LANDFALL_AIS",
          "aisstream",
          "LANDFALL_AISSTREAM_KEY is not set, and LANDFALL_AIS names aisstream: set it to your API key of aisstream.io."
        ],
        [
          "LANDFALL_AIS_SILENCE",
          "1",
          "LANDFALL_AIS_SILENCE must be a whole number of seconds from 5 to 3600. Meaning: Seconds without a vessel report after which the stand-by of a source of live AIS takes over."
        ],
        [
          "LANDFALL_AIS_MAX_VESSELS",
          "999",
          "LANDFALL_AIS_MAX_VESSELS must be a whole number from 1000 to 10000000. Meaning: Maximum number of vessels that a process follows in live AIS, about 410 bytes of memory each; above it, the vessels outside ports that have been silent longest are dropped."
        ],
        [
          "LANDFALL_AIS_PARTS",
          "65",
          "LANDFALL_AIS_PARTS must be a whole number from 1 to 64. Meaning: Parts into which vessels are divided by MMSI, so that several processes share the detection of port calls; the same number for every process (docs/scaling.md)."
        ],
        [
          "LANDFALL_AISSTREAM_AREAS",
          "52/3/51/5",
          'LANDFALL_AISSTREAM_AREAS must be a comma-separated list of SOUTH/WEST/NORTH/EAST in degrees, such as 51/3/52.5/5; "52/3/51/5" is invalid. Meaning: Areas to receive from aisstream.io, comma-separated SOUTH/WEST/NORTH/EAST in degrees.'
        ],
        [
          "LANDFALL_METRICS",
          "maybe",
          "LANDFALL_METRICS must be off, on, or ADDRESS:PORT, such as 127.0.0.1:9464 or [::1]:9464. Meaning: Where /metrics serves Prometheus metrics, without an API key: off, on (the address of the server), or ADDRESS:PORT for servers and workers, such as 127.0.0.1:9464."
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
      const valueOf = (name: string) => described.find((setting) => setting.name === name)?.value
      assert.strictEqual(valueOf("PORT"), "9000")
      assert.strictEqual(valueOf("HOST"), null)
      assert.strictEqual(
        valueOf("LANDFALL_TARIFF"),
        "shipment.track=10,congestion.port=1,congestion.history=5,congestion.calls=5,co2.voyage=2"
      )
      assert.strictEqual(valueOf("LANDFALL_API_KEY"), "(hidden)")
      assert.strictEqual(valueOf("LANDFALL_DATABASE_URL"), "postgres://landfall:(hidden)@db.example.com/landfall")
    }).pipe(
      withVariables({
        PORT: "9000",
        LANDFALL_API_KEY: "sixteen-or-more-characters",
        LANDFALL_TARIFF: "co2.voyage=2",
        LANDFALL_DATABASE_URL: "postgres://landfall:pass:w@rd@db.example.com/landfall"
      })
    )
  )
})
