import { AccountId } from "@landfall/core/accounts/Account"
import type { DeliveryLease } from "@landfall/core/alerts/delivery/DeliveryQueue"
import { decideRetry, defaultRetryPolicy } from "@landfall/core/alerts/delivery/RetryPolicy"
import { EndpointId } from "@landfall/core/alerts/EndpointId"
import { Heap } from "@landfall/testing/queues/Heap"
import { type SimulatedEndpoint, SimulatedQueues, simulatedEndpoint } from "@landfall/testing/queues/SimulatedQueues"
import { type DispatchLimits, STALE_CHECK_MILLIS } from "../../src/dispatch/DispatchRules.ts"
import { DispatchState } from "../../src/dispatch/DispatchState.ts"

/** The limits of a worker by default. */
const limits: DispatchLimits = {
  concurrency: 256,
  concurrencyPerEndpoint: 64,
  reservedForResponsive: 128,
  connectionsPerOrigin: 96,
  claimBatch: 512,
  leaseMillis: 25_000
}

/** How long one claim of the store takes, and how long an outcome waits to be recorded. */
const CLAIM_MILLIS = 5
const RECORD_MILLIS = 50

/** What a receiver does with the attempt number `n` of an endpoint, from 0. */
export type Behaviour = (n: number) => { readonly millis: number; readonly succeeds: boolean }

export const responds: Behaviour = () => ({ millis: 20, succeeds: true })
export const hangs: Behaviour = () => ({ millis: 15_000, succeeds: false })
export const respondsLate: Behaviour = () => ({ millis: 14_000, succeeds: true })
export const rejects: Behaviour = () => ({ millis: 2, succeeds: false })
/** Responds to enough requests to have a wide window, and then to none. */
export const hangsLater: Behaviour = (n) => (n < 200 ? responds(n) : hangs(n))

/** The receiver of an endpoint: what it does, and how many requests it has received. */
interface PlantReceiver {
  readonly behaviour: Behaviour
  sent: number
}

/** The end of a send, or another step of the simulation, at an instant of its virtual clock. */
interface Step {
  readonly at: number
  readonly run: () => void
}

/**
 * One worker with its queues and receivers in virtual time: `DispatchState` and the rounds of claims decide, and the simulation
 * carries out. Deliveries whose start is late by less than a millisecond have no delay.
 */
export const makeSimulatedDispatch = (changes: Partial<DispatchLimits> = {}) => {
  const state = new DispatchState({ ...limits, ...changes })
  const agenda = new Heap<Step>((a, b) => a.at < b.at)
  const queues = new SimulatedQueues<PlantReceiver>([])
  const endpoints = new Map<EndpointId, SimulatedEndpoint<PlantReceiver>>()
  /** By account: how long each first attempt was due before its send began, in milliseconds. */
  const delays = new Map<string, Array<number>>()
  let now = 0
  let wakeNumber = 0
  let claiming = false
  let awaited = false
  let mostWaiting = 0
  const nanos = () => BigInt(now) * 1_000_000n
  const at = (millis: number, run: () => void) => agenda.push({ at: now + millis, run })

  const send = (lease: DeliveryLease) => {
    const { dueAt, endpoint } = queues.deliveryOf(lease)
    const { receiver } = endpoint
    if (lease.attempt === 1) {
      const ofAccount = delays.get(endpoint.accountId) ?? []
      ofAccount.push(now - dueAt)
      delays.set(endpoint.accountId, ofAccount)
    }
    const { millis, succeeds } = receiver.behaviour(receiver.sent++)
    const startedAt = now
    at(millis, () => {
      const outcome = { _tag: "Responded" as const, status: succeeds ? 200 : 500, body: "" }
      const next = decideRetry(defaultRetryPolicy, lease.attempt, outcome, now, undefined, 0.5)
      const ended = { lease, startedAt, durationMillis: millis, responseStartMillis: millis, outcome, next }
      state.sendEnded(lease, ended)
      sendAll()
      if (state.isClaimDue()) wake(0)
      at(RECORD_MILLIS, () => {
        state.recorded([ended], [])
        queues.record(lease, next)
        if (state.isClaimDue()) wake(0)
      })
    })
  }

  const sendAll = () => {
    for (let lease = state.nextLease(nanos()); lease !== undefined; lease = state.nextLease(nanos())) send(lease)
    mostWaiting = Math.max(mostWaiting, state.waiting)
  }

  const claimRound = () => {
    for (const lease of state.takeStale(nanos())) queues.release(lease)
    const size = state.nextClaim()
    if (size === 0) return wake(STALE_CHECK_MILLIS)
    const startedAt = nanos()
    const leases = queues.claim(size, state.claimQuota(), now)
    claiming = true
    at(CLAIM_MILLIS, () => {
      claiming = false
      state.claimed(leases, startedAt)
      sendAll()
      if (leases.length === size || awaited) return wake(0)
      wake(state.sleepMillis(leases.length, queues.nextDueAt(state.exclusions()), now))
    })
  }

  /** Runs the next round of the claim loop after `millis`, in place of a later one, and after the claim that runs. */
  const wake = (millis: number): void => {
    awaited = claiming
    if (claiming) return
    const number = ++wakeNumber
    at(millis, () => number === wakeNumber && claimRound())
  }

  return {
    addEndpoint: (name: string, account: string, behaviour: Behaviour, origin = `https://${name}.example`) => {
      const id = EndpointId.make(`ep_${name}`)
      const accountId = AccountId.make(`acc_${account}`)
      const receiver = { behaviour, sent: 0 }
      const endpoint = simulatedEndpoint<PlantReceiver>({ id, accountId, url: `${origin}/${name}`, receiver })
      endpoints.set(id, endpoint)
      queues.addEndpoint(endpoint)
      return id
    },
    /** Posts messages to an endpoint: `count` of them every `millis`, the first ones after `from`. */
    post: (id: EndpointId, count: number, millis: number, from = 0) => {
      const endpoint = endpoints.get(id)
      if (endpoint === undefined) return
      const postOnce = () => {
        for (let n = 0; n < count; n++) queues.add(endpoint, now)
        wake(0)
        at(millis, postOnce)
      }
      at(from, postOnce)
    },
    /** Advances the clock by a number of virtual milliseconds. */
    run: (millis: number) => {
      const until = now + millis
      let ended = false
      at(millis, () => {
        ended = true
      })
      for (let step = agenda.pop(); step !== undefined; step = agenda.pop()) {
        now = step.at
        step.run()
        if (ended && now >= until) return
      }
    },
    delaysOf: (account: string): ReadonlyArray<number> => delays.get(`acc_${account}`) ?? [],
    state,
    mostWaiting: () => mostWaiting
  }
}
