import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Accounts } from "@landfall/core/accounts/Accounts"
import { ApiKeys } from "@landfall/core/accounts/ApiKeys"
import { ApiKeyUses } from "@landfall/core/accounts/ApiKeyUses"
import { DashboardSessions } from "@landfall/core/accounts/DashboardSessions"
import { AnnounceListener, type Listener } from "@landfall/core/alerts/egress/Listener"
import { Applications } from "@landfall/core/alerts/endpoints/Applications"
import { Endpoints } from "@landfall/core/alerts/endpoints/Endpoints"
import { ExampleAlerts } from "@landfall/core/alerts/endpoints/ExampleAlerts"
import { RETENTION_DAYS } from "@landfall/core/alerts/operations/Retention"
import { HeaderKeys } from "@landfall/core/alerts/sending/HeaderKeys"
import { DEFAULT_TARGET_SCHEMES } from "@landfall/core/alerts/targets/TargetScheme"
import { examplesLayer } from "@landfall/core/catalogue/EventCatalogue"
import { Co2Calculator } from "@landfall/core/co2/Co2Calculator"
import { AnchorageCongestion } from "@landfall/core/congestion/figures/AnchorageCongestion"
import { PortCongestion } from "@landfall/core/congestion/figures/PortCongestion"
import { PortTimes } from "@landfall/core/congestion/figures/PortTimes"
import { CongestionThresholds } from "@landfall/core/congestion/thresholds/CongestionThresholds"
import { ArrivalPredictions } from "@landfall/core/eta/ArrivalPredictions"
import { EtaAccuracy } from "@landfall/core/eta/accuracy/EtaAccuracy"
import { UNTRACKED_RETENTION_DAYS } from "@landfall/core/tracking/compaction/UntrackedEvents"
import { Shipments } from "@landfall/core/tracking/Shipments"
import { DEFAULT_TARIFF, type Tariff } from "@landfall/core/usage/Tariff"
import { UsageMeter } from "@landfall/core/usage/UsageMeter"
import { DcsaDecoder } from "@landfall/feeds/dcsa/events/DcsaDecoder"
import type { CellHandler } from "@landfall/http/cells/OtherCells"
import { LocalWorker } from "@landfall/http/health/LocalWorker"
import { Metrics } from "@landfall/http/metrics/Metrics"
import * as HttpService from "@landfall/http/server/HttpService"
import * as EgressGuard from "@landfall/worker/node/egress/DnsEgressGuard"
import { Context, Effect, Layer, Option } from "effect"
import { NO_AIS } from "../ais/AisFeeds.ts"
import { Assets } from "../assets/Assets.ts"
import { VERSION } from "../telemetry/Version.ts"
import type * as Background from "./BackgroundLoops.ts"
import * as CarrierLayers from "./CarrierLayers.ts"
import { cellWorkerLayer, localWorkerLayer } from "./LandfallWorker.ts"
import * as Monitoring from "./Monitoring.ts"
import * as NodeDigest from "./NodeDigest.ts"
import { descriptorBudget } from "./network/Descriptors.ts"
import { Egress, type EgressOptions } from "./network/Egress.ts"
import { listenersOf } from "./network/Listeners.ts"
import * as TargetResolution from "./network/TargetResolution.ts"
import * as Sea from "./Sea.ts"

/** The options of a server process. */
export interface ServerOptions
  extends Omit<HttpService.HttpServiceOptions, "dashboard">,
    TargetResolution.TargetOptions,
    Pick<EgressOptions, "allowPrivateTargets" | "targetPorts" | "targetSchemes">,
    Background.BackgroundOptions {
  /** Whether the background loops run in this process; if not, `landfall worker` has to run too. */
  readonly worker: boolean
  /** Other files of the dashboard than those that were built. */
  readonly dashboard?: HttpService.HttpServiceOptions["dashboard"]
}

/** A server on any free port of the loopback interface that delivers alerts, polls no carrier and receives no AIS. */
export const localOptions: ServerOptions = {
  host: "127.0.0.1",
  port: 0,
  version: VERSION,
  publicUrl: Option.none(),
  allowPrivateTargets: Option.none(),
  targetPorts: Option.none(),
  targetSchemes: DEFAULT_TARGET_SCHEMES,
  dnsServers: [],
  worker: true,
  adminKey: Option.none(),
  tariff: DEFAULT_TARIFF,
  retentionDays: RETENTION_DAYS,
  untrackedDays: UNTRACKED_RETENTION_DAYS,
  carriers: [],
  carriersWatch: Option.none(),
  ...NO_AIS,
  proxies: { networks: [], headers: "x-forwarded" },
  corsOrigins: [],
  portalOrigins: [],
  docs: "public"
}

/** The services behind the operations, on the provided storage. */
const serviceLayer = (tariff: Tariff) =>
  Layer.mergeAll(
    Accounts.layer,
    ApiKeys.layer,
    ApiKeyUses.layer,
    DashboardSessions.layer,
    Applications.layer,
    Co2Calculator.layer,
    ArrivalPredictions.layer,
    EtaAccuracy.layer,
    Endpoints.layer.pipe(Layer.provide([examplesLayer, HeaderKeys.layer])),
    ExampleAlerts.layer.pipe(Layer.provide(examplesLayer)),
    CongestionThresholds.layer.pipe(Layer.provideMerge(PortCongestion.layer), Layer.provide(Sea.portAreas)),
    Shipments.layer(tariff).pipe(Layer.provide(Sea.placesLayer), Layer.provideMerge(DcsaDecoder.layer)),
    Layer.merge(AnchorageCongestion.layer, PortTimes.layer).pipe(Layer.provide(Sea.portAreas)),
    UsageMeter.layer
  )

/** The built files of the dashboard. */
const dashboardFiles = Effect.flatMap(Assets, ({ readFolder }) => readFolder("dashboard"))

/** The operations over HTTP. The first requests show whether a proxy is in front of a server that was started for development. */
const httpLayer = (options: ServerOptions) =>
  Layer.unwrap(
    Effect.map(Egress, ({ observe }) =>
      HttpService.layer(
        { dashboard: dashboardFiles, ...options, observeRequest: observe, maxConnections: descriptorBudget.callers },
        options.tariff
      )
    )
  )

/** The delivery worker of this process for the health check; absent when it runs elsewhere. */
const worker = (options: ServerOptions) => (options.worker ? localWorkerLayer(options) : LocalWorker.absentLayer)

/** Provides the operations and loops of one database with its services, the carriers, and the check of the URLs of alerts. */
const provideServices = (options: ServerOptions) => {
  const egress = Egress.layer({ ...options, listeners: listenersOf(options), serves: true })
  return <A, E, R>(top: Layer.Layer<A, E, R>, workerLayer: ReturnType<typeof worker>) =>
    top.pipe(
      Layer.provide(workerLayer),
      Layer.provide(Sea.portAreas),
      Layer.provideMerge(serviceLayer(options.tariff)),
      Layer.provide([CarrierLayers.sources, CarrierLayers.notifications]),
      Layer.provide(CarrierLayers.registry(options)),
      Layer.provide(EgressGuard.layer),
      Layer.provide(TargetResolution.layer(options)),
      Layer.provide(Egress.servicesLayer),
      Layer.provideMerge(egress),
      Layer.provide([NodeDigest.layer, NodeCrypto.layerSecureRandom])
    )
}

/** The services that the cells of a process share: the sea network, with the operator's ports, and the metrics. */
export const sharedLayer = Layer.merge(Sea.layer, Metrics.layer)

/** Handles requests with the operations of a cell, and announces the address of the server in it. */
export class OperationHandler extends Context.Service<
  OperationHandler,
  {
    /** Responds to a request with the operation that it names; every failure is a response. */
    readonly handler: CellHandler
    /** Stores the address of the server in the cell, so that alerts of the cell are not sent to it. */
    readonly announce: (listener: Listener) => Effect.Effect<void>
  }
>()("@landfall/landfall/service/OperationHandler") {}

/**
 * The operations, services and loops of another cell than the home cell, without a server: `OperationHandler`. Requires
 * every store of the cell, and the services that the cells of a process share: the sea network and the metrics.
 */
export const cellLayer = (options: ServerOptions) =>
  provideServices(options)(
    Layer.effect(
      OperationHandler,
      Effect.gen(function* () {
        const handler = yield* HttpService.makeHandler({ dashboard: dashboardFiles, ...options }, options.tariff)
        return { handler: Effect.orDie(handler), announce: yield* AnnounceListener }
      })
    ).pipe(Layer.provide([Sea.placesLayer, NodeHttpServer.layerHttpServices])),
    options.worker ? cellWorkerLayer(options) : LocalWorker.absentLayer
  )

/**
 * The service in one process: the operations over HTTP and, unless they run elsewhere, the background loops. Requires
 * every store and the services of the runtime. On a stop, the server first accepts no more requests, then the worker
 * finishes or releases its leases, then the usage counters are stored.
 *
 * @param preparation is complete before the server accepts connections
 */
export const layer = <E = never, R = never>(
  options: ServerOptions,
  preparation: Layer.Layer<never, E, R> = Layer.empty
) =>
  provideServices(options)(
    Layer.merge(httpLayer(options).pipe(Layer.provide(Sea.placesLayer)), Monitoring.layer(options)).pipe(
      Layer.provide(preparation)
    ),
    worker(options)
  ).pipe(Layer.provideMerge(sharedLayer))
