import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { AccountId } from "../../../src/accounts/Account.ts"
import {
  type ClaimProgress,
  candidateRequests,
  closeRound,
  openRound,
  queuesToRead,
  roundExclusions,
  selectCandidates,
  startClaim
} from "../../../src/alerts/delivery/ClaimRound.ts"
import { UNLIMITED_QUOTA } from "../../../src/alerts/delivery/DeliveryQueue.ts"
import { CLAIM_KINDS, type ClaimKind } from "../../../src/alerts/delivery/DeliveryStateMachine.ts"
import type { QueueState } from "../../../src/alerts/delivery/QueueTurn.ts"
import { RateLimit } from "../../../src/alerts/delivery/RateLimit.ts"
import { EndpointId } from "../../../src/alerts/EndpointId.ts"

const NOW = 1_700_000_000_000
const idOf = (n: number) => EndpointId.make(`ep_${n}`)
const accountOf = (n: number) => AccountId.make(`acc_${n}`)
const excludedEndpoints = (progress: ClaimProgress) => [...roundExclusions(progress).excludedEndpoints]
const queueOf = (n: number, changes: Partial<QueueState> = {}): QueueState => ({
  endpointId: idOf(n),
  accountId: accountOf(1),
  inactive: false,
  pausedUntil: undefined,
  postponedUntil: undefined,
  rateLimit: undefined,
  unverifiedAttemptsPerMinute: undefined,
  slotAt: 0,
  probing: false,
  probedUntil: undefined,
  ...changes
})

interface Waiting {
  readonly endpointId: EndpointId
  readonly kind: ClaimKind
}
const waitingOf = (n: number, kind: ClaimKind, count: number): ReadonlyArray<Waiting> =>
  Array.from({ length: count }, () => ({ endpointId: idOf(n), kind }))

/** One round over queues and their waiting deliveries. */
const runRound = (progress: ClaimProgress, queues: ReadonlyArray<QueueState>, waiting: ReadonlyArray<Waiting>) => {
  let round = openRound(progress, queues, NOW)
  const leased: Array<Waiting> = []
  for (const kind of CLAIM_KINDS) {
    const candidates = candidateRequests(round, kind).flatMap(({ endpointId, limit }) =>
      waiting.filter((found) => found.endpointId === endpointId && found.kind === kind).slice(0, limit)
    )
    const filled = selectCandidates(round, kind, candidates, ({ endpointId }) => endpointId)
    round = filled.round
    leased.push(...filled.selected)
  }
  return { leased, ...closeRound(progress, round, NOW) }
}

const countsOf = (leased: ReadonlyArray<Waiting>) =>
  Object.fromEntries([...Map.groupBy(leased, ({ endpointId }) => endpointId)].map(([id, all]) => [id, all.length]))

describe("a round of a claim", () => {
  it("gives every queue an equal share of the remaining limit", () => {
    const waiting = [...waitingOf(1, "first", 50), ...waitingOf(2, "first", 50), ...waitingOf(3, "first", 1)]
    const round = runRound(startClaim(9, UNLIMITED_QUOTA), [queueOf(1), queueOf(2), queueOf(3)], waiting)
    assert.deepStrictEqual(countsOf(round.leased), { ep_1: 3, ep_2: 3, ep_3: 1 })
    assert.isFalse(round.progress.done)
    const second = runRound(round.progress, [queueOf(1), queueOf(2)], waiting)
    assert.deepStrictEqual(countsOf(second.leased), { ep_1: 1, ep_2: 1 })
    assert.isTrue(second.progress.done, "the limit is reached")
  })

  it("takes first attempts before retries, and retries before ended leases", () => {
    const waiting = CLAIM_KINDS.toReversed().flatMap((kind) => waitingOf(1, kind, 2))
    const { leased } = runRound(startClaim(5, UNLIMITED_QUOTA), [queueOf(1)], waiting)
    assert.deepStrictEqual(
      leased.map(({ kind }) => kind),
      ["first", "first", "retry", "retry", "expired"]
    )
  })

  it("leases no more of an endpoint than its limit, over all rounds", () => {
    const quota = { ...UNLIMITED_QUOTA, limitFor: () => 4 }
    const first = runRound(startClaim(6, quota), [queueOf(1), queueOf(2)], waitingOf(1, "first", 50))
    assert.deepStrictEqual(countsOf(first.leased), { ep_1: 3 })
    assert.deepStrictEqual(excludedEndpoints(first.progress), [])
    const second = runRound(first.progress, [queueOf(1)], waitingOf(1, "first", 50))
    assert.deepStrictEqual(countsOf(second.leased), { ep_1: 1 })
    assert.deepStrictEqual(excludedEndpoints(second.progress), [idOf(1)])
    assert.isTrue(second.progress.done, "the only queue has reached its limit")
  })

  it("excludes the endpoints that the quota excludes", () => {
    const quota = { ...UNLIMITED_QUOTA, excludedEndpoints: new Set([idOf(7)]) }
    assert.deepStrictEqual(excludedEndpoints(startClaim(5, quota)), [idOf(7)])
  })

  it("counts retries and ended leases against the quota of retries, and postpones queues that hold nothing else", () => {
    const quota = { ...UNLIMITED_QUOTA, maxRetries: 3 }
    const waiting = [...waitingOf(1, "retry", 2), ...waitingOf(1, "expired", 2), ...waitingOf(2, "first", 2)]
    const first = runRound(startClaim(100, quota), [queueOf(1), queueOf(2)], waiting)
    assert.deepStrictEqual(countsOf(first.leased), { ep_1: 3, ep_2: 2 })
    const second = runRound(first.progress, [queueOf(3)], waitingOf(3, "retry", 2))
    assert.deepStrictEqual(second.leased, [])
    assert.deepStrictEqual(second.nextTurns, [{ endpointId: idOf(3), slotAt: 0, notBefore: NOW + 100 }])
  })

  it("skips the queues of inactive endpoints, and postpones those of paused ones", () => {
    const queues = [queueOf(1, { inactive: true }), queueOf(2, { pausedUntil: NOW + 50 })]
    const round = openRound(startClaim(10, UNLIMITED_QUOTA), queues, NOW)
    assert.deepStrictEqual(round.inactive, [idOf(1)])
    const { nextTurns, progress } = closeRound(startClaim(10, UNLIMITED_QUOTA), round, NOW)
    assert.deepStrictEqual(
      nextTurns.map(({ endpointId, notBefore }) => [endpointId, notBefore - NOW]),
      [
        [idOf(1), 0],
        [idOf(2), 50]
      ]
    )
    assert.isTrue(progress.done)
  })

  it("moves the next slot of a rate-limited queue by the number of leased deliveries", () => {
    const queue = queueOf(1, { rateLimit: RateLimit.make(2) })
    const { leased, nextTurns } = runRound(startClaim(10, UNLIMITED_QUOTA), [queue], waitingOf(1, "first", 10))
    assert.strictEqual(leased.length, 1)
    assert.deepStrictEqual(nextTurns, [{ endpointId: idOf(1), slotAt: NOW + 500, notBefore: NOW + 500 }])
  })

  it("is followed by another after a full batch of queues, up to eight rounds", () => {
    const queues = Array.from({ length: 1000 }, (_, n) => queueOf(n))
    let progress = startClaim(1000, UNLIMITED_QUOTA)
    for (const most of [32, 64, 128, 128, 128, 128, 128, 128]) {
      assert.isFalse(progress.done)
      assert.strictEqual(queuesToRead(progress), most)
      progress = runRound(progress, queues.slice(0, most), []).progress
    }
    assert.isTrue(progress.done)
    assert.isTrue(runRound(startClaim(1000, UNLIMITED_QUOTA), queues.slice(0, 31), []).progress.done)
  })

  it("reads no more of a queue than it may lease", () => {
    const quota = { ...UNLIMITED_QUOTA, limitFor: (id: EndpointId) => (id === idOf(1) ? 20 : 2), maxRetries: 5 }
    const round = openRound(startClaim(40, quota), [queueOf(1), queueOf(2)], NOW)
    assert.deepStrictEqual(candidateRequests(round, "first"), [
      { endpointId: idOf(1), limit: 20 },
      { endpointId: idOf(2), limit: 2 }
    ])
    assert.deepStrictEqual(candidateRequests(round, "retry"), [
      { endpointId: idOf(1), limit: 5 },
      { endpointId: idOf(2), limit: 2 }
    ])
  })

  it("is not needed for a claim of no deliveries", () => {
    assert.isTrue(startClaim(0, UNLIMITED_QUOTA).done)
  })
})

const small = (maximum: number) => Schema.Int.check(Schema.isBetween({ minimum: 0, maximum }))
const Claim = Schema.Struct({
  limit: small(40),
  perEndpoint: small(10),
  maxRetries: small(20),
  queues: Schema.Array(Schema.Struct({ first: small(20), retry: small(20), expired: small(5) })).check(
    Schema.isMaxLength(8)
  )
})

describe("a claim", () => {
  it.prop(
    "ends, and exceeds neither its limit nor a quota",
    [Claim],
    ([{ limit, perEndpoint, maxRetries, queues }]) => {
      const quota = { ...UNLIMITED_QUOTA, limitFor: () => perEndpoint, maxRetries }
      let waiting = queues.flatMap((counts, n) => CLAIM_KINDS.flatMap((kind) => waitingOf(n, kind, counts[kind])))
      const leased: Array<Waiting> = []
      let progress = startClaim(limit, quota)
      while (!progress.done) {
        const excluded = excludedEndpoints(progress)
        const due = queues.map((_, n) => queueOf(n)).filter(({ endpointId }) => !excluded.includes(endpointId))
        const round = runRound(progress, due, waiting)
        leased.push(...round.leased)
        waiting = waiting.filter((found) => !round.leased.includes(found))
        progress = round.progress
      }
      assert.isAtMost(leased.length, limit)
      assert.strictEqual(progress.leased, leased.length)
      assert.isAtMost(leased.filter(({ kind }) => kind !== "first").length, maxRetries)
      for (const count of Object.values(countsOf(leased))) assert.isAtMost(count, perEndpoint)
    }
  )
})
