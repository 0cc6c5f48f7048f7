import { connect, createServer, type Server, type Socket } from "node:net"
import { Effect } from "effect"

/** A TCP proxy in front of a Postgres server, whose connections a test can break. */
export interface LossyProxy {
  /** The URL of the server with the address of the proxy. */
  readonly urlOf: (url: string) => string
  /**
   * Breaks every connection, so that statements are sent as text again, and forwards the next message that contains a text,
   * waits until the server has responded, loses the response, and breaks that connection too: the client does not know
   * whether the server has carried it out.
   */
  readonly loseResponseTo: (text: string) => void
  /** How many responses were lost. */
  readonly lost: () => number
}

const listen = (server: Server) =>
  new Promise<number>((resolve, reject) => {
    server.once("error", reject)
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      typeof address === "object" && address !== null ? resolve(address.port) : reject(new Error("no port"))
    })
  })

/** Runs a proxy of a server until the scope closes. */
export const makeLossyProxy = (url: string) => {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  let awaited: string | undefined
  let lost = 0

  const forward = (client: Socket): void => {
    const server = connect({ host: hostname, port: Number(port) })
    let isLosing = false
    for (const socket of [client, server]) {
      sockets.add(socket)
      socket.on("error", () => undefined)
      socket.on("close", () => {
        sockets.delete(socket)
        client.destroy()
        server.destroy()
      })
    }
    client.on("data", (chunk) => {
      if (awaited !== undefined && chunk.includes(awaited)) {
        awaited = undefined
        isLosing = true
      }
      server.write(chunk)
    })
    server.on("data", (chunk) => {
      if (!isLosing) return void client.write(chunk)
      lost += 1
      client.destroy()
    })
  }

  return Effect.acquireRelease(
    Effect.promise(async () => {
      const server = createServer(forward)
      return { server, port: await listen(server) }
    }),
    ({ server }) =>
      Effect.promise(() => {
        for (const socket of sockets) socket.destroy()
        return new Promise<void>((resolve) => server.close(() => resolve()))
      })
  ).pipe(
    Effect.map(
      (running): LossyProxy => ({
        urlOf: (original) => {
          const proxied = new URL(original)
          proxied.hostname = "127.0.0.1"
          proxied.port = String(running.port)
          return proxied.href
        },
        loseResponseTo: (text) => {
          for (const socket of sockets) socket.destroy()
          awaited = text
        },
        lost: () => lost
      })
    )
  )
}
