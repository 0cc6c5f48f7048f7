import type { SeaArea } from "@landfall/feeds/ais/json/AisstreamMessage"
import { Option, Schema } from "effect"
import { MAX_TCP_PORT, parsedText, parseWholeNumber, splitAtCommas } from "./SettingValues.ts"

/** NMEA 0183: a server to connect to (TCP), or a local address to listen on (UDP). */
const NmeaSource = Schema.Struct({
  protocol: Schema.Literals(["tcp", "udp"]),
  host: Schema.String,
  port: Schema.Int
})
export type NmeaSource = typeof NmeaSource.Type

/** A provider whose messages are JSON, by its name in the setting, and the URL to connect to. */
const ProviderSource = Schema.Struct({
  protocol: Schema.Literals(["aisstream", "digitraffic", "digitraffic-rest", "barentswatch"]),
  /** The text of the setting. */
  name: Schema.String,
  url: Schema.String
})
export type ProviderSource = typeof ProviderSource.Type

/** An address of this machine to which AIS-catcher posts over HTTP. */
const AisCatcherSource = Schema.Struct({
  protocol: Schema.Literal("aiscatcher"),
  host: Schema.String,
  port: Schema.Int,
  path: Schema.String
})
export type AisCatcherSource = typeof AisCatcherSource.Type

/** A source of live AIS. */
const AisSource = Schema.Union([NmeaSource, AisCatcherSource, ProviderSource])
export type AisSource = typeof AisSource.Type

/** A source and its stand-bys, in their order. */
const AisSourceGroup = Schema.Array(AisSource)
export type AisSourceGroup = typeof AisSourceGroup.Type

const NMEA_SOURCE = /^(tcp|udp):\/\/(?:\[([0-9a-f:.]+)\]|([^\s:/?#@[\]]+)):(\d{1,5})\/?$/i

const parseNmeaSource = (text: string): Option.Option<AisSource> => {
  const [, protocol = "", ipv6, name, digits = ""] = NMEA_SOURCE.exec(text) ?? []
  const host = ipv6 ?? name
  if (host === undefined) return Option.none()
  return Option.map(parseWholeNumber(digits, 1, MAX_TCP_PORT), (port) => ({
    protocol: protocol.toLowerCase() === "udp" ? "udp" : "tcp",
    host,
    port
  }))
}

const AIS_CATCHER = "aiscatcher+"

/** `aiscatcher+http://ADDRESS:PORT/PATH`. */
const parseAisCatcherSource = (text: string): Option.Option<AisSource> => {
  const url = text.slice(AIS_CATCHER.length)
  if (!text.startsWith(AIS_CATCHER) || !URL.canParse(url)) return Option.none()
  const { protocol, hostname, port, pathname, username, search } = new URL(url)
  if (protocol !== "http:" || username !== "" || search !== "") return Option.none()
  return Option.map(parseWholeNumber(port, 1, MAX_TCP_PORT), (number) => ({
    protocol: "aiscatcher",
    host: hostname.replace(/^\[(.*)\]$/, "$1"),
    port: number,
    path: pathname
  }))
}

/** The providers: the URL without another one, and the protocols that another URL may have. */
const PROVIDERS: Readonly<Record<ProviderSource["protocol"], { readonly url: string; readonly schemes: RegExp }>> = {
  aisstream: { url: "wss://stream.aisstream.io/v0/stream", schemes: /^wss?:$/ },
  digitraffic: { url: "wss://meri.digitraffic.fi:443/mqtt", schemes: /^wss?:$/ },
  "digitraffic-rest": { url: "https://meri.digitraffic.fi", schemes: /^https?:$/ },
  barentswatch: { url: "https://live.ais.barentswatch.no/v1/combined?modelType=Full", schemes: /^https?:$/ }
}

const isProvider = (name: string): name is ProviderSource["protocol"] => Object.hasOwn(PROVIDERS, name)

/** `aisstream`, or `aisstream+wss://HOST/PATH` for another server with the same protocol, such as a relay. */
const parseProviderSource = (text: string): Option.Option<AisSource> => {
  const plus = text.indexOf("+")
  const protocol = (plus === -1 ? text : text.slice(0, plus)).toLowerCase()
  if (!isProvider(protocol)) return Option.none()
  const provider = PROVIDERS[protocol]
  const url = plus === -1 ? provider.url : text.slice(plus + 1)
  if (!URL.canParse(url)) return Option.none()
  const { protocol: scheme, username, password } = new URL(url)
  return provider.schemes.test(scheme) && username === "" && password === ""
    ? Option.some({ protocol, name: text, url })
    : Option.none()
}

const parseAisSource = (text: string): Option.Option<AisSource> =>
  Option.firstSomeOf([parseNmeaSource(text), parseAisCatcherSource(text), parseProviderSource(text)])

/** The name of a source in the log and in metrics. */
export const aisSourceName = (source: AisSource): string => {
  if ("url" in source) return source.name
  const address = `${source.host.includes(":") ? `[${source.host}]` : source.host}:${source.port}`
  return source.protocol === "aiscatcher"
    ? `${AIS_CATCHER}http://${address}${source.path}`
    : `${source.protocol}://${address}`
}

const splitAtBars = (text: string): ReadonlyArray<string> => text.split("|").map((part) => part.trim())

const parseGroups = (text: string): Option.Option<ReadonlyArray<AisSourceGroup>> => {
  const groups = Option.all(splitAtCommas(text).map((group) => Option.all(splitAtBars(group).map(parseAisSource))))
  return Option.filter(groups, (parsed) => {
    const names = parsed.flat().map(aisSourceName)
    return new Set(names).size === names.length
  })
}

const RULE =
  "must be a comma-separated list of tcp://HOST:PORT, udp://ADDRESS:PORT, aiscatcher+http://ADDRESS:PORT/PATH, aisstream, digitraffic, digitraffic-rest and barentswatch, each with its stand-bys after |"

const ruleFor = (text: string): string => {
  const parts = splitAtCommas(text).flatMap(splitAtBars)
  const invalid = parts.find((part) => Option.isNone(parseAisSource(part)))
  if (invalid !== undefined) return `${RULE}; "${invalid}" is none of them`
  const repeated = parts.find((part, index) => parts.indexOf(part) !== index) ?? ""
  return `${RULE}; "${repeated}" is named twice`
}

/** Sources of live AIS, each with its stand-bys. */
export const AisSources = parsedText(Schema.Array(AisSourceGroup), parseGroups, ruleFor)

const SeaAreaValue = Schema.Struct({
  south: Schema.Finite,
  west: Schema.Finite,
  north: Schema.Finite,
  east: Schema.Finite
})

const AREA = /^(-?\d{1,2}(?:\.\d+)?)\/(-?\d{1,3}(?:\.\d+)?)\/(-?\d{1,2}(?:\.\d+)?)\/(-?\d{1,3}(?:\.\d+)?)$/

const parseArea = (text: string): Option.Option<SeaArea> => {
  const [, ...degrees] = AREA.exec(text) ?? []
  const [south = Number.NaN, west = Number.NaN, north = Number.NaN, east = Number.NaN] = degrees.map(Number)
  const isArea = south >= -90 && north <= 90 && south < north && Math.abs(west) <= 180 && Math.abs(east) <= 180
  return isArea && west !== east ? Option.some({ south, west, north, east }) : Option.none()
}

/** Areas of the sea to receive. */
export const SeaAreas = parsedText(
  Schema.Array(SeaAreaValue),
  (text) => Option.all(splitAtCommas(text).map(parseArea)),
  (text) => {
    const invalid = splitAtCommas(text).find((part) => Option.isNone(parseArea(part))) ?? ""
    return `must be a comma-separated list of SOUTH/WEST/NORTH/EAST in degrees, such as 51/3/52.5/5; "${invalid}" is invalid`
  }
)

const MIN_SILENCE_SECONDS = 5
const MAX_SILENCE_SECONDS = 3_600

/** Seconds without a report after which a stand-by takes over. */
export const SilenceSeconds = parsedText(
  Schema.Int,
  (text) => parseWholeNumber(text, MIN_SILENCE_SECONDS, MAX_SILENCE_SECONDS),
  `must be a whole number of seconds from ${MIN_SILENCE_SECONDS} to ${MAX_SILENCE_SECONDS}`
)

/** The key of a provider of AIS. */
export const ProviderKey = Schema.RedactedFromValue(
  Schema.String.pipe(
    Schema.check(
      Schema.isPattern(/^[\x21-\x7e]{8,512}$/, {
        message: "must be 8 to 512 printable ASCII characters without blanks"
      })
    )
  )
)

/** The user and the password of senders, as AIS-catcher names them. */
export const SenderCredentials = Schema.RedactedFromValue(
  Schema.String.pipe(
    Schema.check(
      Schema.isPattern(/^[\x21-\x39\x3b-\x7e]{1,100}:[\x21-\x7e]{8,400}$/, {
        message: "must be USER:PASSWORD in printable ASCII characters without blanks, the password of at least 8"
      })
    )
  )
)
