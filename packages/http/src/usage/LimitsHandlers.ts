import { LandfallApi } from "@landfall/api/LandfallApi"
import { LIMIT_NAMES, Limits, limitEntryOf } from "@landfall/core/limits/Limits"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"

export const limitsHandlers = HttpApiBuilder.group(
  LandfallApi,
  "limits",
  Effect.fnUntraced(function* (handlers) {
    const values = yield* Limits
    const limits = LIMIT_NAMES.map((limit) => {
      const { byDefault, unit, meaning, action } = limitEntryOf(limit)
      return { limit, value: values[limit], default: byDefault, unit, meaning, action }
    })
    return handlers.handle("get", () => Effect.succeed({ limits }))
  })
)
