import type { AccountId } from "@landfall/core/accounts/Account"
import type { CandidateRequest } from "@landfall/core/alerts/delivery/ClaimRound"
import type { ClaimQuota, DeliveryLease, QueueExclusions } from "@landfall/core/alerts/delivery/DeliveryQueue"
import type { ClaimKind } from "@landfall/core/alerts/delivery/DeliveryStateMachine"
import type { NextTurn, QueueState } from "@landfall/core/alerts/delivery/QueueTurn"
import type { RetryDecision } from "@landfall/core/alerts/delivery/RetryPolicy"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import { MessageId } from "@landfall/core/alerts/Message"
import { Option } from "effect"
import { endpointCredentialsOf } from "../samples/Samples.ts"
import { claimInRounds } from "./ClaimRounds.ts"
import { Heap } from "./Heap.ts"

/** A delivery of a simulation. Instants in milliseconds of its virtual clock. */
export interface SimulatedDelivery<Receiver> {
  readonly endpoint: SimulatedEndpoint<Receiver>
  readonly acceptedAt: number
  attempts: number
  dueAt: number
}

/** An endpoint with the queue of its deliveries, and the receiver that a simulation makes of it. */
export interface SimulatedEndpoint<Receiver> {
  readonly id: EndpointId
  readonly accountId: AccountId
  readonly url: string
  readonly receiver: Receiver
  readonly first: Array<SimulatedDelivery<Receiver>>
  readonly retries: Heap<SimulatedDelivery<Receiver>>
  /** When its next turn is due; infinite while it is empty. */
  nextAt: number
  served: number
  /** The number of its valid entry in the order of queues. */
  entry: number
}

interface Entry<Receiver> {
  readonly endpoint: SimulatedEndpoint<Receiver>
  readonly nextAt: number
  readonly served: number
  readonly entry: number
}

/** An endpoint without deliveries. */
export const simulatedEndpoint = <Receiver>(
  settings: Pick<SimulatedEndpoint<Receiver>, "id" | "accountId" | "url" | "receiver">
): SimulatedEndpoint<Receiver> => ({
  ...settings,
  first: [],
  retries: new Heap((a, b) => a.dueAt < b.dueAt),
  nextAt: Number.POSITIVE_INFINITY,
  served: 0,
  entry: 0
})

const stateOf = <Receiver>({ id, accountId }: SimulatedEndpoint<Receiver>): QueueState => ({
  endpointId: id,
  accountId,
  inactive: false,
  pausedUntil: undefined,
  postponedUntil: undefined,
  rateLimit: undefined,
  unverifiedAttemptsPerMinute: undefined,
  slotAt: 0,
  probing: false,
  probedUntil: undefined
})

const CONFIDENTIAL = endpointCredentialsOf(1)

/**
 * The queues of a store, in virtual time and without rows, for simulations of workers: claims are those of `ClaimRound`.
 * Leases do not expire. Mutable.
 */
export class SimulatedQueues<Receiver> {
  readonly #line = new Heap<Entry<Receiver>>(
    (a, b) => a.nextAt < b.nextAt || (a.nextAt === b.nextAt && a.served < b.served)
  )
  readonly #byId = new Map<EndpointId, SimulatedEndpoint<Receiver>>()
  readonly #leased = new Map<DeliveryLease, SimulatedDelivery<Receiver>>()
  #turns = 0
  #leases = 0

  constructor(endpoints: Iterable<SimulatedEndpoint<Receiver>>) {
    for (const endpoint of endpoints) this.addEndpoint(endpoint)
  }

  addEndpoint(endpoint: SimulatedEndpoint<Receiver>): void {
    this.#byId.set(endpoint.id, endpoint)
  }

  /** Adds a new delivery, which is due immediately. */
  add(endpoint: SimulatedEndpoint<Receiver>, now: number): void {
    endpoint.first.push({ endpoint, acceptedAt: now, attempts: 0, dueAt: now })
    this.#schedule(endpoint, Math.min(endpoint.nextAt, now))
  }

  /** The delivery of a lease that has not ended. */
  deliveryOf(lease: DeliveryLease): SimulatedDelivery<Receiver> {
    const delivery = this.#leased.get(lease)
    if (delivery === undefined) throw new Error("the lease is unknown, or has ended")
    return delivery
  }

  /** Ends a lease after an attempt: the delivery is due again, or has ended. */
  record(lease: DeliveryLease, next: RetryDecision): void {
    const delivery = this.deliveryOf(lease)
    this.#leased.delete(lease)
    delivery.attempts = lease.attempt
    if (next._tag !== "Retry") return
    delivery.dueAt = next.dueAt
    delivery.endpoint.retries.push(delivery)
    this.#schedule(delivery.endpoint, Math.min(delivery.endpoint.nextAt, next.dueAt))
  }

  /** Ends a lease that was not used: the delivery returns to its queue. */
  release(lease: DeliveryLease): void {
    const delivery = this.deliveryOf(lease)
    const { endpoint, attempts, dueAt } = delivery
    this.#leased.delete(lease)
    if (attempts === 0) endpoint.first.unshift(delivery)
    else endpoint.retries.push(delivery)
    this.#schedule(endpoint, Math.min(endpoint.nextAt, dueAt))
  }

  /** When the next queue is due that is not excluded; none while all are empty. */
  nextDueAt(without: QueueExclusions): Option.Option<number> {
    const skipped: Array<Entry<Receiver>> = []
    let next = this.#pop()
    for (; next !== undefined; next = this.#pop()) {
      skipped.push(next)
      if (!isExcluded(next.endpoint, without)) break
    }
    for (const entry of skipped) this.#line.push(entry)
    return Option.fromUndefinedOr(next?.nextAt)
  }

  /** Leases up to `limit` due deliveries. */
  claim(limit: number, quota: ClaimQuota, now: number): ReadonlyArray<DeliveryLease> {
    const leases: Array<DeliveryLease> = []
    let due: ReadonlyArray<Entry<Receiver>> = []
    const queues = {
      due: (most: number, exclusions: QueueExclusions) => {
        due = this.#takeDue(now, most, exclusions)
        return due.map(({ endpoint }) => stateOf(endpoint))
      },
      skip: () => undefined,
      candidates: (kind: ClaimKind, requests: ReadonlyArray<CandidateRequest>) => this.#candidates(kind, requests, now),
      endpointIdOf: ({ endpoint }: SimulatedDelivery<Receiver>) => endpoint.id,
      lease: (kind: ClaimKind, selected: ReadonlyArray<SimulatedDelivery<Receiver>>) => {
        this.#remove(kind, selected)
        for (const delivery of selected) leases.push(this.#lease(delivery))
      },
      setNextTurns: (turns: ReadonlyArray<NextTurn>) => this.#returnTokens(due, turns, now)
    }
    claimInRounds(queues, limit, quota, now)
    return leases
  }

  #lease(delivery: SimulatedDelivery<Receiver>): DeliveryLease {
    const { endpoint, attempts } = delivery
    const lease: DeliveryLease = {
      messageId: MessageId.make(`msg_${String(++this.#leases).padStart(26, "0")}`),
      endpointId: endpoint.id,
      accountId: endpoint.accountId,
      token: "",
      attempt: attempts + 1,
      attemptsBefore: 0,
      trigger: "automatic",
      url: endpoint.url,
      body: "{}",
      format: "standard",
      retryPolicy: Option.none(),
      ...CONFIDENTIAL
    }
    this.#leased.set(lease, delivery)
    return lease
  }

  #candidates(
    kind: ClaimKind,
    requests: ReadonlyArray<CandidateRequest>,
    now: number
  ): ReadonlyArray<SimulatedDelivery<Receiver>> {
    const found: Array<SimulatedDelivery<Receiver>> = []
    for (const { endpointId, limit } of requests) {
      const endpoint = this.#byId.get(endpointId)
      if (endpoint === undefined) continue
      if (kind === "first") found.push(...endpoint.first.slice(0, limit))
      if (kind === "retry") found.push(...peekDue(endpoint.retries, limit, now))
    }
    return found.sort((a, b) => a.dueAt - b.dueAt)
  }

  #remove(kind: ClaimKind, selected: ReadonlyArray<SimulatedDelivery<Receiver>>): void {
    for (const [endpoint, deliveries] of Map.groupBy(selected, (delivery) => delivery.endpoint)) {
      if (kind === "first") endpoint.first.splice(0, deliveries.length)
      else for (const _ of deliveries) endpoint.retries.pop()
    }
  }

  /** Removes the due queues that a round reads from the order of queues. */
  #takeDue(now: number, most: number, without: QueueExclusions): ReadonlyArray<Entry<Receiver>> {
    const due: Array<Entry<Receiver>> = []
    const skipped: Array<Entry<Receiver>> = []
    while (due.length < most && (this.#head()?.nextAt ?? Number.POSITIVE_INFINITY) <= now) {
      const entry = this.#pop()
      if (entry === undefined) break
      ;(isExcluded(entry.endpoint, without) ? skipped : due).push(entry)
    }
    for (const entry of skipped) this.#line.push(entry)
    return due
  }

  #returnTokens(due: ReadonlyArray<Entry<Receiver>>, nextTurns: ReadonlyArray<NextTurn>, now: number): void {
    const turnOf = new Map(nextTurns.map((turn) => [turn.endpointId, turn]))
    for (const entry of due) {
      const turn = turnOf.get(entry.endpoint.id)
      if (turn === undefined) {
        this.#line.push(entry)
        continue
      }
      const { endpoint } = entry
      endpoint.served = ++this.#turns
      const firstDue = endpoint.first.length > 0 ? now : (endpoint.retries.peek()?.dueAt ?? Number.POSITIVE_INFINITY)
      this.#schedule(endpoint, Math.max(firstDue, turn.notBefore))
    }
  }

  #schedule(endpoint: SimulatedEndpoint<Receiver>, nextAt: number): void {
    endpoint.nextAt = nextAt
    endpoint.entry++
    if (Number.isFinite(nextAt)) this.#line.push({ endpoint, nextAt, served: endpoint.served, entry: endpoint.entry })
  }

  /** The first valid entry. */
  #head(): Entry<Receiver> | undefined {
    for (let head = this.#line.peek(); head !== undefined; head = this.#line.peek()) {
      if (head.entry === head.endpoint.entry) return head
      this.#line.pop()
    }
    return undefined
  }

  #pop(): Entry<Receiver> | undefined {
    return this.#head() === undefined ? undefined : this.#line.pop()
  }
}

const isExcluded = <Receiver>({ id, accountId }: SimulatedEndpoint<Receiver>, without: QueueExclusions): boolean =>
  without.excludedEndpoints.has(id) || without.excludedAccounts.has(accountId)

/** The due retries of a heap, at most `limit`, which stay in it. */
const peekDue = <Receiver>(
  retries: Heap<SimulatedDelivery<Receiver>>,
  limit: number,
  now: number
): ReadonlyArray<SimulatedDelivery<Receiver>> => {
  const due: Array<SimulatedDelivery<Receiver>> = []
  while (due.length < limit && (retries.peek()?.dueAt ?? Number.POSITIVE_INFINITY) <= now) {
    const retry = retries.pop()
    if (retry !== undefined) due.push(retry)
  }
  for (const retry of due) retries.push(retry)
  return due
}
