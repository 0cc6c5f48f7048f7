import { connect, createServer, type Server, type Socket } from "node:net"
import { Effect } from "effect"

/** A TCP proxy that can stop forwarding while every connection stays open. */
export interface SilentProxy {
  readonly port: number
  /** Forwards nothing more on the connections that are open. Later ones are forwarded once `restore` was called. */
  readonly silence: Effect.Effect<void>
  /** Forwards what is sent on later connections. */
  readonly restore: Effect.Effect<void>
}

interface Pair {
  readonly client: Socket
  readonly server: Socket
}

const startProxy = (host: string, port: number) => {
  const pairs = new Set<Pair>()
  let isSilent = false
  const mute = ({ client, server }: Pair) => {
    for (const socket of [client, server]) {
      socket.removeAllListeners("data")
      // What arrives is acknowledged and dropped.
      socket.resume()
    }
  }
  const proxy = createServer((client) => {
    const pair = { client, server: connect({ host, port }) }
    pairs.add(pair)
    const end = () => {
      client.destroy()
      pair.server.destroy()
      pairs.delete(pair)
    }
    for (const socket of [client, pair.server]) socket.on("error", end).on("close", end)
    if (isSilent) return mute(pair)
    client.on("data", (chunk) => pair.server.write(chunk))
    pair.server.on("data", (chunk) => client.write(chunk))
  })
  return {
    proxy,
    silence: Effect.sync(() => {
      isSilent = true
      for (const pair of pairs) mute(pair)
    }),
    restore: Effect.sync(() => {
      isSilent = false
    }),
    close: () => {
      proxy.close()
      for (const { client, server } of pairs) {
        client.destroy()
        server.destroy()
      }
    }
  }
}

const listen = (proxy: Server) =>
  Effect.callback<number>((resume) => {
    proxy.listen(0, "127.0.0.1", () => {
      const address = proxy.address()
      resume(
        typeof address === "object" && address !== null
          ? Effect.succeed(address.port)
          : Effect.die(new Error("the proxy has no port"))
      )
    })
  })

/** Starts a proxy in front of a port, which ends with the scope. */
export const startSilentProxy = Effect.fnUntraced(function* (host: string, port: number) {
  const { proxy, silence, restore } = yield* Effect.acquireRelease(
    Effect.sync(() => startProxy(host, port)),
    ({ close }) => Effect.sync(close)
  )
  return { port: yield* listen(proxy), silence, restore } satisfies SilentProxy
})
