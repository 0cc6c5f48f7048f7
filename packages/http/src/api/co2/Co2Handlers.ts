import { Co2, type Co2Refused } from "@landfall/core/co2/Co2"
import type { ComputeCo2Response } from "@landfall/core/co2/ComputeCo2Response"
import { codeOfBody } from "@landfall/core/faults/ErrorCode"
import { detailsOf, errorInfo } from "@landfall/core/faults/ErrorInfo"
import { type Tariff, unitsOf } from "@landfall/core/usage/Tariff"
import { UsageStore } from "@landfall/core/usage/Usage"
import { DateTime, Effect, Result } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { CallCost, CurrentAccount } from "../Authorization.ts"
import { failing } from "../DomainFailures.ts"
import { LandfallApi } from "../LandfallApi.ts"

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
      const usage = yield* UsageStore

      const pay = Effect.fnUntraced(function* (voyages: number) {
        const account = yield* CurrentAccount
        const cost = yield* CallCost
        const credits = unitsOf(tariff, "co2.voyage", voyages)
        yield* usage.debit(account.id, credits, yield* DateTime.now)
        cost.credits = credits
      })

      return handlers.handleAll({
        compute: Effect.fnUntraced(function* ({ payload }) {
          const response = yield* co2.compute(payload)
          yield* pay(1)
          return response
        }, failing),
        computeBatch: Effect.fnUntraced(function* ({ payload }) {
          const answers = yield* co2.computeBatch(payload)
          yield* pay(answers.filter(Result.isSuccess).length)
          return { results: answers.map(resultOf(yield* DateTime.now)) }
        }, failing)
      })
    })
  )
