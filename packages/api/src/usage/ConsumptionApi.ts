import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Authorization } from "../conventions/Authorization.ts"
import { apiErrors } from "../conventions/ErrorResponses.ts"
import { QueryInstant } from "../conventions/Instants.ts"
import { ALERTS_PREFIX, CO2_PREFIX, CONGESTION_PREFIX } from "../conventions/PathPrefixes.ts"

export const PeriodView = Schema.Struct({
  startTime: Schema.DateTimeUtcFromString,
  endTime: Schema.DateTimeUtcFromString,
  grantedCredits: Schema.Int.annotateKey({ description: "Credits granted for the period." }),
  consumedCredits: Schema.Int.annotateKey({ description: "Credits consumed in the period." }),
  remainingCredits: Schema.Int.annotateKey({ description: "Credits left in the period." })
}).annotate({ identifier: "ConsumptionPeriod" })

export const UsageView = Schema.Struct({
  date: Schema.String.annotateKey({ description: "The day, UTC." }),
  operation: Schema.String.annotateKey({ description: "The operation, as `group.operation`." }),
  calls: Schema.Int.annotateKey({ description: "Number of calls." }),
  credits: Schema.Int.annotateKey({ description: "Credits that the calls cost." })
}).annotate({ identifier: "Usage" })

export const UsagesResponse = Schema.Struct({
  startTime: Schema.DateTimeUtcFromString,
  endTime: Schema.DateTimeUtcFromString,
  usages: Schema.Array(UsageView),
  total: Schema.Struct({ calls: Schema.Int, credits: Schema.Int })
}).annotate({ identifier: "UsagesResponse" })

export const UsagesQuery = Schema.Struct({
  startTime: Schema.optionalKey(QueryInstant).annotateKey({
    description: "Start of the period, ISO 8601. Default: the start of the current month (UTC)."
  }),
  endTime: Schema.optionalKey(QueryInstant).annotateKey({
    description: "End of the period, ISO 8601. Default: now."
  })
})

const consumptionGroup = <const Name extends string>(name: Name, prefix: `/${string}`) =>
  HttpApiGroup.make(name)
    .add(
      HttpApiEndpoint.get("currentPeriod", `${prefix}/consumption/current-period`, {
        success: PeriodView,
        error: apiErrors(404)
      }).annotate(OpenApi.Summary, "Retrieve the credits of the current period"),
      HttpApiEndpoint.get("periods", `${prefix}/consumption/periods`, {
        success: Schema.Array(PeriodView)
      }).annotate(OpenApi.Summary, "List credit periods, newest first"),
      HttpApiEndpoint.get("usages", `${prefix}/usages`, {
        query: UsagesQuery,
        success: UsagesResponse,
        error: apiErrors(400)
      }).annotate(OpenApi.Summary, "Retrieve calls and credits by day and operation")
    )
    .middleware(Authorization)
    .annotate(OpenApi.Description, "Credits and usage of the account, the same under every prefix.")

export const AlertsConsumptionApi = consumptionGroup("consumption", ALERTS_PREFIX)
export const CongestionConsumptionApi = consumptionGroup("congestionConsumption", CONGESTION_PREFIX)
export const Co2ConsumptionApi = consumptionGroup("co2Consumption", CO2_PREFIX)
