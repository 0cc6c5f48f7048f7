import { AlertTransport } from "@landfall/core/alerts/sending/AlertTransport"
import { protocolOf, type TargetProtocol, type TargetScheme } from "@landfall/core/alerts/targets/TargetScheme"
import { TargetResolver } from "@landfall/worker/node/egress/DnsEgressGuard"
import { makeSocketBudget, type SocketBudget } from "@landfall/worker/node/egress/SocketBudget"
import { Context, Effect, Layer, type Scope } from "effect"
import { selectTransport } from "./network/TransportSelection.ts"

/** The transports of a process, and their limits. */
export interface AlertTransportOptions {
  readonly targetSchemes: ReadonlyArray<TargetScheme>
  /** The maximum number of connections to receivers, over all protocols. */
  readonly maxConnections: number
  /** The maximum number of connections to one receiver over HTTP. */
  readonly connectionsPerOrigin: number
}

type TransportLayer = Layer.Layer<AlertTransport, never, TargetResolver>

// The client of a broker is loaded where its scheme is enabled, the client of HTTP by the first send.
const undici = Effect.promise(() => import("@landfall/worker/node/webhooks/UndiciTransport"))
const brokers = Effect.promise(() => import("@landfall/worker/node/brokers/BrokerTransport"))
const nats = Effect.promise(() => import("@landfall/nats/NatsClient"))
const sqs = Effect.promise(() => import("@landfall/sqs/SqsTransport"))
const rabbitmq = Effect.promise(() => import("@landfall/rabbitmq/RabbitClient"))

const built = (layer: TransportLayer) => Effect.map(Layer.build(layer), Context.get(AlertTransport))

type MakeTransport = Effect.Effect<AlertTransport["Service"], never, TargetResolver | Scope.Scope>

/** A transport that the first send makes: a server starts without the hundred modules of the HTTP client. */
const makeLazily = Effect.fnUntraced(function* (make: MakeTransport) {
  const context = yield* Effect.context<TargetResolver | Scope.Scope>()
  const cachedTransport = yield* Effect.cached(Effect.uninterruptible(Effect.provideContext(make, context)))
  return AlertTransport.of({ send: (request) => Effect.flatMap(cachedTransport, ({ send }) => send(request)) })
})

/** Sends over HTTP within the budget of connections. */
const makeHttp = (
  { maxConnections, connectionsPerOrigin }: AlertTransportOptions,
  sockets: SocketBudget,
  adapt: (layer: TransportLayer) => TransportLayer = (layer) => layer
): MakeTransport =>
  Effect.flatMap(undici, ({ defaultTransportSettings, layer }) =>
    built(adapt(layer({ ...defaultTransportSettings, connectionsPerOrigin, maxConnections }, sockets)))
  )

/** Checks the requests to SQS by its own schemes: they can be enabled where those of HTTP are not. */
const sqsResolver = Layer.effect(
  TargetResolver,
  Effect.map(TargetResolver, ({ policy, resolve }) => ({
    policy,
    resolve: (hostname, port, scheme) => resolve(hostname, port, scheme === "https" ? "sqs" : "sqs+http")
  }))
)

/** The transports of the enabled schemes, on one budget of connections. */
export const layer = (options: AlertTransportOptions): TransportLayer =>
  Layer.effect(
    AlertTransport,
    Effect.gen(function* () {
      const { targetSchemes, maxConnections } = options
      const sockets = makeSocketBudget(maxConnections)
      const http = yield* makeLazily(makeHttp(options, sockets))
      const enabled = new Set(targetSchemes.map(protocolOf))
      const transports = new Map<TargetProtocol, AlertTransport["Service"]>([["http", http]])
      if (enabled.has("nats")) {
        const [BrokerTransport, { natsClient }] = [yield* brokers, yield* nats]
        transports.set("nats", yield* built(BrokerTransport.layer(natsClient, sockets)))
      }
      if (enabled.has("amqp")) {
        const [BrokerTransport, { rabbitClient }] = [yield* brokers, yield* rabbitmq]
        transports.set("amqp", yield* built(BrokerTransport.layer(rabbitClient, sockets)))
      }
      if (enabled.has("sqs")) {
        const { makeSqsTransport } = yield* sqs
        const overHttp = yield* makeLazily(makeHttp(options, sockets, Layer.provide(sqsResolver)))
        transports.set("sqs", yield* makeSqsTransport(overHttp))
      }
      return selectTransport(new Set(targetSchemes), transports)
    })
  )
