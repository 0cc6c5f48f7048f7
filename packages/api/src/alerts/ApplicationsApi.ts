import { ApplicationId, ApplicationName } from "@landfall/core/alerts/endpoints/Application"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { AlertsPlan, Authorization } from "../conventions/Authorization.ts"
import { apiErrors } from "../conventions/ErrorResponses.ts"
import { ListQuery, pageSchema } from "../conventions/Pagination.ts"
import { ALERTS_PREFIX } from "../conventions/PathPrefixes.ts"

/** The body of a request that creates an application. */
export const CreateApplication = Schema.Struct({
  name: ApplicationName.annotateKey({ description: "The name of the application, 1 to 256 characters." })
}).annotate({ identifier: "CreateApplication" })

/** An application: a group of endpoints of an account. */
export const ApplicationView = Schema.Struct({
  id: ApplicationId.annotateKey({ description: "The id of the application." }),
  name: Schema.String.annotateKey({ description: "The name of the application." }),
  createdAt: Schema.DateTimeUtcFromString.annotateKey({ description: "When the application was created." }),
  updatedAt: Schema.DateTimeUtcFromString.annotateKey({ description: "When the application was last changed." })
}).annotate({ identifier: "Application" })

const create = (name: "create" | "createAtRoot", path: `/${string}`) =>
  HttpApiEndpoint.post(name, path, {
    payload: CreateApplication,
    success: ApplicationView.pipe(HttpApiSchema.status(201)),
    error: apiErrors(400, 409, 413, 415)
  })

/** Applications: named groups of endpoints. */
export class ApplicationsApi extends HttpApiGroup.make("applications")
  .add(
    create("create", `${ALERTS_PREFIX}/application`).annotate(OpenApi.Summary, "Create an application"),
    create("createAtRoot", "/application").annotate(
      OpenApi.Summary,
      "Create an application (alias at the root of the server)"
    ),
    HttpApiEndpoint.get("list", `${ALERTS_PREFIX}/application`, {
      query: ListQuery,
      success: pageSchema(ApplicationView, "ApplicationPage"),
      error: apiErrors(400)
    }).annotate(OpenApi.Summary, "List applications, oldest first")
  )
  .middleware(AlertsPlan)
  .middleware(Authorization)
  .annotate(OpenApi.Description, "Named groups of endpoints.") {}
