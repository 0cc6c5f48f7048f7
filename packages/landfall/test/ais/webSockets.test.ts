import { createHash } from "node:crypto"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { Duplex } from "node:stream"
import { assert, describe, it } from "@effect/vitest"
import { make } from "@landfall/worker/node/BoundedWebSocket"
import { Deferred, Effect, Exit, Queue, Scope } from "effect"

const HANDSHAKE_ID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
const [WAITING_BYTES, OVERHEAD_BYTES] = [65_536, 256]

interface Connection {
  readonly socket: Duplex
  readonly closed: Deferred.Deferred<void>
}

/** A WebSocket server that reads, and responds to nothing after the handshake, the closing handshake included. */
const silentServer = Effect.gen(function* () {
  const connections = yield* Queue.unbounded<Connection>()
  const server = createServer()
  server.on("upgrade", (request, socket) => {
    const accept = createHash("sha1").update(`${request.headers["sec-websocket-key"]}${HANDSHAKE_ID}`).digest("base64")
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`
    )
    const closed = Deferred.makeUnsafe<void>()
    socket.on("error", () => undefined)
    // A server of HTTP half-closes its sockets.
    socket.on("end", () => socket.destroy())
    socket.on("close", () => Deferred.doneUnsafe(closed, Effect.void))
    socket.resume()
    Queue.offerUnsafe(connections, { socket, closed })
  })
  yield* Effect.acquireRelease(
    Effect.promise(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))),
    () => Effect.sync(() => server.close().closeAllConnections())
  )
  const { port }: Pick<AddressInfo, "port"> = Object(server.address())
  const socket = make(`ws://127.0.0.1:${port}`, { maxMessageBytes: 262_144, maxWaitingBytes: WAITING_BYTES })
  return { connections, socket }
})

/** A frame with a binary message of less than 126 bytes. */
const frameOf = (message: Uint8Array) => Buffer.concat([Uint8Array.from([0x82, message.length]), message])

describe("a WebSocket to a server that is not trusted", () => {
  it.live("ends its connection although the server does not respond to the closing handshake", () =>
    Effect.gen(function* () {
      const { connections, socket } = yield* silentServer
      const scope = yield* Scope.make()
      yield* Scope.provide(socket.reader, scope)
      const connection = yield* Queue.take(connections)
      yield* Scope.close(scope, Exit.void)
      yield* Deferred.await(connection.closed)
    }).pipe(Effect.scoped)
  )

  it.live("is closed when more messages wait than its bound, of which empty ones take memory too", () =>
    Effect.gen(function* () {
      const { connections, socket } = yield* silentServer
      const { pull } = yield* socket.reader
      const connection = yield* Queue.take(connections)
      connection.socket.write(Buffer.concat(Array.from({ length: 10_000 }, () => frameOf(new Uint8Array(0)))))
      yield* Deferred.await(connection.closed)
      const received = yield* pull
      assert.strictEqual(received.length, WAITING_BYTES / OVERHEAD_BYTES + 1)
      const { reason } = yield* Effect.flip(pull)
      assert.strictEqual(reason._tag, "SocketReadError")
      assert.match(String(Object(reason).cause), /sends messages faster than they are processed/)
    }).pipe(Effect.scoped)
  )

  it.live("rejects what is written while the server does not read", () =>
    Effect.gen(function* () {
      const { connections, socket } = yield* silentServer
      yield* socket.reader
      const writer = yield* socket.writer
      const connection = yield* Queue.take(connections)
      connection.socket.pause()
      const writes = Effect.forEach(Array.from({ length: 100 }), () => writer.write(new Uint8Array(2 ** 20)))
      const { reason } = yield* Effect.flip(writes)
      assert.strictEqual(reason._tag, "SocketWriteError")
      assert.match(String(Object(reason).cause), /does not read/)
      connection.socket.destroy()
    }).pipe(Effect.scoped)
  )
})
