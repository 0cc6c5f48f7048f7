import { LookupAccount } from "@landfall/core/alerts/lookups/LookupAccount"
import {
  AlertTransport,
  SEND_DEADLINE_MILLIS,
  TransportError,
  type WebhookRequest,
  type WebhookResponse
} from "@landfall/core/alerts/sending/AlertTransport"
import type { TargetRejected } from "@landfall/core/alerts/sending/EgressGuard"
import type { SendPostponed } from "@landfall/core/alerts/sending/SendPostponed"
import type { BrokerClient, BrokerConnection, BrokerUnreachable } from "@landfall/core/alerts/targets/BrokerClient"
import { type BrokerTarget, parseBrokerTarget } from "@landfall/core/alerts/targets/BrokerTarget"
import { Clock, Duration, Effect, Layer, Redacted, Result, type Scope } from "effect"
import { type Dns, NetAddress } from "effect/net"
import { makePolicyChangeCheck, TargetResolver } from "../egress/DnsEgressGuard.ts"
import { ConnectionLimitReached } from "../egress/LocalFaults.ts"
import type { SocketBudget } from "../egress/SocketBudget.ts"
import { transportError } from "../egress/TransportErrors.ts"
import { type BrokerPoolSettings, makeBrokerPool } from "./BrokerPool.ts"

/** Limits of the transport. All times in milliseconds. */
export interface BrokerTransportSettings extends BrokerPoolSettings {
  /** The deadline of a whole send: DNS lookup, connection, login and acknowledgement. */
  readonly deadlineMillis: number
}

/** The settings of a server. */
export const defaultBrokerTransportSettings: BrokerTransportSettings = {
  deadlineMillis: SEND_DEADLINE_MILLIS,
  maxConnections: 256,
  idleMillis: 30_000,
  lifetimeMillis: 5 * 60_000
}

/** The status by which the acknowledgement of a broker is recorded. */
const ACKNOWLEDGED = 200

/** The maximum number of addresses of a name that a connection tries. */
const MAX_ADDRESSES = 4

type ConnectError = TransportError | BrokerUnreachable | ConnectionLimitReached | TargetRejected | Dns.DnsError

/** No broker has HTTP headers: the limit of their length is not used. */
const NO_HEADER_BYTES = 0

const sendErrorOf = (error: ConnectError, host: string): TransportError | SendPostponed => {
  if (error instanceof TransportError) return error
  return transportError(error._tag === "BrokerUnreachable" ? error.cause : error, host, NO_HEADER_BYTES)
}

const make = Effect.fnUntraced(function* <T extends BrokerTarget>(
  client: BrokerClient<T>,
  sockets: SocketBudget,
  settings: BrokerTransportSettings
) {
  const resolver = yield* TargetResolver
  const clock = yield* Clock.Clock
  const pool = yield* makeBrokerPool<BrokerConnection<T>, ConnectError>(settings)
  sockets.whenScarce(pool.closeIdle)
  const followPolicy = makePolicyChangeCheck(resolver, pool.closeAll)

  const takeSocket = Effect.acquireRelease(
    Effect.suspend(() =>
      sockets.take() ? Effect.void : Effect.fail(new ConnectionLimitReached({ limit: sockets.limit }))
    ),
    () => Effect.sync(sockets.giveBack)
  )

  /** Connects to the first of the checked addresses that accepts, so that no name is looked up between check and connection. */
  const connect = Effect.fnUntraced(function* (
    target: T,
    request: WebhookRequest
  ): Effect.fn.Return<BrokerConnection<T>, ConnectError, Scope.Scope> {
    const addresses = yield* Effect.provideService(
      resolver.resolve(target.hostname, target.port, target.scheme),
      LookupAccount,
      request.accountId
    )
    yield* takeSocket
    const connectTo = (address: NetAddress.IpAddress) =>
      client.connect({ target, address: NetAddress.formatIp(address), secret: request.urlSecret })
    const [first, ...others] = addresses.slice(0, MAX_ADDRESSES)
    if (first === undefined) {
      return yield* new TransportError({ reason: "dns", message: `The host name ${target.hostname} has no address.` })
    }
    return yield* others.reduce(
      (attempt, address) => Effect.catchTag(attempt, "BrokerUnreachable", () => connectTo(address)),
      connectTo(first)
    )
  })

  const publish = Effect.fnUntraced(function* (target: T, request: WebhookRequest) {
    const startedAt = clock.monotonicTimeNanosUnsafe()
    const login = request.urlSecret === undefined ? "" : Redacted.value(request.urlSecret)
    const key = `${client.connectionKey(target)} ${login}`
    const { headers, body, deduplicationId = "" } = request
    const acknowledgement = yield* pool.use(key, connect(target, request), (connection) =>
      connection.publish(target, { headers, body, deduplicationId })
    )
    const responseStartMillis = Number((clock.monotonicTimeNanosUnsafe() - startedAt) / 1_000_000n)
    const response: WebhookResponse = {
      status: ACKNOWLEDGED,
      body: acknowledgement,
      retryAfterMillis: undefined,
      responseStartMillis
    }
    return response
  })

  const send = (request: WebhookRequest): Effect.Effect<WebhookResponse, TransportError | SendPostponed> => {
    const target = Result.getOrUndefined(parseBrokerTarget(request.url))
    if (target === undefined || !client.accepts(target)) {
      return Effect.fail(
        new TransportError({ reason: "target_rejected", message: "The URL of the endpoint is invalid." })
      )
    }
    followPolicy()
    return publish(target, request).pipe(
      Effect.timeoutOrElse({
        duration: Duration.millis(settings.deadlineMillis),
        orElse: () =>
          Effect.fail(
            new TransportError({
              reason: "timeout",
              message: `${target.host} did not acknowledge the message within ${settings.deadlineMillis / 1000} s.`
            })
          )
      }),
      Effect.mapError((error) => sendErrorOf(error, target.host))
    )
  }

  return AlertTransport.of({ send })
})

/**
 * Publishes to brokers through a client: over connections that are opened to checked addresses, shared by messages to the
 * same server with the same login, counted in the budget, and closed when they are idle.
 */
export const layer = <T extends BrokerTarget>(
  client: BrokerClient<T>,
  sockets: SocketBudget,
  settings: BrokerTransportSettings = defaultBrokerTransportSettings
): Layer.Layer<AlertTransport, never, TargetResolver> => Layer.effect(AlertTransport, make(client, sockets, settings))
