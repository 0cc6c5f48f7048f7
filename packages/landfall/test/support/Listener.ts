import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from "node:http"
import { type AddressInfo, createServer, type Server } from "node:net"

/** A server on a free port of this machine. */
export interface Listener {
  readonly port: number
  readonly close: () => void
}

const listen = async (server: Server, close: () => void): Promise<Listener> => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port }: Pick<AddressInfo, "port"> = Object(server.address())
  return { port, close }
}

/** An HTTP server that collects the bodies of its requests before it responds. */
export const listenHttp = (
  respond: (request: IncomingMessage, body: string, response: ServerResponse) => void
): Promise<Listener> => {
  const server = createHttpServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => respond(request, Buffer.concat(chunks).toString(), response))
  })
  return listen(server, () => {
    server.close()
    server.closeAllConnections()
  })
}

/** A TCP server that sends these lines to each connection and keeps it open. */
export const listenTcp = (lines: ReadonlyArray<string>): Promise<Listener> => {
  const sockets = new Set<{ destroy: () => void }>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on("error", () => undefined)
    for (const line of lines) socket.write(`${line}\r\n`)
  })
  return listen(server, () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
}

/**
 * A port whose connections are refused: no program uses it, systems assign no port below 1024 by themselves, and `fetch`
 * does not block it.
 */
export const CLOSED_PORT = 2
