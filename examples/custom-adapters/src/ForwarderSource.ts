import { Instant } from "@landfall/core/time/Instant"
import { CarrierProfile } from "@landfall/core/tracking/carriers/CarrierProfile"
import {
  ShipmentUnknown,
  type SourceQuery,
  SourceUnauthorised,
  SourceUnavailable,
  TrackingSource
} from "@landfall/core/tracking/carriers/TrackingSource"
import { decodeDcsa } from "@landfall/feeds/dcsa/events/DcsaDecoder"
import { Clock, Effect, Layer, Redacted, Schema } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"

/** The address and the key of the forwarder's API. */
export interface ForwarderConfig {
  readonly baseUrl: string
  readonly key: Redacted.Redacted
}

/** What the forwarder responds with: the moves of a container. */
const Moves = Schema.Struct({
  moves: Schema.Array(
    Schema.Struct({
      id: Schema.String,
      at: Schema.String,
      planned: Schema.Boolean,
      what: Schema.Literals(["loaded", "discharged"]),
      port: Schema.String,
      vessel: Schema.String,
      voyage: Schema.String
    })
  )
})

const decodeMoves = Schema.decodeUnknownEffect(Schema.fromJsonString(Moves))

/** A move in the form of DCSA, which the decoder of `@landfall/feeds` reads. */
const dcsaEventOf = (container: string, move: (typeof Moves.Type)["moves"][number]) => ({
  eventID: move.id,
  eventType: "EQUIPMENT",
  eventDateTime: move.at,
  eventClassifierCode: move.planned ? "PLN" : "ACT",
  equipmentEventTypeCode: move.what === "loaded" ? "LOAD" : "DISC",
  equipmentReference: container,
  emptyIndicatorCode: "LADEN",
  transportCall: {
    modeOfTransport: "VESSEL",
    UNLocationCode: move.port,
    exportVoyageNumber: move.voyage,
    vessel: { vesselName: move.vessel }
  }
})

const DEADLINE = "20 seconds"

const make = ({ baseUrl, key }: ForwarderConfig) =>
  Effect.gen(function* () {
    const client = yield* HttpClient.HttpClient
    // The defaults of a profile are applied when it is decoded.
    const profile = Schema.decodeUnknownSync(CarrierProfile)({
      scac: "FWDR",
      name: "Forwarder",
      baseUrl,
      kinds: ["CT"]
    })

    const poll = Effect.fn("Forwarder.poll")(function* ({ kind, number, scac }: SourceQuery) {
      const unavailable = (reason: SourceUnavailable["reason"], message: string, requests = 1) =>
        new SourceUnavailable({ scac, requests, reason, message })
      if (scac !== profile.scac || !profile.kinds.includes(kind)) {
        return yield* unavailable("not_configured", `${scac} is not configured for ${kind}.`, 0)
      }
      const request = HttpClientRequest.get(`${baseUrl}/containers/${number}`).pipe(
        HttpClientRequest.setHeader("x-key", Redacted.value(key))
      )
      const response = yield* Effect.mapError(client.execute(request), () =>
        unavailable("unreachable", "The forwarder did not respond.")
      )
      if (response.status === 404) return yield* new ShipmentUnknown({ scac, number, requests: 1 })
      if (response.status === 401 || response.status === 403) {
        return yield* new SourceUnauthorised({ scac, requests: 1, message: "The forwarder rejected the key." })
      }
      if (response.status !== 200) {
        return yield* unavailable("server_error", `The forwarder responded with ${response.status}.`)
      }
      const { moves } = yield* Effect.mapError(Effect.flatMap(response.text, decodeMoves), () =>
        unavailable("unreadable", "The response of the forwarder is not a list of moves.")
      )
      const receivedAt = Instant.make(yield* Clock.currentTimeMillis)
      const decoded = decodeDcsa(
        moves.map((move) => dcsaEventOf(number, move)),
        receivedAt
      )
      return { ...decoded, complete: decoded.rejected.length === 0, requests: 1 }
    })

    const pollInTime = (query: SourceQuery) =>
      Effect.timeoutOrElse(poll(query), {
        duration: DEADLINE,
        orElse: () =>
          Effect.fail(
            new SourceUnavailable({
              scac: query.scac,
              requests: 1,
              reason: "timeout",
              message: `The forwarder did not respond within ${DEADLINE}.`
            })
          )
      })
    return TrackingSource.fixed([profile], pollInTime)
  })

/** Polls a forwarder for containers. Requires an `HttpClient`. */
export const layer = (config: ForwarderConfig) => Layer.effect(TrackingSource, make(config))
