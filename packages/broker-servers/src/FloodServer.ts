import { once } from "node:events"
import { createServer, type Socket } from "node:net"
import { Effect, type Scope } from "effect"

/** A server on loopback that sends a greeting to each connection, and then bytes without end. */
export interface FloodServer {
  readonly port: number
  /** The bytes that the connection had taken when its other side closed it. */
  readonly flooded: Effect.Effect<number>
}

const CHUNK = new Uint8Array(64 * 1024).fill("x".charCodeAt(0))

/** Starts the server. `greet` sends what precedes the bytes, and completes when they may begin. */
export const floodServer = (greet: (socket: Socket) => Promise<void>): Effect.Effect<FloodServer, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const sockets = new Set<Socket>()
      const server = createServer()
      const flooded = new Promise<number>((resolve) => {
        server.on("connection", async (socket) => {
          sockets.add(socket)
          let bytes = 0
          socket.on("error", () => undefined)
          socket.once("close", () => resolve(bytes))
          await greet(socket)
          while (!socket.destroyed) {
            bytes += CHUNK.length
            if (!socket.write(CHUNK))
              await Promise.race([once(socket, "drain"), once(socket, "close")]).catch(() => undefined)
          }
        })
      })
      server.listen(0, "127.0.0.1")
      await once(server, "listening")
      const address = server.address()
      const port = typeof address === "object" && address !== null ? address.port : 0
      const close = () => {
        for (const socket of sockets) socket.destroy()
        server.close()
      }
      return { port, flooded: Effect.promise(() => flooded), close }
    }),
    ({ close }) => Effect.sync(close)
  )
