import type { UsagesQuery } from "@landfall/api/usage/ConsumptionApi"
import type { Account } from "@landfall/core/accounts/Account"
import { type ConsumptionPeriod, isExpired, remainingCredits } from "@landfall/core/usage/ConsumptionPeriod"
import { UsageStore } from "@landfall/core/usage/Usage"
import { allCalls, sumFigures, type UsageFigures, usageWindowOf } from "@landfall/core/usage/UsageFigures"
import { UsageMeter } from "@landfall/core/usage/UsageMeter"
import { Context, DateTime, Effect, Layer, Option, Result } from "effect"
import { failWith } from "../conventions/ApiError.ts"

/** A credit period on the wire. */
export const toPeriodView = (now: DateTime.Utc) => (period: ConsumptionPeriod) => ({
  id: period.id,
  credits: remainingCredits(period),
  creditsInitial: period.granted,
  periodStart: period.startsAt,
  periodEnd: period.endsAt,
  expired: isExpired(period, now)
})

const toCounts = (figures: UsageFigures) => ({
  allCalls: allCalls(figures),
  successCalls: figures.successCalls,
  clientErrorCalls: figures.clientErrorCalls,
  serverErrorCalls: figures.serverErrorCalls,
  consumedApiUnits: figures.credits
})

type Query = typeof UsagesQuery.Type

const parseWindow = ({ startTime, endTime }: Query) => {
  const window = usageWindowOf(Option.fromUndefinedOr(startTime), Option.fromUndefinedOr(endTime))
  return Result.isSuccess(window)
    ? Effect.succeed(window.success)
    : failWith("parameterInvalid", ["query.startTime must not be after query.endTime."])
}

/** The credits and the usage of an account, for the account itself and for the operator. */
export class Consumption extends Context.Service<Consumption>()("@landfall/http/usage/Consumption", {
  make: Effect.gen(function* () {
    const store = yield* UsageStore
    const meter = yield* UsageMeter

    const currentPeriod = Effect.fnUntraced(function* (account: Account) {
      const now = yield* DateTime.now
      const period = yield* store.currentPeriod(account.id, now)
      if (Option.isNone(period)) return yield* failWith("periodUnknown", ["The account has no current credit period."])
      return toPeriodView(now)(period.value)
    })

    const periods = Effect.fnUntraced(function* (account: Account) {
      const now = yield* DateTime.now
      // The first call of a month opens its period, so that the list shows it.
      yield* store.currentPeriod(account.id, now)
      return (yield* store.periods(account.id)).map(toPeriodView(now))
    })

    const usages = Effect.fnUntraced(function* (account: Account, query: Query) {
      const window = yield* parseWindow(query)
      yield* meter.flush
      const months = yield* store.monthlyUsage(account.id, window)
      return {
        ...toCounts(sumFigures(months)),
        periodicUsages: Object.fromEntries(months.map((figures) => [figures.month, toCounts(figures)]))
      }
    })

    const operationUsages = Effect.fnUntraced(function* (account: Account, query: Query) {
      const window = yield* parseWindow(query)
      yield* meter.flush
      const operations = yield* store.operationUsage(account.id, window)
      return { operations: operations.map((figures) => ({ operation: figures.operation, ...toCounts(figures) })) }
    })

    return { currentPeriod, periods, usages, operationUsages }
  })
}) {
  static readonly layer = Layer.effect(Consumption, Consumption.make)
}
