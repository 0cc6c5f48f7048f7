import { AccountId } from "@landfall/core/accounts/Account"
import type { DeliveryLease, LeaseOutcome } from "@landfall/core/alerts/delivery/DeliveryQueue"
import { decideRetry, defaultRetryPolicy } from "@landfall/core/alerts/delivery/RetryPolicy"
import { EndpointId } from "@landfall/core/alerts/EndpointId"
import { SEND_DEADLINE_MILLIS } from "@landfall/core/alerts/sending/AlertTransport"
import { DEFAULT_LIMITS } from "@landfall/core/limits/Limits"
import { Heap } from "@landfall/testing/queues/Heap"
import {
  type SimulatedDelivery,
  type SimulatedEndpoint,
  SimulatedQueues,
  simulatedEndpoint
} from "@landfall/testing/queues/SimulatedQueues"
import { type DispatchLimits, laneLimits } from "@landfall/worker/dispatch/DispatchRules"
import { DispatchState } from "@landfall/worker/dispatch/DispatchState"
import { limitConcurrency } from "@landfall/worker/dispatch/Postponements"
import { DAY_MILLIS, type InstallationOptions, OUTAGE_AT_MILLIS, rateFactor, type Sample } from "./Installation.ts"

/** The receiver of an endpoint. */
export interface PlantReceiver {
  /** The number of the account that the endpoint belongs to. */
  readonly account: number
  /** It never responds. */
  readonly dead: boolean
}

/** The observer of a simulation. Instants in milliseconds of the day. */
export interface Observer {
  readonly accepted: (at: number, dead: boolean) => void
  /** A delivery ended: it succeeded, or its policy has no further attempt. */
  readonly ended: (delivery: SimulatedDelivery<PlantReceiver>, at: number, succeeded: boolean) => void
}

/** The time for which a worker groups outcomes, and the maximum size of a group. */
const GROUP_WAIT_MILLIS = 50
const GROUP_SIZE = 512

/**
 * A simulated worker stands for a part of a real one, so its processor is slower. Single deliveries would delay others
 * more than in the installation: only work of more than this time delays a delivery.
 */
const BURST_MILLIS = 250

/** A generator of numbers in [0, 1): mulberry32, so that a seed repeats a run. */
const makeRandom = (seed: number) => {
  let state = seed >>> 0
  return (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const ID_WIDTH = 26
const idOf = (prefix: string, number: number): string => `${prefix}_${String(number).padStart(ID_WIDTH, "0")}`

/** Endpoints of accounts whose sizes follow a Pareto distribution: a few accounts have many endpoints. */
const makeEndpoints = (
  sample: Sample,
  deadPart: number,
  random: () => number
): ReadonlyArray<SimulatedEndpoint<PlantReceiver>> => {
  const weights = Array.from({ length: sample.accounts }, () => (1 - random()) ** (-1 / 1.5))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const spare = sample.endpoints - sample.accounts
  const owners = weights.flatMap((weight, account) =>
    Array.from({ length: 1 + Math.round((spare * weight) / total) }, () => account)
  )
  return owners.map((account, number) => {
    const id = EndpointId.make(idOf("ep", number))
    const receiver = { account, dead: random() < deadPart }
    return simulatedEndpoint({
      id,
      accountId: AccountId.make(idOf("acc", account)),
      url: `https://${id}.example.com/`,
      receiver
    })
  })
}

class Worker {
  readonly state: DispatchState
  /** Until when its processor is busy. */
  busyUntil = 0
  /** When it claims next. */
  claimAt = 0
  recordAt = Number.POSITIVE_INFINITY

  constructor(limits: DispatchLimits) {
    this.state = new DispatchState(limits)
  }
}

interface PendingSend {
  readonly at: number
  readonly worker: Worker
  readonly lease: DeliveryLease
  readonly startedAt: number
  readonly succeeded: boolean
}

/** One day of an installation in virtual time. Claims, shares of lanes, windows and retries are decided by core. */
export const simulateDay = (options: InstallationOptions, sample: Sample, observer: Observer): void => {
  const random = makeRandom(options.seed)
  const endpoints = makeEndpoints(sample, options.deadPart, random)
  const queues = new SimulatedQueues(endpoints)
  const limits: DispatchLimits = {
    ...limitConcurrency(laneLimits(DEFAULT_LIMITS), sample.lanes),
    claimBatch: 512,
    leaseMillis: SEND_DEADLINE_MILLIS + 10_000
  }
  const workers = Array.from({ length: sample.workers }, () => new Worker(limits))
  const sends = new Heap<PendingSend>((a, b) => a.at < b.at)
  const isDown = (at: number) => at >= OUTAGE_AT_MILLIS && at < OUTAGE_AT_MILLIS + options.outageMillis

  /** A logarithmic normal distribution around the median, with a standard deviation of its logarithm of 0.6. */
  const responseMillis = () =>
    options.responseMillis * Math.exp(0.6 * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()))

  const startSends = (worker: Worker, now: number) => {
    for (let next = worker.state.nextLease(nanos(now)); next !== undefined; next = worker.state.nextLease(nanos(now))) {
      worker.busyUntil = Math.max(worker.busyUntil, now) + sample.millisPerDelivery
      const startedAt = Math.max(now, worker.busyUntil - BURST_MILLIS) + options.microsPerDelivery / 1000
      const dead = queues.deliveryOf(next).endpoint.receiver.dead
      const took = dead ? SEND_DEADLINE_MILLIS : Math.min(SEND_DEADLINE_MILLIS, responseMillis())
      sends.push({ at: startedAt + took, worker, lease: next, startedAt, succeeded: !dead })
    }
  }

  const claim = (worker: Worker, now: number) => {
    const { state } = worker
    worker.claimAt = Number.POSITIVE_INFINITY
    for (const stale of state.takeStale(nanos(now))) queues.release(stale)
    for (let size = state.nextClaim(); size > 0; size = state.nextClaim()) {
      const claimed = queues.claim(size, state.claimQuota(), now)
      state.claimed(claimed, nanos(now))
      startSends(worker, now)
      if (claimed.length === size) continue
      const nextDueAt = queues.nextDueAt(state.exclusions())
      worker.claimAt = now + Math.max(1, state.sleepMillis(claimed.length, nextDueAt, now))
      return
    }
  }

  const endSend = ({ worker, lease: sent, startedAt, succeeded }: PendingSend, now: number) => {
    const delivery = queues.deliveryOf(sent)
    const response = succeeded
      ? ({ _tag: "Responded", status: 200, body: "" } as const)
      : ({ _tag: "NoResponse", reason: "timeout", message: "" } as const)
    const next = decideRetry(defaultRetryPolicy, sent.attempt, response, now, undefined, random())
    const durationMillis = now - startedAt
    const outcome: LeaseOutcome = {
      lease: sent,
      startedAt,
      durationMillis,
      responseStartMillis: durationMillis,
      outcome: response,
      next
    }
    worker.state.sendEnded(sent, outcome)
    queues.record(sent, next)
    if (next._tag !== "Retry") observer.ended(delivery, now, succeeded)
    if (!Number.isFinite(worker.recordAt)) worker.recordAt = now + GROUP_WAIT_MILLIS
    startSends(worker, now)
    if (worker.state.isClaimDue()) worker.claimAt = Math.min(worker.claimAt, now)
  }

  const record = (worker: Worker, now: number) => {
    worker.recordAt = Number.POSITIVE_INFINITY
    worker.state.recorded(worker.state.nextOutcomes(GROUP_SIZE), [])
    if (worker.state.unrecorded > 0) worker.recordAt = now + GROUP_WAIT_MILLIS
    if (worker.state.isClaimDue()) worker.claimAt = Math.min(worker.claimAt, now)
  }

  const meanInterval = DAY_MILLIS / sample.eventsPerDay
  let arrivalAt = 0
  const accept = (now: number) => {
    const endpoint = endpoints[Math.floor(random() * endpoints.length)]
    arrivalAt = now + (-Math.log(1 - random()) * meanInterval) / rateFactor(now)
    if (endpoint === undefined) return
    observer.accepted(now, endpoint.receiver.dead)
    queues.add(endpoint, now)
    // The notification of new deliveries wakes the workers that wait.
    for (const worker of workers) worker.claimAt = Math.min(worker.claimAt, now + 1)
  }

  while (true) {
    const claimer = workers.reduce((a, b) => (b.claimAt < a.claimAt ? b : a))
    const recorder = workers.reduce((a, b) => (b.recordAt < a.recordAt ? b : a))
    const sendAt = sends.peek()?.at ?? Number.POSITIVE_INFINITY
    const now = Math.min(arrivalAt, claimer.claimAt, recorder.recordAt, sendAt)
    if (now >= DAY_MILLIS) return
    if (now === arrivalAt) accept(now)
    else if (now === sendAt) {
      const send = sends.pop()
      if (send !== undefined) endSend(send, now)
    } else if (now === recorder.recordAt) record(recorder, now)
    else if (isDown(now)) claimer.claimAt = OUTAGE_AT_MILLIS + options.outageMillis
    else claim(claimer, now)
  }
}

const nanos = (millis: number): bigint => BigInt(Math.round(millis * 1e6))
