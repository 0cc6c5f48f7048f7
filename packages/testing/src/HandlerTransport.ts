import {
  AlertTransport,
  MAX_RESPONSE_READ_BYTES,
  SEND_DEADLINE_MILLIS,
  TransportError,
  type WebhookRequest
} from "@landfall/core/alerts/sending/AlertTransport"
import { Clock, Context, Effect, Layer } from "effect"

/** A request handler of a web framework, such as `app.fetch` of Hono or a route handler of Next.js. */
export type WebHandler = (request: Request) => Response | Promise<Response>

/** A request to the receiver, and the status of its response; undefined while it waits, or when it threw an error. */
export interface HandledRequest extends WebhookRequest {
  /** Milliseconds since the epoch, of the clock of the test. */
  readonly at: number
  readonly status: number | undefined
}

/** The wait of a `Retry-After` in seconds; dates are not read. */
const retryAfterMillis = (response: Response): number | undefined => {
  const text = response.headers.get("retry-after")
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) * 1000 : undefined
}

const failed = (error: unknown) =>
  new TransportError({
    reason: "connection_lost",
    message: `The receiver threw an error: ${error instanceof Error ? error.message : String(error)}`
  })

const timedOut = new TransportError({
  reason: "timeout",
  message: `No response within ${SEND_DEADLINE_MILLIS / 1000} seconds.`
})

/**
 * An `AlertTransport` that calls a receiver in this process with a Web-standard `Request`, over no network: the receiver of a
 * test gets the bytes and signatures that a worker sends. An error that the handler throws counts as a lost connection, and a
 * response after 15 s of the clock as a timeout; both are retried.
 */
export class HandlerTransport extends Context.Service<
  HandlerTransport,
  {
    /** Every request so far, in the order in which they were sent. */
    readonly sent: Effect.Effect<ReadonlyArray<HandledRequest>>
    /** Completes once the receiver has responded to every request: a test clock does not wait for promises. */
    readonly settle: Effect.Effect<void>
  }
>()("@landfall/testing/HandlerTransport") {
  static readonly layer = (handler: WebHandler): Layer.Layer<HandlerTransport | AlertTransport> =>
    Layer.effectContext(
      Effect.sync(() => {
        const sent: Array<HandledRequest> = []
        const waiting = new Set<Promise<unknown>>()

        const respond = async (index: number, { body, headers, url }: WebhookRequest) => {
          const response = await handler(new Request(url, { method: "POST", headers, body }))
          const text = await response.text()
          const request = sent[index]
          if (request !== undefined) sent[index] = { ...request, status: response.status }
          return { response, text }
        }

        /** Starts a request, which `settle` waits for. */
        const begin = (request: WebhookRequest, at: number) => {
          const response = respond(sent.push({ ...request, at, status: undefined }) - 1, request)
          const ended: Promise<void> = response.then(
            () => remove(),
            () => remove()
          )
          const remove = () => void waiting.delete(ended)
          waiting.add(ended)
          return response
        }

        const send = Effect.fnUntraced(function* (request: WebhookRequest) {
          const startedAt = yield* Clock.currentTimeMillis
          const { response, text } = yield* Effect.tryPromise({
            try: () => begin(request, startedAt),
            catch: failed
          }).pipe(Effect.timeoutOrElse({ duration: SEND_DEADLINE_MILLIS, orElse: () => Effect.fail(timedOut) }))
          return {
            status: response.status,
            body: text.slice(0, MAX_RESPONSE_READ_BYTES),
            headers: Object.fromEntries(response.headers),
            retryAfterMillis: retryAfterMillis(response),
            responseStartMillis: (yield* Clock.currentTimeMillis) - startedAt
          }
        })

        const settle = Effect.suspend(() => Effect.promise(() => Promise.all(waiting))).pipe(
          Effect.repeat({ while: () => waiting.size > 0 }),
          Effect.asVoid
        )

        return Context.make(HandlerTransport, HandlerTransport.of({ sent: Effect.sync(() => [...sent]), settle })).pipe(
          Context.add(AlertTransport, AlertTransport.of({ send }))
        )
      })
    )
}
