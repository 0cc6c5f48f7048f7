import { connect } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { LoopTurn } from "@landfall/core/limits/LoopTurn"
import { Effect, Predicate } from "effect"
import { FREE_CHUNKS, MIN_CHUNK_BYTES } from "../../src/edge/FramingFaults.ts"
import { makeNodeServer } from "../../src/server/NodeServer.ts"

/** A server that responds with the bytes of each body, or immediately to the path `/reject`. */
const startServer = Effect.acquireRelease(
  Effect.callback<{
    readonly port: number
    readonly handled: () => number
    readonly parsed: () => number
    readonly stop: () => void
  }>((resume) => {
    let handled = 0
    let parsed = 0
    const { server } = makeNodeServer(
      { countFault: () => undefined, countClosed: () => undefined },
      {
        turn: new LoopTurn(() => performance.now(), setImmediate),
        limits: { maxConnections: Number.POSITIVE_INFINITY, maxUnsentBytes: 1_000_000, proxies: [] }
      }
    )
    server.on("connection", (socket) =>
      countChunks(socket, () => {
        parsed++
      })
    )
    server.on("request", (request, response) => {
      handled++
      if (request.url === "/reject") return void response.end("rejected")
      if (request.url === "/wait") return
      let bytes = 0
      request.on("data", (chunk: Uint8Array) => {
        bytes += chunk.length
      })
      request.on("end", () => response.end(`${bytes} bytes`))
    })
    server.listen(0, "127.0.0.1", () => {
      const { port }: { readonly port: number } = Object(server.address())
      const stop = () => {
        server.close()
        server.closeAllConnections()
      }
      resume(Effect.succeed({ port, handled: () => handled, parsed: () => parsed, stop }))
    })
  }),
  ({ stop }) => Effect.sync(stop)
)

const countedParsers = new WeakSet<object>()

/** Counts the chunks that the parser of a connection emits from now on, those of its later connections included. */
const countChunks = (socket: object, count: () => void): void => {
  const parser = Predicate.hasProperty(socket, "parser") ? Object(socket.parser) : {}
  const key = parser.constructor.kOnBody
  const listener = parser[key]
  if (!Predicate.isFunction(listener) || countedParsers.has(parser)) return
  countedParsers.add(parser)
  parser[key] = function (this: unknown, ...values: ReadonlyArray<unknown>) {
    count()
    return Reflect.apply(listener, this, values)
  }
}

/** Sends text on a new connection. Completes with what has arrived when the connection is closed, or a body is complete. */
const exchange = (port: number, text: string, requests = 1) =>
  Effect.callback<string>((resume) => {
    let received = ""
    const socket = connect(port, "127.0.0.1")
    socket.on("error", () => undefined)
    socket.on("data", (data) => {
      received += String(data)
      if (requests === 1 && / bytes$/.test(received)) socket.destroy()
    })
    socket.on("close", () => resume(Effect.succeed(received)))
    socket.write(text)
  })

const chunked = (path: string, chunk: string, count: number, end = "0\r\n\r\n") =>
  `POST ${path} HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n${`${chunk.length.toString(16)}\r\n${chunk}\r\n`.repeat(count)}${end}`

describe("a body in chunks", () => {
  it.live("is read where its chunks are few, or are large enough on average", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { port } = yield* startServer
        assert.match(yield* exchange(port, chunked("/", "x", FREE_CHUNKS)), new RegExp(`${FREE_CHUNKS} bytes$`))
        const [count, size] = [4 * FREE_CHUNKS, 2 * MIN_CHUNK_BYTES]
        const response = yield* exchange(port, chunked("/", "x".repeat(size), count))
        assert.match(response, new RegExp(`${count * size} bytes$`))
      })
    )
  )

  it.live("is rejected where they are many and small, whether or not it is read", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { port } = yield* startServer
        for (const path of ["/", "/wait"]) {
          const response = yield* exchange(port, chunked(path, "x", 100 * FREE_CHUNKS))
          assert.match(response, /^HTTP\/1\.1 400 /)
          assert.include(response, "send larger chunks")
        }
      })
    )
  )

  it.live("is not parsed to the end of what was read once it is rejected; later connections are served", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { port, parsed } = yield* startServer
        for (let n = 1; n <= 4; n++) {
          yield* exchange(port, chunked("/", "x", 8 * FREE_CHUNKS))
          // The parser of Deno has no listener that could be counted.
          if (!("Deno" in globalThis)) assert.isAtLeast(parsed(), n * FREE_CHUNKS)
          assert.isAtMost(parsed(), n * (FREE_CHUNKS + 10))
          assert.match(yield* exchange(port, chunked("/", "xy", 3)), /6 bytes$/)
        }
      })
    )
  )

  it.live("is rejected in the same way while it waits for the response to the request before it", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { handled, port } = yield* startServer
        const responses = yield* exchange(port, `${chunked("/", "xy", 3)}${chunked("/", "x", 8 * FREE_CHUNKS)}`, 2)
        assert.match(responses, /6 bytesHTTP\/1\.1 400 /)
        assert.strictEqual(handled(), 1)
      })
    )
  )

  it.live("that was responded to before its end is not read further: its connection is closed", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { port } = yield* startServer
        assert.include(yield* exchange(port, chunked("/reject", "x", 10, "")), "rejected")
      })
    )
  )
})

describe("requests that a connection sends without waiting", () => {
  it.live("are no longer handled once the connection is closed for their number", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { port, handled } = yield* startServer
        yield* exchange(port, "GET /wait HTTP/1.1\r\nhost: a\r\n\r\n".repeat(2_000))
        assert.isAtMost(handled(), 33)
      })
    )
  )
})
