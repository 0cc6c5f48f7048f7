import { constants } from "node:crypto"
import type { LookupAddress } from "node:dns"
import { isIP, type LookupFunction, type Socket } from "node:net"
import { LookupAccount } from "@landfall/core/alerts/lookups/LookupAccount"
import { Cause, Effect, type Fiber } from "effect"
import { NetAddress } from "effect/net"
import { buildConnector } from "undici"
import type { TargetResolver } from "./DnsEgressGuard.ts"
import { ConnectionLimitReached } from "./LocalFaults.ts"
import { boundReads } from "./ReadBudget.ts"
import type { SocketBudget } from "./SocketBudget.ts"
import { tcpPortOf } from "./TcpPortRange.ts"

/** Runs an effect from a callback of Node.js. */
export type RunEffect = <A, E>(effect: Effect.Effect<A, E>) => Fiber.Fiber<A, E>

/** The parts that every connection uses. */
export interface ConnectorParts {
  readonly resolver: TargetResolver["Service"]
  readonly run: RunEffect
  readonly connectTimeoutMillis: number
  readonly sockets: SocketBudget
}

const toError = (cause: Cause.Cause<unknown>): Error => {
  const error = Cause.squash(cause)
  return error instanceof Error ? error : new Error("The DNS lookup was interrupted.", { cause: error })
}

const toLookupAddress = (address: NetAddress.IpAddress): LookupAddress => ({
  address: NetAddress.formatIp(address),
  family: NetAddress.isIpv4Address(address) ? 4 : 6
})

/** The maximum number of addresses of a name that a connection tries. */
const MAX_ADDRESSES = 16

/**
 * Opens connections to one origin, to checked addresses only. Each connection resolves its name once and connects to an
 * address of that lookup, so that a name server cannot return one address to the check and another to the connection (DNS
 * rebinding). TLS still requests and verifies the certificate of the name.
 *
 * @param requestedBy the account for whose sends the connection is opened
 */
export const guardedConnector = (
  { resolver, run, connectTimeoutMillis, sockets }: ConnectorParts,
  requestedBy: () => string | undefined
): buildConnector.connector => {
  let checked: ReadonlyArray<LookupAddress> = []
  // Node calls this for names. The addresses were checked when the connection was requested.
  const lookup: LookupFunction = (_hostname, { all }, callback) => {
    const [first] = checked
    if (all === true || first === undefined) callback(null, [...checked])
    else callback(null, first.address, first.family)
  }
  // A receiver of TLS 1.2 could request one handshake after another, none of which counts as a response.
  const secureOptions = constants.SSL_OP_NO_RENEGOTIATION
  const connect = buildConnector({ lookup, allowH2: false, timeout: connectTimeoutMillis, secureOptions })

  const open = (options: buildConnector.Options, callback: buildConnector.Callback): void => {
    if (!sockets.take()) {
      callback(new ConnectionLimitReached({ limit: sockets.limit }), null)
      return
    }
    connect(options, (...result) => {
      const [error, socket] = result
      if (error === null) {
        whenClosed(socket, sockets.giveBack)
        boundReads(socket)
      } else sockets.giveBack()
      callback(...result)
    })
  }

  return (options, callback) => {
    const resolved = Effect.provideService(
      resolver.resolve(options.hostname, tcpPortOf(options), options.protocol === "https:" ? "https" : "http"),
      LookupAccount,
      requestedBy()
    )
    run(
      Effect.matchCause(resolved, {
        onFailure: (cause) => callback(toError(cause), null),
        onSuccess: (addresses) => {
          if (isIP(options.hostname) === 0) checked = addresses.slice(0, MAX_ADDRESSES).map(toLookupAddress)
          open(options, callback)
        }
      })
    )
  }
}

const whenClosed = (socket: Socket, act: () => void): void => {
  if (socket.destroyed) act()
  else socket.once("close", act)
}
