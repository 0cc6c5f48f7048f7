import {
  AlertTransport,
  type Answer,
  type Outgoing,
  SEND_DEADLINE_MILLIS,
  TransportError
} from "@landfall/core/alerts/delivery/AlertTransport"
import { Clock, Effect, FiberSet, Layer } from "effect"
import { makeDeadlines } from "./Deadlines.ts"
import { TargetResolver } from "./EgressGuard.ts"
import { Exchange, type Times } from "./Exchange.ts"
import { guardedConnector } from "./GuardedConnector.ts"
import { makeOriginPools } from "./OriginPools.ts"
import { deadlineError, transportError } from "./TransportFault.ts"

/** Bounds of the transport. All times in milliseconds. */
export interface TransportSettings {
  /** The whole time of a send: look-up, connection, request and the last byte of the answer. */
  readonly deadlineMillis: number
  readonly connectionsPerOrigin: number
  /** How many origins keep their connections open. */
  readonly maxOrigins: number
  /** The most bytes of headers in an answer. */
  readonly maxHeaderBytes: number
  /** How long an unused connection stays open. Most servers close theirs after 5 s or more. */
  readonly keepAliveMillis: number
  /** How long a connection is used at all, so that a receiver that moves to another address is followed. */
  readonly connectionLifeMillis: number
}

export const defaultTransportSettings: TransportSettings = {
  deadlineMillis: SEND_DEADLINE_MILLIS,
  connectionsPerOrigin: 64,
  maxOrigins: 256,
  maxHeaderBytes: 16 * 1024,
  keepAliveMillis: 4_000,
  connectionLifeMillis: 5 * 60_000
}

interface Sending {
  readonly exchange: Exchange
  readonly host: string
}

/** The parts of a URL that a send needs. */
interface Target {
  readonly origin: string
  readonly host: string
  readonly path: string
  readonly protocol: string
}

/** How many URLs are kept read. */
const MAX_TARGETS = 1_024

/** Reads URLs, each once while it is in use: reading one costs several microseconds of every send. */
const makeTargets = () => {
  const targets = new Map<string, Target>()
  return (url: string): Target => {
    const known = targets.get(url)
    if (known !== undefined) return known
    const { origin, host, pathname, search, protocol } = new URL(url)
    const target = { origin, host, path: pathname + search, protocol }
    if (targets.size >= MAX_TARGETS) targets.clear()
    targets.set(url, target)
    return target
  }
}

const make = Effect.fnUntraced(function* (settings: TransportSettings) {
  const resolver = yield* TargetResolver
  const clock = yield* Clock.Clock
  const run = yield* FiberSet.makeRuntime()
  const targetOf = makeTargets()
  const times: Times = {
    now: () => clock.currentTimeMillisUnsafe(),
    monotonicNanos: () => clock.monotonicTimeNanosUnsafe()
  }
  const { deadlineMillis, maxHeaderBytes } = settings

  const pools = yield* makeOriginPools(settings.maxOrigins, {
    connect: guardedConnector(resolver, run, deadlineMillis),
    connections: settings.connectionsPerOrigin,
    clientTtl: settings.connectionLifeMillis,
    keepAliveTimeout: settings.keepAliveMillis,
    keepAliveMaxTimeout: settings.keepAliveMillis,
    maxHeaderSize: maxHeaderBytes,
    headersTimeout: 0,
    bodyTimeout: 0
  })
  const deadlines = yield* makeDeadlines<Sending>(deadlineMillis, ({ exchange, host }) =>
    exchange.cut(deadlineError(host, exchange.status, deadlineMillis))
  )

  const send = ({ url, headers, body }: Outgoing): Effect.Effect<Answer, TransportError> =>
    Effect.callback((resume) => {
      const { origin, host, path, protocol } = targetOf(url)
      if (protocol !== "https:" && protocol !== "http:") return resume(notHttp(protocol))
      const exchange = new Exchange(
        {
          answered: (answer) => {
            deadlines.remove(sending)
            // What follows is the next send: the connection that this one used is free when undici's call has returned.
            queueMicrotask(() => resume(Effect.succeed(answer)))
          },
          failed: (error) => {
            deadlines.remove(sending)
            resume(Effect.fail(error instanceof TransportError ? error : transportError(error, host, maxHeaderBytes)))
          }
        },
        times
      )
      const sending = { exchange, host }
      deadlines.add(sending)
      pools.get(origin).dispatch({ origin, path, method: "POST", headers, body }, exchange)
      return Effect.sync(() => {
        deadlines.remove(sending)
        exchange.cut()
      })
    })

  return AlertTransport.of({ send })
})

const notHttp = (protocol: string) =>
  Effect.fail(
    new TransportError({ reason: "target_refused", message: `Deliveries go over http or https, not over ${protocol}` })
  )

/**
 * Sends over HTTP/1.1 with kept-alive connections. Redirects are answers. An answer's body is read up to 16 KiB, then its
 * connection is cut; nothing is decompressed.
 */
export const layer = (settings: TransportSettings): Layer.Layer<AlertTransport, never, TargetResolver> =>
  Layer.effect(AlertTransport, make(settings))
