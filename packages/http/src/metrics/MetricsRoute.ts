import { Effect } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { Metrics } from "./Metrics.ts"

/** `GET /metrics`, in the text format of Prometheus, without an API key. */
export const metricsRoute = HttpRouter.use((router) =>
  Effect.flatMap(Metrics, ({ text }) =>
    router.add(
      "GET",
      "/metrics",
      Effect.map(text, (body) =>
        HttpServerResponse.text(body, { contentType: "text/plain; version=0.0.4; charset=utf-8" })
      )
    )
  )
)
