import { Context, DateTime, Effect, Layer, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import type { AccountId } from "../../accounts/Account.ts"
import type { EndpointId } from "../../alerts/EndpointId.ts"
import type { EndpointNotFound } from "../../alerts/endpoints/Endpoint.ts"
import type { StorageError } from "../../faults/StorageError.ts"
import type { Unlocode } from "../../geo/Unlocode.ts"
import { PortCongestion } from "../figures/PortCongestion.ts"
import {
  type CongestionThreshold,
  type CongestionThresholdDraft,
  CongestionThresholdId,
  newCongestionThreshold,
  type TooManyThresholds
} from "./CongestionThreshold.ts"
import { CongestionThresholdStore } from "./CongestionThresholdStore.ts"
import { decideThreshold } from "./ThresholdAlert.ts"

/** Watches ports for endpoints: what tells them that a figure has crossed its threshold. */
export class CongestionThresholds extends Context.Service<
  CongestionThresholds,
  {
    /** Adds a watch and looks at its port at once, so that it is known where the figure stands. */
    readonly create: (
      accountId: AccountId,
      endpointId: EndpointId,
      draft: CongestionThresholdDraft
    ) => Effect.Effect<CongestionThreshold, EndpointNotFound | StorageError | TooManyThresholds>
    /** Looks at a port for everyone who watches it; answers how many were told. */
    readonly evaluate: (port: Unlocode) => Effect.Effect<number, StorageError>
  }
>()("@landfall/core/congestion/thresholds/CongestionThresholds") {
  static readonly layer = Layer.effect(
    CongestionThresholds,
    Effect.gen(function* () {
      const store = yield* CongestionThresholdStore
      const congestion = yield* PortCongestion
      const random = yield* SecureRandom.SecureRandom

      const look = Effect.fnUntraced(function* (port: Unlocode) {
        const found = yield* congestion.now(port)
        if (Option.isNone(found)) return 0
        const now = yield* DateTime.now
        return yield* store.evaluate(port, decideThreshold(found.value, now), now)
      })

      const create = Effect.fn("PortWatches.create")(function* (
        accountId: AccountId,
        endpointId: EndpointId,
        draft: CongestionThresholdDraft
      ) {
        const id = CongestionThresholdId.make(`pwt_${yield* random.ulid}`)
        const watch = yield* store.create(
          newCongestionThreshold(id, { accountId, endpointId }, draft, yield* DateTime.now)
        )
        yield* look(watch.port)
        return yield* store.find(accountId, endpointId, watch.id).pipe(
          // Somebody removed it in between: it is answered as it was added.
          Effect.catchTag("CongestionThresholdNotFound", () => Effect.succeed(watch))
        )
      })

      return CongestionThresholds.of({ create, evaluate: look })
    })
  )
}
