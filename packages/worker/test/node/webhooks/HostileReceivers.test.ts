import { assert, describe, it } from "@effect/vitest"
import { MAX_RESPONSE_STORED_BYTES } from "@landfall/core/alerts/sending/AlertTransport"
import { Effect } from "effect"
import {
  allClosed,
  httpReceiver,
  rawReceiver,
  readBody,
  renegotiatingReceiver,
  writeRepeatedly
} from "../../support/Receivers.ts"
import { trustTestCertificate } from "../../support/TestCertificate.ts"
import { publicAndLoopback, scriptedDns, send, transportLayer } from "../../support/Transport.ts"

const shortDeadline = transportLayer({ deadlineMillis: 200 })
const longDeadline = transportLayer()

/** No program uses this port, and systems assign no port below 1024 by themselves. */
const CLOSED_PORT = 2

const at = (port: number, path = "/") => `http://127.0.0.1:${port}${path}`

describe("a receiver that", () => {
  it.live("never responds times out at the deadline", () =>
    Effect.gen(function* () {
      const receiver = yield* rawReceiver(() => {})
      const error = yield* Effect.flip(send(at(receiver.port)))
      assert.strictEqual(error.reason, "timeout")
      assert.strictEqual(error.message, `127.0.0.1:${receiver.port} sent no response within 0.2 s.`)
      yield* allClosed(receiver)
    }).pipe(Effect.provide(shortDeadline))
  )

  it.live("sends its response byte by byte times out at the deadline, however small the gaps are", () =>
    Effect.gen(function* () {
      const receiver = yield* rawReceiver((socket) => {
        socket.write("HTTP/1.1 200 OK\r\ncontent-length: 10000\r\n\r\n")
        writeRepeatedly(socket, 20, "x")
      })
      const messages: Array<string> = []
      // On a slow machine the first bytes may arrive after a short deadline.
      for (const deadlineMillis of [200, 1_000, 5_000, 25_000]) {
        if (messages.some((message) => message.includes("responded with 200"))) break
        const error = yield* Effect.flip(send(at(receiver.port))).pipe(
          Effect.provide(transportLayer({ deadlineMillis }))
        )
        assert.strictEqual(error.reason, "timeout")
        messages.push(error.message)
      }
      assert.match(
        messages.at(-1) ?? "",
        /^127\.0\.0\.1:\d+ responded with 200 but did not complete its response within [\d.]+ s\.$/
      )
      yield* allClosed(receiver)
    })
  )

  it.live.skipIf("Deno" in globalThis)("requests further handshakes of TLS gets none", () => {
    const log: Array<string> = []
    return Effect.gen(function* () {
      yield* trustTestCertificate
      const receiver = yield* renegotiatingReceiver(log)
      const error = yield* Effect.flip(send(`https://receiver.test:${receiver.port}/`))
      assert.strictEqual(error.reason, "connection_lost")
      assert.deepStrictEqual(log, ["refused"])
    }).pipe(Effect.scoped, Effect.provide(transportLayer({}, publicAndLoopback, scriptedDns(["127.0.0.1"]).layer)))
  })

  it.live("sends its headers byte by byte times out at the deadline", () =>
    Effect.gen(function* () {
      const receiver = yield* rawReceiver((socket) => {
        socket.write("HTTP/1.1 200 OK\r\nx: ")
        writeRepeatedly(socket, 20, "x")
      })
      assert.strictEqual((yield* Effect.flip(send(at(receiver.port)))).reason, "timeout")
      yield* allClosed(receiver)
    }).pipe(Effect.provide(shortDeadline))
  )

  it.live("sends informational responses endlessly times out at the deadline", () =>
    Effect.gen(function* () {
      const receiver = yield* rawReceiver((socket) => writeRepeatedly(socket, 20, "HTTP/1.1 103 Early Hints\r\n\r\n"))
      assert.strictEqual((yield* Effect.flip(send(at(receiver.port)))).reason, "timeout")
      yield* allClosed(receiver)
    }).pipe(Effect.provide(shortDeadline))
  )

  for (const [what, start, part] of [
    ["informational responses", "", "HTTP/1.1 103 Early Hints\r\n\r\n"],
    ["chunk extensions", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1;", "a"],
    ["trailers", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n", "x: y\r\n"]
  ] as const) {
    it.live(`sends ${what} faster than a response allows is disconnected before they are parsed`, () =>
      Effect.gen(function* () {
        const receiver = yield* rawReceiver((socket) => {
          const parts = part.repeat(Math.ceil((4 * 1024 * 1024) / part.length))
          socket.write(start)
          socket.write(parts)
        })
        const error = yield* Effect.flip(send(at(receiver.port)))
        assert.strictEqual(error.reason, "protocol")
        yield* allClosed(receiver)
      }).pipe(Effect.provide(longDeadline))
    )
  }

  it.live("sends a body of a megabyte in one step is disconnected, and its status counts", () =>
    Effect.gen(function* () {
      const receiver = yield* rawReceiver((socket) => {
        socket.write(`HTTP/1.1 200 OK\r\ncontent-length: 1000000\r\n\r\n${"x".repeat(1_000_000)}`)
      })
      const response = yield* send(at(receiver.port))
      assert.strictEqual(response.status, 200)
      yield* allClosed(receiver)
    }).pipe(Effect.provide(longDeadline))
  )

  it.live("sends an endless body is disconnected, and its status counts", () =>
    Effect.gen(function* () {
      const receiver = yield* rawReceiver((socket) => {
        socket.write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n")
        writeRepeatedly(socket, 1, `1000\r\n${"x".repeat(4096)}\r\n`)
      })
      const response = yield* send(at(receiver.port))
      assert.strictEqual(response.status, 200)
      assert.strictEqual(response.body, "x".repeat(MAX_RESPONSE_STORED_BYTES))
      yield* allClosed(receiver)
    }).pipe(Effect.provide(longDeadline))
  )

  it.live("sends endless headers is disconnected", () =>
    Effect.gen(function* () {
      const receiver = yield* rawReceiver((socket) => {
        socket.write("HTTP/1.1 200 OK\r\n")
        writeRepeatedly(socket, 1, `x: ${"y".repeat(1000)}\r\n`)
      })
      const error = yield* Effect.flip(send(at(receiver.port)))
      assert.strictEqual(error.reason, "protocol")
      assert.strictEqual(
        error.message,
        `The response of 127.0.0.1:${receiver.port} has more than 16384 bytes of headers.`
      )
      yield* allClosed(receiver)
    }).pipe(Effect.provide(longDeadline))
  )

  it.live("sends one endless header is disconnected", () =>
    Effect.gen(function* () {
      const receiver = yield* rawReceiver((socket) => {
        socket.write("HTTP/1.1 200 OK\r\nx: ")
        writeRepeatedly(socket, 1, "y".repeat(1000))
      })
      assert.strictEqual((yield* Effect.flip(send(at(receiver.port)))).reason, "protocol")
      yield* allClosed(receiver)
    }).pipe(Effect.provide(longDeadline))
  )

  it.live("sends endless trailers is disconnected", () =>
    Effect.gen(function* () {
      const receiver = yield* rawReceiver((socket) => {
        socket.write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\ntrailer: x\r\n\r\n0\r\n")
        writeRepeatedly(socket, 1, `x: ${"y".repeat(1000)}\r\n`)
      })
      assert.strictEqual((yield* Effect.flip(send(at(receiver.port)))).reason, "protocol")
      yield* allClosed(receiver)
    }).pipe(Effect.provide(longDeadline))
  )

  it.live("redirects gets no request at the new location", () =>
    Effect.gen(function* () {
      const target = yield* httpReceiver((_, response) => response.end("caught"))
      const receiver = yield* httpReceiver(
        readBody((_body, request, response) => {
          const location = request.url === "/metadata" ? "http://169.254.169.254/latest/meta-data/" : at(target.port)
          response.writeHead(307, { location }).end("over there")
        })
      )
      for (const path of ["/", "/metadata"]) {
        const { status, body } = yield* send(at(receiver.port, path))
        assert.deepStrictEqual({ status, body }, { status: 307, body: "over there" })
      }
      assert.strictEqual(target.sockets.length, 0)
    }).pipe(Effect.provide(longDeadline))
  )

  it.live("resets the connection results in connection_lost", () =>
    Effect.gen(function* () {
      const receiver = yield* rawReceiver((socket) => socket.resetAndDestroy())
      const error = yield* Effect.flip(send(at(receiver.port)))
      assert.strictEqual(error.reason, "connection_lost")
      assert.strictEqual(
        error.message,
        `127.0.0.1:${receiver.port} closed the connection before its response was complete.`
      )
    }).pipe(Effect.provide(longDeadline))
  )

  it.live("closes in the middle of its response results in connection_lost", () =>
    Effect.gen(function* () {
      const receiver = yield* rawReceiver((socket) => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf"))
      assert.strictEqual((yield* Effect.flip(send(at(receiver.port)))).reason, "connection_lost")
    }).pipe(Effect.provide(longDeadline))
  )

  it.live("does not send HTTP results in a protocol error", () =>
    Effect.gen(function* () {
      const receiver = yield* rawReceiver((socket) => socket.end("220 mail.example ESMTP ready\r\n"))
      const error = yield* Effect.flip(send(at(receiver.port)))
      assert.strictEqual(error.reason, "protocol")
      assert.strictEqual(error.message, `The response of 127.0.0.1:${receiver.port} is not valid HTTP.`)
    }).pipe(Effect.provide(longDeadline))
  )

  it.live("switches the protocol results in a protocol error", () =>
    Effect.gen(function* () {
      const receiver = yield* rawReceiver((socket) =>
        socket.write("HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n")
      )
      assert.strictEqual((yield* Effect.flip(send(at(receiver.port)))).reason, "protocol")
      yield* allClosed(receiver)
    }).pipe(Effect.provide(longDeadline))
  )

  it.live("responds to TLS with plain text results in a TLS error", () =>
    Effect.gen(function* () {
      const receiver = yield* rawReceiver((socket) => socket.end("this is not TLS at all, it is plain text"))
      const error = yield* Effect.flip(send(`https://127.0.0.1:${receiver.port}/`))
      assert.strictEqual(error.reason, "tls")
      assert.strictEqual(error.message, `The TLS handshake with 127.0.0.1:${receiver.port} failed.`)
    }).pipe(Effect.provide(longDeadline))
  )

  it.live("never completes its TLS handshake times out at the deadline", () =>
    Effect.gen(function* () {
      const receiver = yield* rawReceiver(() => {})
      assert.strictEqual((yield* Effect.flip(send(`https://127.0.0.1:${receiver.port}/`))).reason, "timeout")
    }).pipe(Effect.provide(shortDeadline))
  )

  it.live("does not listen results in connection_refused", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(send(at(CLOSED_PORT)))
      assert.strictEqual(error.reason, "connection_refused")
      assert.strictEqual(error.message, `127.0.0.1:${CLOSED_PORT} refused the connection.`)
    }).pipe(Effect.provide(longDeadline))
  )

  it.live("has a name that does not exist results in a DNS error", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(send("https://nowhere.example/hooks"))
      assert.strictEqual(error.reason, "dns")
      assert.strictEqual(error.message, "The host name nowhere.example does not exist.")
    }).pipe(Effect.provide(transportLayer({}, undefined, scriptedDns([]).layer)))
  )

  it.live("hangs does not delay sends to other receivers", () =>
    Effect.gen(function* () {
      const hanging = yield* rawReceiver(() => {})
      const healthy = yield* httpReceiver((_, response) => response.end("ok"))
      const hangingSends = yield* Effect.forkChild(
        Effect.all(
          Array.from({ length: 50 }, () => Effect.flip(send(at(hanging.port)))),
          { concurrency: "unbounded" }
        )
      )
      for (let n = 0; n < 50; n++) assert.strictEqual((yield* send(at(healthy.port))).status, 200)
      assert.isUndefined(hangingSends.pollUnsafe())
    }).pipe(Effect.provide(longDeadline))
  )
})
