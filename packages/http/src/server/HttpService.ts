import { LargeBodyLimit, MAX_BODY_BYTES } from "@landfall/api/conventions/BodyLimit"
import { LandfallApi } from "@landfall/api/LandfallApi"
import { AnnounceListener, type Listener } from "@landfall/core/alerts/egress/Listener"
import { Limits } from "@landfall/core/limits/Limits"
import type { Tariff } from "@landfall/core/usage/Tariff"
import { ByteSize, Effect, Layer, Option, type Redacted } from "effect"
import { HttpIncomingMessage, HttpRouter, HttpServer } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { apiKeysHandlers } from "../accounts/ApiKeysHandlers.ts"
import * as AdminRoutes from "../admin/AdminRoutes.ts"
import { agentRoute } from "../agents/AgentRoute.ts"
import { applicationsHandlers } from "../alerts/ApplicationsHandlers.ts"
import { congestionThresholdsHandlers } from "../alerts/CongestionThresholdsHandlers.ts"
import { endpointMonitoringHandlers } from "../alerts/EndpointMonitoringHandlers.ts"
import { endpointsHandlers } from "../alerts/EndpointsHandlers.ts"
import { eventTypesHandlers } from "../alerts/EventTypesHandlers.ts"
import { messageStreamRoute } from "../alerts/MessageStreamRoute.ts"
import { MessageStreams } from "../alerts/MessageStreams.ts"
import { messagesHandlers } from "../alerts/MessagesHandlers.ts"
import { tasksHandlers } from "../alerts/TasksHandlers.ts"
import { RequestBodies } from "../bodies/RequestBodies.ts"
import { OtherCells } from "../cells/OtherCells.ts"
import { co2VoyagesHandlers } from "../co2/Co2VoyagesHandlers.ts"
import { portCongestionHandlers } from "../congestion/PortCongestionHandlers.ts"
import { dashboardHandlers } from "../dashboard/DashboardHandlers.ts"
import { sessionRoutes } from "../dashboard/SessionRoutes.ts"
import { entityTagsLayer } from "../edge/EntityTags.ts"
import { StoredDocuments } from "../edge/StoredDocuments.ts"
import { etaHandlers } from "../eta/EtaHandlers.ts"
import { healthRoutes } from "../health/HealthRoutes.ts"
import { Readiness } from "../health/Readiness.ts"
import { AddressRates } from "../limits/AddressRates.ts"
import { CallRates } from "../limits/CallRates.ts"
import { HeavyRequestSlots } from "../limits/HeavyRequestSlots.ts"
import { RunningRequests } from "../limits/RunningRequests.ts"
import { WeightedWork } from "../limits/WeightedWork.ts"
import { AccountLookup } from "../metering/AccountLookup.ts"
import { alertsPlanLayer, authorizationLayer, MeteredCalls } from "../metering/MeteredCalls.ts"
import { PortalTokens } from "../metering/PortalTokens.ts"
import { makeClosedConnectionCounter, makeFramingFaultCounter } from "../metrics/ConnectionMetrics.ts"
import { Metrics } from "../metrics/Metrics.ts"
import { METRICS_OFF } from "../metrics/MetricsAddress.ts"
import { metricsRoute } from "../metrics/MetricsRoute.ts"
import { portsHandlers } from "../ports/PortsHandlers.ts"
import { carrierNotificationsHandlers } from "../tracking/CarrierNotificationsHandlers.ts"
import { sealinesHandlers } from "../tracking/SealinesHandlers.ts"
import { shipmentsHandlers } from "../tracking/ShipmentsHandlers.ts"
import { trackingEventsHandlers } from "../tracking/TrackingEventsHandlers.ts"
import { Consumption } from "../usage/Consumption.ts"
import { consumptionHandlers } from "../usage/ConsumptionHandlers.ts"
import { limitsHandlers } from "../usage/LimitsHandlers.ts"
import { tariffHandlers } from "../usage/TariffHandlers.ts"
import { CallCounter } from "./CallCounter.ts"
import { type DashboardFiles, dashboardRoutes } from "./documents/DashboardRoutes.ts"
import { type DocumentOptions, documentRoutes } from "./documents/DocumentRoutes.ts"
import { storeDocument } from "./documents/StoredDocument.ts"
import { makeFastPaths } from "./FastPaths.ts"
import * as LimitedServer from "./LimitedServer.ts"
import { nodeBodyChunks } from "./NodeBodyChunks.ts"
import type { RequestObserver } from "./NodeServer.ts"
import { type PipelineOptions, requestPipelineLayer } from "./RequestPipeline.ts"

/** Part of the types of this module. @public */
export type { ApiError } from "../conventions/ApiError.ts"

/** The settings of the HTTP service. */
export interface HttpServiceOptions extends PipelineOptions, DocumentOptions {
  readonly host: string
  /** 0: any free port. */
  readonly port: number
  /** Observes the headers of each request before it is handled, until it returns false. */
  readonly observeRequest?: RequestObserver
  /** The maximum number of connections of callers; further ones are closed. */
  readonly maxConnections?: number
  /** The built files of the dashboard, read by the first request. */
  readonly dashboard: DashboardFiles
  /** The origins whose pages may embed the portal. */
  readonly portalOrigins: ReadonlyArray<string>
  /** The key of the admin API; without one, the API is not served. */
  readonly adminKey: Option.Option<Redacted.Redacted<string>>
}

/** The longest path parameter. The router treats a longer one as an unknown path. */
const MAX_PATH_LENGTH = 16 * 1024

/**
 * A path is matched as it is written. A proxy that blocks `/metrics` or `/admin` compares paths in this way, so that no other
 * form of them may lead here.
 */
const ROUTER_CONFIG = {
  maxParamLength: MAX_PATH_LENGTH,
  caseSensitive: true,
  ignoreTrailingSlash: false,
  ignoreDuplicateSlashes: false
}

const operationsLayer = (tariff: Tariff, publicUrl: Option.Option<string>) =>
  HttpApiBuilder.layer(LandfallApi).pipe(
    Layer.provide([
      applicationsHandlers,
      co2VoyagesHandlers(tariff),
      consumptionHandlers,
      apiKeysHandlers,
      dashboardHandlers(publicUrl),
      endpointMonitoringHandlers,
      endpointsHandlers,
      carrierNotificationsHandlers,
      messagesHandlers,
      portCongestionHandlers(tariff),
      congestionThresholdsHandlers,
      etaHandlers,
      eventTypesHandlers,
      limitsHandlers,
      portsHandlers,
      sealinesHandlers,
      shipmentsHandlers,
      tariffHandlers(tariff),
      tasksHandlers,
      trackingEventsHandlers
    ]),
    Layer.provide([authorizationLayer, alertsPlanLayer, entityTagsLayer, LargeBodyLimit.layer]),
    Layer.provide(Layer.succeed(StoredDocuments, { store: storeDocument }))
  )

const routesLayer = (options: HttpServiceOptions, tariff: Tariff) =>
  Layer.mergeAll(
    operationsLayer(tariff, options.publicUrl),
    documentRoutes(options),
    sessionRoutes(options.publicUrl),
    dashboardRoutes(options.dashboard, options.portalOrigins),
    agentRoute(options.version),
    messageStreamRoute,
    healthRoutes,
    (options.metrics ?? METRICS_OFF)._tag === "OnServer" ? metricsRoute : Layer.empty,
    Option.match(options.adminKey, {
      onNone: () => Layer.empty,
      onSome: (adminKey) => AdminRoutes.layer(adminKey, options.publicUrl)
    }),
    requestPipelineLayer(options, makeFastPaths(tariff))
  ).pipe(
    Layer.provide([CallCounter.layer, Consumption.layer, WeightedWork.layer]),
    Layer.provide(MeteredCalls.layer(options.publicUrl)),
    Layer.provide(RequestBodies.layer),
    Layer.provide([HeavyRequestSlots.layer, nodeBodyChunks, RunningRequests.layer]),
    Layer.provide([AccountLookup.layer, CallRates.layer]),
    Layer.provide(PortalTokens.layer),
    Layer.provide(AddressRates.layer)
  )

/** Announces the address of the server: no delivery goes to it on loopback. */
const announceAddress = ({ host, publicUrl }: HttpServiceOptions) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const { address } = yield* HttpServer.HttpServer
      if (address._tag === "UnixPathAddress") return
      const publicHost = Option.getOrNull(Option.map(publicUrl, (url) => new URL(url).hostname))
      const listener: Listener = { address: host, port: address.port, purpose: "api", publicHost }
      yield* (yield* AnnounceListener)(listener)
      const otherCells = yield* OtherCells
      if (otherCells !== undefined) yield* otherCells.announce(listener)
    })
  )

const nodeServerLayer = ({ host, port, proxies, observeRequest, maxConnections }: HttpServiceOptions) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const metrics = yield* Metrics
      const { "server.unsentBytes": maxUnsentBytes } = yield* Limits
      return LimitedServer.layer(
        { countFault: makeFramingFaultCounter(metrics), countClosed: makeClosedConnectionCounter(metrics) },
        {
          host,
          port,
          ...(observeRequest === undefined ? {} : { observeRequest }),
          limits: {
            maxConnections: maxConnections ?? Number.POSITIVE_INFINITY,
            maxUnsentBytes,
            proxies: proxies.networks
          }
        }
      )
    })
  )

/** The operations of the contract, the system routes and the API reference on one Node HTTP server. */
export const layer = (options: HttpServiceOptions, tariff: Tariff) =>
  MessageStreams.endAtStop.pipe(Layer.provideMerge(serverLayer(options, tariff)), Layer.provide(MessageStreams.layer))

/** The handler of the operations, without a server: for the cells of a process beside the home cell. */
export const makeHandler = (options: HttpServiceOptions, tariff: Tariff) =>
  HttpRouter.toHttpEffect(
    routesLayer(options, tariff).pipe(
      Layer.provide(Layer.succeed(HttpIncomingMessage.MaxBodySize, ByteSize.fromInputUnsafe(MAX_BODY_BYTES))),
      Layer.provide(Layer.succeed(HttpRouter.RouterConfig, ROUTER_CONFIG)),
      Layer.provide(Readiness.layer),
      Layer.provide(MessageStreams.layer)
    )
  )

const serverLayer = (options: HttpServiceOptions, tariff: Tariff) =>
  HttpRouter.serve(routesLayer(options, tariff), {
    disableLogger: true,
    disableListenLog: true,
    routerConfig: ROUTER_CONFIG
  }).pipe(
    Layer.provide(Layer.succeed(HttpIncomingMessage.MaxBodySize, ByteSize.fromInputUnsafe(MAX_BODY_BYTES))),
    Layer.merge(announceAddress(options)),
    Layer.provideMerge(nodeServerLayer(options)),
    Layer.provide(Readiness.layer)
  )
