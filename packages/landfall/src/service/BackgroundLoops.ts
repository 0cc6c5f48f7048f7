import * as NodeDns from "@effect/platform-node/NodeDns"
import { PortCongestion } from "@landfall/core/congestion/figures/PortCongestion"
import { CongestionThresholds } from "@landfall/core/congestion/thresholds/CongestionThresholds"
import type { ConfiguredCarrier } from "@landfall/feeds/dcsa/carriers/CarrierConfiguration"
import * as CongestionThresholdLoop from "@landfall/worker/CongestionThresholdLoop"
import * as DeliveryTaskLoop from "@landfall/worker/DeliveryTaskLoop"
import * as DemoShipmentLoop from "@landfall/worker/DemoShipmentLoop"
import { DeliveryDispatcher, defaultDispatcherSettings } from "@landfall/worker/dispatch/Dispatcher"
import * as EgressGuard from "@landfall/worker/node/DnsEgressGuard"
import * as NodeMac from "@landfall/worker/node/NodeMac"
import type { TcpPortRange } from "@landfall/worker/node/TcpPortRange"
import * as UndiciTransport from "@landfall/worker/node/UndiciTransport"
import * as PortLedgerLoop from "@landfall/worker/PortLedgerLoop"
import * as PruningLoop from "@landfall/worker/PruningLoop"
import * as ShipmentReviewLoop from "@landfall/worker/ShipmentReviewLoop"
import { Layer, Option } from "effect"
import * as AisFeeds from "./AisFeeds.ts"
import * as CarrierLayers from "./CarrierLayers.ts"
import * as Sea from "./Sea.ts"
import { VERSION } from "./Version.ts"

/** What decides where alerts may go. */
export interface TargetOptions {
  readonly host: string
  readonly allowPrivateTargets: boolean
  /** None: every port. */
  readonly targetPorts: Option.Option<ReadonlyArray<TcpPortRange>>
}

/** What the background loops are told by the settings. */
export interface BackgroundOptions {
  /** How many days messages are kept with their deliveries and attempts. */
  readonly retentionDays: number
  /** The carriers that are asked and heard from. */
  readonly carriers: ReadonlyArray<ConfiguredCarrier>
  /** Live AIS to compute port congestion from. */
  readonly ais: ReadonlyArray<AisFeeds.AisSource>
}

const isLoopback = (host: string): boolean => host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host)

/** Where alerts may go: loopback only while nobody else can reach the server, or when the operator says so. */
export const targetResolverLayer = ({ host, allowPrivateTargets, targetPorts }: TargetOptions) =>
  EgressGuard.TargetResolver.layer({
    allowLoopback: isLoopback(host) || allowPrivateTargets,
    allowPrivate: allowPrivateTargets,
    ...Option.match(targetPorts, { onNone: () => ({}), onSome: (ports) => ({ ports }) })
  }).pipe(Layer.provide(NodeDns.layer))

const deliveryLayer = DeliveryDispatcher.layer({ ...defaultDispatcherSettings, version: VERSION }).pipe(
  Layer.provide(UndiciTransport.layer(UndiciTransport.defaultTransportSettings)),
  Layer.provide(NodeMac.layer)
)

const congestionLayer = Layer.merge(
  CongestionThresholdLoop.layer(CongestionThresholdLoop.defaultCongestionThresholdSettings).pipe(
    Layer.provide(CongestionThresholds.layer)
  ),
  PortLedgerLoop.layer(PortLedgerLoop.defaultPortLedgerSettings)
).pipe(Layer.provide(PortCongestion.layer))

/**
 * What is done without being asked for over HTTP: deliveries, the rounds of the demo container, reviews of shipments,
 * looks at watched ports, ledgers of ports, tasks that send again, the removal of what is past its time, and the watch over ships that live AIS tells of. Any number of
 * processes may do it on the same database; ships are watched by one of them at a time.
 */
export const layer = ({ ais, carriers, retentionDays }: BackgroundOptions) =>
  Layer.mergeAll(
    deliveryLayer,
    DemoShipmentLoop.layer(DemoShipmentLoop.defaultDemoShipmentSettings),
    ShipmentReviewLoop.layer(ShipmentReviewLoop.defaultShipmentReviewSettings),
    DeliveryTaskLoop.layer(DeliveryTaskLoop.defaultDeliveryTaskSettings),
    congestionLayer,
    CarrierLayers.polling(carriers),
    PruningLoop.layer({ ...PruningLoop.defaultPruningSettings, days: retentionDays }),
    AisFeeds.layer(ais).pipe(Layer.provide(Sea.layer))
  )
