import type { EndpointId } from "../EndpointId.ts"
import type { ClaimQuota } from "./DeliveryQueue.ts"
import type { ClaimKind } from "./DeliveryStateMachine.ts"
import { decideTurn, positionAfter, type QueuePosition, type QueueState } from "./QueueTurn.ts"

/** How many rounds one claim makes at most, so that none takes long. */
const MAX_ROUNDS = 8

/** How many queues a store reads for one round. */
export const MAX_QUEUES_PER_ROUND = 64

/** When a queue that holds nothing but retries gets its next turn, once the quota of retries is used up. */
const RETRY_QUEUE_DELAY_MILLIS = 100

/** What one claim has leased so far. */
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

/** A queue of which deliveries may be leased in a round. */
export interface OpenQueue {
  readonly state: QueueState
  readonly quota: number
  readonly leased: number
}

/** One round of a claim over the queues whose turn has come. */
export interface ClaimRound {
  readonly open: ReadonlyMap<EndpointId, OpenQueue>
  /** The inactive endpoints: what is claimable in their queues is to be skipped. */
  readonly closed: ReadonlyArray<EndpointId>
  /** The positions of the queues that nothing is leased of. */
  readonly positions: ReadonlyArray<QueuePosition>
  /** How many more deliveries, and how many of them attempted before, the round may lease. */
  readonly room: number
  readonly retriesLeft: number
  /** Queues may wait beyond those that were read. */
  readonly moreQueues: boolean
}

/**
 * Opens a round: every queue may lease an equal part of what is left of the limit.
 *
 * @param due the queues whose turn has come, the longest waiting first, at most `MAX_QUEUES_PER_ROUND`
 * @param now milliseconds since the epoch
 */
export const openRound = (progress: ClaimProgress, due: ReadonlyArray<QueueState>, now: number): ClaimRound => {
  const room = progress.limit - progress.leased
  const fairPart = Math.ceil(room / due.length)
  const open = new Map<EndpointId, OpenQueue>()
  const closed: Array<EndpointId> = []
  const positions: Array<QueuePosition> = []
  for (const state of due.slice(0, room)) {
    const turn = decideTurn(state, Math.min(fairPart, quotaLeft(progress, state.endpointId)), now)
    switch (turn._tag) {
      case "Take":
        open.set(state.endpointId, { state, quota: turn.quota, leased: 0 })
        break
      case "Wait":
        positions.push({ ...positionAfter(state, 0, now), notBefore: turn.until })
        break
      case "Close":
        closed.push(state.endpointId)
        positions.push(positionAfter(state, 0, now))
    }
  }
  const { retriesLeft } = progress
  return { open, closed, positions, room, retriesLeft, moreQueues: due.length >= MAX_QUEUES_PER_ROUND }
}

/** Which claimable deliveries a store reads: up to `limit` of each of these queues, the longest due first. */
export interface CandidateRequest {
  readonly endpointIds: ReadonlyArray<EndpointId>
  readonly limit: number
}

const roomFor = ({ room, retriesLeft }: ClaimRound, kind: ClaimKind): number =>
  kind === "first" ? room : Math.min(room, retriesLeft)

/** The deliveries of a kind that a store reads for a round; undefined when the round has no room for any. */
export const candidateRequest = (round: ClaimRound, kind: ClaimKind): CandidateRequest | undefined => {
  const queues = [...round.open.values()].filter(({ quota, leased }) => leased < quota)
  const largest = queues.reduce((most, { quota, leased }) => Math.max(most, quota - leased), 0)
  const limit = Math.min(largest, roomFor(round, kind))
  return limit <= 0 ? undefined : { endpointIds: queues.map(({ state }) => state.endpointId), limit }
}

/**
 * Selects the deliveries that a round leases, of the candidates of one kind in the order in which they are due.
 * Deliveries that were attempted before count against the quota of retries, those with an ended lease too.
 */
export const selectCandidates = <D>(
  round: ClaimRound,
  kind: ClaimKind,
  candidates: ReadonlyArray<D>,
  endpointIdOf: (candidate: D) => EndpointId
): { readonly round: ClaimRound; readonly selected: ReadonlyArray<D> } => {
  const most = roomFor(round, kind)
  const leasedById = new Map<EndpointId, number>()
  const selected: Array<D> = []
  for (const candidate of candidates) {
    if (selected.length >= most) break
    const id = endpointIdOf(candidate)
    const queue = round.open.get(id)
    const leased = leasedById.get(id) ?? queue?.leased ?? 0
    if (queue === undefined || leased >= queue.quota) continue
    leasedById.set(id, leased + 1)
    selected.push(candidate)
  }
  const open = new Map(
    [...round.open].map(([id, queue]) => [id, { ...queue, leased: leasedById.get(id) ?? queue.leased }])
  )
  const retries = kind === "first" ? 0 : selected.length
  const room = round.room - selected.length
  return { round: { ...round, open, room, retriesLeft: round.retriesLeft - retries }, selected }
}

/** Closes a round: the positions of all its queues, and the claim after it. */
export const closeRound = (
  progress: ClaimProgress,
  round: ClaimRound,
  now: number
): { readonly progress: ClaimProgress; readonly positions: ReadonlyArray<QueuePosition> } => {
  const leasedByEndpoint = new Map(progress.leasedByEndpoint)
  const positions = [...round.positions]
  for (const { state, leased } of round.open.values()) {
    leasedByEndpoint.set(state.endpointId, (leasedByEndpoint.get(state.endpointId) ?? 0) + leased)
    const position = positionAfter(state, leased, now)
    const isStarved = leased === 0 && round.retriesLeft <= 0
    positions.push(isStarved ? { ...position, notBefore: now + RETRY_QUEUE_DELAY_MILLIS } : position)
  }
  const { retriesLeft } = round
  const leased = progress.limit - round.room
  const after = { ...progress, rounds: progress.rounds + 1, leased, leasedByEndpoint, retriesLeft }
  const isEmptied = ({ state, quota, leased }: OpenQueue) => leased < quota || quotaLeft(after, state.endpointId) === 0
  const isQueueLeft = round.moreQueues || ![...round.open.values()].every(isEmptied)
  const done = leased >= after.limit || after.rounds >= MAX_ROUNDS || !isQueueLeft
  return { progress: { ...after, done }, positions }
}
