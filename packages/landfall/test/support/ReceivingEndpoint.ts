import { assert } from "@effect/vitest"
import { ALERTS_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { Effect, Layer, Queue } from "effect"
import { HttpServer } from "effect/http"
import { type ReceivedDelivery, receiverLayer } from "../../src/demo/Receiver.ts"
import type { Caller } from "./Service.ts"

const SECRET = `whsec_${Buffer.alloc(32, 9).toString("base64")}`

/** Starts a receiver, and creates an endpoint of the caller that sends to it. */
export const createReceivingEndpoint = Effect.fnUntraced(function* (caller: Caller, endpoint: object = {}) {
  const deliveries = yield* Queue.unbounded<ReceivedDelivery>()
  const context = yield* Layer.build(receiverLayer(SECRET, deliveries))
  const url = yield* Effect.provide(
    Effect.map(HttpServer.HttpServer, (server) => `${HttpServer.formatAddress(server.address)}/alerts`),
    context
  )
  const body = { url, secret: SECRET, ...endpoint }
  const created = yield* Effect.promise(() => caller.send("POST", `${ALERTS_PREFIX}/endpoint`, body))
  assert.strictEqual(created.status, 201, JSON.stringify(created.body))
  const id: string = created.body.id
  /** The next delivery, with its `webhook-id`. */
  const nextDelivery = Effect.map(Queue.take(deliveries), ({ id, verification }) => {
    if ("fault" in verification) throw new Error(verification.fault)
    return { messageId: id, payload: verification.payload }
  })
  const next = Effect.map(nextDelivery, ({ payload }) => payload)
  /** Sends an example, which is the next delivery: nothing else was on its way. */
  const assertNothingElse = Effect.gen(function* () {
    const example = yield* Effect.promise(() =>
      caller.send("POST", `${ALERTS_PREFIX}/endpoint/${id}/send-example`, { eventType: "vessel.arrival.at.final.pod" })
    )
    assert.strictEqual(example.status, 202, JSON.stringify(example.body))
    const { messageId, payload } = yield* nextDelivery
    assert.strictEqual(messageId, example.body.id, JSON.stringify(payload))
  })
  return { id, next, nextDelivery, assertNothingElse }
})
