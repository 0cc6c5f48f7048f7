import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { LargeBodies, MAX_BODY_BYTES } from "@landfall/api/conventions/LargeBodies"
import { LandfallApi } from "@landfall/api/LandfallApi"
import type { Tariff } from "@landfall/core/usage/Tariff"
import { ByteSize, Effect, Layer } from "effect"
import { HttpIncomingMessage, HttpRouter } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { alertsPlanLayer } from "../AlertsPlanLayer.ts"
import { authorizationLayer } from "../AuthorizationLayer.ts"
import { applicationsHandlers } from "../alerts/ApplicationsHandlers.ts"
import { endpointMonitoringHandlers } from "../alerts/EndpointMonitoringHandlers.ts"
import { endpointsHandlers } from "../alerts/EndpointsHandlers.ts"
import { eventTypesHandlers } from "../alerts/EventTypesHandlers.ts"
import { messagesHandlers } from "../alerts/MessagesHandlers.ts"
import { portWatchesHandlers } from "../alerts/PortWatchesHandlers.ts"
import { tasksHandlers } from "../alerts/TasksHandlers.ts"
import { Callers } from "../Callers.ts"
import { co2Handlers } from "../co2/Co2Handlers.ts"
import { portCongestionHandlers } from "../congestion/PortCongestionHandlers.ts"
import { portsHandlers } from "../ports/PortsHandlers.ts"
import { notificationsHandlers } from "../tracking/NotificationsHandlers.ts"
import { sealinesHandlers } from "../tracking/SealinesHandlers.ts"
import { shipmentsHandlers } from "../tracking/ShipmentsHandlers.ts"
import { trackingEventsHandlers } from "../tracking/TrackingEventsHandlers.ts"
import { consumptionHandlers } from "../usage/ConsumptionHandlers.ts"
import { co2Shortcut } from "./Co2Shortcut.ts"
import { congestionShortcut } from "./CongestionShortcut.ts"
import { errorAnswersLayer } from "./ErrorAnswers.ts"
import { figuresLayer } from "./Figures.ts"
import { makeListener } from "./Listener.ts"
import * as MetricsRoute from "./MetricsRoute.ts"
import { Readiness } from "./Readiness.ts"
import { RequestIds, requestIdLayer } from "./RequestId.ts"
import { shortcutsLayer } from "./Shortcuts.ts"
import { systemRoutes } from "./SystemRoutes.ts"

/** The settings of the HTTP service. */
export interface HttpServiceOptions {
  readonly host: string
  /** 0: any free port. */
  readonly port: number
  /** Whether `/metrics` is served; it is not by default. */
  readonly metrics?: boolean
}

/** The longest path parameter. The router answers a longer one as an unknown path. */
const MAX_PATH_LENGTH = 16 * 1024

const operations = (tariff: Tariff) =>
  HttpApiBuilder.layer(LandfallApi).pipe(
    Layer.provide([
      applicationsHandlers,
      co2Handlers(tariff),
      consumptionHandlers,
      endpointMonitoringHandlers,
      endpointsHandlers,
      notificationsHandlers,
      messagesHandlers,
      portCongestionHandlers(tariff),
      portWatchesHandlers,
      eventTypesHandlers,
      portsHandlers,
      sealinesHandlers,
      shipmentsHandlers,
      tasksHandlers,
      trackingEventsHandlers
    ]),
    Layer.provide([authorizationLayer, alertsPlanLayer, LargeBodies.layer])
  )

// The first middleware in the list is the outermost.
const routes = (options: HttpServiceOptions, tariff: Tariff) =>
  Layer.mergeAll(
    operations(tariff),
    systemRoutes,
    MetricsRoute.layer(options.metrics === true),
    shortcutsLayer(Effect.all([congestionShortcut(tariff), co2Shortcut(tariff)])),
    requestIdLayer,
    figuresLayer,
    errorAnswersLayer
  ).pipe(Layer.provide([Callers.layer, RequestIds.layer]))

/** The operations of the contract, the system routes and the API reference on one Node HTTP server. */
export const layer = (options: HttpServiceOptions, tariff: Tariff) =>
  HttpRouter.serve(routes(options, tariff), {
    disableLogger: true,
    disableListenLog: true,
    routerConfig: { maxParamLength: MAX_PATH_LENGTH }
  }).pipe(
    Layer.provide(Layer.succeed(HttpIncomingMessage.MaxBodySize, ByteSize.fromInputUnsafe(MAX_BODY_BYTES))),
    Layer.provideMerge(NodeHttpServer.layer(makeListener, { host: options.host, port: options.port })),
    Layer.provide(Readiness.layer)
  )
