import { ApiKeySecret } from "@landfall/core/accounts/ApiKey"
import { parseTcpPorts } from "@landfall/worker/node/TcpPortRange"
import { Config, Effect, Option, Redacted, Schema } from "effect"
import type { AisSource } from "../service/AisFeeds.ts"

/** Where the data is: a SQLite file or a Postgres database. */
const DatabaseUrl = Schema.String.pipe(
  Schema.check(
    Schema.makeFilter((text) =>
      /^sqlite:.+/.test(text) || (/^postgres(?:ql)?:\/\/./.test(text) && URL.canParse(text))
        ? undefined
        : "must be sqlite:PATH, such as sqlite:./data/landfall.db, or postgres://USER:PASSWORD@HOST:PORT/DATABASE"
    )
  )
)

const Port = Schema.String.pipe(
  Schema.check(
    Schema.makeFilter((text) =>
      /^\d{1,5}$/.test(text) && Number(text) <= 65_535
        ? undefined
        : "must be a whole number from 0 to 65535 (0: any free port)"
    )
  )
)

const TargetPorts = Schema.String.pipe(
  Schema.check(
    Schema.makeFilter((text) =>
      Option.isSome(parseTcpPorts(text))
        ? undefined
        : "must be ports from 1 to 65535 and ranges of them, such as 443,8000-8999"
    )
  )
)

const MAX_RETENTION_DAYS = 36_500

const RetentionDays = Schema.String.pipe(
  Schema.check(
    Schema.makeFilter((text) =>
      /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_RETENTION_DAYS
        ? undefined
        : `must be a whole number of days from 1 to ${MAX_RETENTION_DAYS}`
    )
  )
)

const PublicUrl = Schema.String.pipe(
  Schema.check(
    Schema.makeFilter((text) =>
      URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
        ? undefined
        : "must be an absolute http or https URL, such as https://landfall.example.com"
    )
  )
)

/** The form of one source of AIS; the host of UDP is the address that is listened on. */
const AIS_SOURCE = /^(tcp|udp):\/\/(?:\[([0-9a-f:.]+)\]|([^\s:/?#@[\]]+)):(\d{1,5})\/?$/i

const parseAisSource = (text: string): ReadonlyArray<AisSource> => {
  const [, protocol, ipv6, name, port] = AIS_SOURCE.exec(text.trim()) ?? []
  const host = ipv6 ?? name
  if (host === undefined || port === undefined || Number(port) < 1 || Number(port) > 65_535) return []
  return [{ protocol: protocol?.toLowerCase() === "udp" ? "udp" : "tcp", host, port: Number(port) }]
}

const splitAisSources = (text: string): ReadonlyArray<string> => text.split(",").filter((part) => part.trim() !== "")

const AisSources = Schema.String.pipe(
  Schema.check(
    Schema.makeFilter((text) => {
      const wrong = splitAisSources(text).find((part) => parseAisSource(part).length === 0)
      return wrong === undefined
        ? undefined
        : `must be a list of tcp://HOST:PORT and udp://ADDRESS:PORT with commas between them, and holds "${wrong.trim()}"`
    })
  )
)

/** One of a few words; the message lists them. */
const oneOf = <const Words extends ReadonlyArray<string>>(words: Words) =>
  Schema.Literals(words).annotate({ message: `must be one of ${words.join(", ")}` })

const OnOff = oneOf(["on", "off", "true", "false", "yes", "no", "1", "0"])
const isOn = (value: typeof OnOff.Type): boolean => ["true", "on", "yes", "1"].includes(value)

const MIN_SECRETS_KEY = 16
const SecretsKey = Schema.String.pipe(
  Schema.check(Schema.isMinLength(MIN_SECRETS_KEY, { message: `must have at least ${MIN_SECRETS_KEY} characters` }))
)

const LogLevel = oneOf(["trace", "debug", "info", "warn", "error", "none"])
const LogFormat = oneOf(["pretty", "logfmt", "json"])

/** One environment variable: how it is read, what it means, and what holds without it. */
interface Setting {
  readonly name: string
  readonly description: string
  readonly byDefault: string
  readonly secret: boolean
}

const settings = {
  port: { name: "PORT", description: "Port that the server listens on", byDefault: "8080", secret: false },
  host: {
    name: "HOST",
    description: "Address that the server listens on; on a loopback address alerts may also go to loopback targets",
    byDefault: "127.0.0.1",
    secret: false
  },
  databaseUrl: {
    name: "LANDFALL_DATABASE_URL",
    description: "Where the data is kept: sqlite:PATH or postgres://USER:PASSWORD@HOST:PORT/DATABASE",
    byDefault: "sqlite:./data/landfall.db",
    secret: false
  },
  publicUrl: {
    name: "LANDFALL_PUBLIC_URL",
    description: "URL under which callers reach the server, for links that it prints and sends",
    byDefault: "http://HOST:PORT",
    secret: false
  },
  apiKey: {
    name: "LANDFALL_API_KEY",
    description: "API key of the first account, taken as it is; at least 16 characters",
    byDefault: "made on the first start and printed once",
    secret: true
  },
  secretsKey: {
    name: "LANDFALL_SECRETS_KEY",
    description: "Encrypts the endpoints' signing secrets at rest; at least 16 characters",
    byDefault: "a key file beside the SQLite file or in ./data, made on the first start",
    secret: true
  },
  allowPrivateTargets: {
    name: "LANDFALL_ALLOW_PRIVATE_TARGETS",
    description: "Lets alerts go to private and loopback addresses, for trying things on a local network: on or off",
    byDefault: "off",
    secret: false
  },
  targetPorts: {
    name: "LANDFALL_TARGET_PORTS",
    description: "The ports that alerts may go to, such as 443,8000-8999",
    byDefault: "every port",
    secret: false
  },
  retentionDays: {
    name: "LANDFALL_RETENTION_DAYS",
    description:
      "How many days messages are kept with their deliveries and attempts; what is unfinished is kept longer",
    byDefault: "90",
    secret: false
  },
  carriers: {
    name: "LANDFALL_CARRIERS",
    description: "Path of the JSON file that describes the carriers to ask and to hear from (docs/carriers.md)",
    byDefault: "no carrier is asked, events come over the API",
    secret: false
  },
  ais: {
    name: "LANDFALL_AIS",
    description:
      "Live AIS (NMEA 0183) to compute port congestion from, with commas between: tcp://HOST:PORT connects, udp://ADDRESS:PORT listens",
    byDefault: "none is listened to",
    secret: false
  },
  metrics: {
    name: "LANDFALL_METRICS",
    description:
      "Serves figures for Prometheus at /metrics, to whoever reaches the server, without an API key: on or off",
    byDefault: "off",
    secret: false
  },
  logLevel: {
    name: "LANDFALL_LOG_LEVEL",
    description: "Least severe level that is logged: trace, debug, info, warn, error or none",
    byDefault: "info",
    secret: false
  },
  logFormat: {
    name: "LANDFALL_LOG_FORMAT",
    description: "Form of the log lines: pretty, logfmt or json",
    byDefault: "pretty on a terminal, else logfmt",
    secret: false
  },
  otlpEndpoint: {
    name: "OTEL_EXPORTER_OTLP_ENDPOINT",
    description: "Base URL of an OpenTelemetry collector (OTLP over HTTP) for traces, logs and metrics",
    byDefault: "nothing is exported",
    secret: false
  }
} satisfies Record<string, Setting>

/** A setting whose value does not do: one line that names it, the rule and what to do. */
export class InvalidSetting extends Schema.TaggedError<InvalidSetting>()("InvalidSetting", {
  name: Schema.String,
  message: Schema.String
}) {}

const readSetting = <S extends Schema.Codec<unknown, string>>(setting: Setting, schema: S) =>
  Effect.gen(function* () {
    const text = yield* Config.option(Config.String(setting.name))
    if (Option.isNone(text) || text.value.trim() === "") return Option.none<S["Type"]>()
    return Option.some(yield* Schema.decodeUnknownEffect(schema)(text.value.trim()))
  }).pipe(
    Effect.catch((error) => {
      const rule = error.message.split("\n")[0] ?? "is not valid"
      return Effect.fail(
        new InvalidSetting({
          name: setting.name,
          message: `${setting.name} ${rule}. It is the setting for: ${setting.description}.`
        })
      )
    })
  )

const orDefault =
  <A>(fallback: A) =>
  <B, E, R>(effect: Effect.Effect<Option.Option<B>, E, R>) =>
    Effect.map(
      effect,
      Option.getOrElse((): A | B => fallback)
    )

/** Every setting of the server and the command, read from the environment. */
export const readSettings = Effect.gen(function* () {
  const secretsKey = yield* readSetting(settings.secretsKey, SecretsKey)
  const apiKey = yield* readSetting(settings.apiKey, ApiKeySecret)
  return {
    port: Number(yield* readSetting(settings.port, Port).pipe(orDefault(settings.port.byDefault))),
    host: yield* readSetting(settings.host, Schema.NonEmptyString).pipe(orDefault(settings.host.byDefault)),
    databaseUrl: yield* readSetting(settings.databaseUrl, DatabaseUrl).pipe(orDefault(settings.databaseUrl.byDefault)),
    publicUrl: yield* readSetting(settings.publicUrl, PublicUrl),
    apiKey: Option.map(apiKey, (key) => Redacted.make(key)),
    secretsKey: Option.map(secretsKey, (key) => Redacted.make(key)),
    allowPrivateTargets: Option.exists(yield* readSetting(settings.allowPrivateTargets, OnOff), isOn),
    targetPorts: Option.flatMap(yield* readSetting(settings.targetPorts, TargetPorts), parseTcpPorts),
    retentionDays: Number(
      yield* readSetting(settings.retentionDays, RetentionDays).pipe(orDefault(settings.retentionDays.byDefault))
    ),
    carriers: yield* readSetting(settings.carriers, Schema.NonEmptyString),
    ais: Option.match(yield* readSetting(settings.ais, AisSources), {
      onNone: (): ReadonlyArray<AisSource> => [],
      onSome: (text) => splitAisSources(text).flatMap(parseAisSource)
    }),
    metrics: Option.exists(yield* readSetting(settings.metrics, OnOff), isOn),
    logLevel: yield* readSetting(settings.logLevel, LogLevel).pipe(orDefault<typeof LogLevel.Type>("info")),
    logFormat: yield* readSetting(settings.logFormat, LogFormat),
    otlpEndpoint: yield* readSetting(settings.otlpEndpoint, PublicUrl)
  }
})
export type Settings = Effect.Success<typeof readSettings>

/** A URL as people may see it; of one that is not valid rather too much is hidden than too little. */
export const maskPassword = (url: string): string =>
  url.replace(/^(\w+:\/\/[^:/?#]*):.*@/, "$1:(hidden)@").replace(/([?&]password=)[^&]*/, "$1(hidden)")

export interface SettingDescription extends Setting {
  /** What the environment says, hidden when it is a secret; null when it says nothing. */
  readonly given: string | null
}

/** Every setting with its meaning, its default and what the environment says of it. */
export const describeSettings = Effect.gen(function* () {
  const shown: Array<SettingDescription> = []
  for (const setting of Object.values<Setting>(settings)) {
    const given = Option.getOrNull(yield* Config.option(Config.String(setting.name)))
    shown.push({ ...setting, given: given !== null && setting.secret ? "(hidden)" : given && maskPassword(given) })
  }
  return shown
})
