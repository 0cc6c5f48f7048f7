import type { IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import { Effect } from "effect"
import { type WebSocket, WebSocketServer } from "ws"

/** A WebSocket server of a test on a free port of this machine, stopped with the scope. */
export const webSocketServer = (onConnection: (socket: WebSocket, request: IncomingMessage) => void) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(async () => {
        const server = new WebSocketServer({
          host: "127.0.0.1",
          port: 0,
          perMessageDeflate: true,
          handleProtocols: ([first]) => first ?? false
        })
        server.on("connection", onConnection)
        await new Promise((resolve) => server.once("listening", resolve))
        return server
      }),
      (server) =>
        Effect.promise(async () => {
          for (const client of server.clients) client.terminate()
          await new Promise((resolve) => server.close(resolve))
        })
    ),
    (server) => {
      const { port }: Pick<AddressInfo, "port"> = Object(server.address())
      return { url: `ws://127.0.0.1:${port}`, server }
    }
  )
