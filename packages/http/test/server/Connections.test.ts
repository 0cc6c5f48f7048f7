import { connect, type Socket } from "node:net"
import process from "node:process"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { ClosedConnectionReason } from "../../src/edge/ClosedConnections.ts"
import { makeNodeServer } from "../../src/server/NodeServer.ts"

const MAX_CONNECTIONS = 8
/** What one address gets of them when it is alone. */
const SHARE = 6

/** A server that responds to every request, with the connections that it closed by reason. */
const startServer = Effect.acquireRelease(
  Effect.callback<{ readonly port: number; readonly closed: Array<ClosedConnectionReason>; readonly stop: () => void }>(
    (resume) => {
      const closed: Array<ClosedConnectionReason> = []
      const { server } = makeNodeServer(
        { countFault: () => undefined, countClosed: (reason) => closed.push(reason) },
        { limits: { maxConnections: MAX_CONNECTIONS, maxUnsentBytes: 1_000_000, proxies: [] } }
      )
      server.on("request", (_, response) => response.end("served"))
      server.listen(0, "127.0.0.1", () => {
        const { port }: { readonly port: number } = Object(server.address())
        const stop = () => {
          server.close()
          server.closeAllConnections()
        }
        resume(Effect.succeed({ port, closed, stop }))
      })
    }
  ),
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
})
