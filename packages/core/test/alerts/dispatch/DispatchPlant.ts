import { Option, Redacted } from "effect"
import { AccountId } from "../../../src/accounts/Account.ts"
import {
  candidateRequest,
  closeRound,
  MAX_QUEUES_PER_ROUND,
  openRound,
  roundExclusions,
  selectCandidates,
  startClaim
} from "../../../src/alerts/delivery/ClaimRound.ts"
import type { ClaimQuota, DeliveryLease, QueueExclusions } from "../../../src/alerts/delivery/DeliveryQueue.ts"
import { CLAIM_KINDS, type ClaimKind } from "../../../src/alerts/delivery/DeliveryStateMachine.ts"
import { decideRetry, defaultRetryPolicy } from "../../../src/alerts/delivery/RetryPolicy.ts"
import { type DispatchLimits, STALE_CHECK_MILLIS } from "../../../src/alerts/dispatch/DispatchRules.ts"
import { DispatchState } from "../../../src/alerts/dispatch/DispatchState.ts"
import { EndpointId } from "../../../src/alerts/EndpointId.ts"
import { MessageId } from "../../../src/alerts/Message.ts"
import { SigningSecretText } from "../../../src/alerts/sending/SigningSecret.ts"

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
export const refuses: Behaviour = () => ({ millis: 2, succeeds: false })
/** Responds to enough requests to have a wide window, and then no more. */
export const hangsLater: Behaviour = (n) => (n < 200 ? responds(n) : hangs(n))

interface Waiting {
  readonly number: number
  readonly dueAt: number
  readonly attempts: number
}

interface Endpoint {
  readonly id: EndpointId
  readonly accountId: AccountId
  readonly url: string
  readonly behaviour: Behaviour
  /** First attempts and retries, each in the order of their due times. */
  first: Array<Waiting>
  retries: Array<Waiting>
  nextAt: number
  served: number
  sent: number
}

/** The end of a send, or another step of the plant, at an instant of its virtual clock. */
interface Step {
  readonly at: number
  readonly run: () => void
}

const secrets = { current: Redacted.make(SigningSecretText.make(`whsec_${"A".repeat(32)}`)), previous: [] }

/** A queue of steps by their instant: a binary heap. */
const makeAgenda = () => {
  const heap: Array<Step> = []
  const atOf = (index: number) => heap[index]?.at ?? Number.POSITIVE_INFINITY
  const swap = (a: number, b: number) => {
    const [x, y] = [heap[a], heap[b]]
    if (x === undefined || y === undefined) return
    heap[a] = y
    heap[b] = x
  }
  return {
    add: (step: Step) => {
      let index = heap.push(step) - 1
      while (index > 0 && atOf((index - 1) >> 1) > atOf(index)) {
        swap(index, (index - 1) >> 1)
        index = (index - 1) >> 1
      }
    },
    next: (): Step | undefined => {
      swap(0, heap.length - 1)
      const step = heap.pop()
      for (let index = 0; ; ) {
        const child = atOf(2 * index + 1) <= atOf(2 * index + 2) ? 2 * index + 1 : 2 * index + 2
        if (atOf(child) >= atOf(index)) return step
        swap(index, child)
        index = child
      }
    }
  }
}

/**
 * One worker with its queues and receivers in virtual time: `DispatchState` and the rounds of claims decide, and the plant
 * carries out. Deliveries whose start is late by less than a millisecond have no delay.
 */
export const makePlant = (changes: Partial<DispatchLimits> = {}) => {
  const state = new DispatchState({ ...limits, ...changes })
  const agenda = makeAgenda()
  const endpoints = new Map<EndpointId, Endpoint>()
  /** By the name of the account: how long each first attempt was due before its send began, in milliseconds. */
  const delays = new Map<string, Array<number>>()
  let now = 0
  let turns = 0
  let messages = 0
  let wakeNumber = 0
  let claiming = false
  let awaited = false
  let mostWaiting = 0
  const nanos = () => BigInt(now) * 1_000_000n
  const at = (millis: number, run: () => void) => agenda.add({ at: now + millis, run })

  const firstDue = ({ first, retries }: Endpoint) =>
    first.length > 0 ? now : (retries[0]?.dueAt ?? Number.POSITIVE_INFINITY)

  const isExcluded = ({ id, accountId }: Endpoint, { excludedEndpoints, excludedAccounts }: QueueExclusions) =>
    excludedEndpoints.has(id) || excludedAccounts.has(accountId)

  const candidatesOf = (endpoint: Endpoint, kind: ClaimKind, limit: number) =>
    kind === "first"
      ? endpoint.first.slice(0, limit)
      : kind === "retry"
        ? endpoint.retries.filter(({ dueAt }) => dueAt <= now).slice(0, limit)
        : []

  const leaseOf = ({ id, accountId, url }: Endpoint, { number, attempts }: Waiting): DeliveryLease => ({
    messageId: MessageId.make(`msg_${number}`),
    endpointId: id,
    accountId,
    token: `${number}`,
    attempt: attempts + 1,
    attemptsBefore: 0,
    trigger: "automatic",
    url,
    body: "{}",
    format: "standard",
    secrets,
    headers: Redacted.make({}),
    retryPolicy: Option.none()
  })

  const dueTimes = new Map<DeliveryLease, Waiting>()

  const claim = (limit: number, quota: ClaimQuota): ReadonlyArray<DeliveryLease> => {
    const leases: Array<DeliveryLease> = []
    let progress = startClaim(limit, quota)
    while (!progress.done) {
      const exclusions = roundExclusions(progress)
      const due = [...endpoints.values()]
        .filter((endpoint) => endpoint.nextAt <= now && !isExcluded(endpoint, exclusions))
        .toSorted((a, b) => a.nextAt - b.nextAt || a.served - b.served)
        .slice(0, MAX_QUEUES_PER_ROUND)
      let round = openRound(
        progress,
        due.map(({ id, accountId }) => ({
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
        })),
        now
      )
      for (const kind of CLAIM_KINDS) {
        const request = candidateRequest(round, kind)
        if (request === undefined) continue
        const candidates = due
          .filter(({ id }) => request.endpointIds.includes(id))
          .flatMap((endpoint) => candidatesOf(endpoint, kind, request.limit).map((waiting) => ({ endpoint, waiting })))
          .toSorted((a, b) => a.waiting.dueAt - b.waiting.dueAt)
        const filled = selectCandidates(round, kind, candidates, ({ endpoint }) => endpoint.id)
        round = filled.round
        for (const { endpoint, waiting } of filled.selected) {
          if (kind === "first") endpoint.first.splice(endpoint.first.indexOf(waiting), 1)
          else endpoint.retries.splice(endpoint.retries.indexOf(waiting), 1)
          const lease = leaseOf(endpoint, waiting)
          dueTimes.set(lease, waiting)
          leases.push(lease)
        }
      }
      const closed = closeRound(progress, round, now)
      for (const { endpointId, notBefore } of closed.nextTurns) {
        const endpoint = endpoints.get(endpointId)
        if (endpoint === undefined) continue
        endpoint.served = ++turns
        endpoint.nextAt = Math.max(firstDue(endpoint), notBefore)
      }
      progress = closed.progress
    }
    return leases
  }

  const send = (lease: DeliveryLease) => {
    const endpoint = endpoints.get(lease.endpointId)
    const waiting = dueTimes.get(lease)
    if (endpoint === undefined || waiting === undefined) return
    if (lease.attempt === 1) {
      const ofAccount = delays.get(endpoint.accountId) ?? []
      ofAccount.push(now - waiting.dueAt)
      delays.set(endpoint.accountId, ofAccount)
    }
    const { millis, succeeds } = endpoint.behaviour(endpoint.sent++)
    const startedAt = now
    at(millis, () => {
      dueTimes.delete(lease)
      const outcome = { _tag: "Responded" as const, status: succeeds ? 200 : 500, body: "" }
      const next = decideRetry(defaultRetryPolicy, lease.attempt, outcome, now, undefined, 0.5)
      const ended = { lease, startedAt, durationMillis: millis, responseStartMillis: millis, outcome, next }
      state.sendEnded(lease, ended)
      sendAll()
      if (state.isClaimDue()) wake(0)
      at(RECORD_MILLIS, () => {
        state.recorded([ended], [])
        if (next._tag === "Retry") {
          endpoint.retries.push({ ...waiting, attempts: lease.attempt, dueAt: next.dueAt })
          endpoint.retries.sort((a, b) => a.dueAt - b.dueAt)
          if (endpoint.nextAt > now) endpoint.nextAt = Math.min(endpoint.nextAt, next.dueAt)
        }
        if (state.isClaimDue()) wake(0)
      })
    })
  }

  const sendAll = () => {
    for (let lease = state.nextLease(nanos()); lease !== undefined; lease = state.nextLease(nanos())) send(lease)
    mostWaiting = Math.max(mostWaiting, state.waiting)
  }

  const claimRound = () => {
    for (const lease of state.takeStale(nanos())) {
      const endpoint = endpoints.get(lease.endpointId)
      const waiting = dueTimes.get(lease)
      dueTimes.delete(lease)
      if (endpoint === undefined || waiting === undefined) continue
      if (lease.attempt === 1) endpoint.first.unshift(waiting)
      else endpoint.retries.unshift(waiting)
      endpoint.nextAt = Math.min(endpoint.nextAt, now)
    }
    const size = state.nextClaim()
    if (size === 0) return wake(STALE_CHECK_MILLIS)
    const startedAt = nanos()
    const leases = claim(size, state.claimQuota())
    claiming = true
    at(CLAIM_MILLIS, () => {
      claiming = false
      state.claimed(leases, startedAt)
      sendAll()
      if (leases.length === size || awaited) return wake(0)
      const exclusions = state.exclusions()
      const nextAt = [...endpoints.values()]
        .filter((endpoint) => !isExcluded(endpoint, exclusions))
        .reduce((least, endpoint) => Math.min(least, endpoint.nextAt), Number.POSITIVE_INFINITY)
      const dueAt = Number.isFinite(nextAt) ? Option.some(nextAt) : Option.none<number>()
      wake(state.sleepMillis(leases.length, dueAt, now))
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
      const nothing = { first: [], retries: [], nextAt: Number.POSITIVE_INFINITY, served: 0, sent: 0 }
      endpoints.set(id, { id, accountId, url: `${origin}/${name}`, behaviour, ...nothing })
      return id
    },
    /** Posts messages to an endpoint: `count` of them every `millis`, the first ones after `from`. */
    post: (id: EndpointId, count: number, millis: number, from = 0) => {
      const endpoint = endpoints.get(id)
      if (endpoint === undefined) return
      const postOnce = () => {
        for (let n = 0; n < count; n++) endpoint.first.push({ number: messages++, dueAt: now, attempts: 0 })
        endpoint.nextAt = Math.min(endpoint.nextAt, now)
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
      for (let step = agenda.next(); step !== undefined; step = agenda.next()) {
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
