import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { Readiness } from "./Readiness.ts"

const healthzRoute = HttpRouter.add("GET", "/healthz", HttpServerResponse.jsonUnsafe({ status: "alive" }))

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

/** The health checks, which need no API key. */
export const healthRoutes = Layer.merge(healthzRoute, readyzRoute)
