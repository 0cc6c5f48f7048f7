import { ALERTS_PREFIX, CO2_PREFIX, CONGESTION_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { AlertsApi, Co2Api, CongestionApi, LandfallApi } from "@landfall/api/LandfallApi"
import { Effect, Layer, type Option, Scope } from "effect"
import { HttpRouter, type HttpServerRequest, HttpServerResponse } from "effect/http"
import { type HttpApi, type HttpApiGroup, HttpApiScalar, OpenApi } from "effect/http-api"
import { publishedApi } from "../../conventions/PublishedApi.ts"
import { makeTagging, respondConditionally } from "../../edge/ConditionalResponses.ts"
import { docsPagePolicy } from "../../edge/SecurityHeaders.ts"
import { makeDocumentRates } from "../../limits/DocumentRates.ts"
import { type DocsAccess, makeKeyGuard } from "./DocsAccess.ts"
import { apiOfDocument, makeDocument } from "./OpenApiDocument.ts"
import { storeDocument } from "./StoredDocument.ts"

/** The statements of the OpenAPI documents about this server, and their readers. */
export interface DocumentOptions {
  /** The version of the product, which the document of the whole service carries. */
  readonly version: string
  /** The address at which callers reach the server; none: the documents refer to the server that they come from. */
  readonly publicUrl: Option.Option<string>
  readonly docs: DocsAccess
}

/** Redirects the root to the API reference. */
const rootRoute = HttpRouter.add("GET", "/", HttpServerResponse.redirect("/docs"))

/**
 * A route of the documentation: made by the first request, tagged, held once for each content coding, and open to every caller
 * or to callers with an API key.
 */
const documentRoute = <E, R extends HttpServerRequest.HttpServerRequest, R2>(
  path: `/${string}`,
  access: DocsAccess,
  make: Effect.Effect<Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>, never, R2>
) =>
  HttpRouter.use((router) =>
    Effect.gen(function* () {
      const tag = yield* makeTagging
      const guard = yield* makeKeyGuard
      const scope = access === "key" ? "private" : "public"
      const document = yield* Effect.cached(
        Effect.flatMap(yield* make, (response) => Effect.flatMap(tag(response, scope), storeDocument))
      )
      const limit = yield* makeDocumentRates
      const handler = Effect.flatten(document).pipe(Effect.flatMap(respondConditionally), Effect.flatMap(limit))
      yield* router.add("GET", path, access === "key" ? guard(handler) : handler)
    })
  )

const openApiRoute = (path: `/${string}`, access: DocsAccess, document: Effect.Effect<OpenApi.OpenAPISpec>) =>
  documentRoute(path, access, Effect.succeed(Effect.map(document, HttpServerResponse.jsonUnsafe)))

/** The API reference loads nothing from elsewhere and sends nothing: no fonts, no proxy, no telemetry, no sharing. */
const OFFLINE_REFERENCE = {
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: "never",
  hideTestRequestButton: false,
  authentication: { preferredSecurityScheme: "apiKey" }
}

/** The API reference page, with its script of 3 MB. */
const makeReference = (document: Effect.Effect<OpenApi.OpenAPISpec>, policy: string) =>
  Effect.map(Effect.scope, (scope) =>
    document.pipe(
      Effect.flatMap((spec) =>
        HttpRouter.toHttpEffect(HttpApiScalar.layer(apiOfDocument(spec), { path: "/docs", scalar: OFFLINE_REFERENCE }))
      ),
      Effect.flatten,
      Effect.map(HttpServerResponse.setHeader("content-security-policy", policy)),
      Effect.provideService(Scope.Scope, scope)
    )
  )

/** The API reference and the OpenAPI documents, unless they are off. */
export const documentRoutes = ({ docs, publicUrl, version }: DocumentOptions) => {
  if (docs === "off") return Layer.empty
  return Layer.unwrap(
    Effect.gen(function* () {
      const published = <Id extends string, Groups extends HttpApiGroup.Constraint>(api: HttpApi.HttpApi<Id, Groups>) =>
        makeDocument(publishedApi(api, publicUrl))
      // The page and the document of the whole service.
      const whole = yield* Effect.cached(published(LandfallApi.annotate(OpenApi.Version, version)))
      return Layer.mergeAll(
        rootRoute,
        documentRoute("/docs", docs, makeReference(whole, docsPagePolicy(publicUrl))),
        openApiRoute("/openapi.json", docs, whole),
        openApiRoute(`${ALERTS_PREFIX}/openapi.json`, docs, published(AlertsApi)),
        openApiRoute(`${CONGESTION_PREFIX}/openapi.json`, docs, published(CongestionApi)),
        openApiRoute(`${CO2_PREFIX}/openapi.json`, docs, published(Co2Api))
      )
    })
  )
}
