import type { EndpointId } from "../EndpointId.ts"
import type { ClaimQuota } from "./DeliveryQueue.ts"
import type { ClaimKind } from "./DeliveryStateMachine.ts"
import { decideTurn, type NextTurn, nextTurnAfter, type QueueState } from "./QueueTurn.ts"

/** How many rounds one claim makes at most, so that none takes long. */
const MAX_ROUNDS = 8

/** How many queues a store reads for one round. */
export const MAX_QUEUES_PER_ROUND = 64

/** When a queue that holds nothing but retries gets its next turn, once the quota of retries is used up. */
const RETRY_QUEUE_DELAY_MILLIS = 100

/** The deliveries that one claim has leased so far. */
export interface ClaimProgress {
  readonly limit: number
  readonly quota: ClaimQuota
  readonly rounds: number
  readonly leased: number
  readonly leasedByEndpoint: ReadonlyMap<EndpointId, number>
  readonly retriesLeft: number
  /** No further round is made: the limit is reached, or no queue has anything left to lease. */
  readonly done: boolean
}

/** The start of a claim of up to `limit` deliveries. */
export const startClaim = (limit: number, quota: ClaimQuota): ClaimProgress => ({
  limit,
  quota,
  rounds: 0,
  leased: 0,
  leasedByEndpoint: new Map(),
  retriesLeft: quota.maxRetries,
  done: limit <= 0
})

const quotaLeft = ({ quota, leasedByEndpoint }: ClaimProgress, id: EndpointId): number =>
  Math.max(0, quota.limitFor(id) - (leasedByEndpoint.get(id) ?? 0))

/** The endpoints whose queues are not read for the next round. */
export const excludedEndpoints = (progress: ClaimProgress): ReadonlyArray<EndpointId> => [
  ...progress.quota.excludedEndpoints,
  ...[...progress.leasedByEndpoint.keys()].filter((id) => quotaLeft(progress, id) === 0)
]

/** A queue whose deliveries a round may lease, at most `quota` of them; `leased` counts those that it has. */
export interface LeasableQueue {
  readonly state: QueueState
  readonly quota: number
  readonly leased: number
}

/** One round of a claim over the queues whose turn has come. */
export interface ClaimRound {
  readonly queues: ReadonlyMap<EndpointId, LeasableQueue>
  /** The inactive endpoints, whose claimable deliveries must be skipped. */
  readonly inactive: ReadonlyArray<EndpointId>
  /** The next turns of the queues whose deliveries the round does not lease. */
  readonly nextTurns: ReadonlyArray<NextTurn>
  /** How many more deliveries, and how many of them attempted before, the round may lease. */
  readonly remaining: number
  readonly retriesLeft: number
  /** More queues may wait than were read. */
  readonly moreQueues: boolean
}

/**
 * Opens a round: every queue may lease an equal share of the remaining limit.
 *
 * @param due the queues whose turn has come, the longest waiting first, at most `MAX_QUEUES_PER_ROUND`
 * @param now milliseconds since the epoch
 */
export const openRound = (progress: ClaimProgress, due: ReadonlyArray<QueueState>, now: number): ClaimRound => {
  const remaining = progress.limit - progress.leased
  const fairShare = Math.ceil(remaining / due.length)
  const queues = new Map<EndpointId, LeasableQueue>()
  const inactive: Array<EndpointId> = []
  const nextTurns: Array<NextTurn> = []
  for (const state of due.slice(0, remaining)) {
    const turn = decideTurn(state, Math.min(fairShare, quotaLeft(progress, state.endpointId)), now)
    switch (turn._tag) {
      case "Lease":
        queues.set(state.endpointId, { state, quota: turn.quota, leased: 0 })
        break
      case "Wait":
        nextTurns.push({ ...nextTurnAfter(state, 0, now), notBefore: turn.until })
        break
      case "Skip":
        inactive.push(state.endpointId)
        nextTurns.push(nextTurnAfter(state, 0, now))
    }
  }
  const { retriesLeft } = progress
  return { queues, inactive, nextTurns, remaining, retriesLeft, moreQueues: due.length >= MAX_QUEUES_PER_ROUND }
}

/** The claimable deliveries that a store reads: up to `limit` of each of these queues, the longest due first. */
export interface CandidateRequest {
  readonly endpointIds: ReadonlyArray<EndpointId>
  readonly limit: number
}

const remainingFor = ({ remaining, retriesLeft }: ClaimRound, kind: ClaimKind): number =>
  kind === "first" ? remaining : Math.min(remaining, retriesLeft)

/** The deliveries of a kind that a store reads for a round; undefined when the round may lease none. */
export const candidateRequest = (round: ClaimRound, kind: ClaimKind): CandidateRequest | undefined => {
  const queues = [...round.queues.values()].filter(({ quota, leased }) => leased < quota)
  const largest = queues.reduce((most, { quota, leased }) => Math.max(most, quota - leased), 0)
  const limit = Math.min(largest, remainingFor(round, kind))
  return limit <= 0 ? undefined : { endpointIds: queues.map(({ state }) => state.endpointId), limit }
}

/**
 * Selects the deliveries that a round leases from the candidates of one kind, which are in the order of their due times.
 * Deliveries that were attempted before count against the quota of retries, as do those whose lease has ended.
 */
export const selectCandidates = <D>(
  round: ClaimRound,
  kind: ClaimKind,
  candidates: ReadonlyArray<D>,
  endpointIdOf: (candidate: D) => EndpointId
): { readonly round: ClaimRound; readonly selected: ReadonlyArray<D> } => {
  const most = remainingFor(round, kind)
  const leasedById = new Map<EndpointId, number>()
  const selected: Array<D> = []
  for (const candidate of candidates) {
    if (selected.length >= most) break
    const id = endpointIdOf(candidate)
    const queue = round.queues.get(id)
    const leased = leasedById.get(id) ?? queue?.leased ?? 0
    if (queue === undefined || leased >= queue.quota) continue
    leasedById.set(id, leased + 1)
    selected.push(candidate)
  }
  const queues = new Map(
    [...round.queues].map(([id, queue]) => [id, { ...queue, leased: leasedById.get(id) ?? queue.leased }])
  )
  const retries = kind === "first" ? 0 : selected.length
  const remaining = round.remaining - selected.length
  return { round: { ...round, queues, remaining, retriesLeft: round.retriesLeft - retries }, selected }
}

/** Closes a round: the next turns of all its queues, and the claim after it. */
export const closeRound = (
  progress: ClaimProgress,
  round: ClaimRound,
  now: number
): { readonly progress: ClaimProgress; readonly nextTurns: ReadonlyArray<NextTurn> } => {
  const leasedByEndpoint = new Map(progress.leasedByEndpoint)
  const nextTurns = [...round.nextTurns]
  for (const { state, leased } of round.queues.values()) {
    leasedByEndpoint.set(state.endpointId, (leasedByEndpoint.get(state.endpointId) ?? 0) + leased)
    const nextTurn = nextTurnAfter(state, leased, now)
    const isStarved = leased === 0 && round.retriesLeft <= 0
    nextTurns.push(isStarved ? { ...nextTurn, notBefore: now + RETRY_QUEUE_DELAY_MILLIS } : nextTurn)
  }
  const { retriesLeft } = round
  const leased = progress.limit - round.remaining
  const after = { ...progress, rounds: progress.rounds + 1, leased, leasedByEndpoint, retriesLeft }
  const isEmptied = ({ state, quota, leased }: LeasableQueue) =>
    leased < quota || quotaLeft(after, state.endpointId) === 0
  const isQueueLeft = round.moreQueues || ![...round.queues.values()].every(isEmptied)
  const done = leased >= after.limit || after.rounds >= MAX_ROUNDS || !isQueueLeft
  return { progress: { ...after, done }, nextTurns }
}
