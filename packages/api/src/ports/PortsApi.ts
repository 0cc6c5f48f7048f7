import { PortSearchResult } from "@landfall/core/geo/Port"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Authorization } from "../conventions/Authorization.ts"
import { apiErrors } from "../conventions/ErrorResponses.ts"
import { ListQuery, pageSchema } from "../conventions/Pagination.ts"
import { CO2_PREFIX } from "../conventions/PathPrefixes.ts"

/** No name of a port comes near this length. */
const MAX_SEARCH_LENGTH = 100

/** The ports known. */
export class PortsApi extends HttpApiGroup.make("ports")
  .add(
    HttpApiEndpoint.get("list", `${CO2_PREFIX}/ports`, {
      query: Schema.Struct({
        ...ListQuery.fields,
        search: Schema.optionalKey(
          Schema.String.pipe(
            Schema.check(
              Schema.isMaxLength(MAX_SEARCH_LENGTH, { message: `must have at most ${MAX_SEARCH_LENGTH} characters` })
            )
          )
        ).annotateKey({
          description: "A code, a name, or the beginning of either; marks and capitals count for nothing"
        })
      }),
      success: pageSchema(PortSearchResult.annotate({ identifier: "Port" }), "PortPage"),
      error: apiErrors(400)
    })
      .annotate(OpenApi.Summary, "Find ports")
      .annotate(
        OpenApi.Description,
        "Ports by UN/LOCODE or name, best first: the code or name itself, what begins with it, what holds its words, and names nearly so where there is nothing else. Without `search` every port, by code. Positions are those of the berths. Places that no sea-going ship reaches are marked `inland`, and refused as ends of a voyage. The operator's own ports are among them. Costs nothing."
      )
  )
  .middleware(Authorization)
  .annotate(OpenApi.Description, "The ports known, by UN/LOCODE.") {}
