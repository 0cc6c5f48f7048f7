import type { AlertTransport } from "@landfall/core/alerts/sending/AlertTransport"
import type { BrokerClient } from "@landfall/core/alerts/targets/BrokerClient"
import type { BrokerTarget } from "@landfall/core/alerts/targets/BrokerTarget"
import { TargetScheme } from "@landfall/core/alerts/targets/TargetScheme"
import * as BrokerTransport from "@landfall/worker/node/brokers/BrokerTransport"
import { CurrentEgressPolicy, TargetResolver } from "@landfall/worker/node/egress/DnsEgressGuard"
import { makeSocketBudget, type SocketBudget } from "@landfall/worker/node/egress/SocketBudget"
import { Effect, Layer } from "effect"
import { Dns, NetAddress } from "effect/net"
import { BROKER_HOST } from "./BrokerCertificate.ts"

/** A slow machine reaches neither: tests of these limits override them. */
const LONG_LIMITS = { deadlineMillis: 120_000, idleMillis: 60_000 }

/** The host of the certificate, and every name below it, is this machine. */
export const brokerNames: Layer.Layer<Dns.Dns> = Layer.succeed(
  Dns.Dns,
  Dns.make({
    lookup: (name) =>
      String(name).endsWith(BROKER_HOST)
        ? Effect.succeed([NetAddress.ipv4Loopback])
        : Effect.die(`no test looks up ${name}`)
  })
)

/** Publishes to brokers on this machine. */
export const localTransport = <T extends BrokerTarget>(
  client: BrokerClient<T>,
  settings: Partial<BrokerTransport.BrokerTransportSettings> = {},
  sockets: SocketBudget = makeSocketBudget(64)
): Layer.Layer<AlertTransport> =>
  BrokerTransport.layer(client, sockets, {
    ...BrokerTransport.defaultBrokerTransportSettings,
    ...LONG_LIMITS,
    ...settings
  }).pipe(
    Layer.provide(TargetResolver.layer),
    Layer.provide([
      brokerNames,
      CurrentEgressPolicy.layer({ mode: "loopback", schemes: new Set(TargetScheme.literals) })
    ])
  )
