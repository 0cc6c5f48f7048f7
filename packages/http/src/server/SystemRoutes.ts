import { ALERTS_PREFIX, CO2_PREFIX, CONGESTION_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { AlertsApi, Co2Api, CongestionApi, LandfallApi } from "@landfall/api/LandfallApi"
import { Effect, Layer, Scope } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { type HttpApi, type HttpApiGroup, HttpApiScalar, OpenApi } from "effect/http-api"
import { Readiness } from "./Readiness.ts"

const healthzRoute = HttpRouter.add("GET", "/healthz", HttpServerResponse.jsonUnsafe({ status: "alive" }))

/** Whoever opens the printed URL is shown what there is. */
const rootRoute = HttpRouter.add("GET", "/", HttpServerResponse.redirect("/docs"))

const readyzRoute = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const readiness = yield* Readiness
    yield* router.add(
      "GET",
      "/readyz",
      Effect.map(readiness.check, (report) =>
        HttpServerResponse.jsonUnsafe(report, { status: report.status === "ready" ? 200 : 503 })
      )
    )
  })
)

/** Serves the OpenAPI description of an API, made when it is first asked for. */
const openApiRoute = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  path: `/${string}`,
  api: HttpApi.HttpApi<Id, Groups>
) =>
  HttpRouter.use((router) =>
    Effect.gen(function* () {
      const document = yield* Effect.cached(Effect.sync(() => HttpServerResponse.jsonUnsafe(OpenApi.fromApi(api))))
      yield* router.add("GET", path, document)
    })
  )

/** The API reference page. It brings three megabytes of script, so it is loaded when it is first asked for. */
const docsRoute = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const scope = yield* Effect.scope
    const page = yield* Effect.cached(
      Effect.provideService(
        HttpRouter.toHttpEffect(HttpApiScalar.layer(LandfallApi, { path: "/docs" })),
        Scope.Scope,
        scope
      )
    )
    yield* router.add("GET", "/docs", Effect.flatten(page))
  })
)

/** What is served beside the operations, without an API key. */
export const systemRoutes = Layer.mergeAll(
  rootRoute,
  healthzRoute,
  readyzRoute,
  docsRoute,
  openApiRoute("/openapi.json", LandfallApi),
  openApiRoute(`${ALERTS_PREFIX}/openapi.json`, AlertsApi),
  openApiRoute(`${CONGESTION_PREFIX}/openapi.json`, CongestionApi),
  openApiRoute(`${CO2_PREFIX}/openapi.json`, Co2Api)
)
