import { HeaderKeys } from "@landfall/core/alerts/sending/HeaderKeys"
import type { TargetScheme } from "@landfall/core/alerts/targets/TargetScheme"
import { PortCongestion } from "@landfall/core/congestion/figures/PortCongestion"
import { CongestionThresholds } from "@landfall/core/congestion/thresholds/CongestionThresholds"
import { ArrivalPredictions } from "@landfall/core/eta/ArrivalPredictions"
import { Limits } from "@landfall/core/limits/Limits"
import type { Tariff } from "@landfall/core/usage/Tariff"
import * as DeliveryTaskLoop from "@landfall/worker/alerts/DeliveryTaskLoop"
import * as PruningLoop from "@landfall/worker/alerts/PruningLoop"
import * as TestReceiverTransport from "@landfall/worker/alerts/TestReceiverTransport"
import * as CongestionThresholdLoop from "@landfall/worker/congestion/CongestionThresholdLoop"
import * as PortLedgerLoop from "@landfall/worker/congestion/PortLedgerLoop"
import { DeliveryDispatcher, defaultDispatcherSettings } from "@landfall/worker/dispatch/Dispatcher"
import { laneLimits } from "@landfall/worker/dispatch/DispatchRules"
import { limitConcurrency } from "@landfall/worker/dispatch/Postponements"
import * as NodeMac from "@landfall/worker/node/NodeMac"
import * as DemoShipmentLoop from "@landfall/worker/tracking/DemoShipmentLoop"
import * as EnrolmentLoop from "@landfall/worker/tracking/EnrolmentLoop"
import * as PredictionLoop from "@landfall/worker/tracking/PredictionLoop"
import * as ShipmentReviewLoop from "@landfall/worker/tracking/ShipmentReviewLoop"
import { Effect, Layer } from "effect"
import * as AisFeeds from "../ais/AisFeeds.ts"
import { VERSION } from "../telemetry/Version.ts"
import * as AlertTransports from "./AlertTransports.ts"
import * as CarrierLayers from "./CarrierLayers.ts"
import * as LoopMetrics from "./LoopMetrics.ts"
import { descriptorBudget } from "./network/Descriptors.ts"
import * as Sea from "./Sea.ts"

/** The settings of the background loops. */
export interface BackgroundOptions extends CarrierLayers.CarrierOptions, AisFeeds.AisOptions {
  /** Days that messages are retained with their deliveries and attempts. */
  readonly retentionDays: number
  readonly untrackedDays: number
  /** The prices of operations. */
  readonly tariff: Tariff
  /** The schemes of URLs that alerts are sent to. */
  readonly targetSchemes: ReadonlyArray<TargetScheme>
}

const deliveryLayer = (targetSchemes: BackgroundOptions["targetSchemes"]) =>
  Layer.unwrap(
    Effect.map(Limits, (limits) => {
      const lanes = limitConcurrency(laneLimits(limits), descriptorBudget.deliveries)
      const transport = AlertTransports.layer({
        targetSchemes,
        connectionsPerOrigin: lanes.connectionsPerOrigin,
        maxConnections: descriptorBudget.deliveries
      })
      const settings = { ...defaultDispatcherSettings, ...lanes, version: VERSION }
      return DeliveryDispatcher.layer(settings).pipe(
        Layer.provide(TestReceiverTransport.layer),
        Layer.provide(transport)
      )
    })
  ).pipe(Layer.provide([HeaderKeys.layer, NodeMac.layer]))

const thresholdLayer = CongestionThresholdLoop.layer(CongestionThresholdLoop.defaultCongestionThresholdSettings).pipe(
  Layer.provide(CongestionThresholds.layer),
  Layer.provide(PortCongestion.layer),
  Layer.provide(Sea.portAreas)
)

const ledgerLayer = PortLedgerLoop.layer(PortLedgerLoop.defaultPortLedgerSettings).pipe(
  Layer.provide(PortCongestion.layer),
  Layer.provide(Sea.portAreas)
)

const predictionLayer = PredictionLoop.layer(PredictionLoop.defaultPredictionSettings).pipe(
  Layer.provide(ArrivalPredictions.layer)
)

/**
 * The background loops over the accounts of one database: they deliver alerts, run rounds of the demo shipment, review
 * shipments, predict arrivals, evaluate congestion thresholds, run tasks and enrolments, poll carriers and prune old data. Any
 * number of processes can run them on one database.
 */
export const accountLoops = ({
  retentionDays,
  untrackedDays,
  targetSchemes,
  tariff,
  ...options
}: Omit<BackgroundOptions, keyof AisFeeds.AisOptions>) =>
  Layer.mergeAll(
    deliveryLayer(targetSchemes),
    DemoShipmentLoop.layer(DemoShipmentLoop.defaultDemoShipmentSettings),
    ShipmentReviewLoop.layer(ShipmentReviewLoop.defaultShipmentReviewSettings),
    predictionLayer,
    DeliveryTaskLoop.layer(DeliveryTaskLoop.defaultDeliveryTaskSettings),
    EnrolmentLoop.layer({
      pageSize: EnrolmentLoop.DEFAULT_ENROLMENT_PAGE_SIZE,
      creditsPerShipment: tariff["shipment.track"]
    }),
    thresholdLayer,
    CarrierLayers.polling(options),
    PruningLoop.layer({ ...PruningLoop.defaultPruningSettings, days: retentionDays, untrackedDays })
  ).pipe(Layer.provide([LoopMetrics.layer, Sea.placesLayer]))

/**
 * The loops over the vessels and ports of an installation: they update port ledgers and detect port calls in live AIS; one
 * process at a time detects port calls.
 */
const referenceLoops = (options: AisFeeds.AisOptions) =>
  Layer.merge(ledgerLayer, AisFeeds.layer(options).pipe(Layer.provide(Sea.portAreas))).pipe(
    Layer.provide([LoopMetrics.layer, Sea.placesLayer])
  )

/** The background loops of a process on the database of an installation, or on its home cell. */
export const layer = (options: BackgroundOptions) => Layer.merge(accountLoops(options), referenceLoops(options))
