import { DEFAULT_MAX_LAG_SECONDS } from "@landfall/core/congestion/detection/DetectionThresholds"
import { DEFAULT_SILENCE_MILLIS } from "@landfall/core/congestion/sources/SourceFailover"
import { CarrierUrl } from "@landfall/core/tracking/carriers/CarrierProfile"
import { DEFAULT_MAX_VESSELS } from "@landfall/worker/congestion/DefaultMaxVessels"
import type { Option, Redacted } from "effect"
import {
  type AisSourceGroup,
  AisSources,
  ProviderKey,
  SeaAreas,
  SenderCredentials,
  SilenceSeconds
} from "./AisSourceValues.ts"
import { secret, settingWithDefault } from "./Setting.ts"
import { AisLagMinutes, AisParts, AisVessels } from "./SettingValues.ts"

/** The settings of live AIS. */
export const AIS_SETTINGS = {
  ais: settingWithDefault(
    AisSources,
    {
      name: "LANDFALL_AIS",
      description:
        "Sources of live AIS for port congestion, comma-separated, each with its stand-bys after |: tcp://HOST:PORT connects and udp://ADDRESS:PORT listens (NMEA 0183), aiscatcher+http://ADDRESS:PORT/PATH listens (AIS-catcher), and the providers aisstream, digitraffic, digitraffic-rest and barentswatch (docs/vessel-feeds.md)",
      byDefault: "no live AIS"
    },
    ""
  ),
  aisMaxLagMinutes: settingWithDefault(AisLagMinutes, {
    name: "LANDFALL_AIS_MAX_LAG_MINUTES",
    description:
      "Minutes that positions wait for a live AIS source that is later than others; a source that is late alone needs no wait",
    byDefault: String(DEFAULT_MAX_LAG_SECONDS / 60)
  }),
  aisMaxVessels: settingWithDefault(AisVessels, {
    name: "LANDFALL_AIS_MAX_VESSELS",
    description:
      "Maximum number of vessels that a process follows in live AIS, about 410 bytes of memory each; above it, the vessels outside ports that have been silent longest are dropped",
    byDefault: String(DEFAULT_MAX_VESSELS)
  }),
  aisSilenceSeconds: settingWithDefault(SilenceSeconds, {
    name: "LANDFALL_AIS_SILENCE",
    description: "Seconds without a vessel report after which the stand-by of a source of live AIS takes over",
    byDefault: String(DEFAULT_SILENCE_MILLIS / 1000)
  }),
  aisParts: settingWithDefault(AisParts, {
    name: "LANDFALL_AIS_PARTS",
    description:
      "Parts into which vessels are divided by MMSI, so that several processes share the detection of port calls; the same number for every process (docs/scaling.md)",
    byDefault: "1"
  }),
  aisstreamKey: secret(ProviderKey, {
    name: "LANDFALL_AISSTREAM_KEY",
    description: "API key of aisstream.io, for the source aisstream in LANDFALL_AIS",
    byDefault: "none; the source aisstream needs it"
  }),
  barentsWatchId: secret(ProviderKey, {
    name: "LANDFALL_BARENTSWATCH_CLIENT_ID",
    description: "Client id of BarentsWatch, for the source barentswatch in LANDFALL_AIS",
    byDefault: "none; the source barentswatch needs it"
  }),
  barentsWatchSecret: secret(ProviderKey, {
    name: "LANDFALL_BARENTSWATCH_CLIENT_SECRET",
    description: "Client secret of BarentsWatch, for the source barentswatch in LANDFALL_AIS",
    byDefault: "none; the source barentswatch needs it"
  }),
  barentsWatchTokenUrl: settingWithDefault(CarrierUrl, {
    name: "LANDFALL_BARENTSWATCH_TOKEN_URL",
    description: "URL of the access tokens of BarentsWatch",
    byDefault: "https://id.barentswatch.no/connect/token"
  }),
  aisCatcherCredentials: secret(SenderCredentials, {
    name: "LANDFALL_AISCATCHER_USERPWD",
    description: "USER:PASSWORD that AIS-catcher must send to aiscatcher+http sources in LANDFALL_AIS",
    byDefault: "none; every sender that reaches the address is accepted"
  }),
  aisstreamAreas: settingWithDefault(
    SeaAreas,
    {
      name: "LANDFALL_AISSTREAM_AREAS",
      description: "Areas to receive from aisstream.io, comma-separated SOUTH/WEST/NORTH/EAST in degrees",
      byDefault: "the whole earth"
    },
    ""
  )
}

/** The settings that sources need. */
interface AisKeys {
  readonly ais: ReadonlyArray<AisSourceGroup>
  readonly aisstreamKey: Option.Option<Redacted.Redacted<string>>
  readonly barentsWatchId: Option.Option<Redacted.Redacted<string>>
  readonly barentsWatchSecret: Option.Option<Redacted.Redacted<string>>
}

/** The keys of each provider, and where they come from. */
const KEYS = [
  ["aisstream", "aisstreamKey", "your API key of aisstream.io"],
  ["barentswatch", "barentsWatchId", "the id of your client of BarentsWatch"],
  ["barentswatch", "barentsWatchSecret", "the secret of your client of BarentsWatch"]
] as const

/** The setting that a source needs and that is not set, with what to do; undefined when there is none. */
export const missingAisKey = (settings: AisKeys) => {
  const protocols = new Set(settings.ais.flat().map(({ protocol }) => protocol))
  const missing = KEYS.find(([protocol, key]) => protocols.has(protocol) && settings[key]._tag === "None")
  if (missing === undefined) return undefined
  const [protocol, key, value] = missing
  const { name } = AIS_SETTINGS[key]
  return { name, message: `${name} is not set, and LANDFALL_AIS names ${protocol}: set it to ${value}.` }
}
