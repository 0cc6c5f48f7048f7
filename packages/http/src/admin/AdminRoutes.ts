import { AdminApi } from "@landfall/api/admin/AdminApi"
import { ERRORS } from "@landfall/api/conventions/ErrorCode"
import { makeErrorInfo } from "@landfall/api/conventions/ErrorInfo"
import { ADMIN_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { DateTime, Effect, Layer, type Option, type Redacted } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApi, HttpApiBuilder, OpenApi } from "effect/http-api"
import { allowedMethods, optionsResponse } from "../conventions/AllowedMethods.ts"
import { errorResponse } from "../conventions/ApiError.ts"
import { publishedApi } from "../conventions/PublishedApi.ts"
import { accountsAdminHandlers } from "./AccountsAdminHandlers.ts"
import { adminAuthorizationLayer, makeAdminKeyCheck } from "./AdminAuthorization.ts"
import { keysAdminHandlers } from "./KeysAdminHandlers.ts"

const OPENAPI_PATH = `${ADMIN_PREFIX}/openapi.json` as const

const routes: Array<{ readonly pattern: RegExp; readonly method: string }> = [
  { pattern: new RegExp(`^${OPENAPI_PATH}$`), method: "GET" }
]
HttpApi.reflect(AdminApi, {
  onGroup: () => undefined,
  onEndpoint: ({ endpoint }) => {
    const form = endpoint.path.replaceAll(/:[A-Za-z]+/g, "[^/]+")
    routes.push({ pattern: new RegExp(`^${form}$`), method: endpoint.method })
  }
})

/** The response to a path or method that the admin API does not have. */
const unmatchedResponse = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  const path = (request.url.split("?", 1)[0] ?? "").slice(0, 200)
  const methods = [...new Set(routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))]
  const now = yield* DateTime.now
  if (methods.length === 0) {
    return errorResponse(
      makeErrorInfo(ERRORS.routeUnknown.code, now, { details: [`There is no operation at ${path}.`] })
    )
  }
  const allow = allowedMethods(methods)
  if (request.method === "OPTIONS") return optionsResponse(allow)
  const details = [`${path} supports ${allow}, not ${request.method}.`]
  return HttpServerResponse.setHeader(
    errorResponse(makeErrorInfo(ERRORS.methodNotAllowed.code, now, { details })),
    "Allow",
    allow
  )
})

/** The document of the admin API, and the response to everything else below its prefix, for requests with the admin key. */
const guardedRoutes = (adminKey: Redacted.Redacted<string>, publicUrl: Option.Option<string>) =>
  HttpRouter.use((router) =>
    Effect.gen(function* () {
      const check = yield* makeAdminKeyCheck(adminKey)
      const published = publishedApi(AdminApi, publicUrl)
      const document = yield* Effect.cached(
        Effect.sync(() => HttpServerResponse.jsonUnsafe(OpenApi.fromApi(published)))
      )
      yield* router.add("GET", OPENAPI_PATH, Effect.andThen(check, document))
      yield* router.add("*", `${ADMIN_PREFIX}/*`, Effect.andThen(check, unmatchedResponse))
    })
  )

/** The admin API, whose document names the public URL. It is served only when the operator sets an admin key. */
export const layer = (adminKey: Redacted.Redacted<string>, publicUrl: Option.Option<string>) =>
  Layer.merge(
    HttpApiBuilder.layer(AdminApi).pipe(
      Layer.provide([accountsAdminHandlers, keysAdminHandlers]),
      Layer.provide(adminAuthorizationLayer(adminKey))
    ),
    guardedRoutes(adminKey, publicUrl)
  )
