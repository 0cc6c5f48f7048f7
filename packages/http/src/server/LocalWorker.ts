import type { WorkerHealth } from "@landfall/worker/WorkerHealth"
import { Context, Effect, Layer, type Option } from "effect"

/** The delivery worker of this process. */
export class LocalWorker extends Context.Service<
  LocalWorker,
  {
    /** The health of the worker; none when the background loops run in other processes. */
    readonly health: Effect.Effect<Option.Option<WorkerHealth>>
  }
>()("@landfall/http/server/LocalWorker") {
  static readonly absentLayer = Layer.succeed(LocalWorker, { health: Effect.succeedNone })
}
