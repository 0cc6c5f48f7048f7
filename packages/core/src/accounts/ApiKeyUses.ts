import { Clock, Context, Duration, Effect, Layer } from "effect"
import { makeOutageLog } from "../faults/OutageLog.ts"
import { type ApiKeyId, ApiKeyStore } from "./ApiKey.ts"

/** The longest delay of `lastUsedAt`, and the largest loss in a crash. */
const FLUSH_INTERVAL = Duration.seconds(5)

/**
 * Collects which API keys are used, and stores the uses in batches, so that no request waits for them. Flushes every
 * five seconds and when the layer closes.
 */
export class ApiKeyUses extends Context.Service<
  ApiKeyUses,
  {
    /** Records that a key is used now. A plain function, because every call runs it. */
    readonly record: (id: ApiKeyId) => void
    /** Stores the recorded uses. */
    readonly flush: Effect.Effect<void>
  }
>()("@landfall/core/accounts/ApiKeyUses") {
  static readonly layer = Layer.effect(
    ApiKeyUses,
    Effect.gen(function* () {
      const store = yield* ApiKeyStore
      const log = makeOutageLog(
        "The last use of API keys could not be stored; a later flush stores it.",
        "The last use of API keys is stored again."
      )
      let used = new Set<ApiKeyId>()

      const flush = Effect.suspend(() => {
        if (used.size === 0) return Effect.void
        const batch = [...used]
        used = new Set()
        return Clock.currentTimeMillis.pipe(
          Effect.flatMap((now) => store.recordUse(batch, now)),
          Effect.andThen(log.succeeded),
          // When the store is unavailable, the next flush stores them.
          Effect.catch((error) => {
            for (const id of batch) used.add(id)
            return log.failed(error)
          })
        )
      }).pipe(Effect.uninterruptible)

      yield* Effect.addFinalizer(() => flush)
      yield* flush.pipe(Effect.delay(FLUSH_INTERVAL), Effect.forever, Effect.forkScoped)

      return ApiKeyUses.of({ record: (id) => void used.add(id), flush })
    })
  )
}
