import type { VesselReport } from "@landfall/core/congestion/detection/VesselReport"
import type { CarrierUrl } from "@landfall/core/tracking/carriers/CarrierProfile"
import { Duration, Effect, Redacted, Stream } from "effect"
import { FetchHttpClient, HttpClient, HttpClientRequest } from "effect/http"
import { type AccessTokenCache, makeAccessTokenCache } from "../../dcsa/carriers/AccessTokenCache.ts"
import type { Credentials } from "../../dcsa/carriers/CarrierConfiguration.ts"
import { makeHttpExchange, networkErrorCode } from "../../dcsa/carriers/HttpExchange.ts"
import { decodeBarentsWatch } from "../json/BarentsWatchMessage.ts"
import { makeJsonLinesReader } from "../json/JsonReader.ts"
import { readReports } from "../reports/ReadReports.ts"
import { type LiveOptions, SourceRejection, withReconnection } from "./Reconnection.ts"

/** The client of BarentsWatch (OAuth 2.0 client credentials, RFC 6749 section 4.4, with the scope `ais`). */
export interface BarentsWatchClient {
  readonly clientId: Redacted.Redacted<string>
  readonly clientSecret: Redacted.Redacted<string>
  readonly tokenUrl: CarrierUrl
}

const TOKEN_DEADLINE = Duration.seconds(30)
/** The time within which the response must begin. */
const RESPONSE_DEADLINE = Duration.seconds(30)

const credentialsOf = ({ clientId, clientSecret, tokenUrl }: BarentsWatchClient): Credentials => ({
  clientId,
  clientSecret,
  tokenUrl,
  scope: "ais",
  clientAuthentication: "body",
  sendKeyHeaders: false
})

const reject = (message: string) => Effect.fail(new SourceRejection({ message }))

const accessToken = (tokens: AccessTokenCache) =>
  Effect.mapError(
    tokens.current,
    (fault) =>
      new SourceRejection({
        message: `The token server ${fault._tag === "Unknown" ? "did not respond." : fault.message}`
      })
  )

const unreachable = (error: unknown) =>
  new SourceRejection({
    message: `The stream could not be received (${networkErrorCode(error) ?? "connection ended"}).`
  })

/**
 * The reports of BarentsWatch's live stream over HTTP, which is opened again whenever it ends. Access tokens are requested on
 * demand, and again when one is rejected.
 */
export const barentsWatchReports = (
  url: string,
  barentsWatch: BarentsWatchClient,
  options: LiveOptions
): Stream.Stream<VesselReport, never, HttpClient.HttpClient> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const { source, tally } = options
      const client = yield* HttpClient.HttpClient
      const tokens = makeAccessTokenCache(makeHttpExchange(client, TOKEN_DEADLINE), credentialsOf(barentsWatch), {})
      const reader = makeJsonLinesReader(source, "live", tally, decodeBarentsWatch)

      const open = Effect.gen(function* () {
        const token = yield* accessToken(tokens)
        const get = HttpClientRequest.get(url).pipe(HttpClientRequest.bearerToken(Redacted.value(token)))
        const response = yield* HttpClient.withScope(client)
          .execute(get)
          .pipe(
            Effect.mapError(unreachable),
            Effect.timeoutOrElse({
              duration: RESPONSE_DEADLINE,
              orElse: () => reject(`The server did not respond within ${Duration.toSeconds(RESPONSE_DEADLINE)} s.`)
            }),
            Effect.provideService(FetchHttpClient.RequestInit, { redirect: "manual", credentials: "omit" }),
            Effect.provideService(HttpClient.TracerDisabledWhen, () => true)
          )
        if (response.status !== 200) {
          if (response.status === 401 || response.status === 403) tokens.discard(token)
          return yield* reject(`The server responded with status ${response.status}.`)
        }
        tally.addConnection()
        return Stream.mapError(response.stream, unreachable)
      })
      const received = withReconnection(Stream.unwrap(open), options, reader.restart).pipe(
        Stream.tap((chunk) => Effect.sync(() => tally.addBytes(chunk.length)))
      )
      return readReports(reader)(received)
    })
  )
