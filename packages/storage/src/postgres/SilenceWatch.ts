import { connect, type NetConnectOpts, type Socket } from "node:net"
import { Effect, Redacted, Result } from "effect"

/** The idle time after which the client probes a connection. Node sends a probe each second then, and ends it after 10. */
const KEEPALIVE_MILLIS = 5_000

const DEFAULT_PORT = 5432

/**
 * The state of one connection. In ticks, not in time: a process that was suspended first reads the bytes that have
 * arrived.
 */
interface Watched {
  bytesRead: number
  silentTicks: number
}

/** The target of a URL of Postgres, as libpq reads it; undefined for a text that is not a URL. */
export const targetOf = (url: Redacted.Redacted): NetConnectOpts | undefined => {
  const parsed = Result.try(() => new URL(Redacted.value(url)))
  if (Result.isFailure(parsed)) return undefined
  const { hostname, port, searchParams } = parsed.success
  const name = hostname.startsWith("[") ? hostname.slice(1, -1) : hostname
  const decoded = Result.getOrElse(
    Result.try(() => decodeURIComponent(name)),
    () => name
  )
  const host = searchParams.get("host") ?? (decoded === "" ? "localhost" : decoded)
  const tcpPort = Number(searchParams.get("port") ?? (port === "" ? DEFAULT_PORT : port))
  return host.startsWith("/")
    ? { path: `${host}/.s.PGSQL.${tcpPort}` }
    : { host, port: tcpPort, noDelay: true, keepAlive: true, keepAliveInitialDelay: KEEPALIVE_MILLIS }
}

/**
 * Opens the connections of a client and ends those on which nothing was received for `limitTicks`. TCP alone detects a
 * network that drops everything only after minutes, and never detects a proxy that has stopped forwarding. The pool
 * closes idle connections sooner, and the one that listens receives a heartbeat, so that only silent connections reach
 * the limit. A limit of 0 ends none.
 */
export const makeSilenceWatch = (first: NetConnectOpts, limitTicks: number) => {
  let target = first
  const sockets = new Map<Socket, Watched>()
  let suspensions = 0

  const open = (): Socket => {
    const socket = connect(target)
    sockets.set(socket, { bytesRead: 0, silentTicks: 0 })
    socket.once("close", () => sockets.delete(socket))
    return socket
  }

  /** Ends all connections; the next ones are opened to another server. */
  const moveTo = (next: NetConnectOpts): void => {
    target = next
    for (const socket of sockets.keys()) socket.destroy(new Error("Another Postgres server is the primary now"))
  }

  // Under TLS the raw socket emits no data, but counts the bytes.
  const observe = ({ bytesRead }: Socket, watched: Watched): void => {
    watched.silentTicks = bytesRead === watched.bytesRead && suspensions === 0 ? watched.silentTicks + 1 : 0
    watched.bytesRead = bytesRead
  }

  /** One tick: observes every connection. Returns the number of ended ones. */
  const check = Effect.sync(() => {
    for (const [socket, watched] of sockets) observe(socket, watched)
    if (limitTicks === 0) return 0
    const silent = [...sockets].filter(([, { silentTicks }]) => silentTicks >= limitTicks)
    for (const [socket] of silent) {
      socket.destroy(new Error("The Postgres server has not responded in time: the connection is closed"))
    }
    return silent.length
  })

  /** Ends no connection while an effect runs: it may wait long for one response. */
  const suspendDuring = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.acquireUseRelease(
      Effect.sync(() => {
        suspensions += 1
      }),
      () => effect,
      () =>
        Effect.sync(() => {
          suspensions -= 1
        })
    )

  return { open, moveTo, check, suspendDuring }
}
