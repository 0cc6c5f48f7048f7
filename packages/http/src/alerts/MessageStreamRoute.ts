import { MESSAGE_STREAM_PATH } from "@landfall/api/conventions/PathPrefixes"
import type { Account } from "@landfall/core/accounts/Account"
import { includesAlerts } from "@landfall/core/accounts/Plan"
import { Duration, Effect, Option, Scope, Stream } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { type ApiError, failWith } from "../conventions/ApiError.ts"
import { CurrentCall } from "../conventions/CallRecord.ts"
import { rejectParameters } from "../conventions/QueryParameters.ts"
import { MeteredCalls } from "../metering/MeteredCalls.ts"
import { MessageStreams } from "./MessageStreams.ts"
import type { StreamEvent } from "./StreamEvents.ts"

/** The name of the stream in the usage counters: opening it counts as one request. */
const MESSAGE_STREAM_OPERATION = "messages.stream"

const HEARTBEAT_INTERVAL = Duration.seconds(15)
const RETRY_MILLIS = 3000
const RETRY_AFTER_SECONDS = 30
const MAX_ID_LENGTH = 100

const encoder = new TextEncoder()

const READY_EVENT = `retry: ${RETRY_MILLIS}\nevent: ready\ndata: {}\n\n`
const HEARTBEAT = ": heartbeat\n\n"

const formatEvent = ({ name, id, data }: StreamEvent): string => `id: ${id}\nevent: ${name}\ndata: ${data}\n\n`

const HEADERS = {
  "cache-control": "no-store, no-transform",
  // Proxies such as nginx would hold events back.
  "x-accel-buffering": "no",
  // A server that stops would wait for the next request of the connection.
  connection: "close"
}

/** The id of the last event that a reader got before it reconnected. */
const lastEventOf = ({ headers }: HttpServerRequest.HttpServerRequest): Option.Option<string> => {
  const id = headers["last-event-id"]
  return id === undefined || id === "" || id.length > MAX_ID_LENGTH ? Option.none() : Option.some(id)
}

/**
 * `GET …/message-stream`: the new messages of the account, and those whose deliveries change, as server-sent events. The
 * stream ends when the server stops, and in place of the next event or heartbeat once the key or the session of its request is
 * no longer valid or the plan of its account has no alerts.
 */
export const messageStreamRoute = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const { run, identify } = yield* MeteredCalls
    const streams = yield* MessageStreams

    const open = Effect.fnUntraced(function* (account: Account, request: HttpServerRequest.HttpServerRequest) {
      if (!includesAlerts(account.plan)) {
        return yield* failWith("planWithoutAlerts", [`The plan of the account is ${account.plan}.`])
      }
      if (!(yield* streams.take(account.id))) {
        const call = yield* CurrentCall
        call.retryAfterSeconds = RETRY_AFTER_SECONDS
        return yield* failWith("tooManyRequests", [
          "The account has as many open streams as its share of this server allows. Close one, or read the list of messages instead."
        ])
      }
      const since = lastEventOf(request)
      const events = Stream.unwrap(
        // The event `ready` states that the stream contains every message from now on.
        Effect.map(streams.open(account.id, since), (reader) =>
          Stream.concat(Stream.make(READY_EVENT), Stream.map(Stream.fromQueue(reader), formatEvent))
        )
      )
      // The key is at most a second behind the store, as that of a request is.
      const mayReceive = Effect.match(identify(request), {
        onFailure: () => false,
        onSuccess: (key) => includesAlerts(key.account.plan)
      })
      const heartbeats = Stream.tick(HEARTBEAT_INTERVAL).pipe(
        Stream.drop(1),
        Stream.map(() => HEARTBEAT)
      )
      const body = Stream.merge(events, heartbeats, { haltStrategy: "either" }).pipe(
        Stream.takeWhileEffect(() => mayReceive),
        Stream.map((text) => encoder.encode(text))
      )
      return HttpServerResponse.stream(body, { contentType: "text/event-stream", headers: HEADERS })
    })

    yield* router.add("GET", MESSAGE_STREAM_PATH, (request) =>
      Effect.gen(function* () {
        const rejection = rejectParameters(yield* HttpServerRequest.ParsedSearchParams)
        // That of the request, which ends with the stream.
        const scope = yield* Effect.scope
        return yield* run<ApiError>(
          MESSAGE_STREAM_OPERATION,
          (account) => rejection ?? Effect.provideService(open(account, request), Scope.Scope, scope)
        )
      })
    )
  })
)
