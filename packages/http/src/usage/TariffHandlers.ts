import { LandfallApi } from "@landfall/api/LandfallApi"
import { METERED_UNITS, type Tariff, tariffEntries } from "@landfall/core/usage/Tariff"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"

export const tariffHandlers = (tariff: Tariff) => {
  const operations = tariffEntries(tariff).map(([operation, credits]) => ({
    operation,
    credits,
    unit: METERED_UNITS[operation]
  }))
  return HttpApiBuilder.group(LandfallApi, "tariff", (handlers) =>
    Effect.succeed(handlers.handle("get", () => Effect.succeed({ operations })))
  )
}
