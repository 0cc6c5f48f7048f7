import { assert, describe, it } from "@effect/vitest"
import { MAX_RESPONSE_STORED_BYTES } from "@landfall/core/alerts/sending/AlertTransport"
import { Effect } from "effect"
import { allClosed, httpReceiver, rawReceiver, reading, writeForEver } from "../support/Receivers.ts"
import { send, transportLayer, turningDns } from "../support/Transport.ts"

const DEADLINE = 200
const hurried = transportLayer({ deadlineMillis: DEADLINE })
const patient = transportLayer()

const at = (port: number, path = "/") => `http://127.0.0.1:${port}${path}`

describe("a receiver that", () => {
  it.live("never answers ends at the deadline", () =>
    Effect.gen(function* () {
      const receiver = yield* rawReceiver(() => {})
      const started = performance.now()
      const error = yield* Effect.flip(send(at(receiver.port)))
      assert.strictEqual(error.reason, "timeout")
      assert.strictEqual(error.message, `127.0.0.1:${receiver.port} gave no answer within 0.2 s.`)
      assert.isAtLeast(performance.now() - started, DEADLINE - 5)
      yield* allClosed(receiver)
    }).pipe(Effect.provide(hurried))
  )

  it.live("sends its answer byte by byte ends at the deadline, though every byte is in time", () =>
    Effect.gen(function* () {
      const receiver = yield* rawReceiver((socket) => {
        socket.write("HTTP/1.1 200 OK\r\ncontent-length: 10000\r\n\r\n")
        writeForEver(socket, 20, "x")
      })
      const error = yield* Effect.flip(send(at(receiver.port)))
      assert.strictEqual(error.reason, "timeout")
      assert.strictEqual(
        error.message,
        `127.0.0.1:${receiver.port} answered 200 but did not end its answer within 0.2 s.`
      )
      yield* allClosed(receiver)
    }).pipe(Effect.provide(hurried))
  )

  it.live("sends its headers byte by byte ends at the deadline", () =>
    Effect.gen(function* () {
      const receiver = yield* rawReceiver((socket) => {
        socket.write("HTTP/1.1 200 OK\r\nx: ")
        writeForEver(socket, 20, "x")
      })
      assert.strictEqual((yield* Effect.flip(send(at(receiver.port)))).reason, "timeout")
      yield* allClosed(receiver)
    }).pipe(Effect.provide(hurried))
  )

  it.live("promises to answer again and again ends at the deadline", () =>
    Effect.gen(function* () {
      const receiver = yield* rawReceiver((socket) => writeForEver(socket, 20, "HTTP/1.1 103 Early Hints\r\n\r\n"))
      assert.strictEqual((yield* Effect.flip(send(at(receiver.port)))).reason, "timeout")
      yield* allClosed(receiver)
    }).pipe(Effect.provide(hurried))
  )

  it.live("sends an endless body is cut off, and its status counts", () =>
    Effect.gen(function* () {
      const receiver = yield* rawReceiver((socket) => {
        socket.write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n")
        writeForEver(socket, 1, `1000\r\n${"x".repeat(4096)}\r\n`)
      })
      const answer = yield* send(at(receiver.port))
      assert.strictEqual(answer.status, 200)
      assert.strictEqual(answer.body, "x".repeat(MAX_RESPONSE_STORED_BYTES))
      yield* allClosed(receiver)
    }).pipe(Effect.provide(patient))
  )

  it.live("sends endless headers is cut off", () =>
    Effect.gen(function* () {
      const receiver = yield* rawReceiver((socket) => {
        socket.write("HTTP/1.1 200 OK\r\n")
        writeForEver(socket, 1, `x: ${"y".repeat(1000)}\r\n`)
      })
      const error = yield* Effect.flip(send(at(receiver.port)))
      assert.strictEqual(error.reason, "protocol")
      assert.strictEqual(
        error.message,
        `The answer of 127.0.0.1:${receiver.port} has more than 16384 bytes of headers.`
      )
      yield* allClosed(receiver)
    }).pipe(Effect.provide(patient))
  )

  it.live("sends one endless header is cut off", () =>
    Effect.gen(function* () {
      const receiver = yield* rawReceiver((socket) => {
        socket.write("HTTP/1.1 200 OK\r\nx: ")
        writeForEver(socket, 1, "y".repeat(1000))
      })
      assert.strictEqual((yield* Effect.flip(send(at(receiver.port)))).reason, "protocol")
      yield* allClosed(receiver)
    }).pipe(Effect.provide(patient))
  )

  it.live("sends endless trailers is cut off", () =>
    Effect.gen(function* () {
      const receiver = yield* rawReceiver((socket) => {
        socket.write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\ntrailer: x\r\n\r\n0\r\n")
        writeForEver(socket, 1, `x: ${"y".repeat(1000)}\r\n`)
      })
      assert.strictEqual((yield* Effect.flip(send(at(receiver.port)))).reason, "protocol")
      yield* allClosed(receiver)
    }).pipe(Effect.provide(patient))
  )

  it.live("redirects is not followed", () =>
    Effect.gen(function* () {
      const elsewhere = yield* httpReceiver((_, response) => response.end("caught"))
      const receiver = yield* httpReceiver(
        reading((_body, request, response) => {
          const location = request.url === "/metadata" ? "http://169.254.169.254/latest/meta-data/" : at(elsewhere.port)
          response.writeHead(307, { location }).end("over there")
        })
      )
      for (const path of ["/", "/metadata"]) {
        const { status, body } = yield* send(at(receiver.port, path))
        assert.deepStrictEqual({ status, body }, { status: 307, body: "over there" })
      }
      assert.strictEqual(elsewhere.sockets.length, 0)
    }).pipe(Effect.provide(patient))
  )

  it.live("resets the connection is told so", () =>
    Effect.gen(function* () {
      const receiver = yield* rawReceiver((socket) => socket.resetAndDestroy())
      const error = yield* Effect.flip(send(at(receiver.port)))
      assert.strictEqual(error.reason, "connection_lost")
      assert.strictEqual(
        error.message,
        `127.0.0.1:${receiver.port} closed the connection before its answer was complete.`
      )
    }).pipe(Effect.provide(patient))
  )

  it.live("closes in the middle of its answer has not answered", () =>
    Effect.gen(function* () {
      const receiver = yield* rawReceiver((socket) => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf"))
      assert.strictEqual((yield* Effect.flip(send(at(receiver.port)))).reason, "connection_lost")
    }).pipe(Effect.provide(patient))
  )

  it.live("does not speak HTTP is told so", () =>
    Effect.gen(function* () {
      const receiver = yield* rawReceiver((socket) => socket.end("220 mail.example ESMTP ready\r\n"))
      const error = yield* Effect.flip(send(at(receiver.port)))
      assert.strictEqual(error.reason, "protocol")
      assert.strictEqual(error.message, `The answer of 127.0.0.1:${receiver.port} is not valid HTTP.`)
    }).pipe(Effect.provide(patient))
  )

  it.live("switches the protocol has not answered", () =>
    Effect.gen(function* () {
      const receiver = yield* rawReceiver((socket) =>
        socket.write("HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n")
      )
      assert.strictEqual((yield* Effect.flip(send(at(receiver.port)))).reason, "protocol")
      yield* allClosed(receiver)
    }).pipe(Effect.provide(patient))
  )

  it.live("answers TLS with garbage is told so", () =>
    Effect.gen(function* () {
      const receiver = yield* rawReceiver((socket) => socket.end("this is not TLS at all, it is plain text"))
      const error = yield* Effect.flip(send(`https://127.0.0.1:${receiver.port}/`))
      assert.strictEqual(error.reason, "tls")
      assert.strictEqual(error.message, `The TLS handshake with 127.0.0.1:${receiver.port} failed.`)
    }).pipe(Effect.provide(patient))
  )

  it.live("never ends its TLS handshake ends at the deadline", () =>
    Effect.gen(function* () {
      const receiver = yield* rawReceiver(() => {})
      assert.strictEqual((yield* Effect.flip(send(`https://127.0.0.1:${receiver.port}/`))).reason, "timeout")
    }).pipe(Effect.provide(hurried))
  )

  it.live("does not listen is told so", () =>
    Effect.gen(function* () {
      const { port } = yield* Effect.scoped(httpReceiver((_, response) => response.end()))
      const error = yield* Effect.flip(send(at(port)))
      assert.strictEqual(error.reason, "connection_refused")
      assert.strictEqual(error.message, `127.0.0.1:${port} refused the connection.`)
    }).pipe(Effect.provide(patient))
  )

  it.live("has no name is told so", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(send("https://nowhere.example/hooks"))
      assert.strictEqual(error.reason, "dns")
      assert.strictEqual(error.message, "The host name nowhere.example does not exist.")
    }).pipe(Effect.provide(transportLayer({}, undefined, turningDns([]).layer)))
  )

  it.live("hangs delays no other", () =>
    Effect.gen(function* () {
      const hanging = yield* rawReceiver(() => {})
      const healthy = yield* httpReceiver((_, response) => response.end("ok"))
      const hung = yield* Effect.forkChild(
        Effect.all(
          Array.from({ length: 50 }, () => Effect.flip(send(at(hanging.port)))),
          { concurrency: "unbounded" }
        )
      )
      for (let n = 0; n < 50; n++) assert.strictEqual((yield* send(at(healthy.port))).status, 200)
      assert.isUndefined(hung.pollUnsafe())
    }).pipe(Effect.provide(patient))
  )
})
