import { Effect } from "effect"
import { ErrorResponse } from "../client/ErrorResponse.ts"
import { type AgentTool, makeTool } from "./AgentTool.ts"
import { instant, optional, present } from "./ToolArguments.ts"
import { componentPart, objectResult, responsePart } from "./ToolSchemas.ts"

const getUsage = makeTool({
  name: "get_usage",
  title: "Usage and credits",
  description:
    "Returns the credits that remain in the current period of the account and when it ends, the calls and credits of a time window by outcome and by operation, and the price of each metered operation. Call it before work that costs many credits. Costs no credits.",
  input: {
    since: optional(
      instant(
        "Counts calls from this instant on, widened to the start of its UTC hour. Default: the first stored call."
      )
    ),
    until: optional(instant("Counts calls before this instant, widened to the end of its UTC hour. Default: now."))
  },
  output: () =>
    objectResult({
      period: {
        anyOf: [componentPart("consumptionPeriod"), { type: "null" }],
        description: "The current credit period; null when the account has none, so that metered operations fail."
      },
      usages: responsePart("consumption.usages", "The calls of the window by outcome, and their credits."),
      operations: responsePart("consumption.operationUsages", "The same by operation."),
      tariff: responsePart("tariff.get", "The price of each metered operation; every other operation is free.")
    }),
  argumentNames: { "query.startTime": "since", "query.endTime": "until" },
  run: Effect.fnUntraced(function* (client, { since, until }) {
    const query = present({ startTime: since, endTime: until })
    const period = yield* Effect.catchIf(
      client.consumption.currentPeriod(),
      (error) => error instanceof ErrorResponse && error.errorName === "periodUnknown",
      () => Effect.succeed(null)
    )
    const usages = yield* client.consumption.usages({ query })
    const operations = yield* client.consumption.operationUsages({ query })
    const tariff = yield* client.tariff.get()
    return {
      text: [
        period === null
          ? "The account has no current credit period."
          : `${period.credits} credits remain until ${period.periodEnd}.`,
        `${usages.allCalls} calls in the window cost ${usages.consumedApiUnits} credits.`
      ].join("\n"),
      result: { period, usages, operations, tariff }
    }
  })
})

/** Usage and credits. */
export const usageTools: ReadonlyArray<AgentTool> = [getUsage]
