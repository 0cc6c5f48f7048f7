import { ALERTS, CO2, CONGESTION } from "@landfall/api/conventions/Prefixes"
import { AlertsApi, Co2Api, CongestionApi, LandfallApi } from "@landfall/api/LandfallApi"
import { Effect, Layer, Scope } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { type HttpApi, type HttpApiGroup, HttpApiScalar, OpenApi } from "effect/http-api"
import { Readiness } from "./Readiness.ts"

const healthz = HttpRouter.add("GET", "/healthz", HttpServerResponse.jsonUnsafe({ status: "alive" }))

/** Whoever opens the printed URL is shown what there is. */
const root = HttpRouter.add("GET", "/", HttpServerResponse.redirect("/docs"))

const readyz = HttpRouter.use((router) =>
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
const openapi = <Id extends string, Groups extends HttpApiGroup.Constraint>(
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
const docs = HttpRouter.use((router) =>
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
  root,
  healthz,
  readyz,
  docs,
  openapi("/openapi.json", LandfallApi),
  openapi(`${ALERTS}/openapi.json`, AlertsApi),
  openapi(`${CONGESTION}/openapi.json`, CongestionApi),
  openapi(`${CO2}/openapi.json`, Co2Api)
)
