import { Option, Redacted, Schema } from "effect"
import { optional, secret, settingWithDefault } from "./Setting.ts"
import {
  HttpUrl,
  MAX_TCP_PORT,
  ON_VALUES,
  oneOf,
  parsedText,
  parseWholeNumber,
  splitAtCommas
} from "./SettingValues.ts"

const MetricsAddress = Schema.TaggedUnion({
  Off: {},
  OnServer: {},
  OnAddress: { host: Schema.String, port: Schema.Int }
})
type MetricsAddress = typeof MetricsAddress.Type

const OFF_VALUES: ReadonlyArray<string> = ["off", "false", "no", "0"]
const LISTEN_ADDRESS = /^(?:\[([0-9a-f:.]+)\]|([^\s:/?#@[\]]+)):(\d{1,5})$/i

const parseMetricsAddress = (text: string): Option.Option<MetricsAddress> => {
  if (ON_VALUES.includes(text)) return Option.some({ _tag: "OnServer" })
  if (OFF_VALUES.includes(text)) return Option.some({ _tag: "Off" })
  const [, ipv6, name, digits = ""] = LISTEN_ADDRESS.exec(text) ?? []
  const host = ipv6 ?? name
  if (host === undefined) return Option.none()
  return Option.map(parseWholeNumber(digits, 0, MAX_TCP_PORT), (port) => ({ _tag: "OnAddress", host, port }))
}

/** The address at which `/metrics` is served. */
const MetricsAddressText = parsedText(
  MetricsAddress,
  parseMetricsAddress,
  "must be off, on, or ADDRESS:PORT, such as 127.0.0.1:9464 or [::1]:9464"
)

/** One assignment of a list such as `name=value,other=value`, percent-encoded as OpenTelemetry specifies. */
const parseAssignment = (text: string): Option.Option<readonly [name: string, value: string]> => {
  const [, name = "", value = ""] = /^([^=\s]+)=(.*)$/.exec(text) ?? []
  return name === "" ? Option.none() : Option.liftThrowable(() => [name, decodeURIComponent(value)] as const)()
}

const parseAssignments = (text: string): Option.Option<Readonly<Record<string, string>>> =>
  Option.map(Option.all(splitAtCommas(text).map(parseAssignment)), Object.fromEntries)

const HeaderList = parsedText(
  Schema.Redacted(Schema.Record(Schema.String, Schema.String)),
  (text) => Option.map(parseAssignments(text), (headers) => Redacted.make(headers)),
  "must be NAME=VALUE pairs, separated by commas and percent-encoded, such as authorization=Basic%20dXNlcg"
)

/** Effect reads the variable itself; only its form is checked here. */
const ResourceAttributes = Schema.String.pipe(
  Schema.check(
    Schema.makeFilter((text) =>
      Option.isSome(parseAssignments(text))
        ? undefined
        : "must be KEY=VALUE pairs, separated by commas and percent-encoded, such as deployment.environment.name=production"
    )
  )
)

const TracesShare = parsedText(
  Schema.Finite,
  (text) => (/^(?:0|1|0?\.\d+|1\.0+|0\.0+)$/.test(text) ? Option.some(Number(text)) : Option.none()),
  "must be a number from 0 to 1, such as 0.1"
)

const MIN_EXPORT_INTERVAL_MILLIS = 1_000
const MAX_EXPORT_INTERVAL_MILLIS = 3_600_000

const ExportInterval = parsedText(
  Schema.Int,
  (text) => parseWholeNumber(text, MIN_EXPORT_INTERVAL_MILLIS, MAX_EXPORT_INTERVAL_MILLIS),
  `must be a whole number of milliseconds from ${MIN_EXPORT_INTERVAL_MILLIS} to ${MAX_EXPORT_INTERVAL_MILLIS}`
)

/** The settings of logs, metrics and traces. Those of the export have the names of OpenTelemetry. */
export const TELEMETRY_SETTINGS = {
  metrics: settingWithDefault(MetricsAddressText, {
    name: "LANDFALL_METRICS",
    description:
      "Where /metrics serves Prometheus metrics, without an API key: off, on (the address of the server), or ADDRESS:PORT for servers and workers, such as 127.0.0.1:9464",
    byDefault: "off"
  }),
  logLevel: settingWithDefault(oneOf(["trace", "debug", "info", "warn", "error", "none"]), {
    name: "LANDFALL_LOG_LEVEL",
    description: "Least severe level that is logged: trace, debug, info, warn, error or none",
    byDefault: "info"
  }),
  logFormat: optional(oneOf(["pretty", "logfmt", "json"]), {
    name: "LANDFALL_LOG_FORMAT",
    description: "Format of log lines: pretty, logfmt or json",
    byDefault: "pretty on a terminal, else logfmt"
  }),
  otlpEndpoint: optional(HttpUrl, {
    name: "OTEL_EXPORTER_OTLP_ENDPOINT",
    description: "Base URL of an OpenTelemetry collector (OTLP over HTTP) for traces, logs and metrics",
    byDefault: "nothing is exported"
  }),
  otlpProtocol: settingWithDefault(oneOf(["http/protobuf", "http/json"]), {
    name: "OTEL_EXPORTER_OTLP_PROTOCOL",
    description: "Encoding of what is exported: http/protobuf or http/json",
    byDefault: "http/protobuf"
  }),
  otlpHeaders: secret(HeaderList, {
    name: "OTEL_EXPORTER_OTLP_HEADERS",
    description: "Headers for the collector, such as its API key: NAME=VALUE pairs, separated by commas",
    byDefault: "none"
  }),
  serviceName: settingWithDefault(Schema.NonEmptyString, {
    name: "OTEL_SERVICE_NAME",
    description: "Name of this service in what is exported",
    byDefault: "landfall"
  }),
  resourceAttributes: optional(ResourceAttributes, {
    name: "OTEL_RESOURCE_ATTRIBUTES",
    description: "Further attributes of this service in what is exported: KEY=VALUE pairs, separated by commas",
    byDefault: "none"
  }),
  tracesShare: settingWithDefault(TracesShare, {
    name: "OTEL_TRACES_SAMPLER_ARG",
    description: "Share of the traces that is exported, from 0 to 1",
    byDefault: "1"
  }),
  metricInterval: settingWithDefault(ExportInterval, {
    name: "OTEL_METRIC_EXPORT_INTERVAL",
    description: "Milliseconds between two exports of the metrics, 1000 to 3600000",
    byDefault: "60000"
  })
}
