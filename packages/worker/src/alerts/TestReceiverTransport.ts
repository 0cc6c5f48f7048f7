import type { EndpointNotFound } from "@landfall/core/alerts/EndpointId"
import { EndpointStore } from "@landfall/core/alerts/endpoints/Endpoint"
import {
  AlertTransport,
  MAX_RESPONSE_STORED_BYTES,
  type WebhookRequest,
  type WebhookResponse
} from "@landfall/core/alerts/sending/AlertTransport"
import { HOP_HEADER } from "@landfall/core/alerts/sending/HopHeader"
import { SendPostponed } from "@landfall/core/alerts/sending/SendPostponed"
import { type VerificationResult, verify } from "@landfall/core/alerts/sending/Signature"
import { activeSecrets } from "@landfall/core/alerts/sending/SigningSecret"
import { isTestReceiver } from "@landfall/core/alerts/targets/TestReceiver"
import { Clock, Effect, Layer } from "effect"
import { Mac } from "effect/crypto"

/** The headers of every delivery. All others are custom headers, whose values are never shown. */
const OWN_HEADERS = new Set([
  HOP_HEADER,
  "content-type",
  "user-agent",
  "webhook-id",
  "webhook-timestamp",
  "webhook-signature"
])
const HIDDEN_VALUE = "(hidden)"

const encoder = new TextEncoder()
const byteLength = (text: string): number => encoder.encode(text).length

/** The result of the verification, as the body of the response. The body of the alert is repeated where it fits. */
const reportOf = ({ headers, body }: WebhookRequest, signature: VerificationResult): string => {
  const visibleHeaders = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, OWN_HEADERS.has(name.toLowerCase()) ? value : HIDDEN_VALUE])
  )
  const report = {
    receiver: "The test receiver of Landfall",
    signature,
    bytes: byteLength(body),
    headers: visibleHeaders
  }
  const whole = JSON.stringify({ ...report, body })
  return byteLength(whole) <= MAX_RESPONSE_STORED_BYTES ? whole : JSON.stringify(report)
}

const respond = (status: number, body: string): WebhookResponse => ({
  status,
  body,
  retryAfterMillis: undefined,
  responseStartMillis: 0
})

const GONE = respond(410, "The endpoint was deleted before the alert arrived.")

/**
 * Receives alerts to the URL of the test receiver in this process, without a connection: it verifies the signature with
 * the secrets of the endpoint, like every receiver, and responds with the request that it received. The log of attempts
 * then shows it. Every other alert goes to the transport below.
 */
export const layer: Layer.Layer<AlertTransport, never, AlertTransport | EndpointStore | Mac.Mac> = Layer.effect(
  AlertTransport,
  Effect.gen(function* () {
    const transport = yield* AlertTransport
    const endpoints = yield* EndpointStore
    const mac = yield* Mac.Mac

    const verifyRequest = Effect.fnUntraced(function* ({ headers, body, accountId, endpointId }: WebhookRequest) {
      if (accountId === undefined || endpointId === undefined) return undefined
      const ring = yield* endpoints.secrets(accountId, endpointId)
      const now = yield* Clock.currentTimeMillis
      const content = {
        id: headers["webhook-id"] ?? "",
        timestampSeconds: Number(headers["webhook-timestamp"]),
        body
      }
      let result: VerificationResult = "no_matching_signature"
      for (const secret of activeSecrets(ring, now)) {
        result = yield* verify(secret, content, headers["webhook-signature"] ?? "", Math.floor(now / 1000))
        if (result === "valid") break
      }
      return result
    })

    const receive = (request: WebhookRequest) =>
      verifyRequest(request).pipe(
        Effect.map((signature) =>
          signature === undefined ? GONE : respond(signature === "valid" ? 200 : 401, reportOf(request, signature))
        ),
        Effect.provideService(Mac.Mac, mac),
        Effect.catchTags({
          EndpointNotFound: (_: EndpointNotFound) => Effect.succeed(GONE),
          StorageError: () =>
            Effect.fail(
              new SendPostponed({ reason: "resources", message: "The test receiver cannot read the secret now." })
            )
        })
      )

    return AlertTransport.of({
      send: (request) => (isTestReceiver(request.url) ? receive(request) : transport.send(request))
    })
  })
)
