import { Config, Effect, Option, Record, Schema, SchemaIssue, Struct } from "effect"
import {
  AisSources,
  ApiKeyValue,
  DatabaseUrl,
  HttpUrl,
  ListenPort,
  LogFormat,
  LogLevelName,
  maskPassword,
  OnOff,
  RetentionDays,
  SecretsKey,
  TargetPorts
} from "./SettingValues.ts"

/** What a person reads about an environment variable. */
interface SettingText {
  readonly name: string
  readonly description: string
  /** The default value, or what happens when the variable is not set. */
  readonly byDefault: string
}

/** A setting that always has a value: that of the variable, else `fallback`, which is `byDefault` unless given. */
const defaulted = <S extends Schema.Codec<unknown, string>>(
  schema: S,
  text: SettingText,
  fallback = text.byDefault
) => ({
  ...text,
  secret: false,
  schema: schema.pipe(Schema.withDecodingDefaultKey(Effect.succeed(fallback)))
})

/** A setting that can be absent; `byDefault` says what happens then. */
const optional = <S extends Schema.Codec<unknown, string>>(schema: S, text: SettingText) => ({
  ...text,
  secret: false,
  schema: Schema.OptionFromOptionalKey(schema)
})

/** An optional setting whose value is never printed. */
const secret = <S extends Schema.Codec<unknown, string>>(schema: S, text: SettingText) => ({
  ...optional(schema, text),
  secret: true
})

/** Every setting: the environment variable, the form of its value, its default and its description. */
const SETTINGS = {
  port: defaulted(ListenPort, {
    name: "PORT",
    description: "Port that the server listens on",
    byDefault: "8080"
  }),
  host: defaulted(Schema.NonEmptyString, {
    name: "HOST",
    description:
      "Address that the server listens on; with a loopback address, alerts may also be sent to loopback targets",
    byDefault: "127.0.0.1"
  }),
  database: defaulted(DatabaseUrl, {
    name: "LANDFALL_DATABASE_URL",
    description: "Database: sqlite:PATH or postgres://USER:PASSWORD@HOST:PORT/DATABASE",
    byDefault: "sqlite:./data/landfall.db"
  }),
  publicUrl: optional(HttpUrl, {
    name: "LANDFALL_PUBLIC_URL",
    description: "URL at which callers reach the server, used in links that the server prints and sends",
    byDefault: "http://HOST:PORT"
  }),
  apiKey: secret(ApiKeyValue, {
    name: "LANDFALL_API_KEY",
    description: "API key of the first account, 16 to 256 printable ASCII characters without blanks",
    byDefault: "generated on the first start and printed once"
  }),
  secretsKey: secret(SecretsKey, {
    name: "LANDFALL_SECRETS_KEY",
    description: "Key that encrypts the signing secrets of endpoints at rest, at least 16 characters",
    byDefault: "a key file beside the SQLite file (data/landfall.key with Postgres), generated on the first start"
  }),
  allowPrivateTargets: defaulted(OnOff, {
    name: "LANDFALL_ALLOW_PRIVATE_TARGETS",
    description:
      "Whether alerts may be sent to private and loopback addresses, for tests on a local network: on or off",
    byDefault: "off"
  }),
  targetPorts: optional(TargetPorts, {
    name: "LANDFALL_TARGET_PORTS",
    description: "Ports that alerts may be sent to, such as 443,8000-8999",
    byDefault: "every port"
  }),
  retentionDays: defaulted(RetentionDays, {
    name: "LANDFALL_RETENTION_DAYS",
    description:
      "Days that messages are retained with their deliveries and attempts; a message with an unfinished delivery is retained longer",
    byDefault: "90"
  }),
  carriersFile: optional(Schema.NonEmptyString, {
    name: "LANDFALL_CARRIERS",
    description:
      "Path of the JSON file with the profiles of the carriers to poll and to receive from (docs/carriers.md)",
    byDefault: "no carrier is polled; events arrive over the API only"
  }),
  ais: defaulted(
    AisSources,
    {
      name: "LANDFALL_AIS",
      description:
        "Sources of live AIS (NMEA 0183) for port congestion, comma-separated: tcp://HOST:PORT connects, udp://ADDRESS:PORT listens",
      byDefault: "no live AIS"
    },
    ""
  ),
  metrics: defaulted(OnOff, {
    name: "LANDFALL_METRICS",
    description: "Whether /metrics serves Prometheus metrics to every caller, without an API key: on or off",
    byDefault: "off"
  }),
  logLevel: defaulted(LogLevelName, {
    name: "LANDFALL_LOG_LEVEL",
    description: "Least severe level that is logged: trace, debug, info, warn, error or none",
    byDefault: "info"
  }),
  logFormat: optional(LogFormat, {
    name: "LANDFALL_LOG_FORMAT",
    description: "Format of log lines: pretty, logfmt or json",
    byDefault: "pretty on a terminal, else logfmt"
  }),
  otlpEndpoint: optional(HttpUrl, {
    name: "OTEL_EXPORTER_OTLP_ENDPOINT",
    description: "Base URL of an OpenTelemetry collector (OTLP over HTTP) for traces, logs and metrics",
    byDefault: "nothing is exported"
  })
}

interface SchemaOf extends Struct.Lambda {
  <S extends Schema.Constraint>(setting: { readonly schema: S }): S
  readonly "~lambda.out": this["~lambda.in"] extends { readonly schema: infer S } ? S : never
}

const Settings = Schema.Struct(
  Struct.map(
    SETTINGS,
    Struct.lambda<SchemaOf>(({ schema }) => schema)
  )
)
const decodeSettings = Schema.decodeUnknownEffect(Settings)

/** Every setting of the server and the command, decoded. */
export type Settings = typeof Settings.Type

/** A setting whose value is invalid: one line with its name, the rule and its meaning. */
export class InvalidSetting extends Schema.TaggedError<InvalidSetting>()("InvalidSetting", {
  name: Schema.String,
  message: Schema.String
}) {}

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

const toInvalidSetting = ({ issue }: Schema.SchemaError): InvalidSetting => {
  const [fault] = issuesOf(issue).issues
  const setting = Object.entries(SETTINGS).find(([key]) => key === fault?.path?.[0])?.[1]
  const { name, description } = setting ?? { name: "A setting", description: "unknown" }
  return new InvalidSetting({ name, message: `${name} ${fault?.message ?? "is invalid"}. Meaning: ${description}.` })
}

/** The text of a variable; none when it is not set or blank. */
const readVariable = (name: string) =>
  Effect.map(Config.option(Config.String(name)), (text) =>
    Option.filter(
      Option.map(text, (given) => given.trim()),
      (given) => given !== ""
    )
  )

/** Reads every setting from the environment. Fails with the first that is invalid. */
export const readSettings: Effect.Effect<Settings, InvalidSetting | Config.ConfigError> = Effect.gen(function* () {
  const texts = yield* Effect.all(Record.map(SETTINGS, ({ name }) => readVariable(name)))
  return yield* Effect.mapError(decodeSettings(Record.getSomes(texts)), toInvalidSetting)
})

/** A setting as `landfall config` prints it. */
export interface SettingDescription extends SettingText {
  readonly secret: boolean
  /** The value of the variable, with secrets and passwords hidden; null when it is not set. */
  readonly given: string | null
}

/** Describes every setting, with its default and the value that the environment gives it. */
export const describeSettings = Effect.forEach(
  Object.values(SETTINGS),
  Effect.fnUntraced(function* ({ name, description, byDefault, secret }) {
    const given = Option.map(yield* Config.option(Config.String(name)), (text) =>
      secret ? "(hidden)" : maskPassword(text)
    )
    const described: SettingDescription = { name, description, byDefault, secret, given: Option.getOrNull(given) }
    return described
  })
)
