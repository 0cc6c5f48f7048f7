import { STRICT_PARSE_OPTIONS } from "@landfall/core/faults/Parse"
import { HttpApi } from "effect/http-api"
import { documentation } from "../openapi/Documentation.ts"
import { areaOf } from "../openapi/Tags.ts"
import { AccountsAdminApi } from "./AccountsAdminApi.ts"
import { KeysAdminApi } from "./KeysAdminApi.ts"

/** Headers that are not declared are ignored, because every client sends some. */
const ignoreUnknown = { ...STRICT_PARSE_OPTIONS, onExcessProperty: "ignore" } as const

const admin = HttpApi.make("admin").add(AccountsAdminApi).add(KeysAdminApi)

/** The API of the operator, such as for billing: a separate service with its own key. */
export class AdminApi extends admin
  .annotate(HttpApi.PayloadParseOptions, STRICT_PARSE_OPTIONS)
  .annotate(HttpApi.QueryParseOptions, STRICT_PARSE_OPTIONS)
  .annotate(HttpApi.HeadersParseOptions, ignoreUnknown)
  .annotate(HttpApi.SuccessParseOptions, { disableChecks: true })
  .annotateMerge(
    documentation(admin, [areaOf("Administration", admin)], {
      title: "Landfall: administration",
      version: "1.0.0",
      description:
        "Accounts, plans, credits, usage and API keys, for programs of the operator. Send the admin key of the service (`LANDFALL_ADMIN_KEY`) with every request, in one of the headers of API keys: `API_KEY`, `API-Key` or `Authorization: Bearer`."
    })
  ) {}
