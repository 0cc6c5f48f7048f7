import { STRICT_PARSE_OPTIONS } from "@landfall/core/faults/Fault"
import { HttpApi, OpenApi } from "effect/http-api"
import { ApplicationsApi } from "./alerts/ApplicationsApi.ts"
import { CongestionThresholdsApi } from "./alerts/CongestionThresholdsApi.ts"
import { EndpointMonitoringApi } from "./alerts/EndpointMonitoringApi.ts"
import { EndpointsApi } from "./alerts/EndpointsApi.ts"
import { EventTypesApi } from "./alerts/EventTypesApi.ts"
import { MessagesApi } from "./alerts/MessagesApi.ts"
import { TasksApi } from "./alerts/TasksApi.ts"
import { Co2VoyagesApi } from "./co2/Co2VoyagesApi.ts"
import { PortCongestionApi } from "./congestion/PortCongestionApi.ts"
import { describeLimits } from "./conventions/Pagination.ts"
import { PortsApi } from "./ports/PortsApi.ts"
import { CarrierNotificationsApi } from "./tracking/CarrierNotificationsApi.ts"
import { SealinesApi } from "./tracking/SealinesApi.ts"
import { ShipmentsApi } from "./tracking/ShipmentsApi.ts"
import { TrackingEventsApi } from "./tracking/TrackingEventsApi.ts"
import { AlertsConsumptionApi, Co2ConsumptionApi, CongestionConsumptionApi } from "./usage/ConsumptionApi.ts"

/** Parameters beyond those known are left alone, as caches and trackers add some. */
const ignoreUnknownParameters = { ...STRICT_PARSE_OPTIONS, onExcessProperty: "ignore" } as const

const documentation = (title: string, description: string) =>
  OpenApi.annotations({ title, version: "1.0.0", description, license: { name: "MIT" }, transform: describeLimits })

/** Answers are built out of right values, and the tests hold them to the contract: checking each again costs as much as writing it. */
const skipResponseChecks = { disableChecks: true } as const

/** Container tracking alerts. */
export const AlertsApi = HttpApi.make("alerts")
  .add(ApplicationsApi)
  .add(EndpointsApi)
  .add(EventTypesApi)
  .add(TasksApi)
  .add(EndpointMonitoringApi)
  .add(MessagesApi)
  .add(CongestionThresholdsApi)
  .add(ShipmentsApi)
  .add(SealinesApi)
  .add(TrackingEventsApi)
  .add(CarrierNotificationsApi)
  .add(AlertsConsumptionApi)
  .annotateMerge(documentation("Landfall: container tracking alerts", "Signed webhooks when a tracked shipment moves."))

/** Port congestion. */
export const CongestionApi = HttpApi.make("congestion")
  .add(PortCongestionApi)
  .add(CongestionConsumptionApi)
  .annotateMerge(
    documentation("Landfall: port congestion", "How congested ports are, computed from positions and port calls.")
  )

/** Vessel CO2. */
export const Co2Api = HttpApi.make("co2")
  .add(Co2VoyagesApi)
  .add(PortsApi)
  .add(Co2ConsumptionApi)
  .annotateMerge(
    documentation("Landfall: vessel CO2", "What voyages emit, by ship and by trade lane, over real sea routes.")
  )

/** The whole service. */
export class LandfallApi extends HttpApi.make("landfall")
  .addHttpApi(AlertsApi)
  .addHttpApi(CongestionApi)
  .addHttpApi(Co2Api)
  .annotate(HttpApi.PayloadParseOptions, STRICT_PARSE_OPTIONS)
  .annotate(HttpApi.QueryParseOptions, ignoreUnknownParameters)
  .annotate(HttpApi.HeadersParseOptions, ignoreUnknownParameters)
  .annotate(HttpApi.SuccessParseOptions, skipResponseChecks)
  .annotateMerge(
    documentation(
      "Landfall",
      "Open maritime visibility: container tracking alerts, credits and usage. Every operation needs the header `API_KEY`."
    )
  ) {}
