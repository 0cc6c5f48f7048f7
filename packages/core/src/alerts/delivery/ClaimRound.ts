import type { AccountId } from "../../accounts/Account.ts"
import type { EndpointId } from "../EndpointId.ts"
import type { AccountQuota, ClaimQuota, QueueExclusions } from "./DeliveryQueue.ts"
import type { ClaimKind } from "./DeliveryStateMachine.ts"
import { decideTurn, type NextTurn, nextTurnAfter, type QueueState } from "./QueueTurn.ts"

/** The maximum number of rounds of one claim, so that none takes long. */
const MAX_ROUNDS = 8

// A claim holds the queues that it reads. The fewer these are while they suffice, the more claims run side by side; where
// queues hold a delivery or two each, further rounds read more at once.
const FIRST_ROUND_QUEUES = 32
const MAX_QUEUES_PER_ROUND = 128

/** The delay of the next turn of a queue that holds only retries, once the quota of retries is used up. */
const RETRY_QUEUE_DELAY_MILLIS = 100

/** Deliveries of an account, and those of them to endpoints that are not known to respond soon. */
type AccountLeases = Pick<AccountQuota, "total" | "uncertain">

/** The deliveries that one claim has leased so far. */
export interface ClaimProgress {
  readonly limit: number
  readonly quota: ClaimQuota
  readonly rounds: number
  readonly leased: number
  readonly leasedByEndpoint: ReadonlyMap<EndpointId, number>
  readonly leasedByAccount: ReadonlyMap<AccountId, AccountLeases>
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
  leasedByAccount: new Map(),
  retriesLeft: quota.maxRetries,
  done: limit <= 0
})

/** The number of queues that a store reads for the next round. */
export const queuesToRead = ({ rounds }: ClaimProgress): number =>
  Math.min(FIRST_ROUND_QUEUES * 2 ** rounds, MAX_QUEUES_PER_ROUND)

const quotaLeft = ({ quota, leasedByEndpoint }: ClaimProgress, id: EndpointId): number =>
  Math.max(0, quota.limitFor(id) - (leasedByEndpoint.get(id) ?? 0))

const NONE_LEASED: AccountLeases = { total: 0, uncertain: 0 }

const accountQuotaLeft = ({ quota, leasedByAccount }: ClaimProgress, id: AccountId): AccountQuota => {
  const limit = quota.limitForAccount(id)
  const leased = leasedByAccount.get(id) ?? NONE_LEASED
  return {
    ...limit,
    total: Math.max(0, limit.total - leased.total),
    uncertain: Math.max(0, limit.uncertain - leased.uncertain)
  }
}

/** The queues that are not read for the next round. */
export const roundExclusions = (progress: ClaimProgress): QueueExclusions => {
  const { quota, leasedByEndpoint, leasedByAccount } = progress
  const endpoints = [...leasedByEndpoint.keys()].filter((id) => quotaLeft(progress, id) === 0)
  const accounts = [...leasedByAccount.keys()].filter((id) => accountQuotaLeft(progress, id).total === 0)
  return {
    excludedEndpoints: new Set([...quota.excludedEndpoints, ...endpoints]),
    excludedAccounts: new Set([...quota.excludedAccounts, ...accounts])
  }
}

/** A queue whose deliveries a round may lease, at most `quota` of them; `leased` counts those that it has. */
export interface LeasableQueue {
  readonly state: QueueState
  readonly quota: number
  /** Its endpoint is not known to respond soon. */
  readonly uncertain: boolean
  readonly leased: number
}

/** One round of a claim over the queues whose turn has come. */
export interface ClaimRound {
  readonly queues: ReadonlyMap<EndpointId, LeasableQueue>
  /** The queues that are left for a later round, because other queues of their account were granted its quota. */
  readonly deferred: ReadonlyArray<QueueState>
  /** The inactive endpoints, whose claimable deliveries must be skipped. */
  readonly inactive: ReadonlyArray<EndpointId>
  /** The next turns of the queues whose deliveries the round does not lease. */
  readonly nextTurns: ReadonlyArray<NextTurn>
  /** The further deliveries, and those of them attempted before, that the round may lease. */
  readonly remaining: number
  readonly retriesLeft: number
  /** More queues may wait than were read. */
  readonly moreQueues: boolean
}

/** The deliveries that the queues of an account may lease in a round. */
interface AccountGrant {
  /** The maximum number of deliveries of each queue. */
  readonly perQueue: number
  left: AccountQuota
}

/** Divides the remaining limit equally among accounts, and the part of an account among its queues, rounding up. */
const grantAccounts = (
  progress: ClaimProgress,
  due: ReadonlyArray<QueueState>,
  remaining: number
): ReadonlyMap<AccountId, AccountGrant> => {
  const queuesByAccount = Map.groupBy(due, ({ accountId }) => accountId)
  const perAccount = Math.ceil(remaining / queuesByAccount.size)
  return new Map(
    [...queuesByAccount].map(([id, queues]) => {
      const quota = accountQuotaLeft(progress, id)
      const available = { ...quota, total: Math.min(perAccount, quota.total) }
      return [id, { perQueue: Math.ceil(available.total / queues.length), left: available }]
    })
  )
}

/**
 * Opens a round: every account may lease an equal share of the remaining limit, within its quota, and every queue an equal
 * share of its account's.
 *
 * @param due the queues whose turn has come, the longest waiting first, at most `queuesToRead`
 * @param now milliseconds since the epoch
 */
export const openRound = (progress: ClaimProgress, due: ReadonlyArray<QueueState>, now: number): ClaimRound => {
  const remaining = progress.limit - progress.leased
  const grants = grantAccounts(progress, due, remaining)
  const queues = new Map<EndpointId, LeasableQueue>()
  const inactive: Array<EndpointId> = []
  const nextTurns: Array<NextTurn> = []
  const deferred: Array<QueueState> = []
  let granted = 0
  for (const state of due) {
    const grant = grants.get(state.accountId)
    if (grant === undefined || granted >= remaining) break
    const { perQueue, left } = grant
    const uncertain = progress.quota.isUncertain(state.endpointId)
    const turn = decideTurn(state, Math.min(perQueue, quotaLeft(progress, state.endpointId)), now)
    switch (turn._tag) {
      case "Lease": {
        const quota = Math.min(turn.quota, left.total, uncertain ? left.uncertain : left.total)
        if (quota <= 0 && uncertain && left.total > 0) {
          nextTurns.push(postponed(state, now + left.uncertainDelayMillis, now))
        } else if (quota <= 0) {
          deferred.push(state)
        } else {
          granted += quota
          queues.set(state.endpointId, { state, quota, uncertain, leased: 0 })
          grant.left = { ...left, total: left.total - quota, uncertain: left.uncertain - (uncertain ? quota : 0) }
        }
        break
      }
      case "Wait":
        nextTurns.push(postponed(state, turn.until, now))
        break
      case "Skip":
        inactive.push(state.endpointId)
        nextTurns.push(nextTurnAfter(state, 0, now))
    }
  }
  const { retriesLeft } = progress
  const moreQueues = due.length >= queuesToRead(progress)
  return { queues, deferred, inactive, nextTurns, remaining, retriesLeft, moreQueues }
}

const postponed = (state: QueueState, until: number, now: number): NextTurn => ({
  ...nextTurnAfter(state, 0, now),
  notBefore: until
})

/** The claimable deliveries that a store reads of a queue: up to `limit`, the longest due first. */
export interface CandidateRequest {
  readonly endpointId: EndpointId
  readonly limit: number
}

const remainingFor = ({ remaining, retriesLeft }: ClaimRound, kind: ClaimKind): number =>
  kind === "first" ? remaining : Math.min(remaining, retriesLeft)

/** The deliveries of a kind that a store reads for a round; none when the round may lease none. */
export const candidateRequests = (round: ClaimRound, kind: ClaimKind): ReadonlyArray<CandidateRequest> => {
  const most = remainingFor(round, kind)
  return [...round.queues.values()].flatMap(({ state: { endpointId }, quota, leased }) => {
    const limit = Math.min(quota - leased, most)
    return limit <= 0 ? [] : [{ endpointId, limit }]
  })
}

/**
 * Selects the deliveries that a round leases from the candidates of one kind, which are in the order of their due times.
 * Deliveries that were attempted before count against the quota of retries, as do those whose lease has expired.
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
  const leasedByAccount = new Map(progress.leasedByAccount)
  const nextTurns = [...round.nextTurns]
  for (const { state, leased, uncertain } of round.queues.values()) {
    const ofAccount = leasedByAccount.get(state.accountId) ?? NONE_LEASED
    leasedByAccount.set(state.accountId, {
      total: ofAccount.total + leased,
      uncertain: ofAccount.uncertain + (uncertain ? leased : 0)
    })
    leasedByEndpoint.set(state.endpointId, (leasedByEndpoint.get(state.endpointId) ?? 0) + leased)
    const nextTurn = nextTurnAfter(state, leased, now)
    const isStarved = leased === 0 && round.retriesLeft <= 0
    nextTurns.push(isStarved ? { ...nextTurn, notBefore: now + RETRY_QUEUE_DELAY_MILLIS } : nextTurn)
  }
  const { retriesLeft } = round
  const leased = progress.limit - round.remaining
  const after = { ...progress, rounds: progress.rounds + 1, leased, leasedByEndpoint, leasedByAccount, retriesLeft }
  const isEmptied = ({ state, quota, leased }: LeasableQueue) =>
    leased < quota || quotaLeft(after, state.endpointId) === 0
  const isQueueLeft =
    round.moreQueues ||
    ![...round.queues.values()].every(isEmptied) ||
    round.deferred.some(({ accountId }) => accountQuotaLeft(after, accountId).total > 0)
  const done = leased >= after.limit || after.rounds >= MAX_ROUNDS || !isQueueLeft
  return { progress: { ...after, done }, nextTurns }
}
