import type { VesselReport } from "@landfall/core/congestion/detection/VesselReport"
import { nextSlice } from "@landfall/core/limits/SliceTurns"
import type { Instant } from "@landfall/core/time/Instant"
import { Array as Arr, ByteSize, Duration, Effect, Predicate, Random, Stream } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import type { Socket } from "effect/socket"
import { type HttpExchange, makeHttpExchange } from "../../dcsa/carriers/HttpExchange.ts"
import { JsonParser, type JsonParsing } from "../../json/JsonParser.ts"
import type { DecodedMessage } from "../json/DecodedMessage.ts"
import {
  DIGITRAFFIC_TOPICS,
  decodeDigitrafficLocations,
  decodeDigitrafficTopic,
  decodeDigitrafficVessels
} from "../json/DigitrafficMessage.ts"
import { type DocumentReader, makeDocumentReader, parseJson } from "../json/JsonReader.ts"
import { currentInstant } from "../reports/ReadReports.ts"
import { mqttMessages } from "./MqttSubscription.ts"
import { type LiveOptions, SourceRejection, withReconnection } from "./Reconnection.ts"

/** The protocol of MQTT over a WebSocket. */
export const MQTT_WEBSOCKET_PROTOCOL = "mqtt"

const CLIENT_ID_DIGITS = 12

/** An id that no other client of the broker has. */
const makeClientId = Effect.map(
  Effect.replicateEffect(Random.nextIntBetween(0, 36), CLIENT_ID_DIGITS),
  (digits) => `landfall${digits.map((digit) => digit.toString(36)).join("")}`
)

const decoder = new TextDecoder()

/** The reports of Digitraffic over MQTT on a WebSocket that is opened again whenever it ends. */
export const digitrafficReports = (socket: Socket.Socket, options: LiveOptions): Stream.Stream<VesselReport> =>
  Stream.unwrap(
    Effect.map(makeClientId, (clientId) => {
      const { source, tally } = options
      let topic = ""
      const reader = makeDocumentReader(source, "live", tally, (document) => decodeDigitrafficTopic(topic, document))
      const messages = mqttMessages(socket, { clientId, topics: DIGITRAFFIC_TOPICS }, tally)
      return withReconnection(messages, options, () => {}).pipe(
        Stream.mapEffect((message) =>
          Effect.map(currentInstant, (arrivedAt) => {
            topic = message.topic
            return reader.read(parseJson(decoder.decode(message.payload)), arrivedAt)
          })
        ),
        Stream.filter(Arr.isReadonlyArrayNonEmpty),
        Stream.flattenArray
      )
    })
  )

/** The intervals of requests over REST for positions, and for static data, which changes seldom. */
const LOCATIONS_INTERVAL = Duration.seconds(20)
const VESSELS_INTERVAL = Duration.minutes(10)

/** The window of the first request for positions. Digitraffic retains older ones of vessels out of reach. */
const FIRST_WINDOW = Duration.minutes(10)

/** All vessels of the Baltic are about 8 MB. */
const MAX_RESPONSE_SIZE = ByteSize.mebibytes(64)
const REQUEST_DEADLINE = Duration.seconds(30)

/** The vessels of a response that are decoded in one step: about a millisecond of work. */
const STEP_VESSELS = 256

/** A document in parts with the values of its list; the document itself where it has none. */
const partsOf = (document: unknown): ReadonlyArray<unknown> => {
  if (Array.isArray(document)) return Arr.chunksOf(document, STEP_VESSELS)
  const features = Predicate.isReadonlyObject(document) ? document.features : undefined
  if (!Array.isArray(features)) return [document]
  return Arr.chunksOf(features, STEP_VESSELS).map((part) => ({ features: part }))
}

/** Reads a document part by part. Other work runs between the parts. */
const readInParts = Effect.fnUntraced(function* (reader: DocumentReader, document: unknown, now: Instant) {
  const reports: Array<VesselReport> = []
  for (const [index, part] of partsOf(document).entries()) {
    if (index > 0) yield* nextSlice
    for (const report of reader.read(part, now)) reports.push(report)
  }
  return reports
})

/** Requests a document; fails with the reason, so that the usual waits precede the next request. */
const request = Effect.fnUntraced(function* (exchange: HttpExchange, { parse }: JsonParsing, url: string) {
  const get = HttpClientRequest.get(url).pipe(
    HttpClientRequest.acceptJson,
    HttpClientRequest.setHeader("Digitraffic-User", "Landfall")
  )
  const response = yield* Effect.mapError(exchange(get, MAX_RESPONSE_SIZE), (fault) => {
    const reason = fault._tag === "Unknown" ? "did not respond." : fault.message
    return new SourceRejection({ message: `The server ${reason}` })
  })
  if (response.status === 200) return yield* Effect.catch(parse(response.body), () => Effect.undefined)
  return yield* new SourceRejection({ message: `The server responded with status ${response.status}.` })
})

/**
 * The reports of Digitraffic over REST: the positions since the last request every 20 s, and static data every 10 minutes.
 *
 * @param url the URL before `/api/ais/v1`
 */
export const digitrafficRestReports = (
  url: string,
  options: LiveOptions
): Stream.Stream<VesselReport, never, HttpClient.HttpClient> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const { source, tally } = options
      const json = yield* JsonParser
      const exchange = makeHttpExchange(yield* HttpClient.HttpClient, REQUEST_DEADLINE)
      const base = `${url.replace(/\/$/, "")}/api/ais/v1`
      const readerOf = (decode: (document: unknown) => ReadonlyArray<DecodedMessage>) =>
        makeDocumentReader(source, "live", tally, decode)
      const [locations, vessels] = [readerOf(decodeDigitrafficLocations), readerOf(decodeDigitrafficVessels)]
      const started = yield* currentInstant
      let locationsFrom: number = started - Duration.toMillis(FIRST_WINDOW)
      let vesselsAt = Number.NEGATIVE_INFINITY

      const requestVessels = Effect.fnUntraced(function* (now: Instant) {
        if (now - vesselsAt < Duration.toMillis(VESSELS_INTERVAL)) return []
        const since = Number.isFinite(vesselsAt) ? `?from=${vesselsAt}` : ""
        const document = yield* request(exchange, json, `${base}/vessels${since}`)
        vesselsAt = now
        return yield* readInParts(vessels, document, now)
      })
      const poll = Effect.gen(function* (): Effect.fn.Return<ReadonlyArray<VesselReport>, SourceRejection> {
        const now = yield* currentInstant
        const document = yield* request(exchange, json, `${base}/locations?from=${locationsFrom}`)
        tally.addConnection()
        locationsFrom = now - Duration.toMillis(LOCATIONS_INTERVAL)
        return Arr.appendAll(yield* readInParts(locations, document, now), yield* requestVessels(now))
      })
      const polls = Stream.concat(
        Stream.fromEffect(poll),
        Stream.fromEffectRepeat(Effect.andThen(Effect.sleep(LOCATIONS_INTERVAL), poll))
      )
      return withReconnection(polls, options, () => {}).pipe(
        Stream.filter(Arr.isReadonlyArrayNonEmpty),
        Stream.flattenArray
      )
    })
  )
