import { createHash, createHmac, timingSafeEqual } from "node:crypto"
import { once } from "node:events"
import type { IncomingMessage, ServerResponse } from "node:http"
import { createServer } from "node:http"
import { createServer as createTlsServer } from "node:https"
import type { AddressInfo } from "node:net"
import { brokerCertificate } from "@landfall/broker-servers/BrokerCertificate"
import { Effect } from "effect"

/** A message that a queue has stored. */
export interface StoredMessage {
  readonly body: string
  readonly attributes: Readonly<Record<string, string>>
  readonly groupId?: string
  readonly deduplicationId?: string
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex")
const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest()

/** Whether a request has a valid signature, Signature Version 4. */
const isSigned = ({ method, url, headers }: IncomingMessage, body: string, keyId: string, secret: string): boolean => {
  const header = headers.authorization ?? ""
  const [, credential = "", names = "", signature = ""] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(header) ?? []
  const [id, ...scope] = credential.split("/")
  const [day = "", region = "", service = ""] = scope
  if (id !== keyId || signature === "") return false
  const signed = names.split(";").map((name) => `${name}:${String(headers[name]).trim()}\n`)
  const canonical = [method, url, "", signed.join(""), names, sha256(body)].join("\n")
  const text = ["AWS4-HMAC-SHA256", headers["x-amz-date"], scope.join("/"), sha256(canonical)].join("\n")
  const key = [day, region, service, "aws4_request"].reduce<string | Buffer>(
    (key, part) => hmac(key, part),
    `AWS4${secret}`
  )
  return timingSafeEqual(hmac(key, text), Buffer.from(signature, "hex"))
}

const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

/** What the server responds in place of its own response. */
export type Override = (body: object) => { readonly status: number; readonly body: object } | undefined

/** A server of SQS with the JSON protocol, for `SendMessage` to the queues `alerts` and `alerts.fifo` of one account. */
export const sqsServer = (keyId: string, secret: string, override: Override = () => undefined, { tls = false } = {}) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const messages: Array<StoredMessage> = []
      const handle = async (request: IncomingMessage, response: ServerResponse) => {
        const text = await readBody(request)
        const respond = (status: number, body: object) =>
          response.writeHead(status, { "content-type": "application/x-amz-json-1.0" }).end(JSON.stringify(body))
        if (!isSigned(request, text, keyId, secret)) {
          return respond(403, {
            __type: "com.amazon.coral.service#SignatureDoesNotMatch",
            message: "The signature is wrong."
          })
        }
        if (request.headers["x-amz-target"] !== "AmazonSQS.SendMessage")
          return respond(400, { __type: "UnknownOperation" })
        const {
          QueueUrl,
          MessageBody,
          MessageAttributes = {},
          MessageGroupId,
          MessageDeduplicationId
        } = JSON.parse(text)
        if (!/\/000000000000\/alerts(\.fifo)?$/.test(QueueUrl)) {
          return respond(400, {
            __type: "com.amazonaws.sqs#QueueDoesNotExist",
            message: "The specified queue does not exist."
          })
        }
        const overridden = override({ MessageBody })
        if (overridden !== undefined) return respond(overridden.status, overridden.body)
        const attributes = Object.fromEntries(
          Object.entries<{ StringValue: string }>(MessageAttributes).map(([name, { StringValue }]) => [
            name,
            StringValue
          ])
        )
        messages.push({
          body: MessageBody,
          attributes,
          groupId: MessageGroupId,
          deduplicationId: MessageDeduplicationId
        })
        return respond(200, {
          MessageId: `id-${messages.length}`,
          MD5OfMessageBody: createHash("md5").update(MessageBody).digest("hex")
        })
      }
      const server = tls ? createTlsServer(brokerCertificate, handle) : createServer(handle)
      server.listen(0, "127.0.0.1")
      await once(server, "listening")
      return { port: (server.address() as AddressInfo).port, messages, server }
    }),
    ({ server }) =>
      Effect.sync(() => {
        server.closeAllConnections()
        server.close()
      })
  )
