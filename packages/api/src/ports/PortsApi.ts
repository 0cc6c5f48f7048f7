import { PortSearchResult } from "@landfall/core/geo/Port"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Authorization } from "../conventions/Authorization.ts"
import { ENTITY_TAG_NOTE, EntityTags } from "../conventions/EntityTags.ts"
import { apiErrors } from "../conventions/ErrorResponses.ts"
import { ListQuery, pageSchema } from "../conventions/Pagination.ts"
import { CO2_PREFIX } from "../conventions/PathPrefixes.ts"

/** More than the length of every port name. */
const MAX_SEARCH_LENGTH = 100

/** Known ports. */
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
          description: "A UN/LOCODE, a name, or the beginning of either. Diacritics and case are ignored."
        })
      }),
      success: pageSchema(PortSearchResult.annotate({ identifier: "Port" }), "PortPage"),
      error: apiErrors(400)
    })
      .annotate(OpenApi.Summary, "Search ports")
      .annotate(
        OpenApi.Description,
        `Returns ports by UN/LOCODE or name, best match first: equal codes or names, then names that begin with the text, then names that contain its words, and similar names if there is no other match. Without \`search\`, returns every port by code, including operator-supplied ports. Positions are those of the berths. Places without access for sea-going vessels are marked \`inland\` and rejected as ports of a voyage. Costs no credits. ${ENTITY_TAG_NOTE}`
      )
  )
  .middleware(EntityTags)
  .middleware(Authorization)
  .annotate(OpenApi.Description, "Known ports, by UN/LOCODE.") {}
