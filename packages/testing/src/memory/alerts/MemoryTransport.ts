import {
  AlertTransport,
  type FailureReason,
  MAX_RESPONSE_STORED_BYTES,
  SEND_DEADLINE_MILLIS,
  TransportError,
  type WebhookRequest
} from "@landfall/core/alerts/sending/AlertTransport"
import { Clock, Context, Effect, Layer, Option, Queue } from "effect"

/** The response to one POST, `delayMillis` after it was sent; a delay beyond the deadline is a timeout. */
export type ScriptedResponse =
  | {
      readonly status: number
      readonly body?: string
      readonly retryAfterMillis?: number
      readonly delayMillis?: number
    }
  /** No response arrives, for this reason. */
  | { readonly failure: FailureReason; readonly delayMillis?: number }

/** One POST that was sent, and when: milliseconds since the epoch. */
export interface SentRequest extends WebhookRequest {
  readonly at: number
}

const OK: ScriptedResponse = { status: 200 }

/**
 * An `AlertTransport` that sends nothing: it records requests and returns scripted responses. Time is that of the
 * clock, so delays pass as the test moves it.
 *
 * ```ts
 * const transport = yield* MemoryTransport
 * yield* transport.respondWith("https://example.com/hook", [{ status: 500 }, { status: 500 }, { status: 200 }])
 * // … run the worker …
 * assert.strictEqual((yield* transport.sent).length, 3)
 * ```
 */
export class MemoryTransport extends Context.Service<
  MemoryTransport,
  {
    /**
     * Sets the responses of a URL: one for each POST in turn, the last one for all that follow. A URL without a script
     * responds with 200; an empty script removes the script.
     */
    readonly respondWith: (url: string, script: ReadonlyArray<ScriptedResponse>) => Effect.Effect<void>
    /** Every POST so far, in the order in which they were sent. */
    readonly sent: Effect.Effect<ReadonlyArray<SentRequest>>
    /** The next POST that `next` has not returned yet; waits for it. */
    readonly next: Effect.Effect<SentRequest>
    /** The number of POSTs that wait for their response now, and the greatest such number so far. */
    readonly inFlight: Effect.Effect<{ readonly now: number; readonly most: number }>
  }
>()("@landfall/testing/MemoryTransport") {
  static readonly layer: Layer.Layer<MemoryTransport | AlertTransport> = Layer.effectContext(
    Effect.gen(function* () {
      const scripts = new Map<string, Array<ScriptedResponse>>()
      const sent: Array<SentRequest> = []
      const unread = yield* Queue.unbounded<SentRequest>()
      let now = 0
      let most = 0

      const replyTo = (url: string): ScriptedResponse => {
        const script = scripts.get(url)
        return (script !== undefined && script.length > 1 ? script.shift() : script?.[0]) ?? OK
      }

      const begin = (request: WebhookRequest): Effect.Effect<ScriptedResponse> =>
        Effect.map(Clock.currentTimeMillis, (at) => {
          const post = { ...request, at }
          sent.push(post)
          Queue.offerUnsafe(unread, post)
          now += 1
          most = Math.max(most, now)
          return replyTo(request.url)
        })

      const end = Effect.sync(() => {
        now -= 1
      })

      return Context.make(
        MemoryTransport,
        MemoryTransport.of({
          respondWith: (url, script) => Effect.sync(() => scripts.set(url, [...script])),
          sent: Effect.sync(() => [...sent]),
          next: Queue.take(unread),
          inFlight: Effect.sync(() => ({ now, most }))
        })
      ).pipe(
        Context.add(
          AlertTransport,
          AlertTransport.of({ send: (request) => Effect.acquireUseRelease(begin(request), giveResponse, () => end) })
        )
      )
    })
  )
}

const truncateBody = (text: string): string => {
  const bytes = new TextEncoder().encode(text)
  return bytes.length <= MAX_RESPONSE_STORED_BYTES
    ? text
    : new TextDecoder().decode(bytes.subarray(0, MAX_RESPONSE_STORED_BYTES))
}

const timedOut = new TransportError({
  reason: "timeout",
  message: `No response within ${SEND_DEADLINE_MILLIS / 1000} seconds.`
})

/** Returns a response as a real transport does: within the deadline or not at all. */
const giveResponse = Effect.fnUntraced(function* (reply: ScriptedResponse) {
  const delayMillis = Option.getOrElse(Option.fromUndefinedOr(reply.delayMillis), () => 0)
  if (delayMillis > 0) yield* Effect.sleep(Math.min(delayMillis, SEND_DEADLINE_MILLIS))
  if (delayMillis > SEND_DEADLINE_MILLIS) return yield* timedOut
  if ("failure" in reply) {
    return yield* new TransportError({ reason: reply.failure, message: `The receiver failed: ${reply.failure}.` })
  }
  const { status, retryAfterMillis } = reply
  return { status, body: truncateBody(reply.body ?? ""), retryAfterMillis, responseStartMillis: delayMillis }
})
