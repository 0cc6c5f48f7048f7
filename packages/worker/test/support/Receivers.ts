import { once } from "node:events"
import { createServer as createHttpServer, type RequestListener } from "node:http"
import { type AddressInfo, createServer, type Server, type Socket } from "node:net"
import { createServer as createTlsServer } from "node:tls"
import { Effect, type Scope } from "effect"
import { testCertificate } from "./TestCertificate.ts"

/** A server on a free loopback port. It stops with the scope. */
export interface Receiver {
  readonly port: number
  /** Every connection since the start, closed ones included. */
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

/** A receiver that responds with valid HTTP. */
export const httpReceiver = (listener: RequestListener) =>
  listening(() => createHttpServer({ keepAliveTimeout: 60_000 }, listener))

/** A receiver that runs `behave` on each connection after the first bytes of a request. */
export const rawReceiver = (behave: (socket: Socket) => void) =>
  listening(() => createServer((socket) => socket.once("data", () => behave(socket))))

/** A receiver that accepts TLS for `receiver.test` and calls `named` with the requested server name. */
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

/** A receiver of TLS 1.2 for `receiver.test` that requests another handshake whenever one is complete. */
export const renegotiatingReceiver = (log: Array<string>) =>
  listening(() =>
    createTlsServer({ ...testCertificate, maxVersion: "TLSv1.2" }, (socket) => {
      const renegotiate = () => {
        socket.renegotiate({}, (error) => {
          if (error !== null) return
          log.push("handshake")
          renegotiate()
        })
      }
      socket.on("error", ({ message }) => {
        log.push(/no renegotiation/.test(message) ? "refused" : message)
        socket.destroy()
      })
      socket.once("data", renegotiate)
    }).on("tlsClientError", () => {})
  )

/** Writes a chunk at an interval until the client closes the connection. */
export const writeRepeatedly = (socket: Socket, everyMillis: number, chunk: string | Uint8Array) => {
  const timer = setInterval(() => {
    if (!socket.destroyed) socket.write(chunk)
  }, everyMillis)
  socket.on("close", () => clearInterval(timer))
}

/** Completes when the client has closed every connection. */
export const allClosed = ({ sockets }: Receiver): Effect.Effect<void> =>
  Effect.promise(async () => {
    // A reset connection ends with an error first on some runtimes; it is closed all the same.
    const closing = sockets.filter((socket) => !socket.destroyed)
    await Promise.all(closing.map((socket) => new Promise((resolve) => socket.once("close", resolve))))
  })

/** Reads each request to its end before `respond`. */
export const readBody =
  (respond: (body: string, ...request: Parameters<RequestListener>) => void): RequestListener =>
  (request, response) => {
    const chunks: Array<Uint8Array> = []
    request.on("data", (chunk: Uint8Array) => chunks.push(chunk))
    request.on("end", () => respond(Buffer.concat(chunks).toString(), request, response))
  }
