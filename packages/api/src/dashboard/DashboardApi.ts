import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Authorization } from "../conventions/Authorization.ts"
import { apiErrors } from "../conventions/ErrorResponses.ts"
import { pathId } from "../conventions/Ids.ts"
import { ALERTS_PREFIX } from "../conventions/PathPrefixes.ts"

/** A link that signs a person in to the dashboard. */
export const DashboardLink = Schema.Struct({
  url: Schema.String.annotateKey({
    description: "A sign-in link to the dashboard. It starts one session, for the API key of this request."
  }),
  expiresAt: Schema.DateTimeUtcFromString.annotateKey({
    description: "The first instant at which the link is no longer valid."
  })
}).annotate({ identifier: "DashboardLink" })

/** The body of a request for a token of an embedded page: its access. */
export const CreatePortal = Schema.Struct({
  readOnly: Schema.optionalKey(Schema.Boolean).annotateKey({
    description:
      "false: the token may also change `url`, `description`, `filterTypes` and `disabled` of the endpoints, read and rotate their secrets, send examples, and send deliveries again. Default: true."
  })
}).annotate({ identifier: "CreatePortal" })

/** A token by which a page of a customer reads one application, or also changes its endpoints. */
export const PortalAccess = Schema.Struct({
  token: Schema.String.annotateKey({
    description: "A bearer token for the endpoints and the messages of the application, and nothing else."
  }),
  url: Schema.String.annotateKey({
    description: "The page to embed in an `iframe`. The token is in its fragment, which browsers do not send."
  }),
  readOnly: Schema.Boolean.annotateKey({ description: "Whether the token changes nothing and sends nothing." }),
  expiresAt: Schema.DateTimeUtcFromString.annotateKey({
    description: "The first instant at which the token is no longer valid."
  })
}).annotate({ identifier: "PortalAccess" })

/** Sign-in links to the dashboard, and tokens for pages that embed a part of it. */
export class DashboardApi extends HttpApiGroup.make("dashboard")
  .add(
    HttpApiEndpoint.get("link", `${ALERTS_PREFIX}/dashboard`, { success: DashboardLink, error: apiErrors(409) })
      .annotate(OpenApi.Summary, "Create a sign-in link to the dashboard")
      .annotate(
        OpenApi.Description,
        "The link can be used once, within 5 minutes. The person who opens it acts with the API key of this request for 12 hours, or until the key is revoked: send it to one person, and do not log it."
      ),
    HttpApiEndpoint.post("portal", `${ALERTS_PREFIX}/application/:id/portal`, {
      params: { id: pathId("application") },
      payload: [CreatePortal, Schema.Null],
      success: PortalAccess.pipe(HttpApiSchema.status(201)),
      error: apiErrors(400, 404, 409, 413, 415)
    })
      .annotate(OpenApi.Summary, "Create a token for a page that shows one application to its owner")
      .annotate(
        OpenApi.Description,
        "The token is valid for 60 minutes, or until the API key of this request is revoked, from every address. It reads the endpoints of the application, their health, their attempts and their messages; with `readOnly: false`, it also changes these endpoints and sends to them again, but neither creates nor deletes one. Every other operation responds with 403, and every other object with 404."
      )
  )
  .middleware(Authorization)
  .annotate(OpenApi.Description, "Sign-in links to the dashboard, and tokens for pages that embed a part of it.") {}
