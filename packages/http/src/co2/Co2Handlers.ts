import { LandfallApi } from "@landfall/api/LandfallApi"
import { Co2, type Co2Refused } from "@landfall/core/co2/Co2"
import type { ComputeCo2Response } from "@landfall/core/co2/ComputeCo2Response"
import { codeOfBody } from "@landfall/core/faults/ErrorCode"
import { detailsOf, errorInfo } from "@landfall/core/faults/ErrorInfo"
import type { Tariff } from "@landfall/core/usage/Tariff"
import { DateTime, Effect, Result } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { failing } from "../DomainFailures.ts"
import { paying } from "../usage/Payment.ts"

const resultOf = (now: DateTime.Utc) => (answer: Result.Result<ComputeCo2Response, Co2Refused>) =>
  Result.isSuccess(answer)
    ? { status: "computed" as const, result: answer.success }
    : {
        status: "refused" as const,
        error: errorInfo(codeOfBody(answer.failure.faults), now, { details: detailsOf(answer.failure.faults) })
      }

/** Voyages are computed first and paid before they are shown: what is refused costs nothing. */
export const co2Handlers = (tariff: Tariff) =>
  HttpApiBuilder.group(
    LandfallApi,
    "co2",
    Effect.fnUntraced(function* (handlers) {
      const co2 = yield* Co2
      const pay = yield* paying(tariff)

      return handlers.handleAll({
        compute: Effect.fnUntraced(function* ({ payload }) {
          const response = yield* co2.compute(payload)
          yield* pay("co2.voyage", 1)
          return response
        }, failing),
        computeBatch: Effect.fnUntraced(function* ({ payload }) {
          const answers = yield* co2.computeBatch(payload)
          yield* pay("co2.voyage", answers.filter(Result.isSuccess).length)
          return { results: answers.map(resultOf(yield* DateTime.now)) }
        }, failing)
      })
    })
  )
