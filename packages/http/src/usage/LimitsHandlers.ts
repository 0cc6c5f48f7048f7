import { CurrentAccount } from "@landfall/api/conventions/Authorization"
import { LandfallApi } from "@landfall/api/LandfallApi"
import { StoredAmountReader } from "@landfall/core/accounts/StoredAmounts"
import { LIMIT_NAMES, type LimitName, Limits, limitEntryOf } from "@landfall/core/limits/Limits"
import { DateTime, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { mapDomainErrors } from "../conventions/DomainErrors.ts"

export const limitsHandlers = HttpApiBuilder.group(
  LandfallApi,
  "limits",
  Effect.fnUntraced(function* (handlers) {
    const values = yield* Limits
    const amounts = yield* StoredAmountReader
    const listLimits = (used: Partial<Record<LimitName, number>>) =>
      LIMIT_NAMES.map((limit) => {
        const { byDefault, unit, meaning, action } = limitEntryOf(limit)
        return { limit, value: values[limit], default: byDefault, used: used[limit] ?? null, unit, meaning, action }
      })
    return handlers.handle(
      "get",
      Effect.fnUntraced(function* () {
        const { id } = yield* CurrentAccount
        const { epochMilliseconds } = yield* DateTime.now
        return { limits: listLimits(yield* amounts.read(id, epochMilliseconds)) }
      }, mapDomainErrors)
    )
  })
)
