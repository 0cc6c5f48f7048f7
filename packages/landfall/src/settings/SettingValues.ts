import { isIPv4, isIPv6 } from "node:net"
import { ApiKeySecret } from "@landfall/core/accounts/ApiKey"
import { EgressMode } from "@landfall/core/alerts/egress/EgressMode"
import { parseTargetSchemes, TargetScheme } from "@landfall/core/alerts/targets/TargetScheme"
import { MAX_FLEET_PARTS } from "@landfall/core/congestion/fleet/FleetParts"
import { parseLimits } from "@landfall/core/limits/LimitSettings"
import { LimitValues } from "@landfall/core/limits/Limits"
import { enclosingNetwork, parseIpNetwork } from "@landfall/core/net/IpNetworks"
import { parseTariff, Tariff } from "@landfall/core/usage/Tariff"
import { parseTcpPorts } from "@landfall/worker/node/egress/TcpPortRange"
import { Option, Result, Schema, SchemaGetter } from "effect"
import { IpNetwork } from "effect/net"

/** Text that `parse` reads. `rule` states what the text must be; it completes a sentence that begins with the name of the setting. */
export const parsedText = <A>(
  type: Schema.Codec<A, unknown>,
  parse: (text: string) => Option.Option<A>,
  rule: string | ((text: string) => string)
) =>
  Schema.String.pipe(
    Schema.check(
      Schema.makeFilter((text) =>
        Option.isSome(parse(text)) ? undefined : typeof rule === "string" ? rule : rule(text)
      )
    ),
    Schema.decodeTo(Schema.toType(type), {
      decode: SchemaGetter.transform((text) => Option.getOrThrow(parse(text))),
      encode: SchemaGetter.forbidden(() => "A setting is read and never written")
    })
  )

export const parseWholeNumber = (text: string, minimum: number, maximum: number): Option.Option<number> =>
  /^\d{1,9}$/.test(text) && Number(text) >= minimum && Number(text) <= maximum
    ? Option.some(Number(text))
    : Option.none()

export const MAX_TCP_PORT = 65_535

/** A TCP port to listen on. */
export const ListenPort = parsedText(
  Schema.Int,
  (text) => parseWholeNumber(text, 0, MAX_TCP_PORT),
  `must be a whole number from 0 to ${MAX_TCP_PORT} (0: any free port)`
)

const MAX_RETENTION_DAYS = 36_500

export const RetentionDays = parsedText(
  Schema.Int,
  (text) => parseWholeNumber(text, 1, MAX_RETENTION_DAYS),
  `must be a whole number of days from 1 to ${MAX_RETENTION_DAYS}`
)

const MAX_AIS_LAG_MINUTES = 1_440

/** The longest wait for late AIS sources, in minutes. */
export const AisLagMinutes = parsedText(
  Schema.Int,
  (text) => parseWholeNumber(text, 0, MAX_AIS_LAG_MINUTES),
  `must be a whole number of minutes from 0 to ${MAX_AIS_LAG_MINUTES}`
)

/** The number of parts into which vessels are divided. */
export const AisParts = parsedText(
  Schema.Int,
  (text) => parseWholeNumber(text, 1, MAX_FLEET_PARTS),
  `must be a whole number from 1 to ${MAX_FLEET_PARTS}`
)

const MIN_AIS_VESSELS = 1_000
/** As many as detection can hold in one map. */
const MAX_AIS_VESSELS = 10_000_000

/** The maximum number of vessels that a process follows. */
export const AisVessels = parsedText(
  Schema.Int,
  (text) => parseWholeNumber(text, MIN_AIS_VESSELS, MAX_AIS_VESSELS),
  `must be a whole number from ${MIN_AIS_VESSELS} to ${MAX_AIS_VESSELS}`
)

export const HttpUrl = Schema.String.pipe(
  Schema.check(
    Schema.makeFilter((text) =>
      URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
        ? undefined
        : "must be an absolute http or https URL, such as https://landfall.example.com"
    )
  )
)

const TcpPortRange = Schema.Struct({ first: Schema.Int, last: Schema.Int })

/** Ports and ranges of ports that alerts may be sent to. */
export const TargetPorts = parsedText(
  Schema.Array(TcpPortRange),
  parseTcpPorts,
  "must be ports from 1 to 65535 and ranges of them, such as 443,8000-8999"
)

/** The schemes of URLs that alerts are sent to. */
export const TargetSchemes = parsedText(
  Schema.Array(TargetScheme),
  (text) => Result.getSuccess(parseTargetSchemes(text)),
  (text) => Option.getOrElse(Result.getFailure(parseTargetSchemes(text)), () => "")
)

export const splitAtCommas = (text: string): ReadonlyArray<string> =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")

const IpNetworkValue = Schema.declare(IpNetwork.isIpNetwork)

/** Networks of proxies, as addresses or in CIDR notation. */
export const ProxyNetworks = parsedText(
  Schema.Array(IpNetworkValue),
  (text) => Option.all(splitAtCommas(text).map(parseIpNetwork)),
  (text) => {
    const invalid = splitAtCommas(text).find((part) => Option.isNone(parseIpNetwork(part))) ?? ""
    const advice = Option.map(enclosingNetwork(invalid), (network) => `; the network of this address is ${network}`)
    return `must be a comma-separated list of IP addresses and networks, such as 10.0.0.0/8; "${invalid}" is invalid${Option.getOrElse(advice, () => "")}`
  }
)

const ANY_ORIGIN = "*"

const isOrigin = (text: string): boolean =>
  text === ANY_ORIGIN || (/^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text)

/** Origins of web pages: a scheme and a host, with a port unless it is that of the scheme. */
export const CorsOrigins = parsedText(
  Schema.Array(Schema.String),
  (text) => Option.liftPredicate(splitAtCommas(text), (origins) => origins.every(isOrigin)),
  (text) => {
    const invalid = splitAtCommas(text).find((part) => !isOrigin(part)) ?? ""
    return `must be * or a comma-separated list of origins, such as https://app.example.com, without a path and in lower case; "${invalid}" is invalid`
  }
)

const isExactOrigin = (text: string): boolean => text !== ANY_ORIGIN && isOrigin(text)

/** Origins of pages that may embed the portal: each is named, because a portal shows the data of customers. */
export const PortalOrigins = parsedText(
  Schema.Array(Schema.String),
  (text) => Option.liftPredicate(splitAtCommas(text), (origins) => origins.every(isExactOrigin)),
  (text) => {
    const invalid = splitAtCommas(text).find((part) => !isExactOrigin(part)) ?? ""
    return `must be a comma-separated list of origins, such as https://app.example.com, without a path and in lower case; "${invalid}" is invalid`
  }
)

/** The prices of metered operations. */
export const TariffText = parsedText(
  Tariff,
  (text) => Result.getSuccess(parseTariff(text)),
  (text) =>
    `must be a list such as co2.voyage=2,shipment.track=15: ${Option.getOrElse(Result.getFailure(parseTariff(text)), () => "")}`
)

/** The limits of the service. */
export const LimitsText = parsedText(
  LimitValues,
  (text) => Result.getSuccess(parseLimits(text)),
  (text) =>
    `must be a list such as request.lines=500: ${Option.getOrElse(Result.getFailure(parseLimits(text)), () => "")}`
)

/** One of a few words. */
export const oneOf = <const Words extends ReadonlyArray<string>>(words: Words) =>
  Schema.Literals(words).annotate({ message: `must be one of ${words.join(", ")}` })

export const ON_VALUES: ReadonlyArray<string> = ["on", "true", "yes", "1"]

export const OnOff = oneOf(["on", "off", "true", "false", "yes", "no", "1", "0"]).pipe(
  Schema.decodeTo(Schema.Boolean, {
    decode: SchemaGetter.transform((word) => ON_VALUES.includes(word)),
    encode: SchemaGetter.transform((isOn) => (isOn ? ("on" as const) : ("off" as const)))
  })
)

const OFF_VALUES: ReadonlyArray<string> = ["off", "false", "no", "0"]

/**
 * The targets beyond the public internet that are allowed. The values for on and off of other settings are accepted.
 */
export const EgressModeName = oneOf(["off", "loopback", "on", "true", "false", "yes", "no", "1", "0"]).pipe(
  Schema.decodeTo(EgressMode, {
    decode: SchemaGetter.transform((word) =>
      ON_VALUES.includes(word) ? "on" : OFF_VALUES.includes(word) ? "off" : "loopback"
    ),
    encode: SchemaGetter.transform((mode) => mode)
  })
)

const DNS_SERVER = /^(?:\[([0-9a-f:.]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/i

const parseDnsServer = (text: string): Option.Option<string> => {
  if (isIPv6(text)) return Option.some(text)
  const [, ipv6 = "", ipv4 = "", port] = DNS_SERVER.exec(text) ?? []
  const isPort = port === undefined || Option.isSome(parseWholeNumber(port, 1, MAX_TCP_PORT))
  return isPort && (isIPv6(ipv6) || isIPv4(ipv4)) ? Option.some(text) : Option.none()
}

/** The addresses of name servers, with a port unless it is 53. */
export const DnsServers = parsedText(
  Schema.Array(Schema.String),
  (text) => Option.all(splitAtCommas(text).map(parseDnsServer)),
  (text) => {
    const invalid = splitAtCommas(text).find((part) => Option.isNone(parseDnsServer(part))) ?? ""
    return `must be a comma-separated list of IP addresses with optional ports, such as 192.0.2.53 or [2001:db8::53]:5353; "${invalid}" is invalid`
  }
)

const MIN_SECRETS_KEY_LENGTH = 16

/** The key that encrypts signing secrets at rest. */
export const SecretsKey = Schema.RedactedFromValue(
  Schema.String.pipe(
    Schema.check(
      Schema.isMinLength(MIN_SECRETS_KEY_LENGTH, { message: `must have at least ${MIN_SECRETS_KEY_LENGTH} characters` })
    )
  )
)

/** A key that callers send: an API key, or the admin key, which is sent in the same headers. */
export const ApiKeyValue = Schema.RedactedFromValue(ApiKeySecret)

export const ForwardingHeaders = oneOf(["x-forwarded", "forwarded"])
export const DocsAccessName = oneOf(["public", "key", "off"])
