import { type VerificationResult, verify } from "@landfall/core/alerts/sending/Signature"
import type { SigningSecret } from "@landfall/core/alerts/sending/SigningSecret"
import { Clock, Context, Effect, FiberSet, Layer, type Option, Queue, Result, Schema } from "effect"
import { Mac, SecureRandom } from "effect/crypto"

/** Why a delivery is not to be trusted. */
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
  /** Byte for byte as it came, decoded from UTF-8; empty when it was not read. */
  readonly body: string
  /** Milliseconds since the epoch. */
  readonly receivedAt: number
}

/** Signed with a secret that the receiver knows, and fresh. */
export interface VerifiedDelivery extends IncomingRequest {
  readonly _tag: "Verified"
  /** The `webhook-id`: the same whenever this message is delivered again. */
  readonly id: string
  readonly timestampSeconds: number
  /** The body read as JSON; none when it is not JSON. */
  readonly payload: Option.Option<unknown>
  /** 1 when the message came for the first time, 2 for the second. */
  readonly occurrence: number
}

export interface RejectedDelivery extends IncomingRequest {
  readonly _tag: "Refused"
  readonly reason: RejectionReason
}

export type ReceivedDelivery = VerifiedDelivery | RejectedDelivery

export interface WebhookReceiverOptions {
  /** The secrets whose signatures are trusted; more can be added with `trust`. */
  readonly secrets?: ReadonlyArray<SigningSecret>
  /** How many deliveries are kept, the latest; 10,000 unless given. */
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
 * Receives webhooks as a careful customer does: verifies signature and freshness by Standard Webhooks 1.0, tells first
 * deliveries from repeated ones, and keeps all of them in order. It has no socket of its own: whoever hosts it calls
 * `handler` with a Web-standard `Request`, such as `Deno.serve(receiver.handler)`.
 */
export class WebhookReceiver extends Context.Service<
  WebhookReceiver,
  {
    /** Takes one delivery and answers it: 204 when it is verified, else 4xx with the reason as text. */
    readonly handle: (request: Request) => Effect.Effect<Response>
    /** `handle` for hosts that know nothing of Effect. It works as long as the layer lives. */
    readonly handler: (request: Request) => Promise<Response>
    /** Trusts the signatures of one more secret. */
    readonly trust: (secret: SigningSecret) => Effect.Effect<void>
    /** Answers these statuses to the verified deliveries that come next, one each, instead of 204. */
    readonly respondWith: (statuses: ReadonlyArray<number>) => Effect.Effect<void>
    /** Everything that came, in order. */
    readonly received: Effect.Effect<ReadonlyArray<ReceivedDelivery>>
    /** The verified deliveries in order, each message once. */
    readonly messages: Effect.Effect<ReadonlyArray<VerifiedDelivery>>
    /** The next delivery that `next` has not answered yet; waits for it. */
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

/** What is to be verified, or why it cannot be. */
const readSigned = (arrived: IncomingRequest) => {
  const id = arrived.headers["webhook-id"]
  const timestamp = arrived.headers["webhook-timestamp"]
  const signature = arrived.headers["webhook-signature"]
  if (id === undefined || timestamp === undefined || signature === undefined) {
    return Result.fail<RejectionReason>("missing_header")
  }
  if (!/^\d{1,15}$/.test(timestamp)) return Result.fail<RejectionReason>("malformed_timestamp")
  return Result.succeed({ signature, signed: { id, timestampSeconds: Number(timestamp), body: arrived.body } })
}

const makeReceiver = Effect.fnUntraced(function* (options: WebhookReceiverOptions) {
  const mac = yield* Mac.Mac
  const run = yield* FiberSet.makeRuntimePromise<never>()
  const secrets = [...(options.secrets ?? [])]
  const keep = options.maxDeliveries ?? DEFAULT_MAX_DELIVERIES
  const received: Array<ReceivedDelivery> = []
  const occurrences = new Map<string, number>()
  const statuses: Array<number> = []
  const unread = yield* Queue.sliding<ReceivedDelivery>(keep)

  const note = (entry: ReceivedDelivery) => {
    received.push(entry)
    if (received.length > keep) received.shift()
    Queue.offerUnsafe(unread, entry)
  }

  const forgetOldest = () => {
    const [oldest] = occurrences.keys()
    if (oldest !== undefined) occurrences.delete(oldest)
  }

  const refuse = (arrived: IncomingRequest, reason: RejectionReason): Response => {
    note({ _tag: "Refused", ...arrived, reason })
    return new Response(`${reason}\n`, { status: STATUS_BY_REASON[reason] })
  }

  const judge = Effect.fnUntraced(function* (arrived: IncomingRequest): Effect.fn.Return<Response> {
    const read = readSigned(arrived)
    if (Result.isFailure(read)) return refuse(arrived, read.failure)
    const { signed, signature } = read.success
    const nowSeconds = Math.floor(arrived.receivedAt / 1000)
    let verdict: VerificationResult = "no_matching_signature"
    for (const secret of secrets) {
      verdict = yield* Effect.provideService(verify(secret, signed, signature, nowSeconds), Mac.Mac, mac)
      if (verdict !== "no_matching_signature") break
    }
    if (verdict !== "valid") return refuse(arrived, verdict)
    const { id, timestampSeconds } = signed
    const occurrence = (occurrences.get(id) ?? 0) + 1
    occurrences.set(id, occurrence)
    if (occurrences.size > keep) forgetOldest()
    note({ _tag: "Verified", ...arrived, id, timestampSeconds, payload: decodeJson(arrived.body), occurrence })
    return new Response(null, { status: statuses.shift() ?? 204 })
  })

  const handle = Effect.fnUntraced(function* (request: Request): Effect.fn.Return<Response> {
    const receivedAt = yield* Clock.currentTimeMillis
    const arrived: IncomingRequest = {
      url: request.url,
      headers: Object.fromEntries(request.headers),
      body: "",
      receivedAt
    }
    if (request.method !== "POST") return refuse(arrived, "not_a_post")
    const body = yield* Effect.result(readBody(request))
    if (Result.isFailure(body)) return refuse(arrived, body.failure)
    return yield* judge({ ...arrived, body: body.success })
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
