import { createServer, IncomingMessage } from "node:http"
import { connect, type Socket } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { LoopTurn } from "@landfall/core/limits/LoopTurn"
import { Effect, Queue } from "effect"
import { handleInOrder } from "../../src/server/PipelinedRequests.ts"

/** Responds to a request with its path and these headers. */
type Respond = (headers?: Readonly<Record<string, string>>) => void

interface TestServer {
  readonly port: number
  /** The requests that Node has made of the bytes that it has read. */
  readonly parsed: Array<IncomingMessage>
  readonly arrived: Array<string | undefined>
  /** Completes with the handled requests; each is responded to with its path when `respond` is called. */
  readonly handled: Queue.Queue<{ readonly path: string | undefined; readonly respond: Respond }>
  readonly closed: Array<Socket>
  readonly stop: () => void
}

const startServer = Effect.acquireRelease(
  Effect.gen(function* () {
    const handled = yield* Queue.unbounded<{ readonly path: string | undefined; readonly respond: Respond }>()
    const parsed: Array<IncomingMessage> = []
    const arrived: Array<string | undefined> = []
    const closed: Array<Socket> = []
    class CountedRequest extends IncomingMessage {
      constructor(socket: Socket) {
        super(socket)
        parsed.push(this)
      }
    }
    const server = createServer({ IncomingMessage: CountedRequest })
    handleInOrder(server, {
      turn: new LoopTurn(() => performance.now(), setImmediate),
      onArrival: ({ request }) => arrived.push(request.url),
      close: (socket) => {
        closed.push(socket)
        socket.destroy()
      }
    })
    server.on("request", ({ url }, response) => {
      Queue.offerUnsafe(handled, { path: url, respond: (headers) => response.writeHead(200, headers).end(url) })
    })
    const port = yield* Effect.callback<number>((resume) => {
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed(Number(Reflect.get(Object(server.address()), "port")))))
    })
    const stop = () => {
      server.close()
      server.closeAllConnections()
    }
    const started: TestServer = { port, parsed, arrived, handled, closed, stop }
    return started
  }),
  ({ stop }) => Effect.sync(stop)
)

const requests = (count: number) =>
  Array.from({ length: count }, (_, n) => `GET /${n} HTTP/1.1\r\nHost: a\r\n\r\n`).join("")

const open = (port: number) =>
  Effect.acquireRelease(
    Effect.sync(() => connect({ port, host: "127.0.0.1" }).on("error", () => undefined)),
    (socket) => Effect.sync(() => socket.destroy())
  )

describe("the requests of a connection that does not wait for responses", () => {
  it.live("are handled one after the other, in the order of arrival", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { handled, port } = yield* startServer
        const socket = yield* open(port)
        socket.resume().write(requests(32))
        for (let n = 0; n < 32; n++) {
          const { path, respond } = yield* Queue.take(handled)
          assert.strictEqual(path, `/${n}`)
          assert.strictEqual(yield* Queue.size(handled), 0)
          respond()
        }
      })
    )
  )

  it.live(
    "are rejected beyond 32: the connection is closed, no request is handled, and no further bytes are parsed",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { arrived, closed, handled, parsed, port } = yield* startServer
          const socket = yield* open(port)
          const isClosed = Effect.callback<void>((resume) => void socket.once("close", () => resume(Effect.void)))
          socket.write(requests(1500))
          yield* isClosed
          assert.lengthOf(closed, 1)
          assert.lengthOf(arrived, 33)
          assert.strictEqual(yield* Queue.size(handled), 0)
          const traces = parsed.filter(({ errored }) => errored?.stack?.includes("\n"))
          assert.lengthOf(traces, 0)
          assert.isAbove(Error.stackTraceLimit, 0)
          // Deno has no parser that can be stopped.
          if (!("Deno" in globalThis)) assert.lengthOf(parsed, 34)
        })
      )
  )

  it.live("are not handled after a response with which the connection ends", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { handled, port } = yield* startServer
        const socket = yield* open(port)
        const isClosed = Effect.callback<void>((resume) => void socket.once("close", () => resume(Effect.void)))
        socket.resume().write(requests(16))
        const first = yield* Queue.take(handled)
        first.respond({ connection: "close" })
        yield* isClosed
        assert.strictEqual(yield* Queue.size(handled), 0)
      })
    )
  )

  it.live("leave a connection that has responded to all of them ready for further requests", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { handled, port } = yield* startServer
        const socket = yield* open(port)
        for (let round = 0; round < 3; round++) {
          socket.resume().write(requests(20))
          for (let n = 0; n < 20; n++) (yield* Queue.take(handled)).respond()
        }
      })
    )
  )
})
