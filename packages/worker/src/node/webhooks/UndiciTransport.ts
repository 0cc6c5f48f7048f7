import {
  AlertTransport,
  SEND_DEADLINE_MILLIS,
  TransportError,
  type WebhookRequest,
  type WebhookResponse
} from "@landfall/core/alerts/sending/AlertTransport"
import { SendPostponed } from "@landfall/core/alerts/sending/SendPostponed"
import { DEFAULT_LIMITS } from "@landfall/core/limits/Limits"
import { Clock, Effect, FiberSet, Layer } from "effect"
import { makePolicyChangeCheck, TargetResolver } from "../egress/DnsEgressGuard.ts"
import { guardedConnector } from "../egress/GuardedConnector.ts"
import { makeSocketBudget, type SocketBudget } from "../egress/SocketBudget.ts"
import { deadlineError, transportError } from "../egress/TransportErrors.ts"
import { makeDeadlines } from "./Deadlines.ts"
import { makeOriginPools } from "./OriginPools.ts"
import { type ExchangeClock, WebhookExchange } from "./WebhookExchange.ts"

/** Limits of the transport. All times in milliseconds. */
export interface TransportSettings {
  /** The deadline of a whole send: DNS lookup, connection, request and the last byte of the response. */
  readonly deadlineMillis: number
  readonly connectionsPerOrigin: number
  /** The maximum number of connections, over all origins. */
  readonly maxConnections: number
  /** The maximum number of origins with open connections. */
  readonly maxOrigins: number
  /** The maximum number of bytes of headers in a response. */
  readonly maxHeaderBytes: number
  /** The time for which an idle connection stays open. Most servers close theirs after 5 s or more. */
  readonly keepAliveMillis: number
  /** The time for which connections to an origin are used, so that a receiver's change of address takes effect. */
  readonly connectionLifetimeMillis: number
}

/** The settings of a server. */
export const defaultTransportSettings: TransportSettings = {
  deadlineMillis: SEND_DEADLINE_MILLIS,
  connectionsPerOrigin: DEFAULT_LIMITS["worker.originConnections"],
  maxConnections: 1_024,
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

/** The maximum number of parsed URLs in the cache. */
const MAX_CACHED_TARGETS = 1_024

/** Caches parsed URLs: parsing one costs several microseconds of every send. */
const makeTargetCache = () => {
  const targets = new Map<string, RequestTarget>()
  return (url: string): RequestTarget => {
    const cached = targets.get(url)
    if (cached !== undefined) return cached
    const { origin, host, pathname, search, protocol } = new URL(url)
    const target = { origin, host, path: pathname + search, protocol }
    if (targets.size >= MAX_CACHED_TARGETS) targets.clear()
    targets.set(url, target)
    return target
  }
}

const make = Effect.fnUntraced(function* (settings: TransportSettings, shared: SocketBudget | undefined) {
  const sockets = shared ?? makeSocketBudget(settings.maxConnections)
  const resolver = yield* TargetResolver
  const clock = yield* Clock.Clock
  const run = yield* FiberSet.makeRuntime()
  const parseTarget = makeTargetCache()
  const exchangeClock: ExchangeClock = {
    now: () => clock.currentTimeMillisUnsafe(),
    monotonicNanos: () => clock.monotonicTimeNanosUnsafe()
  }
  const { deadlineMillis, maxHeaderBytes } = settings

  const parts = { resolver, run, connectTimeoutMillis: deadlineMillis, sockets }
  const pools = yield* makeOriginPools(
    settings.maxOrigins,
    settings.connectionLifetimeMillis,
    (_origin, requestedBy) => ({
      connect: guardedConnector(parts, requestedBy),
      connections: settings.connectionsPerOrigin,
      keepAliveTimeout: settings.keepAliveMillis,
      keepAliveMaxTimeout: settings.keepAliveMillis,
      maxHeaderSize: maxHeaderBytes,
      headersTimeout: 0,
      bodyTimeout: 0
    })
  )
  sockets.whenScarce(pools.closeIdle)
  const followPolicy = makePolicyChangeCheck(resolver, pools.closeAll)

  const deadlines = yield* makeDeadlines<ActiveSend>(deadlineMillis, ({ exchange, host }) =>
    exchange.abort(deadlineError(host, exchange.status, deadlineMillis))
  )

  const send = ({
    url,
    headers,
    body,
    accountId
  }: WebhookRequest): Effect.Effect<WebhookResponse, TransportError | SendPostponed> =>
    Effect.callback((resume) => {
      const { origin, host, path, protocol } = parseTarget(url)
      if (protocol !== "https:" && protocol !== "http:") return resume(unsupportedProtocol(protocol))
      followPolicy()
      const exchange = new WebhookExchange(
        {
          onResponse: (response) => {
            deadlines.remove(activeSend)
            // The send completes after this callback, because undici frees its connection for the next one only when
            // the callback has returned.
            queueMicrotask(() => resume(Effect.succeed(response)))
          },
          onFailure: (error) => {
            deadlines.remove(activeSend)
            const isDescribed = error instanceof TransportError || error instanceof SendPostponed
            resume(Effect.fail(isDescribed ? error : transportError(error, host, maxHeaderBytes)))
          }
        },
        exchangeClock
      )
      const activeSend = { exchange, host }
      deadlines.add(activeSend)
      pools.get(origin, accountId).dispatch({ origin, path, method: "POST", headers, body }, exchange)
      return Effect.sync(() => {
        deadlines.remove(activeSend)
        exchange.abort()
      })
    })

  return AlertTransport.of({ send })
})

const unsupportedProtocol = (protocol: string) =>
  Effect.fail(
    new TransportError({
      reason: "target_rejected",
      message: `Deliveries use http or https; the protocol ${protocol} is not supported.`
    })
  )

/**
 * Sends over HTTP/1.1 with persistent connections. It does not follow redirects: a redirect is the response. It reads up
 * to 16 KiB of a response body, then closes the connection, and decompresses nothing.
 *
 * @param sockets the budget of connections, if other transports share it
 */
export const layer = (
  settings: TransportSettings,
  sockets?: SocketBudget
): Layer.Layer<AlertTransport, never, TargetResolver> => Layer.effect(AlertTransport, make(settings, sockets))
