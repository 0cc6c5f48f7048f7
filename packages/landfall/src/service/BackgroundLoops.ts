import * as NodeDns from "@effect/platform-node/NodeDns"
import { PortCongestion } from "@landfall/core/congestion/figures/PortCongestion"
import { CongestionThresholds } from "@landfall/core/congestion/thresholds/CongestionThresholds"
import type { Tariff } from "@landfall/core/usage/Tariff"
import type { ConfiguredCarrier } from "@landfall/feeds/dcsa/carriers/CarrierConfiguration"
import * as DeliveryTaskLoop from "@landfall/worker/alerts/DeliveryTaskLoop"
import * as PruningLoop from "@landfall/worker/alerts/PruningLoop"
import * as CongestionThresholdLoop from "@landfall/worker/congestion/CongestionThresholdLoop"
import * as PortLedgerLoop from "@landfall/worker/congestion/PortLedgerLoop"
import { DeliveryDispatcher, defaultDispatcherSettings } from "@landfall/worker/dispatch/Dispatcher"
import * as EgressGuard from "@landfall/worker/node/DnsEgressGuard"
import * as NodeMac from "@landfall/worker/node/NodeMac"
import type { TcpPortRange } from "@landfall/worker/node/TcpPortRange"
import * as UndiciTransport from "@landfall/worker/node/UndiciTransport"
import * as DemoShipmentLoop from "@landfall/worker/tracking/DemoShipmentLoop"
import * as EnrolmentLoop from "@landfall/worker/tracking/EnrolmentLoop"
import * as ShipmentReviewLoop from "@landfall/worker/tracking/ShipmentReviewLoop"
import { Layer, Option } from "effect"
import type { AisSource } from "../settings/SettingValues.ts"
import { VERSION } from "../telemetry/Version.ts"
import * as AisFeeds from "./AisFeeds.ts"
import * as CarrierLayers from "./CarrierLayers.ts"
import * as LoopMetrics from "./LoopMetrics.ts"
import * as Sea from "./Sea.ts"

/** The settings that decide where alerts may be sent. */
export interface TargetOptions {
  readonly host: string
  readonly allowPrivateTargets: boolean
  /** The allowed ports; none allows every port. */
  readonly targetPorts: Option.Option<ReadonlyArray<TcpPortRange>>
}

/** The settings of the background loops. */
export interface BackgroundOptions {
  /** Days that messages are retained with their deliveries and attempts. */
  readonly retentionDays: number
  /** The prices of operations. */
  readonly tariff: Tariff
  /** The carriers to poll and to receive notifications from. */
  readonly carriers: ReadonlyArray<ConfiguredCarrier>
  /** Sources of live AIS for port congestion. */
  readonly ais: ReadonlyArray<AisSource>
}

const isLoopback = (host: string): boolean => host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host)

/**
 * Where alerts may be sent. Loopback targets are allowed while only this machine can reach the server, or when the
 * operator allows private targets.
 */
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
 * The background loops of a process. They deliver alerts, run rounds of the demo shipment, review shipments, evaluate
 * congestion thresholds, update port ledgers, run tasks and enrolments, poll carriers, prune old data and detect port calls in live
 * AIS. Any number of processes can run them on one database; one of them at a time detects port calls.
 */
export const layer = ({ ais, carriers, retentionDays, tariff }: BackgroundOptions) =>
  Layer.mergeAll(
    deliveryLayer,
    DemoShipmentLoop.layer(DemoShipmentLoop.defaultDemoShipmentSettings),
    ShipmentReviewLoop.layer(ShipmentReviewLoop.defaultShipmentReviewSettings),
    DeliveryTaskLoop.layer(DeliveryTaskLoop.defaultDeliveryTaskSettings),
    EnrolmentLoop.layer({
      pageSize: EnrolmentLoop.DEFAULT_ENROLMENT_PAGE_SIZE,
      creditsPerShipment: tariff["shipment.track"]
    }),
    congestionLayer,
    CarrierLayers.polling(carriers),
    PruningLoop.layer({ ...PruningLoop.defaultPruningSettings, days: retentionDays }),
    AisFeeds.layer(ais).pipe(Layer.provide(Sea.layer))
  ).pipe(Layer.provide(LoopMetrics.layer))
