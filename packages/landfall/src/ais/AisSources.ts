import * as NodeDatagramSocket from "@effect/platform-node/NodeDatagramSocket"
import * as NodeSocket from "@effect/platform-node/NodeSocket"
import type { VesselReport } from "@landfall/core/congestion/detection/VesselReport"
import type { CarrierUrl } from "@landfall/core/tracking/carriers/CarrierProfile"
import type { SeaArea } from "@landfall/feeds/ais/json/AisstreamMessage"
import { makeAisTally } from "@landfall/feeds/ais/reports/AisTally"
import { aisstreamReports } from "@landfall/feeds/ais/sources/AisstreamSource"
import { barentsWatchReports } from "@landfall/feeds/ais/sources/BarentsWatchSource"
import {
  digitrafficReports,
  digitrafficRestReports,
  MQTT_WEBSOCKET_PROTOCOL
} from "@landfall/feeds/ais/sources/DigitrafficSource"
import { payloadReports, tcpReports, udpReports } from "@landfall/feeds/ais/sources/NmeaNetwork"
import { DEFAULT_SILENCE_TIMEOUT, type LiveOptions } from "@landfall/feeds/ais/sources/Reconnection"
import type { GroupedSource } from "@landfall/feeds/ais/sources/SourceGroup"
import { JsonParser } from "@landfall/feeds/json/JsonParser"
import { Effect, Option, Redacted, Stream } from "effect"
import { FetchHttpClient } from "effect/http"
import { slicedJsonParser } from "../json/SlicedJsonParser.ts"
import { type AisSource, aisSourceName, type NmeaSource, type ProviderSource } from "../settings/AisSourceValues.ts"
import { postedBodies } from "./AisCatcherListener.ts"

/** The settings of the providers of AIS. */
export interface AisSourceOptions {
  /** The credentials that AIS-catcher must send; none accepts every sender. */
  readonly aisCatcherCredentials: Option.Option<Redacted.Redacted<string>>
  readonly aisstreamKey: Option.Option<Redacted.Redacted<string>>
  /** The areas to receive from aisstream.io; the whole earth when empty. */
  readonly aisstreamAreas: ReadonlyArray<SeaArea>
  readonly barentsWatchId: Option.Option<Redacted.Redacted<string>>
  readonly barentsWatchSecret: Option.Option<Redacted.Redacted<string>>
  readonly barentsWatchTokenUrl: CarrierUrl
}

/** The bytes of messages that wait for a slow consumer before a WebSocket is closed and opened again. */
const MAX_WAITING_BYTES = 16 * 2 ** 20

const nmeaReports = ({ protocol, host, port }: NmeaSource, options: LiveOptions): Stream.Stream<VesselReport> =>
  Stream.unwrap(
    protocol === "tcp"
      ? Effect.map(NodeSocket.makeNet({ host, port }), (socket) => tcpReports(socket, options))
      : Effect.map(NodeDatagramSocket.make({ bind: { address: host, port } }), (socket) => udpReports(socket, options))
  )

/** The largest message of a WebSocket. Providers send less than 2 KiB. */
const MAX_MESSAGE_BYTES = 262_144

/** Its module loads undici, which a command without a provider does not need. */
const webSocket = (url: string, protocol?: string) =>
  Effect.map(
    Effect.promise(() => import("@landfall/worker/node/BoundedWebSocket")),
    ({ make }) => make(url, { protocol, maxMessageBytes: MAX_MESSAGE_BYTES, maxWaitingBytes: MAX_WAITING_BYTES })
  )

const keyOf = (key: Option.Option<Redacted.Redacted<string>>): Redacted.Redacted<string> =>
  Option.getOrElse(key, () => Redacted.make(""))

const providerReports = (
  { protocol, url }: ProviderSource,
  live: LiveOptions,
  options: AisSourceOptions
): Stream.Stream<VesselReport> => {
  switch (protocol) {
    case "aisstream": {
      const settings = { ...live, apiKey: keyOf(options.aisstreamKey), areas: options.aisstreamAreas }
      return Stream.unwrap(Effect.map(webSocket(url), (socket) => aisstreamReports(socket, settings)))
    }
    case "digitraffic":
      return Stream.unwrap(
        Effect.map(webSocket(url, MQTT_WEBSOCKET_PROTOCOL), (socket) => digitrafficReports(socket, live))
      )
    case "digitraffic-rest":
      return Stream.provide(digitrafficRestReports(url, live), FetchHttpClient.layer)
    case "barentswatch": {
      const client = {
        clientId: keyOf(options.barentsWatchId),
        clientSecret: keyOf(options.barentsWatchSecret),
        tokenUrl: options.barentsWatchTokenUrl
      }
      return Stream.provide(barentsWatchReports(url, client, live), FetchHttpClient.layer)
    }
  }
}

const reportsOf = (source: AisSource, live: LiveOptions, options: AisSourceOptions): Stream.Stream<VesselReport> => {
  switch (source.protocol) {
    case "tcp":
    case "udp":
      return nmeaReports(source, live)
    case "aiscatcher": {
      const address = { ...source, credentials: options.aisCatcherCredentials }
      return payloadReports(postedBodies(address, live.tally), live)
    }
    default:
      return providerReports(source, live, options)
  }
}

/** A source of live AIS, with a separate tally. It connects when its stream runs. */
export const openAisSource = (source: AisSource, options: AisSourceOptions): GroupedSource => {
  const [name, tally] = [aisSourceName(source), makeAisTally()]
  const live = { source: name, tally, silenceTimeout: DEFAULT_SILENCE_TIMEOUT }
  const reports = reportsOf(source, live, options).pipe(Stream.provideService(JsonParser, slicedJsonParser))
  return { name, tally, reports }
}
