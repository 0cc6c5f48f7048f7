import { assert, describe, it } from "@effect/vitest"
import type { DeliveryLease } from "@landfall/core/alerts/delivery/DeliveryQueue"
import type { DispatchState } from "../../src/dispatch/DispatchState.ts"
import { accountOf, leaseTo, outcomeOf, retryAt, sendAll, stateWith, warmUp } from "./DispatchSamples.ts"

const LANES = { concurrency: 256, concurrencyPerEndpoint: 64, reservedForResponsive: 128, connectionsPerOrigin: 96 }
const LONG_NANOS = 2_000_000_000n

const range = (count: number) => Array.from({ length: count }, (_, n) => n)

/** Leases of endpoints of one account, `count` to each endpoint. */
const leasesOf = (account: string, endpoints: number, count: number, origin?: string): ReadonlyArray<DeliveryLease> =>
  range(endpoints).flatMap((endpoint) =>
    range(count).map((n) => ({
      ...leaseTo(`${account}-${endpoint}`, endpoint * 1_000 + n),
      accountId: accountOf(account),
      ...(origin === undefined ? {} : { url: `${origin}/${account}/${endpoint}` })
    }))
  )

/** Delivers `rounds` messages to each endpoint of an account, which responds after `durationMillis`. */
const warm = (state: DispatchState, account: string, endpoints: number, durationMillis = 1, rounds = 1): void => {
  for (let round = 0; round < rounds; round++) {
    state.claimed(leasesOf(account, endpoints, 1), 0n)
    for (let sent = sendAll(state); sent.length > 0; sent = sendAll(state)) {
      for (const lease of sent) state.sendEnded(lease, outcomeOf(lease, undefined, durationMillis))
    }
  }
}

const sendsOf = (leases: ReadonlyArray<DeliveryLease>, account: string) =>
  leases.filter(({ accountId }) => accountId === accountOf(account)).length

describe("the send lanes", () => {
  it("are three quarters for an account that is alone, and the rest stays free for others", () => {
    const state = stateWith([], LANES)
    warm(state, "a", 100, 1, 4)
    warm(state, "b", 100, 1, 4)
    state.claimed(leasesOf("a", 100, 4), 0n)
    assert.strictEqual(sendAll(state).length, 192)
    state.claimed(leasesOf("b", 100, 4), 0n)
    assert.strictEqual(sendsOf(sendAll(state), "b"), 48)
  })

  it("are divided equally among accounts that start together", () => {
    const state = stateWith([], LANES)
    for (const account of ["a", "b", "c"]) warm(state, account, 100, 1, 2)
    state.claimed(
      ["a", "b", "c"].flatMap((account) => leasesOf(account, 100, 2)),
      0n
    )
    const sent = sendAll(state)
    assert.deepStrictEqual(
      ["a", "b", "c"].map((account) => sendsOf(sent, account)),
      [77, 77, 77]
    )
  })

  it("are half for sends to endpoints that are not known to respond in time", () => {
    const state = stateWith(leasesOf("a", 200, 4), LANES)
    assert.strictEqual(sendAll(state).length, 96)
    assert.strictEqual(state.claimQuota().maxRetries, 32)
    const failing = stateWith([], LANES)
    failing.claimed(leasesOf("a", 90, 1), 0n)
    for (const lease of sendAll(failing)) failing.sendEnded(lease, outcomeOf(lease, retryAt(5_000)))
    failing.claimed(leasesOf("a", 90, 4), 0n)
    assert.strictEqual(sendAll(failing).length, 96)
  })

  it("count four times for a send that has lasted for two seconds, and for one to a slow endpoint", () => {
    const state = stateWith([], LANES)
    warm(state, "a", 120, 1, 2)
    state.claimed(leasesOf("a", 120, 1), 0n)
    assert.strictEqual(sendAll(state).length, 120)
    state.claimed(leasesOf("b", 1, 1), LONG_NANOS)
    state.claimed(leasesOf("a", 120, 1), LONG_NANOS)
    assert.strictEqual(sendsOf(sendAll(state, LONG_NANOS), "a"), 0, "120 long sends count as 480, above 3 times 136")

    const slow = stateWith([], LANES)
    warm(slow, "a", 90, 2_001)
    slow.claimed(leasesOf("a", 90, 4), 0n)
    assert.strictEqual(sendAll(slow).length, 55, "4 times 55 is 3 times the 73 lanes that are free")
  })

  it("reserved for endpoints that respond are not used by one that has hung for two seconds", () => {
    const state = stateWith([], { ...LANES, concurrency: 16, reservedForResponsive: 14, concurrencyPerEndpoint: 8 })
    warmUp(state, "a", "b")
    for (const n of range(10)) state.claimed([leaseTo("a", n)], 0n)
    assert.strictEqual(sendAll(state).length, 5)
    assert.isFalse(state.claimQuota().isUncertain(leaseTo("a", 1).endpointId))
    assert.strictEqual(sendAll(state, LONG_NANOS).length, 0)
    assert.isTrue(state.claimQuota().isUncertain(leaseTo("a", 1).endpointId))
    state.claimed([leaseTo("b", 1)], LONG_NANOS)
    assert.strictEqual(sendAll(state, LONG_NANOS).length, 1)
  })

  it("to one origin are shared by the accounts that send there", () => {
    const state = stateWith([], LANES)
    const origin = "https://shared.example"
    state.claimed(leasesOf("a", 100, 1, origin), 0n)
    assert.strictEqual(sendAll(state).length, 72)
    state.claimed(leasesOf("b", 100, 1, origin), 0n)
    assert.strictEqual(sendsOf(sendAll(state), "b"), 18)
    state.claimed(leasesOf("a", 100, 1, "https://other.example"), 0n)
    assert.isAbove(sendAll(state).length, 0, "another origin of the same account")
  })
})

describe("the claim quota of an account", () => {
  it("is its share of the lanes, and the account is excluded while it holds them", () => {
    const state = stateWith([], LANES)
    const { limitForAccount } = state.claimQuota()
    assert.deepStrictEqual(limitForAccount(accountOf("a")), { total: 192, uncertain: 96, uncertainDelayMillis: 20 })
    state.claimed(leasesOf("a", 200, 4), 0n)
    const sent = sendAll(state)
    state.nextClaim()
    const blocked = state.claimQuota()
    assert.deepStrictEqual([...blocked.excludedAccounts], [])
    assert.strictEqual(blocked.limitForAccount(accountOf("a")).uncertain, 0)
    assert.isAbove(blocked.limitForAccount(accountOf("b")).uncertain, 0)
    assert.isAbove(sent.length, 0)
  })

  it("grows with the speed of its receivers", () => {
    const state = stateWith([], LANES)
    warm(state, "a", 10, 1, 30)
    state.claimed([], 0n)
    state.claimed(leasesOf("a", 10, 8), 0n)
    for (let sent = sendAll(state); sent.length > 0; sent = sendAll(state)) {
      for (const lease of sent) state.sendEnded(lease, outcomeOf(lease))
    }
    assert.strictEqual(state.claimQuota().limitForAccount(accountOf("a")).total, 192)
    state.claimed([], 0n)
    state.claimed(leasesOf("a", 10, 32), 0n)
    for (let sent = sendAll(state); sent.length > 0; sent = sendAll(state)) {
      for (const lease of sent) state.sendEnded(lease, outcomeOf(lease))
    }
    assert.strictEqual(state.claimQuota().limitForAccount(accountOf("a")).total, 640)
  })

  it("is zero while the account's lanes are full, and the claim loop wakes when it has one again", () => {
    const state = stateWith([], LANES)
    warm(state, "a", 100, 1, 6)
    state.claimed(leasesOf("a", 100, 4), 0n)
    const first = sendAll(state)
    state.nextClaim()
    assert.deepStrictEqual([...state.exclusions().excludedAccounts], [accountOf("a")])
    for (const lease of first) {
      assert.isFalse(state.isClaimDue())
      state.sendEnded(lease, outcomeOf(lease))
    }
    for (const lease of sendAll(state).slice(0, 1)) state.sendEnded(lease, outcomeOf(lease))
    assert.isTrue(state.isClaimDue())
    assert.deepStrictEqual([...state.exclusions().excludedAccounts], [])
  })

  it("lets an account without leases claim a few deliveries, even when no lane is free", () => {
    const state = stateWith([], { ...LANES, concurrency: 1, reservedForResponsive: 0 })
    state.claimed([leaseTo("a", 1)], 0n)
    sendAll(state)
    assert.deepStrictEqual(state.claimQuota().limitForAccount(accountOf("b")), {
      total: 4,
      uncertain: 1,
      uncertainDelayMillis: 20
    })
    assert.strictEqual(state.claimQuota().limitForAccount(accountOf("a")).total, 0)
  })
})
