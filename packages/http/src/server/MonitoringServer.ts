import { AnnounceListener } from "@landfall/core/alerts/egress/Listener"
import { Effect, Layer } from "effect"
import { constTrue, constVoid } from "effect/Function"
import { HttpMiddleware, HttpRouter, HttpServer } from "effect/http"
import { healthRoutes } from "../health/HealthRoutes.ts"
import { Readiness } from "../health/Readiness.ts"
import { metricsRoute } from "../metrics/MetricsRoute.ts"
import * as LimitedServer from "./LimitedServer.ts"

/** The address at which metrics and health checks are served. */
export interface MonitoringServerOptions {
  readonly host: string
  /** 0: any free port. */
  readonly port: number
}

/** The metrics of connections are those of the callers of the service. */
const NO_COUNTERS = { countFault: constVoid, countClosed: constVoid }

/** A few collectors and load balancers read metrics and health, from addresses that are not checked. */
const LIMITS = { maxConnections: 64, maxUnsentBytes: 16 * 1024 * 1024, proxies: [] }

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

/**
 * `/metrics`, `/healthz` and `/readyz` on a separate address: of a worker, or of a server whose callers must not read
 * metrics.
 */
export const layer = ({ host, port }: MonitoringServerOptions) =>
  HttpRouter.serve(Layer.merge(healthRoutes, metricsRoute), { disableLogger: true, disableListenLog: true }).pipe(
    Layer.merge(announce(host)),
    Layer.provide(LimitedServer.layer(NO_COUNTERS, { host, port, limits: LIMITS })),
    Layer.provide([Readiness.layer, Layer.succeed(HttpMiddleware.TracerDisabledWhen, constTrue)])
  )
