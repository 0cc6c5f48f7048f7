import { assert } from "@effect/vitest"
import { ALERTS } from "@landfall/api/conventions/Prefixes"
import { Effect, Layer, Queue } from "effect"
import { HttpServer } from "effect/http"
import { type Delivery, receiver } from "../../src/demo/Receiver.ts"
import type { Caller } from "./Service.ts"

const SECRET = `whsec_${Buffer.alloc(32, 9).toString("base64")}`

/** A receiver of its own, and the endpoint of a caller that sends there. */
export const listening = Effect.fnUntraced(function* (caller: Caller, endpoint: object = {}) {
  const deliveries = yield* Queue.unbounded<Delivery>()
  const context = yield* Layer.build(receiver(SECRET, deliveries))
  const url = yield* Effect.provide(
    Effect.map(HttpServer.HttpServer, (server) => `${HttpServer.formatAddress(server.address)}/alerts`),
    context
  )
  const body = { url, secret: SECRET, ...endpoint }
  const created = yield* Effect.promise(() => caller.send("POST", `${ALERTS}/endpoint`, body))
  assert.strictEqual(created.status, 201, JSON.stringify(created.body))
  const id: string = created.body.id
  /** The next delivery, with its `webhook-id`. */
  const nextDelivery = Effect.map(Queue.take(deliveries), ({ id, verified }) => {
    if ("fault" in verified) throw new Error(verified.fault)
    return { messageId: id, payload: verified.payload }
  })
  const next = Effect.map(nextDelivery, ({ payload }) => payload)
  return { id, next, nextDelivery, waiting: Queue.size(deliveries) }
})
