import { AlertTransport } from "@landfall/core/alerts/sending/AlertTransport"
import { protocolOf, type TargetProtocol, type TargetScheme } from "@landfall/core/alerts/targets/TargetScheme"
import { selectTransport } from "@landfall/core/alerts/targets/TransportSelection"
import * as BrokerTransport from "@landfall/worker/node/BrokerTransport"
import { TargetResolver } from "@landfall/worker/node/DnsEgressGuard"
import { makeSocketBudget } from "@landfall/worker/node/SocketBudget"
import * as UndiciTransport from "@landfall/worker/node/UndiciTransport"
import { Context, Effect, Layer } from "effect"

/** Which transports a process has, and what they may use. */
export interface AlertTransportOptions {
  readonly targetSchemes: ReadonlyArray<TargetScheme>
  /** The most connections to receivers, over all protocols. */
  readonly maxConnections: number
  /** The most connections to one receiver over HTTP. */
  readonly connectionsPerOrigin: number
}

type TransportLayer = Layer.Layer<AlertTransport, never, TargetResolver>

// The client of a broker is loaded where its scheme is enabled.
const nats = Effect.promise(() => import("@landfall/nats/NatsClient"))
const sqs = Effect.promise(() => import("@landfall/sqs/SqsTransport"))
const rabbitmq = Effect.promise(() => import("@landfall/rabbitmq/RabbitClient"))

const built = (layer: TransportLayer) => Effect.map(Layer.build(layer), Context.get(AlertTransport))

/** Checks the requests to SQS by its own schemes: they can be enabled where those of HTTP are not. */
const sqsResolver = Layer.effect(
  TargetResolver,
  Effect.map(TargetResolver, ({ policy, resolve }) => ({
    policy,
    resolve: (hostname, port, scheme) => resolve(hostname, port, scheme === "https" ? "sqs" : "sqs+http")
  }))
)

/** The transports of the enabled schemes, on one budget of connections. */
export const layer = ({ targetSchemes, maxConnections, connectionsPerOrigin }: AlertTransportOptions): TransportLayer =>
  Layer.effect(
    AlertTransport,
    Effect.gen(function* () {
      const sockets = makeSocketBudget(maxConnections)
      const settings = { ...UndiciTransport.defaultTransportSettings, connectionsPerOrigin, maxConnections }
      const http = yield* built(UndiciTransport.layer(settings, sockets))
      const enabled = new Set(targetSchemes.map(protocolOf))
      const transports = new Map<TargetProtocol, AlertTransport["Service"]>([["http", http]])
      if (enabled.has("nats")) {
        const { natsClient } = yield* nats
        transports.set("nats", yield* built(BrokerTransport.layer(natsClient, sockets)))
      }
      if (enabled.has("amqp")) {
        const { rabbitClient } = yield* rabbitmq
        transports.set("amqp", yield* built(BrokerTransport.layer(rabbitClient, sockets)))
      }
      if (enabled.has("sqs")) {
        const { makeSqsTransport } = yield* sqs
        const overHttp = yield* built(Layer.provide(UndiciTransport.layer(settings, sockets), sqsResolver))
        transports.set("sqs", yield* makeSqsTransport(overHttp))
      }
      return selectTransport(new Set(targetSchemes), transports)
    })
  )
