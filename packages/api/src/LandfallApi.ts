import { FIRST_FAULT_OPTIONS, STRICT_PARSE_OPTIONS } from "@landfall/core/faults/Parse"
import { HttpApi } from "effect/http-api"
import { ApiKeysApi } from "./accounts/ApiKeysApi.ts"
import { ApplicationsApi } from "./alerts/ApplicationsApi.ts"
import { CongestionThresholdsApi } from "./alerts/CongestionThresholdsApi.ts"
import { EndpointMonitoringApi } from "./alerts/EndpointMonitoringApi.ts"
import { EndpointsApi } from "./alerts/EndpointsApi.ts"
import { EventTypesApi } from "./alerts/EventTypesApi.ts"
import { MessagesApi } from "./alerts/MessagesApi.ts"
import { TasksApi } from "./alerts/TasksApi.ts"
import { Co2VoyagesApi } from "./co2/Co2VoyagesApi.ts"
import { PortCongestionApi } from "./congestion/PortCongestionApi.ts"
import { DashboardApi } from "./dashboard/DashboardApi.ts"
import { EtaApi } from "./eta/EtaApi.ts"
import { documentation } from "./openapi/Documentation.ts"
import { areaOf } from "./openapi/Tags.ts"
import { PortsApi } from "./ports/PortsApi.ts"
import { CarrierNotificationsApi } from "./tracking/CarrierNotificationsApi.ts"
import { SealinesApi } from "./tracking/SealinesApi.ts"
import { ShipmentsApi } from "./tracking/ShipmentsApi.ts"
import { TrackingEventsApi } from "./tracking/TrackingEventsApi.ts"
import { AlertsConsumptionApi, Co2ConsumptionApi, CongestionConsumptionApi } from "./usage/ConsumptionApi.ts"
import { LimitsApi } from "./usage/LimitsApi.ts"
import { TariffApi } from "./usage/TariffApi.ts"

/** Part of the types of this module. @public */
export type { EtaApi } from "./eta/EtaApi.ts"

/** Requests have many headers that no operation declares. */
const ignoreUnknownHeaders = { ...STRICT_PARSE_OPTIONS, onExcessProperty: "ignore" } as const

/** Responses are built from valid values, and tests compare them with the contract: checking each costs as much as encoding it. */
const skipResponseChecks = { disableChecks: true } as const

const alerts = HttpApi.make("alerts")
  .add(ApplicationsApi)
  .add(EndpointsApi)
  .add(EventTypesApi)
  .add(TasksApi)
  .add(EndpointMonitoringApi)
  .add(MessagesApi)
  .add(CongestionThresholdsApi)
  .add(ShipmentsApi)
  .add(SealinesApi)
  .add(EtaApi)
  .add(TrackingEventsApi)
  .add(CarrierNotificationsApi)
  .add(AlertsConsumptionApi)
  .add(TariffApi)
  .add(ApiKeysApi)
  .add(DashboardApi)
  .add(LimitsApi)

const congestion = HttpApi.make("congestion").add(PortCongestionApi).add(CongestionConsumptionApi)

const co2 = HttpApi.make("co2").add(Co2VoyagesApi).add(PortsApi).add(Co2ConsumptionApi)

const service = HttpApi.make("landfall").addHttpApi(alerts).addHttpApi(congestion).addHttpApi(co2)

const areas = {
  alerts: areaOf("Alerts", alerts),
  congestion: areaOf("Congestion", congestion),
  co2: areaOf("CO2", co2)
}

/** Container tracking alerts. */
export const AlertsApi = alerts.annotateMerge(
  documentation(alerts, [areas.alerts], {
    title: "Landfall: container tracking alerts",
    version: "1.0.0",
    description: "Track shipments and receive a signed webhook for each change."
  })
)

/** Port congestion. */
export const CongestionApi = congestion.annotateMerge(
  documentation(congestion, [areas.congestion], {
    title: "Landfall: port congestion",
    version: "1.1.1",
    description: "Congestion of ports, computed from AIS position reports and port calls."
  })
)

/** Vessel CO2. */
export const Co2Api = co2.annotateMerge(
  documentation(co2, [areas.co2], {
    title: "Landfall: vessel CO2",
    version: "2.3.2",
    description: "CO2 emissions of container voyages, by vessel and by trade lane, over real sea routes."
  })
)

/** The whole service. The server sets the version of the product. */
export class LandfallApi extends service
  .annotate(HttpApi.PayloadParseOptions, FIRST_FAULT_OPTIONS)
  .annotate(HttpApi.QueryParseOptions, STRICT_PARSE_OPTIONS)
  .annotate(HttpApi.HeadersParseOptions, ignoreUnknownHeaders)
  .annotate(HttpApi.SuccessParseOptions, skipResponseChecks)
  .annotateMerge(
    documentation(service, Object.values(areas), {
      title: "Landfall",
      version: "0.1.0",
      description:
        "Open maritime visibility: container tracking alerts, port congestion, vessel CO2, credits and usage. Send the API key of the account in the header `API_KEY` with every request."
    })
  ) {}
