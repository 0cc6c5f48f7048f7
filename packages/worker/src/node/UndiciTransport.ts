import {
  AlertTransport,
  SEND_DEADLINE_MILLIS,
  TransportError,
  type WebhookRequest,
  type WebhookResponse
} from "@landfall/core/alerts/sending/AlertTransport"
import { Clock, Effect, FiberSet, Layer } from "effect"
import { makeDeadlines } from "./Deadlines.ts"
import { TargetResolver } from "./DnsEgressGuard.ts"
import { guardedConnector } from "./GuardedConnector.ts"
import { makeOriginPools } from "./OriginPools.ts"
import { deadlineError, transportError } from "./TransportErrors.ts"
import { type ExchangeClock, WebhookExchange } from "./WebhookExchange.ts"

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
  readonly connectionLifetimeMillis: number
}

export const defaultTransportSettings: TransportSettings = {
  deadlineMillis: SEND_DEADLINE_MILLIS,
  connectionsPerOrigin: 64,
  maxOrigins: 256,
  maxHeaderBytes: 16 * 1024,
  keepAliveMillis: 4_000,
  connectionLifetimeMillis: 5 * 60_000
}

interface ActiveSend {
  readonly exchange: WebhookExchange
  readonly host: string
}

/** The parts of a URL that a send needs. */
interface RequestTarget {
  readonly origin: string
  readonly host: string
  readonly path: string
  readonly protocol: string
}

/** How many URLs are kept read. */
const MAX_CACHED_TARGETS = 1_024

/** Reads URLs, each once while it is in use: reading one costs several microseconds of every send. */
const makeTargetCache = () => {
  const targets = new Map<string, RequestTarget>()
  return (url: string): RequestTarget => {
    const known = targets.get(url)
    if (known !== undefined) return known
    const { origin, host, pathname, search, protocol } = new URL(url)
    const target = { origin, host, path: pathname + search, protocol }
    if (targets.size >= MAX_CACHED_TARGETS) targets.clear()
    targets.set(url, target)
    return target
  }
}

const make = Effect.fnUntraced(function* (settings: TransportSettings) {
  const resolver = yield* TargetResolver
  const clock = yield* Clock.Clock
  const run = yield* FiberSet.makeRuntime()
  const targetOf = makeTargetCache()
  const times: ExchangeClock = {
    now: () => clock.currentTimeMillisUnsafe(),
    monotonicNanos: () => clock.monotonicTimeNanosUnsafe()
  }
  const { deadlineMillis, maxHeaderBytes } = settings

  const pools = yield* makeOriginPools(settings.maxOrigins, {
    connect: guardedConnector(resolver, run, deadlineMillis),
    connections: settings.connectionsPerOrigin,
    clientTtl: settings.connectionLifetimeMillis,
    keepAliveTimeout: settings.keepAliveMillis,
    keepAliveMaxTimeout: settings.keepAliveMillis,
    maxHeaderSize: maxHeaderBytes,
    headersTimeout: 0,
    bodyTimeout: 0
  })
  const deadlines = yield* makeDeadlines<ActiveSend>(deadlineMillis, ({ exchange, host }) =>
    exchange.abort(deadlineError(host, exchange.status, deadlineMillis))
  )

  const send = ({ url, headers, body }: WebhookRequest): Effect.Effect<WebhookResponse, TransportError> =>
    Effect.callback((resume) => {
      const { origin, host, path, protocol } = targetOf(url)
      if (protocol !== "https:" && protocol !== "http:") return resume(unsupportedProtocol(protocol))
      const exchange = new WebhookExchange(
        {
          onResponse: (answer) => {
            deadlines.remove(sending)
            // What follows is the next send: the connection that this one used is free when undici's call has returned.
            queueMicrotask(() => resume(Effect.succeed(answer)))
          },
          onFailure: (error) => {
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
        exchange.abort()
      })
    })

  return AlertTransport.of({ send })
})

const unsupportedProtocol = (protocol: string) =>
  Effect.fail(
    new TransportError({ reason: "target_refused", message: `Deliveries go over http or https, not over ${protocol}` })
  )

/**
 * Sends over HTTP/1.1 with kept-alive connections. Redirects are answers. An answer's body is read up to 16 KiB, then its
 * connection is cut; nothing is decompressed.
 */
export const layer = (settings: TransportSettings): Layer.Layer<AlertTransport, never, TargetResolver> =>
  Layer.effect(AlertTransport, make(settings))
