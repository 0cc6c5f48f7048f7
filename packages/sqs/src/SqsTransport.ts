import { SendMessageCommand, type SendMessageCommandOutput, SQSClient, SQSServiceException } from "@aws-sdk/client-sqs"
import {
  AlertTransport,
  TransportError,
  type WebhookRequest,
  type WebhookResponse
} from "@landfall/core/alerts/sending/AlertTransport"
import { SendPostponed } from "@landfall/core/alerts/sending/SendPostponed"
import { parseBrokerTarget, type SqsTarget } from "@landfall/core/alerts/targets/BrokerTarget"
import { credentialsOf } from "@landfall/core/alerts/targets/UrlSecret"
import { Duration, Effect, FiberSet, Result, type Scope } from "effect"

type Transport = AlertTransport["Service"]

/** The parts of a request of the SDK that are sent. */
interface SdkRequest {
  readonly protocol: string
  readonly hostname: string
  readonly port?: number
  readonly path: string
  readonly headers: Record<string, string>
  readonly body?: unknown
}

const ACCEPTED = 200

const urlOf = ({ protocol, hostname, port, path }: SdkRequest): string =>
  `${protocol}//${hostname}${port === undefined ? "" : `:${port}`}${path}`

const attributesOf = (headers: WebhookRequest["headers"]) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, { DataType: "String", StringValue: value }] as const)
  )

const commandOf = ({ queueUrl, fifo }: SqsTarget, { headers, body, deduplicationId }: WebhookRequest) =>
  new SendMessageCommand({
    QueueUrl: queueUrl,
    MessageBody: body,
    MessageAttributes: attributesOf(headers),
    // Deliveries have no order: each message is its own group, so that none delays another.
    ...(fifo ? { MessageGroupId: headers["webhook-id"] ?? "alert", MessageDeduplicationId: deduplicationId } : {})
  })

const acknowledgementOf = ({ MessageId, SequenceNumber }: SendMessageCommandOutput): string =>
  JSON.stringify({ messageId: MessageId, ...(SequenceNumber === undefined ? {} : { sequenceNumber: SequenceNumber }) })

/** The error of a send: the transport's own, a response of SQS that is not a success, or one that the SDK cannot read. */
const outcomeOfError = (
  error: unknown,
  host: string
): Result.Result<Pick<WebhookResponse, "status" | "body">, TransportError | SendPostponed> => {
  if (error instanceof TransportError || error instanceof SendPostponed) return Result.fail(error)
  if (error instanceof SQSServiceException && error.$metadata.httpStatusCode !== undefined) {
    const body = JSON.stringify({ error: error.name, message: error.message.slice(0, 1_000) })
    return Result.succeed({ status: error.$metadata.httpStatusCode, body })
  }
  return Result.fail(
    new TransportError({
      reason: "protocol",
      message: `The response of ${host} is not one of SQS, or does not match the message.`
    })
  )
}

/**
 * Sends to AWS SQS over an HTTP transport, which checks addresses, shares connections and ends a send at its deadline. The
 * SDK writes and signs the requests (Signature Version 4), never repeats one, and verifies the digest of the response. A
 * message is delivered when SQS has responded with its id.
 */
export const makeSqsTransport = (http: Transport): Effect.Effect<Transport, never, Scope.Scope> =>
  Effect.gen(function* () {
    const run = yield* FiberSet.makeRuntimePromise()

    /** Sends the requests that the SDK has signed. Errors of the transport pass through the SDK unchanged. */
    const handlerFor = ({ accountId }: WebhookRequest) => ({
      handle: (request: SdkRequest, options: { readonly abortSignal?: AbortSignal } = {}) => {
        const { headers, body = "" } = request
        const text =
          typeof body === "string" ? body : new TextDecoder().decode(body instanceof Uint8Array ? body : undefined)
        const sent = http.send({
          url: urlOf(request),
          headers,
          body: text,
          ...(accountId === undefined ? {} : { accountId })
        })
        return run(sent, options.abortSignal === undefined ? undefined : { signal: options.abortSignal }).then(
          (response) => ({
            response: {
              statusCode: response.status,
              headers: { "content-type": "application/x-amz-json-1.0" },
              body: new TextEncoder().encode(response.body)
            }
          })
        )
      }
    })

    const clientFor = (target: SqsTarget, request: WebhookRequest): SQSClient => {
      const { user, password = "" } = request.urlSecret === undefined ? { user: "" } : credentialsOf(request.urlSecret)
      return new SQSClient({
        region: target.region,
        endpoint: new URL(target.queueUrl).origin,
        credentials: { accessKeyId: user, secretAccessKey: password },
        requestHandler: handlerFor(request),
        maxAttempts: 1,
        retryMode: "standard",
        defaultsMode: "standard",
        useDualstackEndpoint: false,
        useFipsEndpoint: false
      })
    }

    const sendTo = (target: SqsTarget, request: WebhookRequest) =>
      Effect.tryPromise({
        try: (abortSignal) => clientFor(target, request).send(commandOf(target, request), { abortSignal }),
        catch: (error) => outcomeOfError(error, target.host)
      }).pipe(
        Effect.map((output) => ({ status: ACCEPTED, body: acknowledgementOf(output) })),
        Effect.catch((outcome) => Effect.fromResult(outcome)),
        Effect.timed,
        Effect.map(([duration, { status, body }]) => ({
          status,
          body,
          retryAfterMillis: undefined,
          responseStartMillis: Math.round(Duration.toMillis(duration))
        }))
      )

    return AlertTransport.of({
      send: (request) => {
        const target = Result.getOrUndefined(parseBrokerTarget(request.url))
        return target?._tag === "Sqs"
          ? sendTo(target, request)
          : Effect.fail(
              new TransportError({ reason: "target_rejected", message: "The URL of the endpoint is invalid." })
            )
      }
    })
  })
