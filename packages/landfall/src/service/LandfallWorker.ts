import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { LocalWorker } from "@landfall/http/health/LocalWorker"
import { Metrics } from "@landfall/http/metrics/Metrics"
import { DeliveryDispatcher } from "@landfall/worker/dispatch/Dispatcher"
import * as HeartbeatLoop from "@landfall/worker/dispatch/HeartbeatLoop"
import { Effect, Layer } from "effect"
import * as Background from "./BackgroundLoops.ts"
import * as CarrierLayers from "./CarrierLayers.ts"
import * as Monitoring from "./Monitoring.ts"
import * as NodeDigest from "./NodeDigest.ts"
import { Egress, type EgressOptions } from "./network/Egress.ts"
import { listenersOf } from "./network/Listeners.ts"
import * as TargetResolution from "./network/TargetResolution.ts"
import * as Sea from "./Sea.ts"

/** The options of a worker process. */
export interface WorkerOptions
  extends TargetResolution.TargetOptions,
    Pick<EgressOptions, "allowPrivateTargets" | "targetPorts" | "targetSchemes">,
    Background.BackgroundOptions,
    Monitoring.MonitoringOptions {
  /** Whether this process works in the home cell; by default it does. */
  readonly worker?: boolean
}

const dispatcherHealth = Layer.effect(
  LocalWorker,
  Effect.map(DeliveryDispatcher, ({ health }) => LocalWorker.of({ health: Effect.asSome(health) }))
).pipe(Layer.merge(HeartbeatLoop.layer))

/** The background loops of this process, with the health of their delivery worker. */
export const localWorkerLayer = (options: Background.BackgroundOptions) =>
  Layer.provide(dispatcherHealth, Background.layer(options))

/** As `localWorkerLayer`, for another cell than the home cell, which has no vessels and ports. */
export const cellWorkerLayer = (options: Background.BackgroundOptions) =>
  Layer.provide(dispatcherHealth, Background.accountLoops(options))

const explainMetricsAddress = ({ metrics }: Monitoring.MonitoringOptions) =>
  metrics?._tag === "OnServer"
    ? Layer.effectDiscard(
        Effect.logInfo(
          "LANDFALL_METRICS=on serves metrics on the address of a server, and a worker has none. Set it to ADDRESS:PORT, such as 127.0.0.1:9464, to serve those of this worker."
        )
      )
    : Layer.empty

const metricsOf = ({ metrics }: WorkerOptions) => (metrics === undefined ? {} : { metrics })

/** The services that the cells of a process share: the sea network, with the operator's ports, and the metrics. */
export const sharedLayer = Layer.merge(Sea.layer, Metrics.layer)

/** Provides the loops of one database with the carriers, and with the check of the URLs of alerts. */
const provideServices = (options: WorkerOptions) => {
  const egress = Egress.layer({
    ...options,
    listeners: listenersOf({ ais: options.ais, ...metricsOf(options) }),
    serves: false
  })
  return <A, E, R>(top: Layer.Layer<A, E, R>) =>
    top.pipe(
      Layer.provide(CarrierLayers.sources),
      Layer.provide(CarrierLayers.registry(options)),
      Layer.provide(TargetResolution.layer(options)),
      Layer.provide(Egress.servicesLayer),
      Layer.provide(egress),
      Layer.provide([NodeDigest.layer, NodeCrypto.layerSecureRandom])
    )
}

/** The background loops of another cell than the home cell. */
export const cellLayer = (options: WorkerOptions) => provideServices(options)(cellWorkerLayer(options))

/** The background loops in a process without a server. Requires every store and the services of the runtime. */
export const layer = (options: WorkerOptions) =>
  provideServices(options)(
    Layer.merge(Monitoring.layer(options), explainMetricsAddress(options)).pipe(
      Layer.provideMerge(options.worker === false ? LocalWorker.absentLayer : localWorkerLayer(options))
    )
  ).pipe(Layer.provideMerge(sharedLayer))
