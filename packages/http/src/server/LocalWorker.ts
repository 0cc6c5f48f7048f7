import { Context, Effect, Layer, type Option } from "effect"

/** State of a delivery worker, as `/readyz` and `/metrics` report it. Instants in milliseconds since the epoch. */
export interface DeliveryWorkerHealth {
  /** When the storage last answered a claim. An idle worker claims once a minute, a busy one continuously. */
  readonly lastClaimAt: Option.Option<number>
  /** When the storage became unavailable; none while it is available. */
  readonly storageUnavailableSince: Option.Option<number>
  /** Deliveries being sent. */
  readonly inFlight: number
  /** Deliveries leased and not yet sent. */
  readonly waiting: number
  /** Outcomes that are not stored yet. */
  readonly unrecorded: number
  /** Attempts recorded since the start of the worker, by result. */
  readonly attempts: {
    readonly succeeded: number
    readonly retried: number
    /** Attempts that ended their delivery: the last of the retry policy, or a response 410. */
    readonly exhausted: number
    /** Attempts that were not recorded, because their lease had expired. */
    readonly leasesLost: number
  }
}

/** The delivery worker of this process. The composition of the server adapts the worker to it. */
export class LocalWorker extends Context.Service<
  LocalWorker,
  {
    /** The health of the worker; none when the background loops run in other processes. */
    readonly health: Effect.Effect<Option.Option<DeliveryWorkerHealth>>
  }
>()("@landfall/http/server/LocalWorker") {
  static readonly absentLayer = Layer.succeed(LocalWorker, { health: Effect.succeedNone })
}
