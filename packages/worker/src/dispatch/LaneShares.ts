import type { AccountId } from "@landfall/core/accounts/Account"
import type { DeliveryLease } from "@landfall/core/alerts/delivery/DeliveryQueue"
import { SharedCapacity } from "@landfall/core/limits/FairShare"
import type { DispatchLimits } from "./DispatchRules.ts"
import { type EndpointWork, isSlow, SLOW_MILLIS } from "./EndpointWork.ts"

/** The weight of a long send in lanes: accounts share the time of lanes, not only their number. */
const LONG_SEND_WEIGHT = 4
const LONG_SEND_NANOS = BigInt(SLOW_MILLIS) * 1_000_000n

/** A send that occupies a lane. Instants in nanoseconds of the monotonic clock. */
export interface SendLane {
  readonly lease: DeliveryLease
  readonly work: EndpointWork
  readonly uncertain: boolean
  readonly startedAt: bigint
  readonly origin: string
  weight: number
}

const countLongSend = ({ work }: SendLane, change: number): void => {
  work.longSends += change
  work.account.longSends += change
}

/**
 * The send lanes of a worker, and how accounts share them: all lanes, those for uncertain sends, and those to each origin,
 * each by the rule of `FairShare`. A send is uncertain when it is a retry, or its endpoint is not known to respond soon.
 * A connection that is being opened occupies the lane of its send, so the shares hold for new connections too.
 */
export class LaneShares {
  readonly #limits: DispatchLimits
  readonly #lanes = new Map<DeliveryLease, SendLane>()
  /** Lanes whose sends are not long yet, the oldest first. */
  readonly #short = new Set<SendLane>()
  readonly #all: SharedCapacity<AccountId>
  readonly #uncertain: SharedCapacity<AccountId>
  readonly #origins = new Map<string, SharedCapacity<AccountId>>()

  constructor(limits: DispatchLimits) {
    this.#limits = limits
    this.#all = new SharedCapacity(limits.concurrency)
    this.#uncertain = new SharedCapacity(Math.max(1, limits.concurrency - limits.reservedForResponsive))
  }

  get taken(): number {
    return this.#all.taken
  }
  get free(): number {
    return this.#all.free
  }
  /** The number of further uncertain sends that may begin, over all accounts. */
  get freeForUncertain(): number {
    return this.#uncertain.free
  }

  /** The number of further sends of an account that may begin. */
  room(accountId: AccountId): number {
    return this.#all.room(accountId)
  }
  /** The number of further uncertain sends of an account that may begin. */
  roomForUncertain(accountId: AccountId): number {
    return this.#uncertain.room(accountId)
  }
  admits(accountId: AccountId): boolean {
    return this.#all.admits(accountId)
  }
  admitsUncertain(accountId: AccountId): boolean {
    return this.#uncertain.admits(accountId)
  }
  admitsOrigin(accountId: AccountId, origin: string): boolean {
    return this.#origins.get(origin)?.admits(accountId) ?? true
  }

  take(lease: DeliveryLease, work: EndpointWork, uncertain: boolean, nowNanos: bigint): void {
    const weight = isSlow(work) ? LONG_SEND_WEIGHT : 1
    const lane = { lease, work, uncertain, startedAt: nowNanos, origin: work.origin, weight }
    this.#lanes.set(lease, lane)
    this.#short.add(lane)
    if (!this.#origins.has(lane.origin)) {
      this.#origins.set(lane.origin, new SharedCapacity(this.#limits.connectionsPerOrigin))
    }
    this.#each(lane, (shared) => shared.take(lease.accountId, weight))
  }

  release(lease: DeliveryLease): SendLane | undefined {
    const lane = this.#lanes.get(lease)
    if (lane === undefined) return undefined
    this.#lanes.delete(lease)
    if (!this.#short.delete(lane)) countLongSend(lane, -1)
    this.#each(lane, (shared) => shared.release(lease.accountId, lane.weight))
    if (this.#origins.get(lane.origin)?.taken === 0) this.#origins.delete(lane.origin)
    return lane
  }

  /** Gives the sends that have become long their weight, and returns their endpoints. */
  age(nowNanos: bigint): ReadonlyArray<EndpointWork> {
    const aged: Array<EndpointWork> = []
    for (const lane of this.#short) {
      if (nowNanos - lane.startedAt < LONG_SEND_NANOS) break
      this.#short.delete(lane)
      countLongSend(lane, 1)
      const change = LONG_SEND_WEIGHT - lane.weight
      lane.weight = LONG_SEND_WEIGHT
      this.#each(lane, (shared) => shared.reweigh(lane.lease.accountId, change))
      aged.push(lane.work)
    }
    return aged
  }

  /** The leases that are being sent. */
  leases(): ReadonlyArray<DeliveryLease> {
    return [...this.#lanes.keys()]
  }

  #each({ uncertain, origin }: SendLane, change: (shared: SharedCapacity<AccountId>) => void): void {
    change(this.#all)
    if (uncertain) change(this.#uncertain)
    const ofOrigin = this.#origins.get(origin)
    if (ofOrigin !== undefined) change(ofOrigin)
  }
}
