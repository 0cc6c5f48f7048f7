import { createServer } from "node:http"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { AnnounceListener } from "@landfall/core/alerts/egress/Listener"
import { Effect, Layer } from "effect"
import { constTrue } from "effect/Function"
import { HttpMiddleware, HttpRouter, HttpServer } from "effect/http"
import { healthRoutes } from "../health/HealthRoutes.ts"
import { Readiness } from "../health/Readiness.ts"
import { metricsRoute } from "../metrics/MetricsRoute.ts"

/** The address at which metrics and health checks are served. */
export interface MonitoringServerOptions {
  readonly host: string
  /** 0: any free port. */
  readonly port: number
}

const announce = (host: string) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const { address } = yield* HttpServer.HttpServer
      yield* Effect.logInfo(
        `Metrics are served at ${HttpServer.formatAddress(address)}/metrics, health at /healthz and /readyz.`
      )
      if (address._tag === "UnixPathAddress") return
      yield* (yield* AnnounceListener)({ address: host, port: address.port, purpose: "metrics", publicHost: null })
    })
  )

/** `/metrics`, `/healthz` and `/readyz` on an address of their own: of a worker, or of a server whose callers must not read metrics. */
export const layer = ({ host, port }: MonitoringServerOptions) =>
  HttpRouter.serve(Layer.merge(healthRoutes, metricsRoute), { disableLogger: true, disableListenLog: true }).pipe(
    Layer.merge(announce(host)),
    Layer.provide(NodeHttpServer.layer(createServer, { host, port })),
    Layer.provide([Readiness.layer, Layer.succeed(HttpMiddleware.TracerDisabledWhen, constTrue)])
  )
