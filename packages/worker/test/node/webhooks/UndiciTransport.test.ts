import { gzipSync } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import { MAX_RETRY_AFTER_MILLIS } from "@landfall/core/alerts/delivery/RetryPolicy"
import { Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { allClosed, httpReceiver, rawReceiver, readBody } from "../../support/Receivers.ts"
import { send, transportLayer } from "../../support/Transport.ts"

const at = (port: number, path = "/") => `http://127.0.0.1:${port}${path}`

describe("UndiciTransport", () => {
  it.live("posts the body and the headers unchanged to the path and query of the URL", () =>
    Effect.gen(function* () {
      const receiver = yield* httpReceiver(
        readBody((body, { method, url, headers }, response) => {
          const request = [
            method,
            url,
            headers.host,
            headers["content-length"],
            headers["content-type"],
            headers["x-own"]
          ]
          response.end([...request, body].join(" "))
        })
      )
      const response = yield* send(at(receiver.port, "/a/b?c=d%20e#f"), { "x-own": "mine" })
      assert.strictEqual(response.status, 200)
      assert.strictEqual(
        response.body,
        `POST /a/b?c=d%20e 127.0.0.1:${receiver.port} 15 application/json mine {"type":"test"}`
      )
    }).pipe(Effect.provide(transportLayer()))
  )

  it.live("reuses connections for consecutive sends", () =>
    Effect.gen(function* () {
      const receiver = yield* httpReceiver(readBody((_body, _request, response) => response.end("ok")))
      for (let n = 0; n < 20; n++) yield* send(at(receiver.port))
      assert.isAtMost(receiver.sockets.length, 2)
    }).pipe(Effect.provide(transportLayer()))
  )

  it.live("opens at most `connectionsPerOrigin` connections to an origin", () =>
    Effect.gen(function* () {
      const receiver = yield* httpReceiver(readBody((_body, _request, response) => response.end("ok")))
      const responses = yield* Effect.all(
        Array.from({ length: 50 }, () => send(at(receiver.port))),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(responses.filter(({ status }) => status === 200).length, 50)
      assert.strictEqual(receiver.sockets.length, 3)
    }).pipe(Effect.provide(transportLayer({ connectionsPerOrigin: 3 })))
  )

  it.live("closes idle connections", () =>
    Effect.gen(function* () {
      const receiver = yield* httpReceiver(readBody((_body, _request, response) => response.end("ok")))
      yield* send(at(receiver.port))
      yield* allClosed(receiver)
      assert.strictEqual((yield* send(at(receiver.port))).status, 200)
      assert.strictEqual(receiver.sockets.length, 2)
    }).pipe(Effect.provide(transportLayer({ keepAliveMillis: 50 })))
  )

  it.effect("uses no connection after `connectionLifetimeMillis`", () =>
    Effect.gen(function* () {
      const receiver = yield* httpReceiver(readBody((_body, _request, response) => response.end("ok")))
      yield* send(at(receiver.port))
      yield* TestClock.adjust(1_000)
      yield* send(at(receiver.port))
      assert.strictEqual(receiver.sockets.length, 1)
      yield* TestClock.adjust(1)
      yield* send(at(receiver.port))
      assert.strictEqual(receiver.sockets.length, 2)
    }).pipe(Effect.provide(transportLayer({ connectionLifetimeMillis: 1_000 })))
  )

  it.live("sends to more origins than it has pools for", () =>
    Effect.gen(function* () {
      const receivers = yield* Effect.all(
        Array.from({ length: 6 }, () => httpReceiver(readBody((_body, _request, response) => response.end("ok"))))
      )
      for (let round = 0; round < 3; round++) {
        const responses = yield* Effect.all(
          receivers.map(({ port }) => send(at(port))),
          { concurrency: "unbounded" }
        )
        assert.strictEqual(responses.filter(({ status }) => status === 200).length, 6)
      }
      const open = receivers.flatMap(({ sockets }) => sockets).filter(({ destroyed }) => !destroyed)
      assert.isAtMost(open.length, 6)
    }).pipe(Effect.provide(transportLayer({ maxOrigins: 2 })))
  )

  it.live("closes the connection of a send that is interrupted", () =>
    Effect.gen(function* () {
      const received = yield* Deferred.make<void>()
      const receiver = yield* rawReceiver(() => Deferred.doneUnsafe(received, Effect.void))
      const sendFiber = yield* Effect.forkChild(send(at(receiver.port)))
      yield* Deferred.await(received)
      yield* Fiber.interrupt(sendFiber)
      assert.strictEqual(receiver.sockets.length, 1)
      yield* allClosed(receiver)
    }).pipe(Effect.provide(transportLayer()))
  )

  it.live("does not decompress a response", () =>
    Effect.gen(function* () {
      const receiver = yield* httpReceiver(
        readBody((_body, _request, response) =>
          response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("x".repeat(1_000_000)))
        )
      )
      const { status, body } = yield* send(at(receiver.port))
      assert.strictEqual(status, 200)
      assert.notInclude(body, "xxx")
    }).pipe(Effect.provide(transportLayer()))
  )

  it.live.each([
    ["120", 120_000],
    ["0", 0],
    ["999999999", MAX_RETRY_AFTER_MILLIS],
    ["soon", undefined],
    ["-5", undefined],
    ["1.5", undefined]
  ] as const)("reads Retry-After %s as %s ms", ([header, millis]) =>
    Effect.gen(function* () {
      const receiver = yield* httpReceiver(
        readBody((_body, _request, response) => response.writeHead(503, { "retry-after": header }).end())
      )
      const { status, retryAfterMillis } = yield* send(at(receiver.port))
      assert.deepStrictEqual({ status, retryAfterMillis }, { status: 503, retryAfterMillis: millis })
    }).pipe(Effect.provide(transportLayer()))
  )

  it.live("returns the headers of a response without a 2xx status, repeated ones joined", () =>
    Effect.gen(function* () {
      let status = 503
      const receiver = yield* httpReceiver(
        readBody((_body, _request, response) => response.writeHead(status, { Via: ["1.1 a", "1.1 b"] }).end())
      )
      assert.strictEqual((yield* send(at(receiver.port))).headers?.via, "1.1 a, 1.1 b")
      status = 200
      assert.isUndefined((yield* send(at(receiver.port))).headers)
    }).pipe(Effect.provide(transportLayer()))
  )

  it.live("rejects protocols other than http and https", () =>
    Effect.gen(function* () {
      for (const url of ["ftp://files.example/", "file:///etc/passwd", "data:text/plain,x"]) {
        assert.strictEqual((yield* Effect.flip(send(url))).reason, "target_rejected")
      }
    }).pipe(Effect.provide(transportLayer()))
  )
})
