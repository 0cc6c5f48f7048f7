import { Context, DateTime, Effect, Layer, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import type { AccountId } from "../../accounts/Account.ts"
import type { EndpointId, EndpointNotFound } from "../../alerts/EndpointId.ts"
import type { StorageError } from "../../faults/StorageError.ts"
import type { Unlocode } from "../../geo/Unlocode.ts"
import type { LimitExceeded } from "../../limits/Limits.ts"
import { nextSlice } from "../../limits/SliceTurns.ts"
import { PortCongestion } from "../figures/PortCongestion.ts"
import {
  type CongestionThreshold,
  type CongestionThresholdDraft,
  CongestionThresholdId,
  newCongestionThreshold,
  type TooManyThresholds
} from "./CongestionThreshold.ts"
import { CongestionThresholdStore, type ThresholdEvaluations, type ThresholdRange } from "./CongestionThresholdStore.ts"
import { decideThreshold } from "./ThresholdAlert.ts"

/** The thresholds of one transaction: it takes some milliseconds. */
const PER_TRANSACTION = 100

/** Creates and evaluates congestion thresholds. */
export class CongestionThresholds extends Context.Service<
  CongestionThresholds,
  {
    /** Creates a threshold and evaluates it immediately, so that the side of the figure is known. */
    readonly create: (
      accountId: AccountId,
      endpointId: EndpointId,
      draft: CongestionThresholdDraft
    ) => Effect.Effect<CongestionThreshold, EndpointNotFound | LimitExceeded | StorageError | TooManyThresholds>
    /** Evaluates every threshold of a port, some in each transaction, and returns the number of messages. */
    readonly evaluate: (port: Unlocode) => Effect.Effect<number, StorageError>
  }
>()("@landfall/core/congestion/thresholds/CongestionThresholds") {
  static readonly layer = Layer.effect(
    CongestionThresholds,
    Effect.gen(function* () {
      const store = yield* CongestionThresholdStore
      const congestion = yield* PortCongestion
      const random = yield* SecureRandom.SecureRandom

      /** Evaluates a threshold, or all of a port. */
      const evaluate = Effect.fnUntraced(function* (port: Unlocode, one?: CongestionThreshold) {
        const aggregate = yield* congestion.now(port)
        if (Option.isNone(aggregate)) return 0
        const now = yield* DateTime.now
        const decide = decideThreshold(aggregate.value, now)
        let count = 0
        for (let after: string | undefined = ""; after !== undefined; ) {
          const range: ThresholdRange = { port, after, limit: PER_TRANSACTION }
          const evaluated: ThresholdEvaluations = yield* store.evaluate(one ?? range, decide, now)
          count += evaluated.messages
          after = evaluated.next
          if (after !== undefined) yield* nextSlice
        }
        return count
      })

      const create = Effect.fn("CongestionThresholds.create")(function* (
        accountId: AccountId,
        endpointId: EndpointId,
        draft: CongestionThresholdDraft
      ) {
        const id = CongestionThresholdId.make(`pwt_${yield* random.ulid}`)
        const threshold = yield* store.create(
          newCongestionThreshold(id, { accountId, endpointId }, draft, yield* DateTime.now)
        )
        yield* evaluate(threshold.port, threshold)
        return yield* store.find(accountId, endpointId, threshold.id).pipe(
          // Deleted in between: the response shows it as created.
          Effect.catchTag("CongestionThresholdNotFound", () => Effect.succeed(threshold))
        )
      })

      return CongestionThresholds.of({ create, evaluate: (port) => evaluate(port) })
    })
  )
}
