import { AccountId } from "@landfall/core/accounts/Account"
import {
  type CandidateRequest,
  candidateRequest,
  closeRound,
  MAX_QUEUES_PER_ROUND,
  openRound,
  roundExclusions,
  selectCandidates,
  startClaim
} from "@landfall/core/alerts/delivery/ClaimRound"
import type { ClaimQuota, QueueExclusions } from "@landfall/core/alerts/delivery/DeliveryQueue"
import { CLAIM_KINDS, type ClaimKind } from "@landfall/core/alerts/delivery/DeliveryStateMachine"
import type { NextTurn, QueueState } from "@landfall/core/alerts/delivery/QueueTurn"
import { EndpointId } from "@landfall/core/alerts/EndpointId"
import { Heap } from "./Heap.ts"

/** A delivery of the simulation. Instants in milliseconds of the simulated day. */
export interface SimulatedDelivery {
  readonly endpoint: SimulatedEndpoint
  readonly acceptedAt: number
  attempts: number
  dueAt: number
}

/** An endpoint with the queue of its deliveries. */
export interface SimulatedEndpoint {
  readonly id: EndpointId
  readonly accountId: AccountId
  readonly account: number
  /** Its receiver never responds. */
  readonly dead: boolean
  readonly first: Array<SimulatedDelivery>
  readonly retries: Heap<SimulatedDelivery>
  /** When its next turn is due; infinite while it is empty. */
  nextAt: number
  served: number
  /** Marks the entry in the line of queues that counts. */
  entry: number
}

interface Entry {
  readonly endpoint: SimulatedEndpoint
  readonly nextAt: number
  readonly served: number
  readonly entry: number
}

const ID_WIDTH = 26
const idOf = (prefix: string, number: number): string => `${prefix}_${String(number).padStart(ID_WIDTH, "0")}`

export const makeEndpoint = (number: number, account: number, dead: boolean): SimulatedEndpoint => ({
  id: EndpointId.make(idOf("ep", number)),
  accountId: AccountId.make(idOf("acc", account)),
  account,
  dead,
  first: [],
  retries: new Heap((a, b) => a.dueAt < b.dueAt),
  nextAt: Number.POSITIVE_INFINITY,
  served: 0,
  entry: 0
})

const stateOf = ({ id, accountId }: SimulatedEndpoint): QueueState => ({
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

/** The queues of a store, in memory. Claims are those of `ClaimRound`. */
export class SimulatedQueues {
  readonly #line = new Heap<Entry>((a, b) => a.nextAt < b.nextAt || (a.nextAt === b.nextAt && a.served < b.served))
  readonly #byId: ReadonlyMap<EndpointId, SimulatedEndpoint>
  #turns = 0

  constructor(endpoints: ReadonlyArray<SimulatedEndpoint>) {
    this.#byId = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]))
  }

  /** Adds a new delivery, which is due at once. */
  add(delivery: SimulatedDelivery): void {
    delivery.endpoint.first.push(delivery)
    this.#schedule(delivery.endpoint, Math.min(delivery.endpoint.nextAt, delivery.dueAt))
  }

  /** Adds a delivery that was attempted, which is due later. */
  retry(delivery: SimulatedDelivery): void {
    const { endpoint, dueAt } = delivery
    endpoint.retries.push(delivery)
    this.#schedule(endpoint, Math.min(endpoint.nextAt, dueAt))
  }

  /** Returns a delivery whose lease was not used. */
  release(delivery: SimulatedDelivery): void {
    const { endpoint, attempts, dueAt } = delivery
    if (attempts === 0) endpoint.first.unshift(delivery)
    else endpoint.retries.push(delivery)
    this.#schedule(endpoint, Math.min(endpoint.nextAt, dueAt))
  }

  /** When the next queue is due that is not excluded. */
  nextDueAt(without: QueueExclusions): number {
    const skipped: Array<Entry> = []
    let at = Number.POSITIVE_INFINITY
    for (let entry = this.#pop(); entry !== undefined; entry = this.#pop()) {
      skipped.push(entry)
      if (isExcluded(entry.endpoint, without)) continue
      at = entry.nextAt
      break
    }
    for (const entry of skipped) this.#line.push(entry)
    return at
  }

  /** Leases due deliveries in the rounds of core. */
  claim(limit: number, quota: ClaimQuota, now: number): ReadonlyArray<SimulatedDelivery> {
    const all: Array<SimulatedDelivery> = []
    let progress = startClaim(limit, quota)
    while (!progress.done) {
      const due = this.#takeDue(now, roundExclusions(progress))
      let round = openRound(
        progress,
        due.map(({ endpoint }) => stateOf(endpoint)),
        now
      )
      for (const kind of CLAIM_KINDS) {
        const request = candidateRequest(round, kind)
        if (request === undefined) continue
        const candidates = this.#candidates(request, kind, now)
        const filled = selectCandidates(round, kind, candidates, ({ endpoint }) => endpoint.id)
        round = filled.round
        this.#remove(kind, filled.selected)
        all.push(...filled.selected)
      }
      const closed = closeRound(progress, round, now)
      this.#putBack(due, closed.nextTurns, now)
      progress = closed.progress
    }
    return all
  }

  #candidates(
    { endpointIds, limit }: CandidateRequest,
    kind: ClaimKind,
    now: number
  ): ReadonlyArray<SimulatedDelivery> {
    const found: Array<SimulatedDelivery> = []
    for (const id of endpointIds) {
      const endpoint = this.#byId.get(id)
      if (endpoint === undefined) continue
      if (kind === "first") found.push(...endpoint.first.slice(0, limit))
      if (kind === "retry") found.push(...peekDue(endpoint.retries, limit, now))
    }
    return found.sort((a, b) => a.dueAt - b.dueAt)
  }

  #remove(kind: ClaimKind, selected: ReadonlyArray<SimulatedDelivery>): void {
    for (const [endpoint, taken] of Map.groupBy(selected, (delivery) => delivery.endpoint)) {
      if (kind === "first") endpoint.first.splice(0, taken.length)
      else for (const _ of taken) endpoint.retries.pop()
    }
  }

  /** Removes the due queues that are read for a round from the line. */
  #takeDue(now: number, without: QueueExclusions): ReadonlyArray<Entry> {
    const due: Array<Entry> = []
    const skipped: Array<Entry> = []
    while (due.length < MAX_QUEUES_PER_ROUND && (this.#head()?.nextAt ?? Number.POSITIVE_INFINITY) <= now) {
      const entry = this.#pop()
      if (entry === undefined) break
      ;(isExcluded(entry.endpoint, without) ? skipped : due).push(entry)
    }
    for (const entry of skipped) this.#line.push(entry)
    return due
  }

  #putBack(due: ReadonlyArray<Entry>, nextTurns: ReadonlyArray<NextTurn>, now: number): void {
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

  #schedule(endpoint: SimulatedEndpoint, nextAt: number): void {
    endpoint.nextAt = nextAt
    endpoint.entry++
    if (Number.isFinite(nextAt)) this.#line.push({ endpoint, nextAt, served: endpoint.served, entry: endpoint.entry })
  }

  /** The first entry that counts. */
  #head(): Entry | undefined {
    for (let head = this.#line.peek(); head !== undefined; head = this.#line.peek()) {
      if (head.entry === head.endpoint.entry) return head
      this.#line.pop()
    }
    return undefined
  }

  #pop(): Entry | undefined {
    return this.#head() === undefined ? undefined : this.#line.pop()
  }
}

const isExcluded = ({ id, accountId }: SimulatedEndpoint, without: QueueExclusions): boolean =>
  without.excludedEndpoints.has(id) || without.excludedAccounts.has(accountId)

/** The due retries of a heap, at most `limit`, which stay in it. */
const peekDue = (retries: Heap<SimulatedDelivery>, limit: number, now: number): ReadonlyArray<SimulatedDelivery> => {
  const due: Array<SimulatedDelivery> = []
  while (due.length < limit && (retries.peek()?.dueAt ?? Number.POSITIVE_INFINITY) <= now) {
    const retry = retries.pop()
    if (retry !== undefined) due.push(retry)
  }
  for (const retry of due) retries.push(retry)
  return due
}
