import { createServer } from "node:http"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Effect, Layer, Queue, Result } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { Webhook } from "standardwebhooks"

/** A received delivery. */
export interface ReceivedDelivery {
  readonly id: string
  /** The alert when its signature is valid, else the reason why it is not. */
  readonly verification: { readonly payload: unknown } | { readonly fault: string }
}

const verifyDelivery = (
  webhook: Webhook,
  body: string,
  headers: Record<string, string>
): ReceivedDelivery["verification"] =>
  Result.match(
    Result.try(() => webhook.verify(body, headers)),
    {
      onSuccess: (payload) => ({ payload }),
      onFailure: (error) => ({ fault: error instanceof Error ? error.message : String(error) })
    }
  )

/** A customer's receiver, which verifies each delivery with the package `standardwebhooks` and puts it into a queue. */
export const receiverLayer = (secret: string, deliveries: Queue.Enqueue<ReceivedDelivery>) => {
  const webhook = new Webhook(secret)
  const route = HttpRouter.add(
    "POST",
    "/alerts",
    Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const body = yield* request.text
      const verified = verifyDelivery(webhook, body, { ...request.headers })
      yield* Queue.offer(deliveries, { id: request.headers["webhook-id"] ?? "", verification: verified })
      return HttpServerResponse.empty({ status: "payload" in verified ? 204 : 401 })
    })
  )
  return HttpRouter.serve(route, { disableLogger: true, disableListenLog: true }).pipe(
    Layer.provideMerge(NodeHttpServer.layer(createServer, { host: "127.0.0.1", port: 0 }))
  )
}
