import { Context, DateTime, Effect, Layer, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import type { AccountId } from "../../accounts/Account.ts"
import type { EndpointId } from "../../alerts/EndpointId.ts"
import type { EndpointNotFound } from "../../alerts/endpoints/Endpoint.ts"
import type { StorageError } from "../../faults/StorageError.ts"
import type { Unlocode } from "../../geo/Unlocode.ts"
import { PortCongestion } from "../figures/PortCongestion.ts"
import { newWatch, type PortWatch, type PortWatchDraft, PortWatchId, type TooManyWatches } from "./PortWatch.ts"
import { PortWatchStore } from "./PortWatchStore.ts"
import { decideWatch } from "./ThresholdAlert.ts"

/** Watches ports for endpoints: what tells them that a figure has crossed its threshold. */
export class PortWatches extends Context.Service<
  PortWatches,
  {
    /** Adds a watch and looks at its port at once, so that it is known where the figure stands. */
    readonly create: (
      accountId: AccountId,
      endpointId: EndpointId,
      draft: PortWatchDraft
    ) => Effect.Effect<PortWatch, EndpointNotFound | StorageError | TooManyWatches>
    /** Looks at a port for everyone who watches it; answers how many were told. */
    readonly look: (port: Unlocode) => Effect.Effect<number, StorageError>
  }
>()("@landfall/core/congestion/thresholds/PortWatches") {
  static readonly layer = Layer.effect(
    PortWatches,
    Effect.gen(function* () {
      const store = yield* PortWatchStore
      const congestion = yield* PortCongestion
      const random = yield* SecureRandom.SecureRandom

      const look = Effect.fnUntraced(function* (port: Unlocode) {
        const found = yield* congestion.now(port)
        if (Option.isNone(found)) return 0
        const now = yield* DateTime.now
        return yield* store.look(port, decideWatch(found.value, now), now)
      })

      const create = Effect.fn("PortWatches.create")(function* (
        accountId: AccountId,
        endpointId: EndpointId,
        draft: PortWatchDraft
      ) {
        const id = PortWatchId.make(`pwt_${yield* random.ulid}`)
        const watch = yield* store.create(newWatch(id, { accountId, endpointId }, draft, yield* DateTime.now))
        yield* look(watch.port)
        return yield* store.find(accountId, endpointId, watch.id).pipe(
          // Somebody removed it in between: it is answered as it was added.
          Effect.catchTag("PortWatchNotFound", () => Effect.succeed(watch))
        )
      })

      return PortWatches.of({ create, look })
    })
  )
}
