import { once } from "node:events"
import { createServer as createHttpServer, type RequestListener } from "node:http"
import { type AddressInfo, createServer, type Server, type Socket } from "node:net"
import { createServer as createTlsServer } from "node:tls"
import { Effect, type Scope } from "effect"
import { testCertificate } from "./TestCertificate.ts"

/** A server on a free port of this machine, for as long as a test lasts. */
export interface Receiver {
  readonly port: number
  /** Every connection that was made to it, the ended ones too. */
  readonly sockets: ReadonlyArray<Socket>
}

const listening = (makeServer: () => Server): Effect.Effect<Receiver, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const server = makeServer()
      const sockets: Array<Socket> = []
      server.on("connection", (socket) => {
        socket.on("error", () => {})
        sockets.push(socket)
      })
      server.listen(0, "127.0.0.1")
      await once(server, "listening")
      const { port } = server.address() as AddressInfo
      return { port, sockets, server }
    }),
    ({ sockets, server }) =>
      Effect.sync(() => {
        for (const socket of sockets) socket.destroy()
        server.close()
      })
  )

/** Speaks HTTP properly. */
export const httpReceiver = (listener: RequestListener) =>
  listening(() => createHttpServer({ keepAliveTimeout: 60_000 }, listener))

/** Does whatever `behave` does with each connection once the first bytes of a request have come. */
export const rawReceiver = (behave: (socket: Socket) => void) =>
  listening(() => createServer((socket) => socket.once("data", () => behave(socket))))

/** Accepts TLS for `receiver.test` and tells `named` the server name that was asked for. */
export const tlsReceiver = (named: (servername: string) => void) =>
  listening(() =>
    createTlsServer({
      ...testCertificate,
      SNICallback: (servername, callback) => {
        named(servername)
        callback(null)
      }
    }).on("tlsClientError", () => {})
  )

/** Writes again and again until the other side has gone. */
export const writeForEver = (socket: Socket, everyMillis: number, chunk: string | Uint8Array) => {
  const timer = setInterval(() => {
    if (!socket.destroyed) socket.write(chunk)
  }, everyMillis)
  socket.on("close", () => clearInterval(timer))
}

/** Completes when the other side has ended every connection. */
export const allClosed = ({ sockets }: Receiver): Effect.Effect<void> =>
  Effect.promise(async () => {
    await Promise.all(sockets.map((socket) => (socket.destroyed ? undefined : once(socket, "close"))))
  })

/** Whole requests that a server has read, one after another. */
export const reading =
  (respond: (body: string, ...request: Parameters<RequestListener>) => void): RequestListener =>
  (request, response) => {
    const chunks: Array<Uint8Array> = []
    request.on("data", (chunk: Uint8Array) => chunks.push(chunk))
    request.on("end", () => respond(Buffer.concat(chunks).toString(), request, response))
  }
