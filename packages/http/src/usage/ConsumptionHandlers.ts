import { CurrentAccount } from "@landfall/api/conventions/Authorization"
import { LandfallApi } from "@landfall/api/LandfallApi"
import type { UsagesQuery } from "@landfall/api/usage/ConsumptionApi"
import type { Account } from "@landfall/core/accounts/Account"
import { type ConsumptionPeriod, monthOf, remainingCredits } from "@landfall/core/usage/ConsumptionPeriod"
import { UsageDay, UsageStore } from "@landfall/core/usage/Usage"
import { UsageMeter } from "@landfall/core/usage/UsageMeter"
import { Context, DateTime, Effect, Layer, Option } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { failWith } from "../ApiError.ts"
import { mapDomainErrors } from "../DomainErrors.ts"

const toPeriodView = (period: ConsumptionPeriod) => ({
  startTime: period.startsAt,
  endTime: period.endsAt,
  grantedCredits: period.granted,
  consumedCredits: period.consumed,
  remainingCredits: remainingCredits(period)
})

const usageDayOf = (instant: DateTime.Utc) => UsageDay.make(DateTime.formatIsoDateUtc(instant))

/** The operations that the three groups share: they are the same under every prefix. */
class Consumption extends Context.Service<Consumption>()("@landfall/http/usage/Consumption", {
  make: Effect.gen(function* () {
    const store = yield* UsageStore
    const meter = yield* UsageMeter

    const currentPeriod = Effect.fnUntraced(function* (account: Account) {
      const period = yield* store.currentPeriod(account.id, yield* DateTime.now)
      if (Option.isNone(period)) return yield* failWith("periodUnknown", ["The account has no current credit period."])
      return toPeriodView(period.value)
    })

    const usages = Effect.fnUntraced(function* (account: Account, query: typeof UsagesQuery.Type) {
      const now = yield* DateTime.now
      const startTime = query.startTime ?? monthOf(now).startsAt
      const endTime = query.endTime ?? now
      if (DateTime.isGreaterThan(startTime, endTime)) {
        return yield* failWith("parameterInvalid", ["query.startTime must not be after query.endTime."])
      }
      yield* meter.flush
      const counts = yield* store.list(account.id, usageDayOf(startTime), usageDayOf(endTime))
      const rows = counts.map(({ day, operation, calls, credits }) => ({ date: day, operation, calls, credits }))
      const total = {
        calls: rows.reduce((sum, row) => sum + row.calls, 0),
        credits: rows.reduce((sum, row) => sum + row.credits, 0)
      }
      return { startTime, endTime, usages: rows, total }
    })

    return {
      currentPeriod: () => CurrentAccount.pipe(Effect.flatMap(currentPeriod), mapDomainErrors),
      periods: () =>
        CurrentAccount.pipe(
          Effect.flatMap((account) => store.periods(account.id)),
          Effect.map((periods) => periods.map(toPeriodView)),
          mapDomainErrors
        ),
      usages: ({ query }: { readonly query: typeof UsagesQuery.Type }) =>
        CurrentAccount.pipe(
          Effect.flatMap((account) => usages(account, query)),
          mapDomainErrors
        )
    }
  })
}) {}

const consumptionLayer = Layer.effect(Consumption, Consumption.make)

export const consumptionHandlers = Layer.mergeAll(
  HttpApiBuilder.group(LandfallApi, "consumption", (handlers) =>
    Effect.map(Consumption, (consumption) => handlers.handleAll(consumption))
  ),
  HttpApiBuilder.group(LandfallApi, "congestionConsumption", (handlers) =>
    Effect.map(Consumption, (consumption) => handlers.handleAll(consumption))
  ),
  HttpApiBuilder.group(LandfallApi, "co2Consumption", (handlers) =>
    Effect.map(Consumption, (consumption) => handlers.handleAll(consumption))
  )
).pipe(Layer.provide(consumptionLayer))
