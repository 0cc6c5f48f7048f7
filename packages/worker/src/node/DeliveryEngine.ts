import { HeaderKeys } from "@landfall/core/alerts/sending/HeaderKeys"
import { Layer } from "effect"
import { Digest } from "effect/crypto"
import * as DeliveryTaskLoop from "../alerts/DeliveryTaskLoop.ts"
import * as PruningLoop from "../alerts/PruningLoop.ts"
import * as TestReceiverTransport from "../alerts/TestReceiverTransport.ts"
import { DeliveryDispatcher, type DispatcherSettings, defaultDispatcherSettings } from "../dispatch/Dispatcher.ts"
import * as NameResolver from "./dns/NameResolver.ts"
import * as DnsEgressGuard from "./egress/DnsEgressGuard.ts"
import { type EgressPolicy, publicOnly } from "./egress/EgressPolicy.ts"
import * as NodeMac from "./NodeMac.ts"
import * as UndiciTransport from "./webhooks/UndiciTransport.ts"

/** The settings of a delivery engine. Only `version` is required; the others are those of a server. */
export interface DeliveryEngineSettings {
  /** The version in the `user-agent` of deliveries, such as that of your service. */
  readonly version: string
  /** Concurrency, leases and the retry policy of endpoints without one. */
  readonly dispatcher?: Partial<Omit<DispatcherSettings, "version">>
  readonly transport?: Partial<UndiciTransport.TransportSettings>
  /** The retention of messages. */
  readonly pruning?: Partial<PruningLoop.PruningSettings>
}

/**
 * The targets that alerts may be sent to: the `EgressGuard` that `Endpoints` checks URLs with when they are saved, and
 * the `TargetResolver` that the engine checks every connection with. The public internet alone by default.
 */
export const egressLayer = (policy: EgressPolicy = publicOnly) =>
  DnsEgressGuard.layer.pipe(
    Layer.provideMerge(DnsEgressGuard.TargetResolver.layer),
    Layer.provide([
      DnsEgressGuard.CurrentEgressPolicy.layer(policy),
      NameResolver.layer(NameResolver.defaultNameResolverSettings)
    ])
  )

/**
 * Everything that delivers stored messages over HTTP from a service of yours: the dispatcher with its transport, the tasks
 * that send deliveries again, and pruning. Requires the stores, and a `TargetResolver` such as that of `egressLayer`. Any
 * number of processes can run it on one database. It runs while its scope is open; on a stop, sends end or are released.
 */
export const layer = ({ version, dispatcher, transport, pruning }: DeliveryEngineSettings) =>
  Layer.mergeAll(
    DeliveryDispatcher.layer({ ...defaultDispatcherSettings, ...dispatcher, version }).pipe(
      Layer.provide(TestReceiverTransport.layer),
      Layer.provide([
        UndiciTransport.layer({ ...UndiciTransport.defaultTransportSettings, ...transport }),
        HeaderKeys.layer,
        NodeMac.layer
      ])
    ),
    DeliveryTaskLoop.layer(DeliveryTaskLoop.defaultDeliveryTaskSettings),
    PruningLoop.layer({ ...PruningLoop.defaultPruningSettings, ...pruning })
  ).pipe(Layer.provide(Digest.layerWebCrypto))
