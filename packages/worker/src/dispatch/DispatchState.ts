import type { AccountId } from "@landfall/core/accounts/Account"
import type {
  AccountQuota,
  ClaimQuota,
  DeliveryLease,
  LeaseOutcome,
  LeasePostponement,
  QueueExclusions
} from "@landfall/core/alerts/delivery/DeliveryQueue"
import type { AttemptTally } from "@landfall/core/alerts/dispatch/DispatcherHealth"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import type { Option } from "effect"
import { accountQuota, sendableLeases } from "./AccountQuota.ts"
import { ClaimSchedule } from "./ClaimSchedule.ts"
import { claimSize, type DispatchLimits, isRetry, MAX_RETAINED_ENDPOINTS, sendWithinNanos } from "./DispatchRules.ts"
import {
  type AccountWork,
  adaptToAttempt,
  countReady,
  type EndpointWork,
  FIRST_WINDOW,
  heldLeases,
  holdsLeases,
  isFull,
  isResponsive,
  leaseCapacity,
  newAccountWork,
  newEndpointWork,
  type QueuedLease,
  sendCapacity,
  setTarget
} from "./EndpointWork.ts"
import { LaneShares } from "./LaneShares.ts"
import { LeaseQueue } from "./LeaseQueue.ts"
import { Postponements } from "./Postponements.ts"
import { UnrecordedOutcomes } from "./UnrecordedOutcomes.ts"

/**
 * The leases that one worker holds, and its next steps. A lease is claimed, waits, is being sent, is unrecorded, and is
 * recorded, in this order; it can be released while it waits or is being sent. Accounts share the send lanes by
 * `LaneShares`, and take turns by `LeaseQueue`. The state is mutable and synchronous; callers pass the time and carry
 * out the result.
 */
export class DispatchState {
  readonly #limits: DispatchLimits
  /** The busy endpoints, and idle ones with their windows. */
  readonly #endpoints = new Map<EndpointId, EndpointWork>()
  /** Endpoints of which the worker holds leases. */
  readonly #busy = new Set<EndpointWork>()
  /** Accounts of which the worker holds leases, or did since the last claim. */
  readonly #accounts = new Map<AccountId, AccountWork>()
  readonly #waiting = new LeaseQueue()
  readonly #lanes: LaneShares
  readonly #unrecorded = new UnrecordedOutcomes()
  /** The postponed leases, and the concurrency. */
  readonly postponements: Postponements
  #endedSinceClaim = 0
  #closed = false
  readonly #schedule = new ClaimSchedule()
  /** The accounts that were excluded when the exclusions were last read. */
  #excludedAccounts: ReadonlySet<AccountId> = new Set()

  constructor(limits: DispatchLimits) {
    this.#limits = limits
    this.#lanes = new LaneShares(limits)
    this.postponements = new Postponements(limits.concurrency)
  }

  get sending(): number {
    return this.#lanes.taken
  }
  get waiting(): number {
    return this.#waiting.size
  }
  get unrecorded(): number {
    return this.#unrecorded.size
  }
  get attempts(): AttemptTally {
    return this.#unrecorded.tally
  }

  /** Begins a round of the claim loop. Returns the number of deliveries to lease; 0: none before `isClaimDue`. */
  nextClaim(): number {
    const size = this.#claimSize()
    this.#schedule.begin(size)
    return size
  }

  /** The number of deliveries of each account and endpoint that the next claim may lease. */
  claimQuota(): ClaimQuota {
    return {
      ...this.exclusions(),
      limitFor: (endpointId) => {
        const work = this.#endpoints.get(endpointId)
        if (work === undefined) return FIRST_WINDOW
        // No leases wait for a receiver that does not respond soon while its account's share of the origin is used.
        const isBlocked = !isResponsive(work) && !this.#lanes.admitsOrigin(work.account.accountId, work.origin)
        return isBlocked ? 0 : leaseCapacity(work)
      },
      limitForAccount: (accountId) => this.#accountQuota(accountId),
      isUncertain: (endpointId) => {
        const work = this.#endpoints.get(endpointId)
        return work === undefined || !isResponsive(work)
      },
      maxRetries: this.#lanes.freeForUncertain
    }
  }

  /** The endpoints and accounts of which no more deliveries may be leased now. */
  exclusions(): QueueExclusions {
    const excludedEndpoints = new Set<EndpointId>()
    for (const work of this.#busy) if (isFull(work)) excludedEndpoints.add(work.endpointId)
    const excludedAccounts = new Set<AccountId>()
    for (const id of this.#accounts.keys()) if (this.#accountQuota(id).total === 0) excludedAccounts.add(id)
    this.#excludedAccounts = excludedAccounts
    return { excludedEndpoints, excludedAccounts }
  }

  /** Adds the leases returned by a claim that began at `nowNanos`. */
  claimed(leases: ReadonlyArray<DeliveryLease>, nowNanos: bigint): void {
    this.#endedSinceClaim = 0
    for (const account of this.#accounts.values()) {
      account.ended = 0
      if (!holdsLeases(account)) this.#accounts.delete(account.accountId)
    }
    const sendBy = nowNanos + sendWithinNanos(this.#limits.leaseMillis)
    for (const lease of leases) {
      const account = this.#accounts.get(lease.accountId) ?? newAccountWork(lease.accountId)
      this.#accounts.set(lease.accountId, account)
      const work = this.#workOf(lease.endpointId, account)
      setTarget(work, lease.url)
      this.#waiting.add(work, { lease, sendBy })
      countReady(work, this.#limits)
      this.#busy.add(work)
    }
  }

  /**
   * The sleep after a claim that leased `claimed` deliveries, fewer than its limit.
   *
   * @param nextDueAt when the next delivery is due at an endpoint that is not full
   */
  sleepMillis(claimed: number, nextDueAt: Option.Option<number>, now: number): number {
    return this.#schedule.sleepMillis(claimed, this.#waiting.size, nextDueAt, now)
  }

  /** Whether the sleeping claim loop should claim immediately. */
  isClaimDue(): boolean {
    return this.#schedule.isDue(() => this.#claimSize())
  }

  /** Begins to send a lease and returns it; undefined when none may be sent now. */
  nextLease(nowNanos: bigint): DeliveryLease | undefined {
    if (this.#closed || this.#waiting.size === 0 || this.#freeLanes() === 0) return undefined
    this.#age(nowNanos)
    const next = this.#waiting.next(
      ({ accountId }) => this.#lanes.admits(accountId),
      (work, { lease, sendBy }) => sendBy >= nowNanos && this.#maySend(work, lease)
    )
    if (next === undefined) return undefined
    const { lease, work } = next
    work.account.sending++
    work.sending++
    this.#lanes.take(lease, work, isUncertain(work, lease), nowNanos)
    countReady(work, this.#limits)
    return lease
  }

  #maySend(work: EndpointWork, lease: DeliveryLease): boolean {
    const { accountId } = work.account
    if (sendCapacity(work, this.#limits) <= 0) return false
    if (isUncertain(work, lease) && !this.#lanes.admitsUncertain(accountId)) return false
    return this.#lanes.admitsOrigin(accountId, work.origin)
  }

  /** Ends a send. Without an outcome (a defect) the delivery is sent again when its lease expires. */
  sendEnded(lease: DeliveryLease, outcome: LeaseOutcome | undefined): void {
    this.#endSend(lease, (work) => {
      work.account.ended++
      this.#endedSinceClaim++
      this.postponements.attempted()
      if (outcome === undefined) return
      this.#unrecorded.add(outcome)
      adaptToAttempt(work, outcome.next._tag === "Succeed", outcome.durationMillis)
    })
  }

  /** Ends a send that is not an attempt; the waiting leases of its endpoint are returned with it. */
  sendPostponed(postponement: LeasePostponement): void {
    this.#endSend(postponement.lease, (work) => {
      work.postponed = true
      const waiting = this.#takeWaiting((candidate) => work.waiting.includes(candidate))
      this.postponements.add(postponement, waiting, this.#lanes.taken + 1)
    })
  }

  /** The storage has returned these leases to their queues. */
  returned(postponements: ReadonlyArray<LeasePostponement>): void {
    for (const { lease, until } of postponements) {
      this.#schedule.dueAt(until)
      const work = this.#endpoints.get(lease.endpointId)
      if (work === undefined) continue
      work.postponed = false
      this.#releaseIdle(work)
    }
  }

  /** The oldest outcomes that are not recorded, `size` at most. */
  nextOutcomes(size: number): ReadonlyArray<LeaseOutcome> {
    return this.#unrecorded.next(size)
  }

  /** Removes the oldest outcomes, which the storage has recorded except for `lost`. */
  recorded(outcomes: ReadonlyArray<LeaseOutcome>, lost: ReadonlyArray<LeaseOutcome>): void {
    this.#schedule.dueAt(this.#unrecorded.recorded(outcomes, lost))
  }

  /** Removes the oldest outcome, which the storage rejects: its delivery is sent again when its lease expires. */
  rejected(): void {
    this.#unrecorded.rejected()
  }

  /** Removes and returns the leases that have waited too long to be sent in time. */
  takeStale(nowNanos: bigint): ReadonlyArray<DeliveryLease> {
    this.#age(nowNanos)
    return this.#takeWaiting(({ sendBy }) => sendBy < nowNanos)
  }

  /** Removes and returns every waiting lease; no send begins afterwards. */
  close(): ReadonlyArray<DeliveryLease> {
    this.#closed = true
    return this.#takeWaiting(() => true)
  }

  /** The leases that are being sent. */
  sendingLeases(): ReadonlyArray<DeliveryLease> {
    return this.#lanes.leases()
  }

  #endSend(lease: DeliveryLease, adapt: (work: EndpointWork) => void): void {
    const work = this.#lanes.release(lease)?.work
    if (work === undefined) return
    const wasFull = isFull(work)
    work.sending--
    work.account.sending--
    adapt(work)
    countReady(work, this.#limits)
    if (wasFull && !isFull(work)) this.#schedule.reopen()
    for (const id of this.#excludedAccounts) if (this.#accountQuota(id).total > 0) this.#schedule.reopen()
    this.#releaseIdle(work)
  }

  /** The lanes that are free: fewer after a shortage of resources. */
  #freeLanes(): number {
    return Math.max(0, Math.min(this.#lanes.free, this.postponements.concurrency - this.#lanes.taken))
  }

  #age(nowNanos: bigint): void {
    for (const work of this.#lanes.age(nowNanos)) countReady(work, this.#limits)
  }

  #takeWaiting(matches: (waiting: QueuedLease) => boolean): ReadonlyArray<DeliveryLease> {
    const removed = this.#waiting.remove(matches)
    for (const work of new Set(removed.map(({ work }) => work))) {
      countReady(work, this.#limits)
      this.#releaseIdle(work)
    }
    return removed.map(({ lease }) => lease)
  }

  #workOf(endpointId: EndpointId, account: AccountWork): EndpointWork {
    const work = this.#endpoints.get(endpointId) ?? newEndpointWork(endpointId, account)
    // The account of an idle endpoint may have been released since.
    work.account = account
    this.#endpoints.set(endpointId, work)
    return work
  }

  /** Removes an endpoint without leases from the busy ones, and bounds the number of idle ones. */
  #releaseIdle(work: EndpointWork): void {
    if (heldLeases(work) > 0 || work.postponed) return
    this.#busy.delete(work)
    if (this.#endpoints.size <= MAX_RETAINED_ENDPOINTS) return
    for (const [id, idle] of this.#endpoints)
      if (heldLeases(idle) === 0 && !idle.postponed) return void this.#endpoints.delete(id)
  }

  #accountQuota(accountId: AccountId): AccountQuota {
    return accountQuota(this.#accounts.get(accountId) ?? newAccountWork(accountId), this.#lanes, this.#limits)
  }

  #claimSize(): number {
    const capacity = this.#freeLanes()
    const ready = this.#waiting.accounts.reduce((sum, account) => sum + sendableLeases(account, this.#lanes), 0)
    const workload = { capacity, ready, ended: this.#endedSinceClaim, unrecorded: this.#unrecorded.size }
    return claimSize(workload, { ...this.#limits, concurrency: this.postponements.concurrency })
  }
}

/** Whether a send is a retry, or to an endpoint that is not known to respond soon. */
const isUncertain = (work: EndpointWork, lease: DeliveryLease): boolean => !isResponsive(work) || isRetry(lease)
