import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Authorization } from "../conventions/Authorization.ts"
import { ALERTS_PREFIX } from "../conventions/PathPrefixes.ts"

/** A link that signs a person in to the dashboard. */
export const DashboardLink = Schema.Struct({
  url: Schema.String.annotateKey({
    description: "A sign-in link to the dashboard. It opens one session, for the API key of this request."
  }),
  expiresAt: Schema.DateTimeUtcFromString.annotateKey({
    description: "The first instant at which the link is no longer valid."
  })
}).annotate({ identifier: "DashboardLink" })

/** Sign-in links to the dashboard. */
export class DashboardApi extends HttpApiGroup.make("dashboard")
  .add(
    HttpApiEndpoint.get("link", `${ALERTS_PREFIX}/dashboard`, { success: DashboardLink })
      .annotate(OpenApi.Summary, "Create a sign-in link to the dashboard")
      .annotate(
        OpenApi.Description,
        "The link can be used once, within 5 minutes. Whoever opens it acts with the API key of this request for 12 hours, or until the key is revoked: send it to one person, and log it nowhere."
      )
  )
  .middleware(Authorization)
  .annotate(OpenApi.Description, "Sign-in links to the dashboard.") {}
