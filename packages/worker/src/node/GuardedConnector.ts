import { isIP, type LookupFunction } from "node:net"
import { Cause, Effect, type Fiber } from "effect"
import { NetAddress } from "effect/net"
import { buildConnector } from "undici"
import type { TargetResolver } from "./DnsEgressGuard.ts"
import { tcpPortOf } from "./TcpPortRange.ts"

/** Runs an effect from a callback of Node.js. */
export type RunEffect = <A, E>(effect: Effect.Effect<A, E>) => Fiber.Fiber<A, E>

const toError = (cause: Cause.Cause<unknown>): Error => {
  const error = Cause.squash(cause)
  return error instanceof Error ? error : new Error("The DNS lookup was interrupted.", { cause: error })
}

/**
 * Opens connections to checked addresses only. Each connection resolves its name once and connects to an address of that
 * lookup, so that a name server cannot return one address to the check and another to the connection (DNS rebinding).
 * TLS still requests and verifies the certificate of the name.
 */
export const guardedConnector = (
  resolver: TargetResolver["Service"],
  run: RunEffect,
  connectTimeoutMillis: number
): buildConnector.connector => {
  const lookup: LookupFunction = (hostname, { all }, callback) => {
    run(
      Effect.matchCause(resolver.resolve(hostname), {
        onFailure: (cause) => callback(toError(cause), []),
        onSuccess: (resolved) => {
          const addresses = resolved.map((address) => ({
            address: NetAddress.formatIp(address),
            family: NetAddress.isIpv4Address(address) ? 4 : 6
          }))
          const [first] = addresses
          if (all === true || first === undefined) callback(null, addresses)
          else callback(null, first.address, first.family)
        }
      })
    )
  }
  const connect = buildConnector({ lookup, allowH2: false, timeout: connectTimeoutMillis })

  return (options, callback) => {
    const allowed = resolver.checkPort(tcpPortOf(options))
    // `lookup` resolves and checks a name when the connection is opened.
    const checked = isIP(options.hostname) === 0 ? allowed : Effect.andThen(allowed, resolver.resolve(options.hostname))
    run(
      Effect.matchCause(checked, {
        onFailure: (cause) => callback(toError(cause), null),
        onSuccess: () => connect(options, callback)
      })
    )
  }
}
