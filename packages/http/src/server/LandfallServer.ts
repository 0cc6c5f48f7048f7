import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { ApiKeys } from "@landfall/core/accounts/ApiKeys"
import { Applications } from "@landfall/core/alerts/Applications"
import { Endpoints } from "@landfall/core/alerts/Endpoints"
import { ExampleAlerts } from "@landfall/core/alerts/ExampleAlerts"
import { RETENTION_DAYS } from "@landfall/core/alerts/Retention"
import { Co2 } from "@landfall/core/co2/Co2"
import { PortCongestion } from "@landfall/core/congestion/PortCongestion"
import { PortWatches } from "@landfall/core/congestion/PortWatches"
import { Shipments } from "@landfall/core/tracking/Shipments"
import { DEFAULT_TARIFF } from "@landfall/core/usage/Tariff"
import { UsageMeter } from "@landfall/core/usage/UsageMeter"
import { DcsaDecoder } from "@landfall/feeds/dcsa/DcsaDecoder"
import * as EgressGuard from "@landfall/worker/node/EgressGuard"
import { ByteSize, Effect, Layer, Option } from "effect"
import { HttpIncomingMessage, HttpRouter } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { alertsPlanLayer } from "../api/AlertsPlanLayer.ts"
import { authorizationLayer } from "../api/AuthorizationLayer.ts"
import { applicationsHandlers } from "../api/alerts/ApplicationsHandlers.ts"
import { endpointMonitoringHandlers } from "../api/alerts/EndpointMonitoringHandlers.ts"
import { endpointsHandlers } from "../api/alerts/EndpointsHandlers.ts"
import { eventTypesHandlers } from "../api/alerts/EventTypesHandlers.ts"
import { messagesHandlers } from "../api/alerts/MessagesHandlers.ts"
import { portWatchesHandlers } from "../api/alerts/PortWatchesHandlers.ts"
import { tasksHandlers } from "../api/alerts/TasksHandlers.ts"
import { Callers } from "../api/Callers.ts"
import { co2Handlers } from "../api/co2/Co2Handlers.ts"
import { portCongestionHandlers } from "../api/congestion/PortCongestionHandlers.ts"
import { LandfallApi } from "../api/LandfallApi.ts"
import { LargeBodies, MAX_BODY_BYTES } from "../api/LargeBodies.ts"
import { portsHandlers } from "../api/ports/PortsHandlers.ts"
import { notificationsHandlers } from "../api/tracking/NotificationsHandlers.ts"
import { sealinesHandlers } from "../api/tracking/SealinesHandlers.ts"
import { shipmentsHandlers } from "../api/tracking/ShipmentsHandlers.ts"
import { trackingEventsHandlers } from "../api/tracking/TrackingEventsHandlers.ts"
import { consumptionHandlers } from "../api/usage/ConsumptionHandlers.ts"
import * as Background from "./Background.ts"
import * as CarrierLayers from "./CarrierLayers.ts"
import { co2Shortcut } from "./Co2Shortcut.ts"
import { congestionShortcut } from "./CongestionShortcut.ts"
import { errorAnswersLayer } from "./ErrorAnswers.ts"
import { Figures, figuresLayer } from "./Figures.ts"
import { makeListener } from "./Listener.ts"
import { LocalWorker } from "./LocalWorker.ts"
import * as MetricsRoute from "./MetricsRoute.ts"
import * as NodeDigest from "./NodeDigest.ts"
import { Readiness } from "./Readiness.ts"
import { RequestIds, requestIdLayer } from "./RequestId.ts"
import * as Sea from "./Sea.ts"
import { shortcutsLayer } from "./Shortcuts.ts"
import { systemRoutes } from "./SystemRoutes.ts"

/** What the server is told by its settings. */
export interface ServerOptions extends Background.TargetOptions, Background.BackgroundOptions {
  readonly port: number
  /** Whether the background loops run in this process too; if not, `landfall worker` has to run beside it. */
  readonly worker: boolean
  /** Whether `/metrics` is served; not when it is left out. */
  readonly metrics?: boolean
}

/** A server on any free port for this machine alone, which delivers, asks no carrier and hears no ships. */
export const localOptions: ServerOptions = {
  host: "127.0.0.1",
  port: 0,
  allowPrivateTargets: false,
  targetPorts: Option.none(),
  worker: true,
  retentionDays: RETENTION_DAYS,
  carriers: [],
  ais: []
}

/** No id is near as long; the router would call a longer one an unknown path. */
const MAX_PATH_LENGTH = 16 * 1024

/** What the operations do, on whatever storage is given. */
const services = Layer.mergeAll(
  ApiKeys.layer,
  Applications.layer,
  Co2.layer.pipe(Layer.provideMerge(Sea.layer)),
  Endpoints.layer,
  ExampleAlerts.layer,
  PortWatches.layer.pipe(Layer.provideMerge(PortCongestion.layer)),
  Shipments.layer(DEFAULT_TARIFF).pipe(Layer.provide(DcsaDecoder.layer)),
  UsageMeter.layer
)

const operations = HttpApiBuilder.layer(LandfallApi).pipe(
  Layer.provide([
    applicationsHandlers,
    co2Handlers(DEFAULT_TARIFF),
    consumptionHandlers,
    endpointMonitoringHandlers,
    endpointsHandlers,
    notificationsHandlers,
    messagesHandlers,
    portCongestionHandlers(DEFAULT_TARIFF),
    portWatchesHandlers,
    eventTypesHandlers,
    portsHandlers,
    sealinesHandlers,
    shipmentsHandlers,
    tasksHandlers,
    trackingEventsHandlers
  ]),
  Layer.provide([authorizationLayer, alertsPlanLayer, LargeBodies.layer, Sea.layer])
)

// The first of those that stand before every operation is the outermost.
const routes = (options: ServerOptions) =>
  Layer.mergeAll(
    operations,
    systemRoutes,
    MetricsRoute.layer(options.metrics === true),
    shortcutsLayer(Effect.all([congestionShortcut(DEFAULT_TARIFF), co2Shortcut(DEFAULT_TARIFF)])),
    requestIdLayer,
    figuresLayer,
    errorAnswersLayer
  ).pipe(Layer.provide([Callers.layer, RequestIds.layer]))

/** Whether the process can work, and its worker, which runs as long as this is there. */
const watch = (options: ServerOptions) =>
  Readiness.layer.pipe(Layer.provideMerge(options.worker ? LocalWorker.layer(options) : LocalWorker.elsewhere))

/**
 * The service in one process: the operations over HTTP, and unless they run elsewhere the background loops. Needs every
 * store port and the runtime's services. Its parts end in the order opposite to their start: the server takes no more
 * requests, then the worker finishes or gives back what it holds, then the usage counters are stored.
 */
export const layer = (options: ServerOptions) =>
  HttpRouter.serve(routes(options), {
    disableLogger: true,
    disableListenLog: true,
    routerConfig: { maxParamLength: MAX_PATH_LENGTH }
  }).pipe(
    Layer.provide(Layer.succeed(HttpIncomingMessage.MaxBodySize, ByteSize.fromInputUnsafe(MAX_BODY_BYTES))),
    Layer.provideMerge(NodeHttpServer.layer(makeListener, { host: options.host, port: options.port })),
    Layer.provide(watch(options)),
    Layer.provide(Figures.layer),
    Layer.provideMerge(services),
    Layer.provide([CarrierLayers.sources(options.carriers), CarrierLayers.notifications(options.carriers)]),
    Layer.provide(EgressGuard.layer),
    Layer.provide(Background.targets(options)),
    Layer.provide([NodeDigest.layer, NodeCrypto.layerSecureRandom])
  )
