import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Authorization } from "../conventions/Authorization.ts"
import { ENTITY_TAG_NOTE, EntityTags } from "../conventions/EntityTags.ts"
import { ALERTS_PREFIX } from "../conventions/PathPrefixes.ts"

export const TariffResponse = Schema.Struct({
  operations: Schema.Array(
    Schema.Struct({
      operation: Schema.String.annotateKey({ description: "The name of the metered operation." }),
      credits: Schema.Int.annotateKey({ description: "Credits that one unit costs." }),
      unit: Schema.String.annotateKey({ description: "What one unit is." })
    }).annotate({ identifier: "meteredOperation" })
  ).annotateKey({ description: "Metered operations; every other operation is free." })
}).annotate({ identifier: "tariff" })

export const TariffApi = HttpApiGroup.make("tariff")
  .add(
    HttpApiEndpoint.get("get", `${ALERTS_PREFIX}/tariff`, { success: TariffResponse })
      .annotate(OpenApi.Summary, "Retrieve the price of each metered operation")
      .annotate(OpenApi.Description, ENTITY_TAG_NOTE)
  )
  .middleware(EntityTags)
  .middleware(Authorization)
  .annotate(OpenApi.Description, "Prices in credits. Only successful results are charged.")
