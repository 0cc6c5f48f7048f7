import {
  type CandidateRequest,
  candidateRequests,
  closeRound,
  openRound,
  queuesToRead,
  roundExclusions,
  selectCandidates,
  startClaim
} from "@landfall/core/alerts/delivery/ClaimRound"
import type { ClaimQuota, QueueExclusions } from "@landfall/core/alerts/delivery/DeliveryQueue"
import { CLAIM_KINDS, type ClaimKind } from "@landfall/core/alerts/delivery/DeliveryStateMachine"
import type { NextTurn, QueueState } from "@landfall/core/alerts/delivery/QueueTurn"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"

/** The queues in memory that a claim reads and changes. */
export interface ClaimableQueues<D> {
  /** The queues whose turn has come, the longest waiting first, at most `limit`. */
  readonly due: (limit: number, exclusions: QueueExclusions) => ReadonlyArray<QueueState>
  /** Skips the claimable deliveries of an inactive endpoint. */
  readonly skip: (endpointId: EndpointId) => void
  /** The claimable deliveries of a kind, the longest due first: at least the first `limit` of each requested queue. */
  readonly candidates: (kind: ClaimKind, requests: ReadonlyArray<CandidateRequest>) => ReadonlyArray<D>
  readonly endpointIdOf: (candidate: D) => EndpointId
  /** Leases deliveries, in the order of the candidates. */
  readonly lease: (kind: ClaimKind, selected: ReadonlyArray<D>) => void
  /** Ends a round: the next turns of the queues whose turn it was. Those without one keep their turn. */
  readonly setNextTurns: (turns: ReadonlyArray<NextTurn>) => void
}

/**
 * Leases up to `limit` deliveries, in the rounds that `ClaimRound` plans.
 *
 * @param now milliseconds since the epoch
 */
export const claimInRounds = <D>(queues: ClaimableQueues<D>, limit: number, quota: ClaimQuota, now: number): void => {
  let progress = startClaim(limit, quota)
  while (!progress.done) {
    let round = openRound(progress, queues.due(queuesToRead(progress), roundExclusions(progress)), now)
    for (const endpointId of round.inactive) queues.skip(endpointId)
    for (const kind of CLAIM_KINDS) {
      const requests = candidateRequests(round, kind)
      if (requests.length === 0) continue
      const filled = selectCandidates(round, kind, queues.candidates(kind, requests), queues.endpointIdOf)
      round = filled.round
      queues.lease(kind, filled.selected)
    }
    const closed = closeRound(progress, round, now)
    queues.setNextTurns(closed.nextTurns)
    progress = closed.progress
  }
}
