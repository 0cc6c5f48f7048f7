import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Authorization } from "../conventions/Authorization.ts"
import { apiErrors } from "../conventions/ErrorResponses.ts"
import { QueryInstant } from "../conventions/Instants.ts"
import { ALERTS_PREFIX, CO2_PREFIX, CONGESTION_PREFIX } from "../conventions/PathPrefixes.ts"

const CreditCount = Schema.Int.pipe(Schema.check(Schema.isGreaterThanOrEqualTo(0)))

/** A credit period with its credits at the beginning and now. */
export const ConsumptionPeriodView = Schema.Struct({
  id: Schema.String.pipe(Schema.check(Schema.isUUID())).annotateKey({ description: "The id of the period." }),
  credits: CreditCount.annotateKey({
    description: "Credits that remain; in an expired period, those that were left at its end."
  }),
  creditsInitial: CreditCount.annotateKey({
    description: "Credits at the start of the period. Top-ups raise credits and never creditsInitial."
  }),
  periodStart: Schema.DateTimeUtcFromString.annotateKey({ description: "First instant of the period." }),
  periodEnd: Schema.DateTimeUtcFromString.annotateKey({ description: "First instant after the period." }),
  expired: Schema.Boolean.annotateKey({ description: "Whether periodEnd has passed." })
}).annotate({ identifier: "consumptionPeriod" })

const callCountFields = {
  allCalls: CreditCount.annotateKey({ description: "Calls with a valid API key, whatever their status." }),
  successCalls: CreditCount.annotateKey({ description: "Calls with a status below 400." }),
  clientErrorCalls: CreditCount.annotateKey({ description: "Calls with a status from 400 to 499." }),
  serverErrorCalls: CreditCount.annotateKey({ description: "Calls with a status of 500 or above." }),
  consumedApiUnits: CreditCount.annotateKey({ description: "Credits that the calls cost." })
}

/** Counted calls and credits. */
export const UsageCountsView = Schema.Struct(callCountFields).annotate({ identifier: "usageCounts" })

/** The counted calls and credits of a window, in total and by period. */
export const UsagesResponse = Schema.Struct({
  ...callCountFields,
  periodicUsages: Schema.optionalKey(Schema.Record(Schema.String, UsageCountsView)).annotateKey({
    description: "The same counts by calendar month (UTC), such as 2026-03; months without calls are absent."
  })
}).annotate({ identifier: "usagesResponse" })

/** The counted calls and credits of a window by operation. */
export const OperationUsagesResponse = Schema.Struct({
  operations: Schema.Array(
    Schema.Struct({
      operation: Schema.String.annotateKey({
        description: "The operation, as `group.operation`; `unmatched` for calls to an unknown path or method."
      }),
      ...callCountFields
    }).annotate({ identifier: "operationUsage" })
  ).annotateKey({ description: "Operations that were called, in the order of their names." })
}).annotate({ identifier: "operationUsagesResponse" })

/** The window of counted calls, and the periods to divide it into. */
export const UsagesQuery = Schema.Struct({
  startTime: Schema.optionalKey(QueryInstant).annotateKey({
    description:
      "Counts calls from this instant on (inclusive), ISO 8601; widened to the start of its UTC hour. Default: the first stored call."
  }),
  endTime: Schema.optionalKey(QueryInstant).annotateKey({
    description:
      "Counts calls before this instant (exclusive), ISO 8601; widened to the end of its UTC hour. Default: now."
  })
})

const consumptionGroup = <const Name extends string>(name: Name, prefix: `/${string}`) =>
  HttpApiGroup.make(name)
    .add(
      HttpApiEndpoint.get("currentPeriod", `${prefix}/consumption/current-period`, {
        success: ConsumptionPeriodView,
        error: apiErrors(404)
      }).annotate(OpenApi.Summary, "Retrieve the credits of the current period"),
      HttpApiEndpoint.get("periods", `${prefix}/consumption/periods`, {
        success: Schema.Array(ConsumptionPeriodView)
      }).annotate(OpenApi.Summary, "List credit periods, newest first"),
      HttpApiEndpoint.get("usages", `${prefix}/usages`, {
        query: UsagesQuery,
        success: UsagesResponse,
        error: apiErrors(400)
      }).annotate(OpenApi.Summary, "Retrieve calls by outcome and their credits"),
      HttpApiEndpoint.get("operationUsages", `${prefix}/usages/operations`, {
        query: UsagesQuery,
        success: OperationUsagesResponse,
        error: apiErrors(400)
      }).annotate(OpenApi.Summary, "Retrieve calls by operation and outcome, and their credits")
    )
    .middleware(Authorization)
    .annotate(OpenApi.Description, "Credits and usage of the account, the same under every prefix.")

/** Credits and usage under the prefix of alerts. */
export const AlertsConsumptionApi = consumptionGroup("consumption", ALERTS_PREFIX)
/** Credits and usage under the prefix of congestion; the same as under the others. */
export const CongestionConsumptionApi = consumptionGroup("congestionConsumption", CONGESTION_PREFIX)
/** Credits and usage under the prefix of emissions; the same as under the others. */
export const Co2ConsumptionApi = consumptionGroup("co2Consumption", CO2_PREFIX)
