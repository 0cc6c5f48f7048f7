import { connect, type Socket } from "node:net"
import process from "node:process"
import { assert, describe, it } from "@effect/vitest"
import { LoopTurn } from "@landfall/core/limits/LoopTurn"
import { Effect } from "effect"
import type { ClosedConnectionReason } from "../../src/metrics/ConnectionMetrics.ts"
import { makeNodeServer } from "../../src/server/NodeServer.ts"

const turn = new LoopTurn(() => performance.now(), setImmediate)

const MAX_CONNECTIONS = 8
/** What one address gets of them when it is alone. */
const SHARE = 6

interface TestServer {
  readonly port: number
  /** The reasons for which it closed connections. */
  readonly closed: Array<ClosedConnectionReason>
  /** The connections of its callers. */
  readonly accepted: Array<Socket>
  /** Looks at the connections, as the service does several times a second. */
  readonly review: () => void
  readonly stop: () => void
}

/** A server that responds to every request once its body has arrived. */
const startServer = Effect.acquireRelease(
  Effect.callback<TestServer>((resume) => {
    const closed: Array<ClosedConnectionReason> = []
    const accepted: Array<Socket> = []
    const { server, closeUnread } = makeNodeServer(
      { countFault: () => undefined, countClosed: (reason) => closed.push(reason) },
      { turn, limits: { maxConnections: MAX_CONNECTIONS, maxUnsentBytes: 1_000_000, proxies: [] } }
    )
    server.on("connection", (socket: Socket) => accepted.push(socket))
    server.on("request", (received, response) => {
      received.on("end", () => response.end("served"))
      received.resume()
    })
    server.listen(0, "127.0.0.1", () => {
      const { port }: { readonly port: number } = Object(server.address())
      const stop = () => {
        server.close()
        server.closeAllConnections()
      }
      resume(Effect.succeed({ port, closed, accepted, review: () => closeUnread(0), stop }))
    })
  }),
  ({ stop }) => Effect.sync(stop)
)

/** Connects from an address, and completes when the connection is open. */
const open = (port: number, localAddress: string) =>
  Effect.acquireRelease(
    Effect.callback<Socket>((resume) => {
      const socket = connect({ port, host: "127.0.0.1", localAddress })
      socket.on("error", () => undefined)
      socket.once("connect", () => resume(Effect.succeed(socket)))
    }),
    (socket) => Effect.sync(() => socket.destroy())
  )

/** Sends a request, and completes with the response, or with the end of the connection. */
const request = (socket: Socket) =>
  Effect.callback<string>((resume) => {
    socket.once("close", () => resume(Effect.succeed("closed")))
    socket.once("data", (data) => resume(Effect.succeed(String(data))))
    socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
  })

// Only Linux has further loopback addresses without configuration.
const hasOneAddress = process.platform !== "linux"
if (hasOneAddress)
  console.log("skipped, the connections of several addresses: only Linux has them without configuration")

describe("the connections of a server", () => {
  it.live.skipIf(hasOneAddress)(
    "are shared by address: beyond its share, an address loses its oldest idle connection",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { closed, port } = yield* startServer
          const idle: Array<Socket> = []
          for (let n = 0; n < 4 * MAX_CONNECTIONS; n++) idle.push(yield* open(port, "127.0.0.1"))
          assert.match(yield* request(yield* open(port, "127.0.0.1")), /served$/)
          const other = yield* request(yield* open(port, "127.0.0.2"))
          assert.match(other, /served$/)
          assert.isAtLeast(closed.length, 4 * MAX_CONNECTIONS - SHARE)
          assert.isTrue(closed.every((reason) => reason === "address_share"))
          const newest = idle.at(-1)
          assert.isFalse(newest?.closed)
        })
      )
  )
  it.live("have a timer of 30 s while a body arrives, and are closed with 408 when it expires", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { accepted, closed, port, review } = yield* startServer
        const socket = yield* open(port, "127.0.0.1")
        assert.match(yield* request(socket), /served$/)
        review()
        assert.notStrictEqual(accepted[0]?.timeout, 30_000)
        socket.write("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhalf")
        const reviewed = Effect.sync(() => {
          review()
          return accepted[0]?.timeout
        })
        yield* Effect.repeat(Effect.delay(reviewed, "5 millis"), { until: (timeout) => timeout === 30_000 })
        const response = Effect.callback<string>((resume) => {
          socket.once("data", (data) => resume(Effect.succeed(String(data))))
          accepted[0]?.emit("timeout")
        })
        assert.match(yield* response, /^HTTP\/1\.1 408 /)
        assert.deepStrictEqual(closed, ["stalled"])
      })
    )
  )
})
