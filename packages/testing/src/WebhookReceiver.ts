import { type VerificationResult, verify } from "@landfall/core/alerts/sending/Signature"
import type { SigningSecret } from "@landfall/core/alerts/sending/SigningSecret"
import { Clock, Context, Effect, FiberSet, Layer, type Option, Queue, Result, Schema } from "effect"
import { Mac, SecureRandom } from "effect/crypto"

/** The reason of a rejected delivery. */
export type RejectionReason =
  | Exclude<VerificationResult, "valid">
  | "not_a_post"
  | "missing_header"
  | "malformed_timestamp"
  | "body_lost"
  | "body_too_large"

interface IncomingRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** The body, decoded from UTF-8 and otherwise unchanged; empty when it was not read. */
  readonly body: string
  /** Milliseconds since the epoch. */
  readonly receivedAt: number
}

/** A delivery with a valid signature and a timestamp within the tolerance. */
export interface VerifiedDelivery extends IncomingRequest {
  readonly _tag: "Verified"
  /** The `webhook-id`: the same for every delivery of a message. */
  readonly id: string
  readonly timestampSeconds: number
  /** The body as JSON; none when it is not JSON. */
  readonly payload: Option.Option<unknown>
  /** 1 for the first delivery of a message, 2 for the second. */
  readonly occurrence: number
}

/** A request that is not a valid delivery, with the reason. */
export interface RejectedDelivery extends IncomingRequest {
  readonly _tag: "Rejected"
  readonly reason: RejectionReason
}

/** A recorded request: a verified delivery, or a rejected one. */
export type ReceivedDelivery = VerifiedDelivery | RejectedDelivery

/** The trusted secrets of a receiver, and its limit. */
export interface WebhookReceiverOptions {
  /** The secrets whose signatures are trusted; more can be added with `trust`. */
  readonly secrets?: ReadonlyArray<SigningSecret>
  /** The maximum number of deliveries to retain; the oldest are dropped. 10,000 by default. */
  readonly maxDeliveries?: number
}

const DEFAULT_MAX_DELIVERIES = 10_000
const MAX_BODY_BYTES = 1024 * 1024

const STATUS_BY_REASON: Readonly<Record<RejectionReason, number>> = {
  not_a_post: 405,
  missing_header: 400,
  malformed_timestamp: 400,
  body_lost: 400,
  body_too_large: 413,
  timestamp_too_old: 401,
  timestamp_too_new: 401,
  no_matching_signature: 401
}

const decodeJson = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Unknown))

/**
 * A receiver of webhooks for tests. It verifies signatures and timestamps by Standard Webhooks 1.0, counts repeated
 * deliveries of a message, and records all deliveries in order. It opens no socket: its host calls `handler` with a
 * Web-standard `Request`, for example `Deno.serve(receiver.handler)`.
 */
export class WebhookReceiver extends Context.Service<
  WebhookReceiver,
  {
    /** Records one delivery and responds: 204 when it is verified, else 4xx with the reason as text. */
    readonly handle: (request: Request) => Effect.Effect<Response>
    /** `handle` as a promise, for hosts without Effect. It works while the layer lives. */
    readonly handler: (request: Request) => Promise<Response>
    /** Adds a trusted secret. */
    readonly trust: (secret: SigningSecret) => Effect.Effect<void>
    /** Responds to the next verified deliveries with these statuses, one each, in place of 204. */
    readonly respondWith: (statuses: ReadonlyArray<number>) => Effect.Effect<void>
    /** All recorded deliveries, in order. */
    readonly received: Effect.Effect<ReadonlyArray<ReceivedDelivery>>
    /** The verified deliveries in order, each message once. */
    readonly messages: Effect.Effect<ReadonlyArray<VerifiedDelivery>>
    /** The next delivery that `next` has not returned; waits for it. */
    readonly next: Effect.Effect<ReceivedDelivery>
  }
>()("@landfall/testing/WebhookReceiver") {
  static readonly layer = (options: WebhookReceiverOptions = {}): Layer.Layer<WebhookReceiver> =>
    Layer.effect(WebhookReceiver, makeReceiver(options)).pipe(
      Layer.provide(Mac.layerWebCrypto),
      Layer.provide(SecureRandom.layerWebCrypto)
    )
}

const isFirstDelivery = (entry: ReceivedDelivery): entry is VerifiedDelivery =>
  entry._tag === "Verified" && entry.occurrence === 1

/** Reads a body of at most `MAX_BODY_BYTES` bytes of UTF-8. */
const readBody = (request: Request): Effect.Effect<string, RejectionReason> =>
  Effect.tryPromise(async () => {
    if (request.body === null) return ""
    const decoder = new TextDecoder("utf-8", { ignoreBOM: true })
    let text = ""
    let size = 0
    for await (const chunk of request.body) {
      size += chunk.byteLength
      if (size > MAX_BODY_BYTES) return undefined
      text += decoder.decode(chunk, { stream: true })
    }
    return text + decoder.decode()
  }).pipe(
    Effect.mapError((): RejectionReason => "body_lost"),
    Effect.flatMap((body) => (body === undefined ? Effect.fail("body_too_large" as const) : Effect.succeed(body)))
  )

/** The signed parts of a request, or the reason for which they cannot be verified. */
const readSigned = (incoming: IncomingRequest) => {
  const id = incoming.headers["webhook-id"]
  const timestamp = incoming.headers["webhook-timestamp"]
  const signature = incoming.headers["webhook-signature"]
  if (id === undefined || timestamp === undefined || signature === undefined) {
    return Result.fail<RejectionReason>("missing_header")
  }
  if (!/^\d{1,15}$/.test(timestamp)) return Result.fail<RejectionReason>("malformed_timestamp")
  return Result.succeed({ signature, signed: { id, timestampSeconds: Number(timestamp), body: incoming.body } })
}

const makeReceiver = Effect.fnUntraced(function* (options: WebhookReceiverOptions) {
  const mac = yield* Mac.Mac
  const run = yield* FiberSet.makeRuntimePromise<never>()
  const secrets = [...(options.secrets ?? [])]
  const maxDeliveries = options.maxDeliveries ?? DEFAULT_MAX_DELIVERIES
  const received: Array<ReceivedDelivery> = []
  const occurrences = new Map<string, number>()
  const statuses: Array<number> = []
  const unread = yield* Queue.sliding<ReceivedDelivery>(maxDeliveries)

  const record = (entry: ReceivedDelivery) => {
    received.push(entry)
    if (received.length > maxDeliveries) received.shift()
    Queue.offerUnsafe(unread, entry)
  }

  const dropOldestOccurrence = () => {
    const [oldest] = occurrences.keys()
    if (oldest !== undefined) occurrences.delete(oldest)
  }

  const reject = (incoming: IncomingRequest, reason: RejectionReason): Response => {
    record({ _tag: "Rejected", ...incoming, reason })
    return new Response(`${reason}\n`, { status: STATUS_BY_REASON[reason] })
  }

  const verifyDelivery = Effect.fnUntraced(function* (incoming: IncomingRequest): Effect.fn.Return<Response> {
    const signedParts = readSigned(incoming)
    if (Result.isFailure(signedParts)) return reject(incoming, signedParts.failure)
    const { signed, signature } = signedParts.success
    const nowSeconds = Math.floor(incoming.receivedAt / 1000)
    let verification: VerificationResult = "no_matching_signature"
    for (const secret of secrets) {
      verification = yield* Effect.provideService(verify(secret, signed, signature, nowSeconds), Mac.Mac, mac)
      if (verification !== "no_matching_signature") break
    }
    if (verification !== "valid") return reject(incoming, verification)
    const { id, timestampSeconds } = signed
    const occurrence = (occurrences.get(id) ?? 0) + 1
    occurrences.set(id, occurrence)
    if (occurrences.size > maxDeliveries) dropOldestOccurrence()
    record({ _tag: "Verified", ...incoming, id, timestampSeconds, payload: decodeJson(incoming.body), occurrence })
    return new Response(null, { status: statuses.shift() ?? 204 })
  })

  const handle = Effect.fnUntraced(function* (request: Request): Effect.fn.Return<Response> {
    const receivedAt = yield* Clock.currentTimeMillis
    const incoming: IncomingRequest = {
      url: request.url,
      headers: Object.fromEntries(request.headers),
      body: "",
      receivedAt
    }
    if (request.method !== "POST") return reject(incoming, "not_a_post")
    const body = yield* Effect.result(readBody(request))
    if (Result.isFailure(body)) return reject(incoming, body.failure)
    return yield* verifyDelivery({ ...incoming, body: body.success })
  })

  return WebhookReceiver.of({
    handle,
    handler: (request) => run(handle(request)),
    trust: (secret) => Effect.sync(() => secrets.push(secret)),
    respondWith: (next) => Effect.sync(() => statuses.push(...next)),
    received: Effect.sync(() => [...received]),
    messages: Effect.sync(() => received.filter(isFirstDelivery)),
    next: Queue.take(unread)
  })
})
