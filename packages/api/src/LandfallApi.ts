import { STRICT_PARSE_OPTIONS } from "@landfall/core/faults/Parse"
import { HttpApi, type HttpApiGroup, OpenApi } from "effect/http-api"
import { ApplicationsApi } from "./alerts/ApplicationsApi.ts"
import { CongestionThresholdsApi } from "./alerts/CongestionThresholdsApi.ts"
import { EndpointMonitoringApi } from "./alerts/EndpointMonitoringApi.ts"
import { EndpointsApi } from "./alerts/EndpointsApi.ts"
import { EventTypesApi } from "./alerts/EventTypesApi.ts"
import { MessagesApi } from "./alerts/MessagesApi.ts"
import { TasksApi } from "./alerts/TasksApi.ts"
import { Co2VoyagesApi } from "./co2/Co2VoyagesApi.ts"
import { PortCongestionApi } from "./congestion/PortCongestionApi.ts"
import { describeApiKeys } from "./conventions/Authorization.ts"
import { describeLimits } from "./conventions/Pagination.ts"
import { PortsApi } from "./ports/PortsApi.ts"
import { CarrierNotificationsApi } from "./tracking/CarrierNotificationsApi.ts"
import { SealinesApi } from "./tracking/SealinesApi.ts"
import { ShipmentsApi } from "./tracking/ShipmentsApi.ts"
import { TrackingEventsApi } from "./tracking/TrackingEventsApi.ts"
import { AlertsConsumptionApi, Co2ConsumptionApi, CongestionConsumptionApi } from "./usage/ConsumptionApi.ts"

/** Query parameters that are not declared are ignored, because caches and trackers add some. */
const ignoreUnknownParameters = { ...STRICT_PARSE_OPTIONS, onExcessProperty: "ignore" } as const

const documentation = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>,
  title: string,
  description: string
) =>
  OpenApi.annotations({
    title,
    version: "1.0.0",
    description,
    license: { name: "MIT" },
    transform: (document) => describeApiKeys(describeLimits(document), api)
  })

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
  .add(TrackingEventsApi)
  .add(CarrierNotificationsApi)
  .add(AlertsConsumptionApi)

const congestion = HttpApi.make("congestion").add(PortCongestionApi).add(CongestionConsumptionApi)

const co2 = HttpApi.make("co2").add(Co2VoyagesApi).add(PortsApi).add(Co2ConsumptionApi)

const service = HttpApi.make("landfall").addHttpApi(alerts).addHttpApi(congestion).addHttpApi(co2)

/** Container tracking alerts. */
export const AlertsApi = alerts.annotateMerge(
  documentation(
    alerts,
    "Landfall: container tracking alerts",
    "Track shipments and receive a signed webhook for each change."
  )
)

/** Port congestion. */
export const CongestionApi = congestion.annotateMerge(
  documentation(
    congestion,
    "Landfall: port congestion",
    "Congestion of ports, computed from AIS position reports and port calls."
  )
)

/** Vessel CO2. */
export const Co2Api = co2.annotateMerge(
  documentation(
    co2,
    "Landfall: vessel CO2",
    "CO2 emissions of container voyages, by vessel and by trade lane, over real sea routes."
  )
)

/** The whole service. */
export class LandfallApi extends service
  .annotate(HttpApi.PayloadParseOptions, STRICT_PARSE_OPTIONS)
  .annotate(HttpApi.QueryParseOptions, ignoreUnknownParameters)
  .annotate(HttpApi.HeadersParseOptions, ignoreUnknownParameters)
  .annotate(HttpApi.SuccessParseOptions, skipResponseChecks)
  .annotateMerge(
    documentation(
      service,
      "Landfall",
      "Open maritime visibility: container tracking alerts, port congestion, vessel CO2, credits and usage. Send the API key of the account in the header `API_KEY` with every request."
    )
  ) {}
