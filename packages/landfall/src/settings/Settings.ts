import { DEFAULT_TARGET_SCHEMES, TargetScheme } from "@landfall/core/alerts/targets/TargetScheme"
import { formatLimits, parseLimits } from "@landfall/core/limits/LimitSettings"
import { DEFAULT_LIMITS } from "@landfall/core/limits/Limits"
import { UNTRACKED_RETENTION_DAYS } from "@landfall/core/tracking/compaction/UntrackedEvents"
import { DEFAULT_TARIFF, formatTariff, parseTariff } from "@landfall/core/usage/Tariff"
import { PUBLIC_TARGET_PORTS } from "@landfall/worker/node/egress/EgressPolicy"
import { formatTcpPorts } from "@landfall/worker/node/egress/TcpPortRange"
import { Config, Effect, Option, Record, Result, Schema, SchemaIssue, Struct } from "effect"
import { AIS_SETTINGS, missingAisKey } from "./AisSettings.ts"
import { CELL_SETTINGS, cellFault, homeCellOf } from "./CellSettings.ts"
import { DatabaseUrl, maskPassword, PostgresUrl } from "./DatabaseLocation.ts"
import { optional, secret, settingWithDefault } from "./Setting.ts"
import {
  ApiKeyValue,
  CorsOrigins,
  DnsServers,
  DocsAccessName,
  EgressModeName,
  ForwardingHeaders,
  HttpUrl,
  LimitsText,
  ListenPort,
  OnOff,
  PortalOrigins,
  ProxyNetworks,
  RetentionDays,
  SecretsKey,
  TargetPorts,
  TargetSchemes,
  TariffText
} from "./SettingValues.ts"
import { TELEMETRY_SETTINGS } from "./TelemetrySettings.ts"

const DEFAULT_DATA_FOLDER = "./data"

/** The SQLite database in a folder. */
const databaseIn = (folder: string): string => `sqlite:${folder}/landfall.db`

/** Every setting: the environment variable, the form of its value, its default and its description. */
const SETTINGS = {
  port: settingWithDefault(ListenPort, {
    name: "PORT",
    description: "Port that the server listens on",
    byDefault: "8080"
  }),
  host: settingWithDefault(Schema.NonEmptyString, {
    name: "HOST",
    description: "Address that the server listens on",
    byDefault: "127.0.0.1"
  }),
  data: settingWithDefault(Schema.NonEmptyString, {
    name: "LANDFALL_DATA",
    description: "Folder of the files that Landfall creates: the SQLite database, its key file and the first API key",
    byDefault: DEFAULT_DATA_FOLDER
  }),
  database: settingWithDefault(
    DatabaseUrl,
    {
      name: "LANDFALL_DATABASE_URL",
      description:
        "Database: sqlite:PATH or postgres://USER:PASSWORD@HOST:PORT/DATABASE; several servers as HOST:PORT,HOST:PORT",
      byDefault: "sqlite:landfall.db in the folder of LANDFALL_DATA"
    },
    databaseIn(DEFAULT_DATA_FOLDER)
  ),
  listenUrl: optional(PostgresUrl, {
    name: "LANDFALL_DATABASE_LISTEN_URL",
    description:
      "URL of the Postgres server itself, where LANDFALL_DATABASE_URL is that of a pooler in transaction mode: workers are notified of new deliveries over it",
    byDefault: "LANDFALL_DATABASE_URL; waiting workers read the queue every 200 ms where it is a pooler"
  }),
  ...CELL_SETTINGS,
  publicUrl: optional(HttpUrl, {
    name: "LANDFALL_PUBLIC_URL",
    description: "URL at which callers reach the server, used in links that the server prints and sends",
    byDefault: "http://HOST:PORT"
  }),
  url: optional(HttpUrl, {
    name: "LANDFALL_URL",
    description: "URL of the running server whose operations the MCP tools call, with the API key of LANDFALL_API_KEY",
    byDefault: "http://127.0.0.1:PORT"
  }),
  trustedProxies: settingWithDefault(
    ProxyNetworks,
    {
      name: "LANDFALL_TRUSTED_PROXIES",
      description:
        "Addresses of the proxies in front of the server, comma-separated, such as 10.0.0.0/8,127.0.0.1; only they may forward the address, host and protocol of callers",
      byDefault: "no proxy: forwarding headers are ignored"
    },
    ""
  ),
  forwardingHeaders: settingWithDefault(ForwardingHeaders, {
    name: "LANDFALL_FORWARDING_HEADERS",
    description:
      "Headers that the trusted proxies write: x-forwarded (X-Forwarded-For, -Proto and -Host) or forwarded (RFC 7239)",
    byDefault: "x-forwarded"
  }),
  corsOrigins: settingWithDefault(
    CorsOrigins,
    {
      name: "LANDFALL_CORS_ORIGINS",
      description:
        "Origins whose web pages may call the API, comma-separated, such as https://app.example.com; * allows those of every site",
      byDefault: "none"
    },
    ""
  ),
  portalOrigins: settingWithDefault(
    PortalOrigins,
    {
      name: "LANDFALL_PORTAL_ORIGINS",
      description:
        "Origins whose pages may embed the portal of an application in an iframe, comma-separated, such as https://app.example.com",
      byDefault: "none"
    },
    ""
  ),
  docs: settingWithDefault(DocsAccessName, {
    name: "LANDFALL_DOCS",
    description:
      "Who may read the API reference (/docs) and the OpenAPI documents: public, key (callers with an API key) or off",
    byDefault: "public"
  }),
  apiKey: secret(ApiKeyValue, {
    name: "LANDFALL_API_KEY",
    description: "API key of the first account, 16 to 256 printable ASCII characters without blanks",
    byDefault: "generated on the first start: printed once on a terminal, otherwise written to landfall.api-key"
  }),
  adminKey: secret(ApiKeyValue, {
    name: "LANDFALL_ADMIN_KEY",
    description: "Key of the admin API under /admin/v1, 16 to 256 printable ASCII characters without blanks",
    byDefault: "the admin API is off"
  }),
  secretsKey: secret(SecretsKey, {
    name: "LANDFALL_SECRETS_KEY",
    description: "Key that encrypts the signing secrets of endpoints at rest, at least 16 characters",
    byDefault:
      "a key file beside the SQLite file (landfall.key in LANDFALL_DATA with Postgres), generated on the first start"
  }),
  allowPrivateTargets: optional(EgressModeName, {
    name: "LANDFALL_ALLOW_PRIVATE_TARGETS",
    description:
      "Whether alerts may be sent beyond the public internet: off, loopback (this machine, except the ports of Landfall) or on (private networks too); stored in the database for every server and worker",
    byDefault:
      "loopback while every server listens on a loopback address without LANDFALL_PUBLIC_URL and no request came through a proxy; otherwise off"
  }),
  targetPorts: optional(TargetPorts, {
    name: "LANDFALL_TARGET_PORTS",
    description: "Ports that alerts may be sent to, such as 443,8000-8999",
    byDefault: `${formatTcpPorts(PUBLIC_TARGET_PORTS)}; every port where LANDFALL_ALLOW_PRIVATE_TARGETS is loopback or on`
  }),
  targetSchemes: settingWithDefault(TargetSchemes, {
    name: "LANDFALL_TARGET_SCHEMES",
    description: `Schemes of the URLs that alerts may be sent to, comma-separated: ${TargetScheme.literals.join(", ")} (docs/destinations.md)`,
    byDefault: DEFAULT_TARGET_SCHEMES.join(",")
  }),
  dnsServers: settingWithDefault(
    DnsServers,
    {
      name: "LANDFALL_DNS_SERVERS",
      description:
        "Name servers that look up the hosts of alerts, comma-separated, such as 192.0.2.53,[2001:db8::53]:5353",
      byDefault: "the name servers of this machine"
    },
    ""
  ),
  retentionDays: settingWithDefault(RetentionDays, {
    name: "LANDFALL_RETENTION_DAYS",
    description:
      "Days that messages are retained with their deliveries and attempts; a message with an unfinished delivery is retained longer",
    byDefault: "90"
  }),
  untrackedDays: settingWithDefault(RetentionDays, {
    name: "LANDFALL_UNTRACKED_EVENTS_DAYS",
    description:
      "Days that carrier events without a shipment are retained; a shipment that is tracked later includes them",
    byDefault: String(UNTRACKED_RETENTION_DAYS)
  }),
  carriersFile: optional(Schema.NonEmptyString, {
    name: "LANDFALL_CARRIERS",
    description:
      "Path of the JSON file with the profiles of the carriers to poll and to receive from (docs/carriers.md)",
    byDefault: "no carrier is polled; events arrive over the API only"
  }),
  ...AIS_SETTINGS,
  tariff: settingWithDefault(
    TariffText,
    {
      name: "LANDFALL_TARIFF",
      description:
        "Credits that metered operations cost, such as co2.voyage=2,shipment.track=15; an operation that is not named has its default price",
      byDefault: formatTariff(DEFAULT_TARIFF),
      format: (text) => Result.getOrElse(Result.map(parseTariff(text), formatTariff), () => text)
    },
    ""
  ),
  carryOver: settingWithDefault(OnOff, {
    name: "LANDFALL_CREDIT_CARRY_OVER",
    description: "Whether credits that remain at the end of a month are carried over to the next month: on or off",
    byDefault: "off"
  }),
  limits: settingWithDefault(
    LimitsText,
    {
      name: "LANDFALL_LIMITS",
      description:
        "Limits of requests, keys and accounts, such as request.lines=500; a limit that is not named has its default (docs/contract.md, Limits)",
      byDefault: formatLimits(DEFAULT_LIMITS),
      format: (text) => Result.getOrElse(Result.map(parseLimits(text), formatLimits), () => text)
    },
    ""
  ),
  ...TELEMETRY_SETTINGS
}

/** The environment variables of all settings. */
export const SETTING_NAMES: ReadonlySet<string> = new Set(Object.values(SETTINGS).map(({ name }) => name))

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
      Option.map(text, (value) => value.trim()),
      (value) => value !== ""
    )
  )

/** Reads every setting from the environment. Fails with the first that is invalid, or that another one needs. */
export const readSettings: Effect.Effect<Settings, InvalidSetting | Config.ConfigError> = Effect.gen(function* () {
  const texts = yield* Effect.all(Record.map(SETTINGS, ({ name }) => readVariable(name)))
  const database = Option.orElse(texts.database, () => Option.map(texts.data, databaseIn))
  const settings = yield* Effect.mapError(decodeSettings(Record.getSomes({ ...texts, database })), toInvalidSetting)
  const missing = missingAisKey(settings)
  if (missing !== undefined) return yield* new InvalidSetting(missing)
  const home = homeCellOf(settings)
  if (home === undefined) return settings
  const fault = cellFault(settings, Option.isSome(texts.database))
  return fault === undefined ? { ...settings, database: home.database } : yield* new InvalidSetting(fault)
})

/** A setting as `landfall config` prints it. */
export interface SettingDescription {
  readonly name: string
  readonly description: string
  /** The default value, or the behaviour when the variable is not set. */
  readonly default: string
  readonly secret: boolean
  /** The value of the variable, with secrets and passwords hidden; null when it is not set. */
  readonly value: string | null
}

/** Describes every setting, with its default and the value that the environment gives it. */
export const describeSettings = Effect.forEach(
  Object.values(SETTINGS),
  Effect.fnUntraced(function* ({ name, description, byDefault, secret, format = maskPassword }) {
    const value = Option.map(yield* Config.option(Config.String(name)), (text) => (secret ? "(hidden)" : format(text)))
    const described: SettingDescription = {
      name,
      description,
      default: byDefault,
      secret,
      value: Option.getOrNull(value)
    }
    return described
  })
)
