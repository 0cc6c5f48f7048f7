import { STRICT } from "@landfall/core/faults/Fault"
import { HttpApi, OpenApi } from "effect/http-api"
import { ApplicationsApi } from "./alerts/ApplicationsApi.ts"
import { EndpointMonitoringApi } from "./alerts/EndpointMonitoringApi.ts"
import { EndpointsApi } from "./alerts/EndpointsApi.ts"
import { EventTypesApi } from "./alerts/EventTypesApi.ts"
import { MessagesApi } from "./alerts/MessagesApi.ts"
import { PortWatchesApi } from "./alerts/PortWatchesApi.ts"
import { TasksApi } from "./alerts/TasksApi.ts"
import { Co2VoyagesApi } from "./co2/Co2Api.ts"
import { PortCongestionApi } from "./congestion/PortCongestionApi.ts"
import { describeLimits } from "./conventions/Listing.ts"
import { PortsApi } from "./ports/PortsApi.ts"
import { NotificationsApi } from "./tracking/NotificationsApi.ts"
import { SealinesApi } from "./tracking/SealinesApi.ts"
import { ShipmentsApi } from "./tracking/ShipmentsApi.ts"
import { TrackingEventsApi } from "./tracking/TrackingEventsApi.ts"
import { AlertsConsumptionApi, Co2ConsumptionApi, CongestionConsumptionApi } from "./usage/ConsumptionApi.ts"

/** Parameters beyond those known are left alone, as caches and trackers add some. */
const lenient = { ...STRICT, onExcessProperty: "ignore" } as const

const describe = (title: string, description: string) =>
  OpenApi.annotations({ title, version: "1.0.0", description, license: { name: "MIT" }, transform: describeLimits })

/** Answers are built out of right values, and the tests hold them to the contract: checking each again costs as much as writing it. */
const unchecked = { disableChecks: true } as const

/** Container tracking alerts. */
export const AlertsApi = HttpApi.make("alerts")
  .add(ApplicationsApi)
  .add(EndpointsApi)
  .add(EventTypesApi)
  .add(TasksApi)
  .add(EndpointMonitoringApi)
  .add(MessagesApi)
  .add(PortWatchesApi)
  .add(ShipmentsApi)
  .add(SealinesApi)
  .add(TrackingEventsApi)
  .add(NotificationsApi)
  .add(AlertsConsumptionApi)
  .annotateMerge(describe("Landfall: container tracking alerts", "Signed webhooks when a tracked shipment moves."))

/** Port congestion. */
export const CongestionApi = HttpApi.make("congestion")
  .add(PortCongestionApi)
  .add(CongestionConsumptionApi)
  .annotateMerge(
    describe("Landfall: port congestion", "How congested ports are, computed from positions and port calls.")
  )

/** Vessel CO2. */
export const Co2Api = HttpApi.make("co2")
  .add(Co2VoyagesApi)
  .add(PortsApi)
  .add(Co2ConsumptionApi)
  .annotateMerge(
    describe("Landfall: vessel CO2", "What voyages emit, by ship and by trade lane, over real sea routes.")
  )

/** The whole service. */
export class LandfallApi extends HttpApi.make("landfall")
  .addHttpApi(AlertsApi)
  .addHttpApi(CongestionApi)
  .addHttpApi(Co2Api)
  .annotate(HttpApi.PayloadParseOptions, STRICT)
  .annotate(HttpApi.QueryParseOptions, lenient)
  .annotate(HttpApi.HeadersParseOptions, lenient)
  .annotate(HttpApi.SuccessParseOptions, unchecked)
  .annotateMerge(
    describe(
      "Landfall",
      "Open maritime visibility: container tracking alerts, credits and usage. Every operation needs the header `API_KEY`."
    )
  ) {}
