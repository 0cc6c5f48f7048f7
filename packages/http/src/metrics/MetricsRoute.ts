import { Effect, Fiber } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { Metrics } from "./Metrics.ts"

/** Runs an effect once for all callers that wait for it at the same time. */
const shared = <A>(effect: Effect.Effect<A>): Effect.Effect<A> => {
  let running: Fiber.Fiber<A> | undefined
  const start = Effect.map(
    Effect.forkDetach(
      Effect.ensuring(
        effect,
        Effect.sync(() => {
          running = undefined
        })
      )
    ),
    (fiber) => {
      running = fiber
      return fiber
    }
  )
  return Effect.flatMap(
    Effect.suspend(() => (running === undefined ? start : Effect.succeed(running))),
    Fiber.join
  )
}

/** `GET /metrics`, in the text format of Prometheus, without an API key. Collecting reads the database, so that readers share it. */
export const metricsRoute = HttpRouter.use((router) =>
  Effect.flatMap(Metrics, ({ text }) =>
    router.add(
      "GET",
      "/metrics",
      Effect.map(shared(text), (body) =>
        HttpServerResponse.text(body, { contentType: "text/plain; version=0.0.4; charset=utf-8" })
      )
    )
  )
)
