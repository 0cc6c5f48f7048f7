import { assert, describe } from "@effect/vitest"
import {
  IDEMPOTENCY_RETENTION_HOURS,
  Idempotency,
  IdempotencyKey,
  IdempotencyKeyReused,
  type IdempotentRequest,
  type StoredResponse
} from "@landfall/core/accounts/Idempotency"
import { ApplicationStore } from "@landfall/core/alerts/endpoints/Application"
import { FIRST_PAGE_REQUEST } from "@landfall/core/listing/Page"
import { ShipmentStore } from "@landfall/core/tracking/shipments/ShipmentStore"
import { Credits } from "@landfall/core/usage/Credits"
import { DateTime, Deferred, Effect, Fiber, Option, Ref } from "effect"
import { accountOf, SAMPLE_TIME } from "../../samples/Samples.ts"
import { assertFails, assertFailsWith, assertSame } from "../suite/Assertions.ts"
import { claimNone, claimOne } from "../suite/DeliveryQueueOperations.ts"
import { rule } from "../suite/Rules.ts"
import { changeNothing, containerReference, notifySubscribers, requestOf } from "../suite/ShipmentOperations.ts"
import type { StorageLayer } from "../suite/StoragePorts.ts"
import { storeAccount, storeApplication, storeEndpoint } from "../suite/StoredSamples.ts"

const KEY = IdempotencyKey.make("9b2f6c1e-3f0a-4a57-8d5e-2f1f0c7b9a11")
const OTHER_KEY = IdempotencyKey.make("0a9d1c52-7c1b-4a53-9a44-5be1c0a6d7f2")

const requestWith = (changes: Partial<IdempotentRequest> = {}): IdempotentRequest => ({
  owner: accountOf(1).id,
  operation: "POST /endpoint",
  key: KEY,
  fingerprint: "body 1",
  now: SAMPLE_TIME,
  ...changes
})

/** An effect that counts its runs and responds with the count. */
const countedEffect = Effect.map(Ref.make(0), (runs) => ({
  runs: Ref.get(runs),
  effect: Effect.map(
    Ref.updateAndGet(runs, (n) => n + 1),
    (n): StoredResponse => ({ status: 201, body: `{"run":${n}}` })
  )
}))

const afterSampleTime = (millis: number): DateTime.Utc => DateTime.add(SAMPLE_TIME, { milliseconds: millis })
const DAY_MILLIS = IDEMPOTENCY_RETENTION_HOURS * 3_600_000

const responseRules = <E>(layer: StorageLayer<E>): void => {
  rule(layer, "the same request returns the first response again, and its effect runs once", () =>
    Effect.gen(function* () {
      const idempotency = yield* Idempotency
      yield* storeAccount(1)
      const { runs, effect } = yield* countedEffect
      const first = yield* idempotency.once(requestWith(), effect)
      assertSame(first, { status: 201, body: `{"run":1}` })
      assertSame(yield* idempotency.once(requestWith({ now: afterSampleTime(60_000) }), effect), first)
      assert.strictEqual(yield* runs, 1)
    })
  )

  rule(layer, "the check before the effect runs for a new request only, and its failure leaves the key unused", () =>
    Effect.gen(function* () {
      const idempotency = yield* Idempotency
      yield* storeAccount(1)
      const { runs, effect } = yield* countedEffect
      const rejection = Effect.fail(new IdempotencyKeyReused({ key: OTHER_KEY }))
      const error = yield* Effect.flip(idempotency.once(requestWith(), effect, rejection))
      assert.strictEqual(error._tag === "IdempotencyKeyReused" && error.key, OTHER_KEY)
      assert.strictEqual(yield* runs, 0)
      const first = yield* idempotency.once(requestWith(), effect, Effect.void)
      assertSame(yield* idempotency.once(requestWith(), effect, rejection), first)
      assert.strictEqual(yield* runs, 1)
    })
  )

  rule(layer, "a different request with the same key is rejected, and the first response stays", () =>
    Effect.gen(function* () {
      const idempotency = yield* Idempotency
      yield* storeAccount(1)
      const { runs, effect } = yield* countedEffect
      const first = yield* idempotency.once(requestWith(), effect)
      const other = requestWith({ fingerprint: "body 2" })
      const error = yield* assertFailsWith(idempotency.once(other, effect), "IdempotencyKeyReused")
      assert.strictEqual(error.key, KEY)
      assertSame(yield* idempotency.once(requestWith(), effect), first)
      assert.strictEqual(yield* runs, 1)
    })
  )

  rule(layer, "a key applies to one account and one operation", () =>
    Effect.gen(function* () {
      const idempotency = yield* Idempotency
      yield* storeAccount(1)
      const other = yield* storeAccount(2)
      const { runs, effect } = yield* countedEffect
      for (const changes of [
        {},
        { owner: other.id },
        { owner: "operator" as const },
        { operation: "POST /easy-shipment" },
        { key: OTHER_KEY }
      ]) {
        yield* idempotency.once(requestWith({ ...changes, fingerprint: JSON.stringify(changes) }), effect)
      }
      assert.strictEqual(yield* runs, 5)
    })
  )

  rule(layer, "a response is stored for 24 hours, and then any request can use the key", () =>
    Effect.gen(function* () {
      const idempotency = yield* Idempotency
      yield* storeAccount(1)
      const { runs, effect } = yield* countedEffect
      const first = yield* idempotency.once(requestWith(), effect)
      assertSame(yield* idempotency.once(requestWith({ now: afterSampleTime(DAY_MILLIS - 1) }), effect), first)
      const free = requestWith({ fingerprint: "body 2", now: afterSampleTime(DAY_MILLIS) })
      const second = yield* idempotency.once(free, effect)
      assertSame(second, { status: 201, body: `{"run":2}` })
      assertSame(yield* idempotency.once({ ...free, now: afterSampleTime(DAY_MILLIS + 1) }, effect), second)
      assert.strictEqual(yield* runs, 2)
    })
  )

  rule(layer, "a stored response is returned byte for byte", () =>
    Effect.gen(function* () {
      const idempotency = yield* Idempotency
      yield* storeAccount(1)
      const response: StoredResponse = { status: 422, body: `{"name": "Ærø 🚢 \\u0000", "empty": ""}\n` }
      yield* idempotency.once(requestWith(), Effect.succeed(response))
      assertSame(yield* idempotency.once(requestWith(), Effect.die("must not run")), response)
    })
  )
}

const failureRules = <E>(layer: StorageLayer<E>): void => {
  rule(layer, "the changes of a request that succeeds are stored", () =>
    Effect.gen(function* () {
      const account = yield* storeAccount(1)
      const response: StoredResponse = { status: 201, body: "{}" }
      yield* (yield* Idempotency).once(requestWith(), Effect.as(storeApplication(account, 1), response))
      const stored = yield* (yield* ApplicationStore).list(account.id, FIRST_PAGE_REQUEST)
      assert.strictEqual(stored.data.length, 1)
    })
  )

  rule(layer, "a failure rolls back the key and all changes of the request", () =>
    Effect.gen(function* () {
      const idempotency = yield* Idempotency
      const account = yield* storeAccount(1)
      const { runs, effect } = yield* countedEffect
      const change = storeApplication(account, 1)
      yield* assertFailsWith(
        idempotency.once(requestWith(), Effect.andThen(change, Effect.fail({ _tag: "Rejected" as const }))),
        "Rejected"
      )
      yield* assertFails(idempotency.once(requestWith(), Effect.andThen(change, Effect.die("a defect"))))
      assert.deepStrictEqual((yield* (yield* ApplicationStore).list(account.id, FIRST_PAGE_REQUEST)).data, [])
      yield* idempotency.once(requestWith({ fingerprint: "body 2" }), effect)
      assert.strictEqual(yield* runs, 1)
    })
  )

  rule(
    layer,
    "shipments, messages and credits of a request are rolled back when it fails, and stored when it succeeds",
    () =>
      Effect.gen(function* () {
        const [idempotency, store] = [yield* Idempotency, yield* ShipmentStore]
        const account = yield* storeAccount(1, { monthlyCredits: Option.some(15) })
        const endpoint = yield* storeEndpoint(yield* storeApplication(account, 1), 1)
        const price = Credits.make(10)
        const request = requestOf(containerReference(1), endpoint.id)
        const change = store.track(account.id, [request], price, SAMPLE_TIME, notifySubscribers)
        const response: StoredResponse = { status: 202, body: "{}" }
        yield* assertFailsWith(
          idempotency.once(requestWith(), Effect.andThen(change, Effect.fail({ _tag: "Rejected" as const }))),
          "Rejected"
        )
        assert.deepStrictEqual((yield* store.list(account.id, FIRST_PAGE_REQUEST)).data, [])
        yield* claimNone()
        yield* idempotency.once(requestWith(), Effect.as(change, response))
        assert.strictEqual((yield* store.list(account.id, FIRST_PAGE_REQUEST)).data.length, 1)
        yield* claimOne()
      })
  )

  rule(layer, "a failure that the request handles is rolled back, and its other changes are stored", () =>
    Effect.gen(function* () {
      const [idempotency, store] = [yield* Idempotency, yield* ShipmentStore]
      const account = yield* storeAccount(1)
      const unaffordable = store.track(
        account.id,
        [requestOf(containerReference(1))],
        Credits.make(1),
        SAMPLE_TIME,
        changeNothing
      )
      const effect = storeApplication(account, 1).pipe(
        Effect.andThen(unaffordable),
        Effect.catchTag("CreditsExhausted", () => Effect.void),
        Effect.as({ status: 402, body: "{}" })
      )
      assertSame(yield* idempotency.once(requestWith(), effect), { status: 402, body: "{}" })
      assert.deepStrictEqual((yield* store.list(account.id, FIRST_PAGE_REQUEST)).data, [])
      assert.strictEqual((yield* (yield* ApplicationStore).list(account.id, FIRST_PAGE_REQUEST)).data.length, 1)
    })
  )

  rule(layer, "an interruption rolls back the key and all changes of the request", () =>
    Effect.gen(function* () {
      const idempotency = yield* Idempotency
      const account = yield* storeAccount(1)
      const { effect } = yield* countedEffect
      const reached = yield* Deferred.make<void>()
      const blocked = storeApplication(account, 1).pipe(
        Effect.andThen(Deferred.succeed(reached, undefined)),
        Effect.andThen(Effect.never)
      )
      const fiber = yield* Effect.forkChild(idempotency.once(requestWith(), blocked))
      yield* Deferred.await(reached)
      yield* Fiber.interrupt(fiber)
      assert.deepStrictEqual((yield* (yield* ApplicationStore).list(account.id, FIRST_PAGE_REQUEST)).data, [])
      assertSame(yield* idempotency.once(requestWith(), effect), { status: 201, body: `{"run":1}` })
    })
  )
}

const inFlightRules = <E>(layer: StorageLayer<E>): void => {
  rule(
    layer,
    "a request is rejected while another with its key is in flight, and returns its response afterwards",
    () =>
      Effect.gen(function* () {
        const idempotency = yield* Idempotency
        yield* storeAccount(1)
        const { runs, effect } = yield* countedEffect
        const [reached, proceed] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        const slow = Effect.andThen(
          Effect.andThen(Deferred.succeed(reached, undefined), Deferred.await(proceed)),
          effect
        )
        const fiber = yield* Effect.forkChild(idempotency.once(requestWith(), slow))
        yield* Deferred.await(reached)
        const error = yield* assertFailsWith(idempotency.once(requestWith(), effect), "IdempotentRequestInFlight")
        assert.strictEqual(error.key, KEY)
        yield* Deferred.succeed(proceed, undefined)
        const first = yield* Fiber.join(fiber)
        assertSame(yield* idempotency.once(requestWith(), effect), first)
        assert.strictEqual(yield* runs, 1)
      })
  )

  rule(layer, "of concurrent equal requests one runs, and each other is rejected or returns its response", () =>
    Effect.gen(function* () {
      const idempotency = yield* Idempotency
      const account = yield* storeAccount(1)
      const { runs, effect } = yield* countedEffect
      const change = Effect.andThen(storeApplication(account, 1), effect)
      const results = yield* Effect.forEach(
        Array.from({ length: 20 }),
        () => Effect.result(idempotency.once(requestWith(), change)),
        { concurrency: "unbounded" }
      )
      for (const response of results) {
        if (response._tag === "Success") assertSame(response.success, { status: 201, body: `{"run":1}` })
        else assert.strictEqual(response.failure._tag, "IdempotentRequestInFlight")
      }
      assert.isTrue(results.some((response) => response._tag === "Success"))
      assert.strictEqual(yield* runs, 1)
    })
  )
}

/** Registers the contract of `Idempotency`. */
export const idempotencyContract = <E>(name: string, layer: StorageLayer<E>): void => {
  describe(`Idempotency on ${name}`, () => {
    responseRules(layer)
    failureRules(layer)
    inFlightRules(layer)
  })
}
