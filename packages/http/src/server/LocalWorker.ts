import { DeliveryScheduler } from "@landfall/worker/DeliveryScheduler"
import type { WorkerHealth } from "@landfall/worker/WorkerHealth"
import { Context, Effect, Layer, type Option } from "effect"
import * as Background from "./Background.ts"

/** The delivery worker of this process. */
export class LocalWorker extends Context.Service<
  LocalWorker,
  {
    /** How it is doing; none when the background loops run elsewhere. */
    readonly health: Effect.Effect<Option.Option<WorkerHealth>>
  }
>()("@landfall/http/server/LocalWorker") {
  /** The background loops, which run as long as this is there. */
  static readonly layer = (options: Background.BackgroundOptions) =>
    Layer.effect(
      LocalWorker,
      Effect.map(DeliveryScheduler, ({ health }) => LocalWorker.of({ health: Effect.asSome(health) }))
    ).pipe(Layer.provide(Background.layer(options)))

  static readonly elsewhere = Layer.succeed(LocalWorker, { health: Effect.succeedNone })
}
