import { assert, describe, it } from "@effect/vitest"
import type { DeliveryLease } from "@landfall/core/alerts/delivery/DeliveryQueue"
import type { RetryDecision } from "@landfall/core/alerts/delivery/RetryPolicy"
import { Option, Schema } from "effect"
import type { DispatchState } from "../../src/dispatch/DispatchState.ts"
import {
  idOf,
  leaseTo,
  limits,
  outcomeOf,
  retryAt,
  STALE_NANOS,
  sendAll,
  stateWith,
  warmUp
} from "./DispatchSamples.ts"

/** Sends deliveries to an endpoint and ends the sends. */
const deliver = (
  state: DispatchState,
  name: string,
  count: number,
  next: RetryDecision = { _tag: "Succeed" }
): void => {
  state.claimed(
    Array.from({ length: count }, (_, n) => leaseTo(name, n)),
    0n
  )
  for (const lease of sendAll(state)) state.sendEnded(lease, outcomeOf(lease, next))
}

const namesOf = (leases: ReadonlyArray<DeliveryLease>) =>
  leases.map(({ endpointId, messageId }) => `${endpointId} ${messageId}`)

describe("the next lease to send", () => {
  it("takes turns among endpoints, and is the oldest lease of its endpoint", () => {
    const state = stateWith([leaseTo("a", 1), leaseTo("a", 2), leaseTo("a", 3), leaseTo("b", 4), leaseTo("c", 5)])
    assert.deepStrictEqual(namesOf(sendAll(state)), [
      "ep_a msg_1",
      "ep_b msg_4",
      "ep_c msg_5",
      "ep_a msg_2",
      "ep_a msg_3"
    ])
  })

  it("is not of an endpoint that has reached its concurrency, until one of its sends ends", () => {
    const state = stateWith([1, 2, 3, 4, 5].map((n) => leaseTo("a", n)))
    const first = sendAll(state)
    assert.strictEqual(first.length, limits.concurrencyPerEndpoint)
    for (const lease of first.slice(0, 1)) state.sendEnded(lease, outcomeOf(lease))
    assert.deepStrictEqual(namesOf(sendAll(state)), ["ep_a msg_4"])
  })

  it("leaves the reserved concurrency to first attempts to endpoints that respond, however many retries wait", () => {
    const state = stateWith([])
    warmUp(state, "e", "f", "g")
    const retries = ["a", "b", "c", "d"].flatMap((endpoint) => [1, 2, 3].map((n) => leaseTo(endpoint, n, 2)))
    state.claimed([...retries, leaseTo("e", 9), leaseTo("f", 9), leaseTo("g", 9)], 0n)
    const leases = sendAll(state)
    assert.strictEqual(leases.length, limits.concurrency)
    const retrying = leases.filter(({ attempt }) => attempt > 1).length
    assert.isAtMost(retrying, limits.concurrency - limits.reservedForResponsive)
    assert.strictEqual(leases.filter(({ attempt }) => attempt === 1).length, 3)
    assert.strictEqual(state.claimQuota().maxRetries, limits.concurrency - limits.reservedForResponsive - retrying)
  })

  it("counts a delivery to an endpoint whose last attempt failed as uncertain", () => {
    const state = stateWith([])
    warmUp(state, "d")
    for (const name of ["a", "b", "c"]) deliver(state, name, 1, retryAt(5_000))
    state.claimed(
      ["a", "b", "c"].flatMap((name) => [1, 2, 3].map((n) => leaseTo(name, n))),
      0n
    )
    assert.strictEqual(sendAll(state).length, limits.concurrency - limits.reservedForResponsive)
    state.claimed([leaseTo("d", 4)], 0n)
    assert.deepStrictEqual(namesOf(sendAll(state)), ["ep_d msg_4"])
  })

  it("counts a delivery that was resent as a first attempt", () => {
    const state = stateWith([])
    warmUp(state, "a")
    state.claimed([{ ...leaseTo("a", 1, 11), attemptsBefore: 10 }], 0n)
    assert.strictEqual(sendAll(state).length, 1)
    assert.strictEqual(state.claimQuota().maxRetries, limits.concurrency - limits.reservedForResponsive)
  })
})

describe("released leases", () => {
  it("are those that have waited too long to be sent in time; they are not sent", () => {
    const state = stateWith([leaseTo("a", 1), leaseTo("b", 2)])
    state.claimed([leaseTo("a", 3)], STALE_NANOS)
    assert.deepStrictEqual(sendAll(state, STALE_NANOS), [])
    assert.deepStrictEqual(namesOf(state.takeStale(STALE_NANOS)).toSorted(), ["ep_a msg_1", "ep_b msg_2"])
    assert.deepStrictEqual(namesOf(sendAll(state, STALE_NANOS)), ["ep_a msg_3"])
    assert.strictEqual(state.waiting, 0)
  })

  it("are at a stop all leases that are not being sent; no send begins afterwards", () => {
    const state = stateWith([1, 2, 3, 4, 5].map((n) => leaseTo("a", n)))
    sendAll(state)
    assert.deepStrictEqual(namesOf(state.close()), ["ep_a msg_4", "ep_a msg_5"])
    assert.strictEqual(state.waiting, 0)
    for (const lease of state.sendingLeases()) state.sendEnded(lease, outcomeOf(lease))
    state.claimed([leaseTo("a", 6)], 0n)
    assert.deepStrictEqual(sendAll(state), [])
  })
})

describe("the claim quota of an endpoint", () => {
  const wide = { concurrency: 2_048, concurrencyPerEndpoint: 2_048, connectionsPerOrigin: 2_048 }
  /** Delivers as many messages as the quota of an endpoint allows. */
  const round = (state: DispatchState, name: string, next?: RetryDecision): number => {
    const quota = state.claimQuota().limitFor(idOf(name))
    deliver(state, name, quota, next)
    return quota
  }

  it("doubles with each round that succeeds, up to 1024", () => {
    const state = stateWith([], wide)
    const rounds = Array.from({ length: 9 }, () => round(state, "fast"))
    assert.deepStrictEqual(rounds, [4, 8, 16, 32, 64, 128, 256, 512, 1024])
  })

  it("falls to the first window at a failure, and so does its concurrency", () => {
    const state = stateWith([], wide)
    for (let rounds = 0; rounds < 8; rounds++) round(state, "fast")
    deliver(state, "fast", 1, retryAt(5_000))
    assert.strictEqual(state.claimQuota().limitFor(idOf("fast")), 4)
    state.claimed(
      Array.from({ length: 10 }, (_, n) => leaseTo("fast", n)),
      0n
    )
    assert.strictEqual(sendAll(state).length, 4)
  })

  it("is never more than the first window for a receiver that hangs", () => {
    const state = stateWith([], wide)
    const quotaOf = () => state.claimQuota().limitFor(idOf("dead"))
    let leased = 0
    for (let quota = quotaOf(); quota > 0; quota = quotaOf()) {
      state.claimed(
        Array.from({ length: quota }, (_, n) => leaseTo("dead", leased + n)),
        0n
      )
      sendAll(state)
      leased += quota
    }
    assert.strictEqual(leased, 4)
    assert.deepStrictEqual([...state.exclusions().excludedEndpoints], [idOf("dead")])
  })

  it("is positive again when half of the window is free, also after unknown outcomes and released leases", () => {
    const state = stateWith(
      [1, 2, 3].map((n) => leaseTo("dead", n)),
      { concurrencyPerEndpoint: 1 }
    )
    state.claimed([leaseTo("dead", 4)], STALE_NANOS)
    const [sent] = sendAll(state)
    assert.isDefined(sent)
    state.sendEnded(sent, undefined)
    assert.isTrue(state.exclusions().excludedEndpoints.has(idOf("dead")))
    assert.strictEqual(state.takeStale(STALE_NANOS).length, 2)
    assert.isFalse(state.exclusions().excludedEndpoints.has(idOf("dead")))
    assert.strictEqual(state.claimQuota().limitFor(idOf("dead")), 3)
  })

  it("is retained for a bounded number of endpoints", () => {
    const state = stateWith([], wide)
    for (let n = 0; n < 30_000; n++) round(state, `${n}`)
    assert.strictEqual(state.claimQuota().limitFor(idOf("0")), 4)
    assert.strictEqual(state.claimQuota().limitFor(idOf("29999")), 8)
  })
})

describe("the outcomes to record", () => {
  it("are in the order in which sends ended, each once", () => {
    const state = stateWith([leaseTo("a", 1), leaseTo("b", 2), leaseTo("c", 3)])
    const outcomes = sendAll(state)
      .toReversed()
      .map((lease) => outcomeOf(lease))
    for (const outcome of outcomes) state.sendEnded(outcome.lease, outcome)
    assert.deepStrictEqual(state.nextOutcomes(2), outcomes.slice(0, 2))
    state.recorded(state.nextOutcomes(2), [])
    assert.deepStrictEqual(state.nextOutcomes(2), outcomes.slice(2))
    state.rejected()
    assert.strictEqual(state.unrecorded, 0)
  })

  it("are counted by result, and lost leases separately", () => {
    const state = stateWith([1, 2, 3, 4].map((n) => leaseTo(`${n}`, n)))
    const next: ReadonlyArray<RetryDecision> = [
      { _tag: "Succeed" },
      retryAt(1),
      { _tag: "Exhaust" },
      { _tag: "DisableEndpoint" }
    ]
    const outcomes = sendAll(state).map((lease, n) => outcomeOf(lease, next[n]))
    for (const outcome of outcomes) state.sendEnded(outcome.lease, outcome)
    state.recorded(outcomes, outcomes.slice(3))
    assert.deepStrictEqual(state.attempts, { succeeded: 1, retried: 1, exhausted: 1, leasesLost: 1 })
  })
})

describe("the wake-up of the claim loop", () => {
  const NOW = 1_000_000
  const asleepUntil = (state: DispatchState, claimed: number, dueAt: Option.Option<number>) => {
    state.nextClaim()
    return state.sleepMillis(claimed, dueAt, NOW)
  }

  it("is when a delivery is due, and after a minute at the latest", () => {
    const state = stateWith([])
    assert.strictEqual(asleepUntil(state, 0, Option.some(NOW + 700)), 700)
    assert.strictEqual(asleepUntil(state, 0, Option.none()), 60_000)
  })

  it("is after a second at the latest while leases wait that may become stale", () => {
    const state = stateWith([leaseTo("a", 1)])
    assert.strictEqual(asleepUntil(state, 0, Option.none()), 1_000)
  })

  it("comes after sleeps that double while deliveries are due but claims are empty", () => {
    const state = stateWith([])
    const sleeps = Array.from({ length: 10 }, () => asleepUntil(state, 0, Option.some(NOW)))
    assert.deepStrictEqual(sleeps, [5, 10, 20, 40, 80, 160, 320, 640, 1_000, 1_000])
    assert.strictEqual(asleepUntil(state, 1, Option.some(NOW)), 0)
    assert.strictEqual(asleepUntil(state, 0, Option.some(NOW)), 5)
  })

  it("is immediately for a retry that is due before it would wake, and not for a later one", () => {
    const state = stateWith([leaseTo("a", 1), leaseTo("b", 2)])
    const [first, second] = sendAll(state)
    assert.isDefined(first)
    assert.isDefined(second)
    asleepUntil(state, 0, Option.some(NOW + 10_000))
    const record = (lease: DeliveryLease, dueAt: number) => {
      const outcome = outcomeOf(lease, retryAt(dueAt))
      state.sendEnded(lease, outcome)
      state.recorded([outcome], [])
    }
    record(first, NOW + 20_000)
    assert.isFalse(state.isClaimDue())
    record(second, NOW + 5_000)
    assert.isTrue(state.isClaimDue())
  })

  it("is when a full endpoint gains capacity, and not whenever a send ends", () => {
    const state = stateWith([1, 2, 3, 4].map((n) => leaseTo("dead", n)))
    asleepUntil(state, 0, Option.none())
    const [first, second, third] = sendAll(state)
    for (const lease of [first, second]) {
      assert.isDefined(lease)
      assert.isFalse(state.isClaimDue())
      state.sendEnded(lease, outcomeOf(lease, retryAt(Number.POSITIVE_INFINITY)))
    }
    assert.isTrue(state.isClaimDue())
    state.nextClaim()
    assert.isFalse(state.isClaimDue())
    assert.isDefined(third)
  })

  it("is when a send ends, while the whole concurrency is in use", () => {
    const leases = Array.from({ length: 8 }, (_, n) => leaseTo(`${n}`, n))
    const state = stateWith(leases, { reservedForResponsive: 0 })
    const [first] = sendAll(state)
    assert.strictEqual(state.nextClaim(), 0)
    assert.isFalse(state.isClaimDue())
    assert.isDefined(first)
    state.sendEnded(first, outcomeOf(first))
    assert.isTrue(state.isClaimDue())
    assert.strictEqual(state.nextClaim(), 2)
  })
})

const Step = Schema.Struct({
  does: Schema.Literals(["claim", "send", "succeed", "fail", "break", "record", "release"]),
  endpoint: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 4 }))
})

describe("a lease", () => {
  it.prop("has one state at a time, whatever happens, and limits hold", [Schema.Array(Step)], ([steps]) => {
    const state = stateWith([])
    const claimed = new Set<DeliveryLease>()
    const ended: Array<DeliveryLease> = []
    let now = 0n
    for (const [index, { does, endpoint }] of steps.entries()) {
      now += 500_000_000n
      if (does === "claim") {
        const quota = Math.min(state.claimQuota().limitFor(idOf(`${endpoint}`)), state.nextClaim())
        const leases = Array.from({ length: quota }, (_, n) => leaseTo(`${endpoint}`, index * 100 + n, 1 + (n % 2)))
        for (const lease of leases) claimed.add(lease)
        state.claimed(leases, now)
      } else if (does === "send") sendAll(state, now)
      else if (does === "record") {
        const group = state.nextOutcomes(3)
        ended.push(...group.map(({ lease }) => lease))
        state.recorded(group, [])
      } else if (does === "release") ended.push(...state.takeStale(now))
      else {
        const lease = state.sendingLeases()[endpoint]
        if (lease === undefined) continue
        if (does === "break") ended.push(lease)
        const next: RetryDecision = does === "succeed" ? { _tag: "Succeed" } : retryAt(0)
        state.sendEnded(lease, does === "break" ? undefined : outcomeOf(lease, next))
      }
      const { sending, waiting, unrecorded } = state
      assert.strictEqual(sending + waiting + unrecorded + ended.length, claimed.size)
      assert.isAtMost(sending, limits.concurrency)
    }
    ended.push(
      ...state.close(),
      ...state.sendingLeases(),
      ...state.nextOutcomes(claimed.size).map(({ lease }) => lease)
    )
    const tokens = (leases: Iterable<DeliveryLease>) => Array.from(leases, ({ token }) => token).toSorted()
    assert.deepStrictEqual(tokens(ended), tokens(claimed))
  })
})
