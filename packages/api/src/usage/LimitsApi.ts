import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Authorization } from "../conventions/Authorization.ts"
import { ENTITY_TAG_NOTE, EntityTags } from "../conventions/EntityTags.ts"
import { ALERTS_PREFIX } from "../conventions/PathPrefixes.ts"

export const LimitsResponse = Schema.Struct({
  limits: Schema.Array(
    Schema.Struct({
      limit: Schema.String.annotateKey({ description: "The name of the limit." }),
      value: Schema.Int.annotateKey({ description: "The value in effect." }),
      default: Schema.Int.annotateKey({ description: "The value unless the operator sets another." }),
      used: Schema.NullOr(Schema.Int).annotateKey({
        description: "The current use by the account, for limits of stored objects and bytes; null for the others."
      }),
      unit: Schema.String.annotateKey({ description: "What the value counts." }),
      meaning: Schema.String.annotateKey({ description: "What is limited." }),
      action: Schema.String.annotateKey({ description: "What to do when a request exceeds the limit." })
    }).annotate({ identifier: "limit" })
  ).annotateKey({ description: "Every limit of the service." })
}).annotate({ identifier: "limits" })

export const LimitsApi = HttpApiGroup.make("limits")
  .add(
    HttpApiEndpoint.get("get", `${ALERTS_PREFIX}/limits`, { success: LimitsResponse })
      .annotate(OpenApi.Summary, "Retrieve the limits of the service")
      .annotate(OpenApi.Description, ENTITY_TAG_NOTE)
  )
  .middleware(EntityTags)
  .middleware(Authorization)
  .annotate(OpenApi.Description, "What one request, one key and one account may use.")
