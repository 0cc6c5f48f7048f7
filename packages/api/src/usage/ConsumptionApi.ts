import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Authorization } from "../conventions/Authorization.ts"
import { apiErrors } from "../conventions/ErrorResponses.ts"
import { QueryInstant } from "../conventions/Instants.ts"
import { ALERTS_PREFIX, CO2_PREFIX, CONGESTION_PREFIX } from "../conventions/PathPrefixes.ts"

export const PeriodView = Schema.Struct({
  startTime: Schema.DateTimeUtcFromString,
  endTime: Schema.DateTimeUtcFromString,
  grantedCredits: Schema.Int,
  consumedCredits: Schema.Int,
  remainingCredits: Schema.Int
}).annotate({ identifier: "ConsumptionPeriod" })

export const UsageView = Schema.Struct({
  date: Schema.String,
  operation: Schema.String,
  calls: Schema.Int,
  credits: Schema.Int
}).annotate({ identifier: "Usage" })

export const UsagesResponse = Schema.Struct({
  startTime: Schema.DateTimeUtcFromString,
  endTime: Schema.DateTimeUtcFromString,
  usages: Schema.Array(UsageView),
  total: Schema.Struct({ calls: Schema.Int, credits: Schema.Int })
}).annotate({ identifier: "UsagesResponse" })

export const UsagesQuery = Schema.Struct({
  startTime: Schema.optionalKey(QueryInstant).annotateKey({
    description: "First instant, ISO 8601; the start of the current month when left out"
  }),
  endTime: Schema.optionalKey(QueryInstant).annotateKey({
    description: "Last instant, ISO 8601; now when left out"
  })
})

const consumptionGroup = <const Name extends string>(name: Name, prefix: `/${string}`) =>
  HttpApiGroup.make(name)
    .add(
      HttpApiEndpoint.get("currentPeriod", `${prefix}/consumption/current-period`, {
        success: PeriodView,
        error: apiErrors(404)
      }).annotate(OpenApi.Summary, "Credits of the current period"),
      HttpApiEndpoint.get("periods", `${prefix}/consumption/periods`, {
        success: Schema.Array(PeriodView)
      }).annotate(OpenApi.Summary, "Every credit period, newest first"),
      HttpApiEndpoint.get("usages", `${prefix}/usages`, {
        query: UsagesQuery,
        success: UsagesResponse,
        error: apiErrors(400)
      }).annotate(OpenApi.Summary, "Calls and credits by day and operation")
    )
    .middleware(Authorization)
    .annotate(OpenApi.Description, "Credits and usage of the account, the same under every prefix.")

export const AlertsConsumptionApi = consumptionGroup("consumption", ALERTS_PREFIX)
export const CongestionConsumptionApi = consumptionGroup("congestionConsumption", CONGESTION_PREFIX)
export const Co2ConsumptionApi = consumptionGroup("co2Consumption", CO2_PREFIX)
