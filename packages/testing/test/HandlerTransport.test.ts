import { assert, describe, it } from "@effect/vitest"
import { AlertTransport } from "@landfall/core/alerts/sending/AlertTransport"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { HandlerTransport, type WebHandler } from "../src/HandlerTransport.ts"

const request = { url: "https://receiver.example/alerts", headers: { "webhook-id": "msg_1" }, body: '{"n":1}' }

const sendTo = <A, E>(handler: WebHandler, body: Effect.Effect<A, E, AlertTransport | HandlerTransport>) =>
  body.pipe(Effect.provide(HandlerTransport.layer(handler)))

const send = Effect.flatMap(AlertTransport, (transport) => transport.send(request))

describe("a transport that calls the handler of a receiver", () => {
  it.effect("hands over method, headers and body, and returns the response with its wait", () => {
    const received: Array<string> = []
    const handler: WebHandler = async (arrived) => {
      received.push(`${arrived.method} ${arrived.url} ${arrived.headers.get("webhook-id")} ${await arrived.text()}`)
      return new Response("later", { status: 429, headers: { "retry-after": "7" } })
    }
    return sendTo(
      handler,
      Effect.gen(function* () {
        const response = yield* send
        assert.deepStrictEqual(received, ['POST https://receiver.example/alerts msg_1 {"n":1}'])
        assert.deepInclude(response, { status: 429, body: "later", retryAfterMillis: 7_000 })
        const sent = yield* (yield* HandlerTransport).sent
        assert.deepStrictEqual(
          sent.map(({ status, body }) => [status, body]),
          [[429, '{"n":1}']]
        )
      })
    )
  })

  it.effect("fails as a lost connection when the handler throws", () =>
    sendTo(
      () => {
        throw new Error("no database")
      },
      Effect.gen(function* () {
        const error = yield* Effect.flip(send)
        assert.strictEqual(error._tag === "TransportError" ? error.reason : error._tag, "connection_lost")
        assert.include(error.message, "no database")
        yield* (yield* HandlerTransport).settle
        assert.deepStrictEqual(
          (yield* (yield* HandlerTransport).sent).map(({ status }) => status),
          [undefined]
        )
      })
    )
  )

  it.effect("times out by the clock of the test", () =>
    sendTo(
      () => new Promise<Response>(() => {}),
      Effect.gen(function* () {
        const sending = yield* Effect.forkChild(Effect.flip(send))
        yield* TestClock.adjust("15 seconds")
        const error = yield* Fiber.join(sending)
        assert.strictEqual(error._tag === "TransportError" ? error.reason : error._tag, "timeout")
      })
    )
  )
})
