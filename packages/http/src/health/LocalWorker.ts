import type { DispatcherHealth } from "@landfall/core/alerts/dispatch/DispatcherHealth"
import { Context, Effect, Layer, type Option } from "effect"

/** The delivery worker of this process. The composition of the server adapts the worker to it. */
export class LocalWorker extends Context.Service<
  LocalWorker,
  {
    /** The health of the worker; none when the background loops run in other processes. */
    readonly health: Effect.Effect<Option.Option<DispatcherHealth>>
  }
>()("@landfall/http/health/LocalWorker") {
  static readonly absentLayer = Layer.succeed(LocalWorker, { health: Effect.succeedNone })
}
