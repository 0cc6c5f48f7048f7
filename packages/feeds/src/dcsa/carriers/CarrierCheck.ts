import {
  type SourceError,
  type SourceQuery,
  type SourceResponse,
  TrackingSource
} from "@landfall/core/tracking/carriers/TrackingSource"
import type { ReferenceType } from "@landfall/core/tracking/references/ReferenceType"
import { ByteSize, Clock, Effect, Layer, Option, type Result, Stream } from "effect"
import { HttpClient, type HttpClientRequest, type HttpClientResponse } from "effect/http"
import { type ConfiguredCarrier, secretsOf } from "./CarrierConfiguration.ts"
import * as DcsaTrackingSource from "./DcsaTrackingSource.ts"
import { networkErrorCode } from "./HttpExchange.ts"

/** One request of a check. */
export interface CheckStep {
  readonly purpose: "access token" | "events"
  readonly method: string
  /** With its query, which names the number and no secret. */
  readonly url: string
  /** None when there was no response. */
  readonly status: Option.Option<number>
  /** The network error when there was no response, such as `ECONNREFUSED`, or that the poll ended before one. */
  readonly failure: Option.Option<string>
  /** Until the headers of the response, in milliseconds. */
  readonly durationMillis: number
  /** The beginning of the body of any response but 200, without secrets. */
  readonly body: string
}

/** The responses of a carrier to a check. */
export interface CarrierCheck {
  readonly query: SourceQuery
  /** In the order in which they were sent. */
  readonly steps: ReadonlyArray<CheckStep>
  readonly result: Result.Result<SourceResponse, SourceError>
}

/**
 * Numbers that no carrier should know: a container of an owner code that is not assigned, with a valid check digit, and a
 * document number. A carrier whose keys work responds that it does not know them.
 */
const UNKNOWN_NUMBERS: Readonly<Record<ReferenceType, string>> = {
  CT: "ZZZU0000005",
  BK: "LANDFALLCHECK",
  BL: "LANDFALLCHECK"
}

/** The query of a check without a number. */
export const unknownNumberQuery = (
  { profile }: ConfiguredCarrier,
  kind: ReferenceType = profile.kinds[0]
): SourceQuery => ({
  scac: profile.scac,
  number: UNKNOWN_NUMBERS[kind],
  kind
})

const MAX_BODY_SIZE = ByteSize.kibibytes(4)
const MAX_SHOWN_CHARACTERS = 500

const hideSecrets = (text: string, secrets: ReadonlyArray<string>): string =>
  secrets.reduce((shown, secret) => shown.replaceAll(secret, "(hidden)"), text)

/** The beginning of a body on one line; empty when it cannot be read. */
const readBeginning = (response: HttpClientResponse.HttpClientResponse) =>
  response.stream.pipe(
    Stream.catch(() => Stream.empty),
    Stream.limitBytes(MAX_BODY_SIZE, () => Stream.empty),
    Stream.decodeText(),
    Stream.mkString,
    Effect.map((text) => text.replace(/\s+/g, " ").trim().slice(0, MAX_SHOWN_CHARACTERS))
  )

/** A client that records every request and its response. */
const recordingClient = (client: HttpClient.HttpClient, carrier: ConfiguredCarrier, steps: Array<CheckStep>) => {
  const secrets = secretsOf(carrier)
  const tokenUrl = Option.getOrUndefined(Option.map(carrier.credentials, (credentials) => credentials.tokenUrl))

  const describe = ({ method, url, urlParams }: HttpClientRequest.HttpClientRequest) => {
    const query = new URLSearchParams([...urlParams].map(([name, value]) => [name, String(value)])).toString()
    return {
      purpose: url === tokenUrl ? ("access token" as const) : ("events" as const),
      method,
      url: query === "" ? url : `${url}?${query}`
    }
  }

  return HttpClient.transform(client, (response, request) =>
    Effect.gen(function* () {
      const started = yield* Clock.currentTimeMillis
      const sent = describe(request)
      const elapsed = Effect.map(Clock.currentTimeMillis, (now) => now - started)
      const recordFailure = (failure: string) =>
        Effect.map(elapsed, (durationMillis) => {
          steps.push({ ...sent, status: Option.none(), failure: Option.some(failure), durationMillis, body: "" })
        })
      const received = yield* response.pipe(
        Effect.tapError((error) => recordFailure(networkErrorCode(error) ?? "unknown cause")),
        Effect.onInterrupt(() => recordFailure("time limit"))
      )
      const durationMillis = yield* elapsed
      const body = received.status === 200 ? "" : hideSecrets(yield* readBeginning(received), secrets)
      steps.push({ ...sent, status: Option.some(received.status), failure: Option.none(), durationMillis, body })
      return received
    })
  )
}

/** Polls a carrier once, as the poller does, and records each request: for an access token where needed, and for events. */
export const checkCarrier = Effect.fn("checkCarrier")(function* (
  carrier: ConfiguredCarrier,
  query: SourceQuery
): Effect.fn.Return<CarrierCheck, never, HttpClient.HttpClient> {
  const steps: Array<CheckStep> = []
  const client = recordingClient(yield* HttpClient.HttpClient, carrier, steps)
  const source = DcsaTrackingSource.layer([carrier]).pipe(Layer.provide(Layer.succeed(HttpClient.HttpClient, client)))
  const result = yield* Effect.result(Effect.flatMap(TrackingSource, ({ poll }) => poll(query))).pipe(
    Effect.provide(source)
  )
  return { query, steps, result }
})
