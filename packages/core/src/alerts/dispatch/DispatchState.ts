import { Option } from "effect"
import type { ClaimQuota, DeliveryLease, LeaseOutcome } from "../delivery/DeliveryQueue.ts"
import type { EndpointId } from "../EndpointId.ts"
import type { AttemptTally } from "./DispatcherHealth.ts"
import {
  adaptWindow,
  claimSize,
  type DispatchLimits,
  type EndpointWork,
  emptySleepMillis,
  FIRST_WINDOW,
  heldLeases,
  isFull,
  isRetry,
  LONGEST_SLEEP_MILLIS,
  leaseCapacity,
  MAX_RETAINED_ENDPOINTS,
  newEndpointWork,
  STALE_CHECK_MILLIS,
  sendCapacity,
  sendWithinNanos,
  type WaitingLease
} from "./DispatchRules.ts"

/**
 * The leases that one worker holds, and what it may do next. A lease is claimed, waits, is being sent, is unrecorded, and
 * is recorded, in this order; it can be released while it waits or is being sent. Endpoints take turns, one lease at each turn, in the order of their
 * leases. The state is mutable and synchronous; callers pass the time and carry out the result.
 */
export class DispatchState {
  readonly #limits: DispatchLimits
  /** The busy endpoints, and idle ones with their windows. */
  readonly #endpoints = new Map<EndpointId, EndpointWork>()
  /** Endpoints of which the worker holds leases. */
  readonly #busy = new Set<EndpointWork>()
  /** Endpoints with waiting leases, in the order of their turns. */
  #turns: Array<EndpointWork> = []
  readonly #sending = new Set<DeliveryLease>()
  /** Those of `#sending` that are retries, or whose endpoint's last attempt failed. */
  readonly #retries = new Set<DeliveryLease>()
  readonly #unrecorded: Array<LeaseOutcome> = []
  #waiting = 0
  #endedSinceClaim = 0
  #closed = false
  #tally: AttemptTally = { succeeded: 0, retried: 0, exhausted: 0, leasesLost: 0 }
  /** The claim loop sleeps because no delivery may be claimed. */
  #awaitsCapacity = false
  /** Since the last round of the claim loop, a full endpoint has gained capacity. */
  #endpointReopened = false
  /** The earliest retry recorded since the last round of the claim loop. */
  #nextRetryAt = Number.POSITIVE_INFINITY
  /** When the claim loop wakes by itself; infinitely early while it is awake. */
  #wakeAt = Number.NEGATIVE_INFINITY
  #emptyClaims = 0

  constructor(limits: DispatchLimits) {
    this.#limits = limits
  }

  get sending(): number {
    return this.#sending.size
  }
  get waiting(): number {
    return this.#waiting
  }
  get unrecorded(): number {
    return this.#unrecorded.length
  }
  get attempts(): AttemptTally {
    return this.#tally
  }

  /** Begins a round of the claim loop: how many deliveries to lease; 0: none before `isClaimDue`. */
  nextClaim(): number {
    this.#endpointReopened = false
    this.#nextRetryAt = Number.POSITIVE_INFINITY
    this.#wakeAt = Number.NEGATIVE_INFINITY
    const size = this.#claimSize()
    this.#awaitsCapacity = size === 0
    return size
  }

  /** How many deliveries of each endpoint the next claim may lease. */
  claimQuota(): ClaimQuota {
    const { concurrency, reservedForFirstAttempts } = this.#limits
    return {
      limitFor: (endpointId) => {
        const work = this.#endpoints.get(endpointId)
        if (work === undefined) return FIRST_WINDOW
        return leaseCapacity(work)
      },
      excludedEndpoints: this.fullEndpoints(),
      maxRetries: Math.max(0, concurrency - reservedForFirstAttempts - this.#retries.size)
    }
  }

  /** The endpoints of which no more deliveries may be leased now. */
  fullEndpoints(): ReadonlySet<EndpointId> {
    const ids = new Set<EndpointId>()
    for (const work of this.#busy) if (isFull(work)) ids.add(work.endpointId)
    return ids
  }

  /** Adds the leases returned by a claim that began at `nowNanos`. */
  claimed(leases: ReadonlyArray<DeliveryLease>, nowNanos: bigint): void {
    this.#endedSinceClaim = 0
    const sendBy = nowNanos + sendWithinNanos(this.#limits.leaseMillis)
    for (const lease of leases) {
      const work = this.#workOf(lease.endpointId)
      if (work.waiting.length === 0) this.#turns.push(work)
      work.waiting.push({ lease, sendBy })
      this.#busy.add(work)
    }
    this.#waiting += leases.length
  }

  /**
   * How long to sleep after a claim that leased `claimed` deliveries, fewer than its limit.
   *
   * @param nextDueAt when the next delivery is due at an endpoint that is not full
   */
  sleepMillis(claimed: number, nextDueAt: Option.Option<number>, now: number): number {
    const dueAt = Option.getOrElse(nextDueAt, () => Number.POSITIVE_INFINITY)
    const longest = this.#waiting > 0 ? STALE_CHECK_MILLIS : LONGEST_SLEEP_MILLIS
    this.#wakeAt = Math.min(dueAt, this.#nextRetryAt, now + longest)
    this.#emptyClaims = this.#wakeAt > now || claimed > 0 ? 0 : this.#emptyClaims + 1
    return Math.max(this.#wakeAt - now, emptySleepMillis(this.#emptyClaims))
  }

  /** Whether the sleeping claim loop should claim at once. */
  isClaimDue(): boolean {
    if (this.#awaitsCapacity) return this.#claimSize() > 0
    return this.#endpointReopened || this.#nextRetryAt < this.#wakeAt
  }

  /** Begins to send a lease and returns it; undefined when none may be sent now. */
  nextLease(nowNanos: bigint): DeliveryLease | undefined {
    if (this.#closed || this.#sending.size >= this.#limits.concurrency) return undefined
    const noRetries = this.#retries.size >= this.#limits.concurrency - this.#limits.reservedForFirstAttempts
    for (let turn = 0; turn < this.#turns.length; turn++) {
      const work = this.#turns[turn]
      const head = work?.waiting[0]
      if (work === undefined || head === undefined || head.sendBy < nowNanos || sendCapacity(work, this.#limits) <= 0)
        continue
      const retry = work.failing || isRetry(head.lease)
      if (retry && noRetries) continue
      this.#turns.splice(turn, 1)
      work.waiting.shift()
      if (work.waiting.length > 0) this.#turns.push(work)
      this.#waiting--
      work.sending++
      this.#sending.add(head.lease)
      if (retry) this.#retries.add(head.lease)
      return head.lease
    }
    return undefined
  }

  /** Ends a send. Without an outcome (a defect) the delivery is sent again when its lease ends. */
  sendEnded(lease: DeliveryLease, outcome: LeaseOutcome | undefined): void {
    const work = this.#workOf(lease.endpointId)
    const wasFull = isFull(work)
    work.sending--
    this.#sending.delete(lease)
    this.#retries.delete(lease)
    this.#endedSinceClaim++
    if (outcome !== undefined) {
      this.#unrecorded.push(outcome)
      adaptWindow(work, outcome.next._tag === "Succeed")
    }
    if (wasFull && !isFull(work)) this.#endpointReopened = true
    this.#releaseIdle(work)
  }

  /** The oldest outcomes that are not recorded, `size` at most. */
  nextOutcomes(size: number): ReadonlyArray<LeaseOutcome> {
    return this.#unrecorded.slice(0, size)
  }

  /** Removes the oldest outcomes, which the storage has recorded except for `lost`. */
  recorded(outcomes: ReadonlyArray<LeaseOutcome>, lost: ReadonlyArray<LeaseOutcome>): void {
    this.#unrecorded.splice(0, outcomes.length)
    let { succeeded, retried, exhausted } = this.#tally
    for (const outcome of outcomes) {
      if (outcome.next._tag === "Retry") this.#nextRetryAt = Math.min(this.#nextRetryAt, outcome.next.dueAt)
      if (lost.includes(outcome)) continue
      if (outcome.next._tag === "Succeed") succeeded++
      else if (outcome.next._tag === "Retry") retried++
      else exhausted++
    }
    this.#tally = { succeeded, retried, exhausted, leasesLost: this.#tally.leasesLost + lost.length }
  }

  /** Removes the oldest outcome, which the storage rejects: its delivery is sent again when its lease ends. */
  rejected(): void {
    this.#unrecorded.shift()
  }

  /** Removes and returns the leases that have waited too long to be sent in time. */
  takeStale(nowNanos: bigint): ReadonlyArray<DeliveryLease> {
    return this.#waiting === 0 ? [] : this.#takeWaiting(({ sendBy }) => sendBy < nowNanos)
  }

  /** Removes and returns every waiting lease; no send begins afterwards. */
  close(): ReadonlyArray<DeliveryLease> {
    this.#closed = true
    return this.#takeWaiting(() => true)
  }

  /** The leases that are being sent. */
  sendingLeases(): ReadonlyArray<DeliveryLease> {
    return [...this.#sending]
  }

  #takeWaiting(matches: (waiting: WaitingLease) => boolean): ReadonlyArray<DeliveryLease> {
    const taken: Array<DeliveryLease> = []
    for (const work of this.#turns) {
      if (!work.waiting.some(matches)) continue
      for (const waiting of work.waiting) if (matches(waiting)) taken.push(waiting.lease)
      work.waiting = work.waiting.filter((waiting) => !matches(waiting))
      this.#releaseIdle(work)
    }
    if (taken.length > 0) this.#turns = this.#turns.filter(({ waiting }) => waiting.length > 0)
    this.#waiting -= taken.length
    return taken
  }

  #workOf(endpointId: EndpointId): EndpointWork {
    const known = this.#endpoints.get(endpointId)
    if (known !== undefined) return known
    const work = newEndpointWork(endpointId)
    this.#endpoints.set(endpointId, work)
    return work
  }

  /** Removes an endpoint without leases from the busy ones, and bounds the number of idle ones. */
  #releaseIdle(work: EndpointWork): void {
    if (heldLeases(work) > 0) return
    this.#busy.delete(work)
    if (this.#endpoints.size <= MAX_RETAINED_ENDPOINTS) return
    for (const [id, idle] of this.#endpoints) if (heldLeases(idle) === 0) return void this.#endpoints.delete(id)
  }

  #claimSize(): number {
    const workload = {
      capacity: this.#limits.concurrency - this.#sending.size,
      ready: this.#turns.reduce(
        (sum, work) => sum + Math.max(0, Math.min(work.waiting.length, sendCapacity(work, this.#limits))),
        0
      ),
      ended: this.#endedSinceClaim,
      unrecorded: this.#unrecorded.length
    }
    return claimSize(workload, this.#limits)
  }
}
