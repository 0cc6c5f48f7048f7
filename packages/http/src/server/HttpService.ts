import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { LargeBodyLimit, MAX_BODY_BYTES } from "@landfall/api/conventions/BodyLimit"
import { LandfallApi } from "@landfall/api/LandfallApi"
import type { Tariff } from "@landfall/core/usage/Tariff"
import { ByteSize, Layer } from "effect"
import { HttpIncomingMessage, HttpRouter } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { applicationsHandlers } from "../alerts/ApplicationsHandlers.ts"
import { congestionThresholdsHandlers } from "../alerts/CongestionThresholdsHandlers.ts"
import { endpointMonitoringHandlers } from "../alerts/EndpointMonitoringHandlers.ts"
import { endpointsHandlers } from "../alerts/EndpointsHandlers.ts"
import { eventTypesHandlers } from "../alerts/EventTypesHandlers.ts"
import { messagesHandlers } from "../alerts/MessagesHandlers.ts"
import { tasksHandlers } from "../alerts/TasksHandlers.ts"
import { co2VoyagesHandlers } from "../co2/Co2VoyagesHandlers.ts"
import { portCongestionHandlers } from "../congestion/PortCongestionHandlers.ts"
import { AccountLookup } from "../metering/AccountLookup.ts"
import { alertsPlanLayer, authorizationLayer, MeteredCalls } from "../metering/MeteredCalls.ts"
import { portsHandlers } from "../ports/PortsHandlers.ts"
import { carrierNotificationsHandlers } from "../tracking/CarrierNotificationsHandlers.ts"
import { sealinesHandlers } from "../tracking/SealinesHandlers.ts"
import { shipmentsHandlers } from "../tracking/ShipmentsHandlers.ts"
import { trackingEventsHandlers } from "../tracking/TrackingEventsHandlers.ts"
import { consumptionHandlers } from "../usage/ConsumptionHandlers.ts"
import { makeFastPaths } from "./FastPaths.ts"
import * as MetricsRoute from "./MetricsRoute.ts"
import { makeNodeServer } from "./NodeServer.ts"
import { Readiness } from "./Readiness.ts"
import { RequestIds } from "./RequestId.ts"
import { requestPipelineLayer } from "./RequestPipeline.ts"
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

const operationsLayer = (tariff: Tariff) =>
  HttpApiBuilder.layer(LandfallApi).pipe(
    Layer.provide([
      applicationsHandlers,
      co2VoyagesHandlers(tariff),
      consumptionHandlers,
      endpointMonitoringHandlers,
      endpointsHandlers,
      carrierNotificationsHandlers,
      messagesHandlers,
      portCongestionHandlers(tariff),
      congestionThresholdsHandlers,
      eventTypesHandlers,
      portsHandlers,
      sealinesHandlers,
      shipmentsHandlers,
      tasksHandlers,
      trackingEventsHandlers
    ]),
    Layer.provide([authorizationLayer, alertsPlanLayer, LargeBodyLimit.layer])
  )

const routesLayer = (options: HttpServiceOptions, tariff: Tariff) =>
  Layer.mergeAll(
    operationsLayer(tariff),
    systemRoutes,
    MetricsRoute.layer(options.metrics === true),
    requestPipelineLayer(makeFastPaths(tariff))
  ).pipe(Layer.provide([MeteredCalls.layer.pipe(Layer.provide(AccountLookup.layer)), RequestIds.layer]))

/** The operations of the contract, the system routes and the API reference on one Node HTTP server. */
export const layer = (options: HttpServiceOptions, tariff: Tariff) =>
  HttpRouter.serve(routesLayer(options, tariff), {
    disableLogger: true,
    disableListenLog: true,
    routerConfig: { maxParamLength: MAX_PATH_LENGTH }
  }).pipe(
    Layer.provide(Layer.succeed(HttpIncomingMessage.MaxBodySize, ByteSize.fromInputUnsafe(MAX_BODY_BYTES))),
    Layer.provideMerge(NodeHttpServer.layer(makeNodeServer, { host: options.host, port: options.port })),
    Layer.provide(Readiness.layer)
  )
