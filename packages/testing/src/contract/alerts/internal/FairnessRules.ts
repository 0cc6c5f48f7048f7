import { assert } from "@effect/vitest"
import type { AccountId } from "@landfall/core/accounts/Account"
import {
  type DeliveryLease,
  DeliveryQueue,
  NO_EXCLUSIONS,
  UNLIMITED_QUOTA
} from "@landfall/core/alerts/delivery/DeliveryQueue"
import { RateLimit } from "@landfall/core/alerts/delivery/RateLimit"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import { Endpoint, EndpointStore } from "@landfall/core/alerts/endpoints/Endpoint"
import { Clock, Effect, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { claimFirst, claimNone, postMessages } from "../../suite/DeliveryQueueOperations.ts"
import { outcomeOf, responseOutcome } from "../../suite/DeliverySamples.ts"
import { rule } from "../../suite/Rules.ts"
import type { StorageLayer } from "../../suite/StoragePorts.ts"
import { storeEndpoint, storeReceiver } from "../../suite/StoredSamples.ts"

const SECOND = 1000
const SUCCEED = { _tag: "Succeed" } as const

const leaseCounts = (leases: ReadonlyArray<DeliveryLease>): Readonly<Record<EndpointId, number>> => {
  const counts: Record<string, number> = {}
  for (const { endpointId } of leases) counts[endpointId] = (counts[endpointId] ?? 0) + 1
  return counts
}

const claimQuotaRules = <E>(layer: StorageLayer<E>): void => {
  rule(layer, "a claim takes an equal part of each queue, whatever their lengths", () =>
    Effect.gen(function* () {
      const queue = yield* DeliveryQueue
      const { account, application, endpoint } = yield* storeReceiver(1)
      const others = [yield* storeEndpoint(application, 2), yield* storeEndpoint(application, 3)]
      yield* postMessages(account, 300, endpoint.id)
      yield* TestClock.adjust(SECOND)
      for (const { id } of others) yield* postMessages(account, 2, id)
      const counts = leaseCounts(yield* queue.claim(30, 25 * SECOND))
      assert.deepStrictEqual(counts, { [endpoint.id]: 26, ...Object.fromEntries(others.map(({ id }) => [id, 2])) })
    })
  )

  rule(layer, "repeated claims serve every endpoint", () =>
    Effect.gen(function* () {
      const queue = yield* DeliveryQueue
      const { account, application, endpoint } = yield* storeReceiver(1)
      const ids = [endpoint.id]
      for (let n = 2; n <= 5; n++) ids.push((yield* storeEndpoint(application, n)).id)
      for (const id of ids) yield* postMessages(account, 20, id)
      const leases: Array<DeliveryLease> = []
      for (let claims = 0; claims < 10; claims++) {
        leases.push(...(yield* queue.claim(1, 25 * SECOND)))
      }
      assert.deepStrictEqual(leaseCounts(leases), Object.fromEntries(ids.map((id) => [id, 2])))
    })
  )

  rule(layer, "an excluded endpoint is not claimed from, and does not count as due", () =>
    Effect.gen(function* () {
      const queue = yield* DeliveryQueue
      const { account, application, endpoint } = yield* storeReceiver(1)
      const other = yield* storeEndpoint(application, 2)
      yield* postMessages(account, 5, endpoint.id, other.id)
      const full = new Set([endpoint.id])
      const quota = { ...UNLIMITED_QUOTA, limitFor: () => 3, excludedEndpoints: full }
      assert.deepStrictEqual(leaseCounts(yield* queue.claim(3, 25 * SECOND, quota)), { [other.id]: 3 })
      assert.deepStrictEqual(leaseCounts(yield* queue.claim(10, 25 * SECOND, { ...quota, limitFor: () => 1 })), {
        [other.id]: 1
      })
      yield* queue.claim(10, 25 * SECOND, { ...UNLIMITED_QUOTA, excludedEndpoints: full })
      const now = yield* Clock.currentTimeMillis
      assert.strictEqual(
        Option.getOrThrow(yield* queue.nextDueAt({ ...NO_EXCLUSIONS, excludedEndpoints: full })),
        now + 25 * SECOND
      )
      assert.isAtMost(Option.getOrThrow(yield* queue.nextDueAt()), now)
      assert.strictEqual((yield* queue.claim(10, 25 * SECOND)).length, 5)
    })
  )

  rule(
    layer,
    "accounts share a claim equally, however many endpoints they have, and no account exceeds its quota",
    () =>
      Effect.gen(function* () {
        const queue = yield* DeliveryQueue
        const { account, application, endpoint } = yield* storeReceiver(1)
        const ids = [endpoint.id]
        for (let n = 2; n <= 7; n++) ids.push((yield* storeEndpoint(application, n)).id)
        for (const id of ids) yield* postMessages(account, 20, id)
        yield* TestClock.adjust(SECOND)
        const other = yield* storeReceiver(8)
        yield* postMessages(other.account, 20, other.endpoint.id)
        const countOf = (leases: ReadonlyArray<DeliveryLease>, id: AccountId) =>
          leases.filter(({ accountId }) => accountId === id).length
        const equal = yield* queue.claim(20, 25 * SECOND)
        assert.deepStrictEqual([countOf(equal, account.id), countOf(equal, other.account.id)], [10, 10])
        const limitForAccount = (id: AccountId) => ({
          total: id === account.id ? 3 : 100,
          uncertain: 100,
          uncertainDelayMillis: 0
        })
        const limited = yield* queue.claim(40, 25 * SECOND, { ...UNLIMITED_QUOTA, limitForAccount })
        assert.deepStrictEqual([countOf(limited, account.id), countOf(limited, other.account.id)], [3, 10])
      })
  )

  rule(layer, "an excluded account is not claimed from, and does not count as due", () =>
    Effect.gen(function* () {
      const queue = yield* DeliveryQueue
      const [excluded, other] = [yield* storeReceiver(1), yield* storeReceiver(2)]
      for (const { account, endpoint } of [excluded, other]) yield* postMessages(account, 3, endpoint.id)
      const without = { ...NO_EXCLUSIONS, excludedAccounts: new Set([excluded.account.id]) }
      const leases = yield* queue.claim(10, 25 * SECOND, { ...UNLIMITED_QUOTA, ...without })
      assert.deepStrictEqual(leaseCounts(leases), { [other.endpoint.id]: 3 })
      const now = yield* Clock.currentTimeMillis
      assert.strictEqual(Option.getOrThrow(yield* queue.nextDueAt(without)), now + 25 * SECOND)
      assert.isAtMost(Option.getOrThrow(yield* queue.nextDueAt()), now)
      assert.deepStrictEqual(leaseCounts(yield* queue.claim(10, 25 * SECOND)), { [excluded.endpoint.id]: 3 })
    })
  )

  rule(layer, "a queue waits briefly when its endpoint is uncertain and the account's quota for these is used", () =>
    Effect.gen(function* () {
      const queue = yield* DeliveryQueue
      const { account, application, endpoint } = yield* storeReceiver(1)
      const uncertain = yield* storeEndpoint(application, 2)
      yield* postMessages(account, 3, uncertain.id)
      yield* TestClock.adjust(SECOND)
      yield* postMessages(account, 3, endpoint.id)
      const quota = {
        ...UNLIMITED_QUOTA,
        limitForAccount: () => ({ total: 100, uncertain: 0, uncertainDelayMillis: 250 }),
        isUncertain: (id: EndpointId) => id === uncertain.id
      }
      assert.deepStrictEqual(leaseCounts(yield* queue.claim(10, 25 * SECOND, quota)), { [endpoint.id]: 3 })
      const now = yield* Clock.currentTimeMillis
      assert.strictEqual(Option.getOrThrow(yield* queue.nextDueAt()), now + 250)
      yield* TestClock.adjust(250)
      assert.deepStrictEqual(leaseCounts(yield* queue.claim(10, 25 * SECOND)), { [uncertain.id]: 3 })
    })
  )

  rule(layer, "first attempts precede retries, and a quota limits retries", () =>
    Effect.gen(function* () {
      const queue = yield* DeliveryQueue
      const { account, endpoint } = yield* storeReceiver(1)
      yield* postMessages(account, 6, endpoint.id)
      const now = yield* Clock.currentTimeMillis
      const tried = yield* queue.claim(4, 25 * SECOND)
      const retry = { _tag: "Retry", dueAt: now + SECOND, pauseUntil: undefined } as const
      yield* queue.record(tried.map((lease) => outcomeOf(lease, retry, now, responseOutcome(500))))
      yield* TestClock.adjust(2 * SECOND)
      const attempts = (leases: ReadonlyArray<DeliveryLease>) => leases.map(({ attempt }) => attempt)
      assert.deepStrictEqual(
        attempts(yield* queue.claim(10, 25 * SECOND, { ...UNLIMITED_QUOTA, maxRetries: 1 })),
        [1, 1, 2]
      )
      assert.deepStrictEqual(attempts(yield* queue.claim(10, 25 * SECOND, { ...UNLIMITED_QUOTA, maxRetries: 0 })), [])
      yield* TestClock.adjust(SECOND)
      assert.deepStrictEqual(attempts(yield* queue.claim(10, 25 * SECOND)), [2, 2, 2])
    })
  )
}

const rateLimitRules = <E>(layer: StorageLayer<E>): void => {
  rule(layer, "a rate limit holds over all claims, and nextDueAt is the next free slot", () =>
    Effect.gen(function* () {
      const [queue, store] = [yield* DeliveryQueue, yield* EndpointStore]
      const { account, application, endpoint } = yield* storeReceiver(1)
      const other = yield* storeEndpoint(application, 2)
      const rateLimit = Option.some(RateLimit.make(4))
      yield* store.modify(account.id, endpoint.id, (current) => new Endpoint({ ...current, rateLimit }))
      yield* postMessages(account, 10, endpoint.id)
      const began: Array<number> = []
      const start = yield* Clock.currentTimeMillis
      while (began.length < 10) {
        for (const lease of yield* queue.claim(100, 60 * SECOND)) {
          began.push((yield* Clock.currentTimeMillis) - start)
          yield* queue.record([outcomeOf(lease, SUCCEED, yield* Clock.currentTimeMillis)])
        }
        const next = yield* queue.nextDueAt()
        if (Option.isSome(next)) yield* TestClock.setTime(Math.max(next.value, (yield* Clock.currentTimeMillis) + 1))
      }
      for (const [index, at] of began.entries()) assert.isTrue(at >= index * 250 && at < index * 250 + 20, `${began}`)
      yield* postMessages(account, 3, other.id)
      assert.strictEqual((yield* queue.claim(100, SECOND)).length, 3, "no other endpoint is held back")
    })
  )

  rule(layer, "an endpoint that was enabled again gets one delivery at a time until one has succeeded", () =>
    Effect.gen(function* () {
      const [queue, store] = [yield* DeliveryQueue, yield* EndpointStore]
      const { account, endpoint } = yield* storeReceiver(1)
      for (const disabled of [true, false]) {
        yield* store.modify(account.id, endpoint.id, (current) => new Endpoint({ ...current, disabled }))
      }
      yield* postMessages(account, 5, endpoint.id)
      const now = yield* Clock.currentTimeMillis
      const [first, ...others] = yield* queue.claim(10, 25 * SECOND)
      assert.isDefined(first)
      if (first === undefined) return
      assert.deepStrictEqual(others, [])
      yield* claimNone()
      const retry = { _tag: "Retry", dueAt: now + 60 * SECOND, pauseUntil: undefined } as const
      yield* queue.record([outcomeOf(first, retry, now, responseOutcome(500))])
      const [second, ...more] = yield* queue.claim(10, 25 * SECOND)
      assert.isDefined(second)
      if (second === undefined) return
      assert.deepStrictEqual(more, [], "a failure leaves it probed")
      yield* queue.record([outcomeOf(second, SUCCEED, now)])
      assert.strictEqual((yield* queue.claim(10, 25 * SECOND)).length, 3)
    })
  )

  rule(
    layer,
    "a lease has the custom headers, the retry policy and the format of the endpoint at the time of the claim",
    () =>
      Effect.gen(function* () {
        const store = yield* EndpointStore
        const { account, endpoint } = yield* storeReceiver(1)
        yield* postMessages(account, 2, endpoint.id)
        const plain = yield* claimFirst()
        assert.deepStrictEqual(Redacted.value(plain.headers), {})
        assert.deepStrictEqual(plain.retryPolicy, Option.none())
        assert.strictEqual(plain.format, "standard")
        const retryPolicy = Option.some({ waitsSeconds: [0, 60] })
        const headers = Redacted.make({ authorization: "Bearer token" })
        const change = (current: Endpoint) =>
          new Endpoint({
            ...current,
            retryPolicy,
            format: "cloudevents",
            finalPod: "eager",
            headerNames: ["authorization"]
          })
        const changed = yield* store.modify(account.id, endpoint.id, change, { headers })
        assert.deepStrictEqual(changed.headerNames, ["authorization"])
        const stored = yield* store.find(account.id, endpoint.id)
        assert.deepStrictEqual([stored.format, stored.finalPod, stored.finalPodHoldHours], ["cloudevents", "eager", 24])
        yield* store.modify(
          account.id,
          endpoint.id,
          (current) => new Endpoint({ ...current, description: Option.some("x") })
        )
        const lease = yield* claimFirst()
        assert.deepStrictEqual(Redacted.value(lease.headers), { authorization: "Bearer token" })
        assert.deepStrictEqual(Option.getOrThrow(lease.retryPolicy), { waitsSeconds: [0, 60] })
        assert.strictEqual(lease.format, "cloudevents")
      })
  )

  rule(layer, "a lease has the credentials of the URL, which a change without them retains or removes", () =>
    Effect.gen(function* () {
      const store = yield* EndpointStore
      const { account, endpoint } = yield* storeReceiver(1)
      yield* postMessages(account, 4, endpoint.id)
      const secretOfLease = Effect.map(claimFirst(), ({ urlSecret }) => urlSecret && Redacted.value(urlSecret))
      const modify = (urlSecret?: Option.Option<Redacted.Redacted<string>>) =>
        store.modify(account.id, endpoint.id, (current) => current, urlSecret === undefined ? {} : { urlSecret })
      assert.isUndefined(yield* secretOfLease)
      yield* modify(Option.some(Redacted.make("user:pass")))
      assert.strictEqual(yield* secretOfLease, "user:pass")
      yield* modify()
      assert.strictEqual(yield* secretOfLease, "user:pass")
      yield* modify(Option.none())
      assert.isUndefined(yield* secretOfLease)
    })
  )
}

/** Registers the rules by which endpoints share the capacity of workers. */
export const fairnessRules = <E>(layer: StorageLayer<E>): void => {
  claimQuotaRules(layer)
  rateLimitRules(layer)
}
