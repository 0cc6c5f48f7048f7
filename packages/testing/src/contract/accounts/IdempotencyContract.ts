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
  accountId: accountOf(1).id,
  operation: "POST /endpoint",
  key: KEY,
  fingerprint: "body 1",
  now: SAMPLE_TIME,
  ...changes
})

/** An effect that counts how often it was run, and answers with the count. */
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
  rule(layer, "the same request gets the first answer again, and nothing is done twice", () =>
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

  rule(layer, "what is asked first is asked of a new request alone, and its refusal leaves the key free", () =>
    Effect.gen(function* () {
      const idempotency = yield* Idempotency
      yield* storeAccount(1)
      const { runs, effect } = yield* countedEffect
      const refused = Effect.fail(new IdempotencyKeyReused({ key: OTHER_KEY }))
      const error = yield* Effect.flip(idempotency.once(requestWith(), effect, refused))
      assert.strictEqual(error._tag === "IdempotencyKeyReused" && error.key, OTHER_KEY)
      assert.strictEqual(yield* runs, 0)
      const first = yield* idempotency.once(requestWith(), effect, Effect.void)
      assertSame(yield* idempotency.once(requestWith(), effect, refused), first)
      assert.strictEqual(yield* runs, 1)
    })
  )

  rule(layer, "another request under the same key is refused, and the first answer stays", () =>
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

  rule(layer, "a key counts for one account and one operation", () =>
    Effect.gen(function* () {
      const idempotency = yield* Idempotency
      yield* storeAccount(1)
      const other = yield* storeAccount(2)
      const { runs, effect } = yield* countedEffect
      for (const changes of [{}, { accountId: other.id }, { operation: "POST /easy-shipment" }, { key: OTHER_KEY }]) {
        yield* idempotency.once(requestWith({ ...changes, fingerprint: JSON.stringify(changes) }), effect)
      }
      assert.strictEqual(yield* runs, 4)
    })
  )

  rule(layer, "an answer is kept for 24 hours, and then the key is free for any request", () =>
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

  rule(layer, "an answer comes back byte for byte", () =>
    Effect.gen(function* () {
      const idempotency = yield* Idempotency
      yield* storeAccount(1)
      const answer: StoredResponse = { status: 422, body: `{"name": "Ærø 🚢 \\u0000", "empty": ""}\n` }
      yield* idempotency.once(requestWith(), Effect.succeed(answer))
      assertSame(yield* idempotency.once(requestWith(), Effect.die("not to be run")), answer)
    })
  )
}

const failureRules = <E>(layer: StorageLayer<E>): void => {
  rule(layer, "what is stored inside stays when it succeeds", () =>
    Effect.gen(function* () {
      const account = yield* storeAccount(1)
      const answer: StoredResponse = { status: 201, body: "{}" }
      yield* (yield* Idempotency).once(requestWith(), Effect.as(storeApplication(account, 1), answer))
      const stored = yield* (yield* ApplicationStore).list(account.id, FIRST_PAGE_REQUEST)
      assert.strictEqual(stored.data.length, 1)
    })
  )

  rule(layer, "a failure leaves neither the key nor anything that was stored inside", () =>
    Effect.gen(function* () {
      const idempotency = yield* Idempotency
      const account = yield* storeAccount(1)
      const { runs, effect } = yield* countedEffect
      const change = storeApplication(account, 1)
      yield* assertFailsWith(
        idempotency.once(requestWith(), Effect.andThen(change, Effect.fail({ _tag: "Refused" as const }))),
        "Refused"
      )
      yield* assertFails(idempotency.once(requestWith(), Effect.andThen(change, Effect.die("a defect"))))
      assert.deepStrictEqual((yield* (yield* ApplicationStore).list(account.id, FIRST_PAGE_REQUEST)).data, [])
      yield* idempotency.once(requestWith({ fingerprint: "body 2" }), effect)
      assert.strictEqual(yield* runs, 1)
    })
  )

  rule(
    layer,
    "shipments, messages and credits of a request that fails are taken back, those of one that succeeds stay",
    () =>
      Effect.gen(function* () {
        const [idempotency, store] = [yield* Idempotency, yield* ShipmentStore]
        const account = yield* storeAccount(1, { monthlyCredits: Option.some(15) })
        const endpoint = yield* storeEndpoint(yield* storeApplication(account, 1), 1)
        const price = Credits.make(10)
        const request = requestOf(containerReference(1), endpoint.id)
        const change = store.track(account.id, [request], price, SAMPLE_TIME, notifySubscribers)
        const answer: StoredResponse = { status: 202, body: "{}" }
        yield* assertFailsWith(
          idempotency.once(requestWith(), Effect.andThen(change, Effect.fail({ _tag: "Refused" as const }))),
          "Refused"
        )
        assert.deepStrictEqual((yield* store.list(account.id, FIRST_PAGE_REQUEST)).data, [])
        yield* claimNone()
        yield* idempotency.once(requestWith(), Effect.as(change, answer))
        assert.strictEqual((yield* store.list(account.id, FIRST_PAGE_REQUEST)).data.length, 1)
        yield* claimOne()
      })
  )

  rule(layer, "what fails inside and is made good leaves nothing, and the rest of the request stays", () =>
    Effect.gen(function* () {
      const [idempotency, store] = [yield* Idempotency, yield* ShipmentStore]
      const account = yield* storeAccount(1)
      const tooDear = store.track(
        account.id,
        [requestOf(containerReference(1))],
        Credits.make(1),
        SAMPLE_TIME,
        changeNothing
      )
      const effect = storeApplication(account, 1).pipe(
        Effect.andThen(tooDear),
        Effect.catchTag("CreditsExhausted", () => Effect.void),
        Effect.as({ status: 402, body: "{}" })
      )
      assertSame(yield* idempotency.once(requestWith(), effect), { status: 402, body: "{}" })
      assert.deepStrictEqual((yield* store.list(account.id, FIRST_PAGE_REQUEST)).data, [])
      assert.strictEqual((yield* (yield* ApplicationStore).list(account.id, FIRST_PAGE_REQUEST)).data.length, 1)
    })
  )

  rule(layer, "a request that is cut off leaves neither the key nor anything that was stored inside", () =>
    Effect.gen(function* () {
      const idempotency = yield* Idempotency
      const account = yield* storeAccount(1)
      const { effect } = yield* countedEffect
      const reached = yield* Deferred.make<void>()
      const stuck = storeApplication(account, 1).pipe(
        Effect.andThen(Deferred.succeed(reached, undefined)),
        Effect.andThen(Effect.never)
      )
      const fiber = yield* Effect.forkChild(idempotency.once(requestWith(), stuck))
      yield* Deferred.await(reached)
      yield* Fiber.interrupt(fiber)
      assert.deepStrictEqual((yield* (yield* ApplicationStore).list(account.id, FIRST_PAGE_REQUEST)).data, [])
      assertSame(yield* idempotency.once(requestWith(), effect), { status: 201, body: `{"run":1}` })
    })
  )
}

const inFlightRules = <E>(layer: StorageLayer<E>): void => {
  rule(layer, "a request is refused while one with its key is being answered, and answered again afterwards", () =>
    Effect.gen(function* () {
      const idempotency = yield* Idempotency
      yield* storeAccount(1)
      const { runs, effect } = yield* countedEffect
      const [reached, goOn] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const slow = Effect.andThen(Effect.andThen(Deferred.succeed(reached, undefined), Deferred.await(goOn)), effect)
      const fiber = yield* Effect.forkChild(idempotency.once(requestWith(), slow))
      yield* Deferred.await(reached)
      const error = yield* assertFailsWith(idempotency.once(requestWith(), effect), "IdempotentRequestInFlight")
      assert.strictEqual(error.key, KEY)
      yield* Deferred.succeed(goOn, undefined)
      const first = yield* Fiber.join(fiber)
      assertSame(yield* idempotency.once(requestWith(), effect), first)
      assert.strictEqual(yield* runs, 1)
    })
  )

  rule(layer, "of many equal requests at once one is done, and each other is refused or gets its answer", () =>
    Effect.gen(function* () {
      const idempotency = yield* Idempotency
      const account = yield* storeAccount(1)
      const { runs, effect } = yield* countedEffect
      const change = Effect.andThen(storeApplication(account, 1), effect)
      const answers = yield* Effect.forEach(
        Array.from({ length: 20 }),
        () => Effect.result(idempotency.once(requestWith(), change)),
        { concurrency: "unbounded" }
      )
      for (const answer of answers) {
        if (answer._tag === "Success") assertSame(answer.success, { status: 201, body: `{"run":1}` })
        else assert.strictEqual(answer.failure._tag, "IdempotentRequestInFlight")
      }
      assert.isTrue(answers.some((answer) => answer._tag === "Success"))
      assert.strictEqual(yield* runs, 1)
    })
  )
}

/** What every `Idempotency` does. */
export const idempotencyContract = <E>(name: string, layer: StorageLayer<E>): void => {
  describe(`Idempotency on ${name}`, () => {
    responseRules(layer)
    failureRules(layer)
    inFlightRules(layer)
  })
}
