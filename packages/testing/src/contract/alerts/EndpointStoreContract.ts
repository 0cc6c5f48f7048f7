import { assert, describe } from "@effect/vitest"
import type { Account } from "@landfall/core/accounts/Account"
import { DeliveryQueue } from "@landfall/core/alerts/delivery/DeliveryQueue"
import { rotate, type SecretRing, secretBytes } from "@landfall/core/alerts/delivery/SigningSecret"
import { EndpointId } from "@landfall/core/alerts/EndpointId"
import { Endpoint, EndpointStore, EndpointUrl, FilterTypes } from "@landfall/core/alerts/endpoints/Endpoint"
import { Outbox } from "@landfall/core/alerts/Outbox"
import { firstPage, type PageRequest } from "@landfall/core/listing/Page"
import { Arbitrary, DateTime, Effect, Option, Redacted, Schema } from "effect"
import { endpointUrl, storableText } from "../../samples/arbitraries.ts"
import { confidentialOf, endpointOf, ringOf, SAMPLE_TIME, secretOf, ulidOf } from "../../samples/Samples.ts"
import { draftTo } from "../suite/Alerts.ts"
import { failsWith, isRefused, same } from "../suite/Assertions.ts"
import { pagingRules, shrinkingRules } from "../suite/PagingRules.ts"
import { property, rule } from "../suite/Rules.ts"
import type { StorageLayer } from "../suite/StoragePorts.ts"
import { storedAccount, storedApplication, storedEndpoint, storedReceiver } from "../suite/Stored.ts"

/** Enough to show a lost update; each is one transaction. */
const CONCURRENT_CHANGES = 100

const details = Arbitrary.all({
  url: endpointUrl,
  description: Arbitrary.map(storableText, (text) => (text === "" ? Option.none() : Option.some(text))),
  filterTypes: Arbitrary.schema(Schema.Option(FilterTypes)),
  metadata: Arbitrary.map(Arbitrary.array(storableText, { maxLength: 5 }), (texts) =>
    Object.fromEntries(texts.map((text, index) => [`${text.slice(0, 30)} ${index}`, text]))
  ),
  disabled: Arbitrary.schema(Schema.Boolean)
})

const openList = Effect.fnUntraced(function* () {
  const store = yield* EndpointStore
  const account = yield* storedAccount(1)
  const application = yield* storedApplication(account, 1)
  return {
    add: (n: number) => Effect.map(storedEndpoint(application, n), (endpoint) => endpoint.id),
    list: (request: PageRequest) =>
      Effect.map(store.list(account.id, request), (page) => ({ ...page, data: page.data.map(({ id }) => id) })),
    remove: (key: string) => store.remove(account.id, EndpointId.make(key), SAMPLE_TIME)
  }
})

const textsOf = (ring: SecretRing) => ({
  current: Redacted.value(ring.current),
  previous: ring.previous.map(({ secret, expiresAt }) => ({ secret: Redacted.value(secret), expiresAt }))
})

const counted = (ring: SecretRing): number => {
  const bytes = secretBytes(ring.current)
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(28)
}

const everyMethod = (account: Account, id: EndpointId) =>
  Effect.map(EndpointStore, (store) => [
    Effect.asVoid(store.find(account.id, id)),
    Effect.asVoid(store.modify(account.id, id, (endpoint) => endpoint)),
    store.remove(account.id, id, SAMPLE_TIME),
    Effect.asVoid(store.secrets(account.id, id)),
    Effect.asVoid(store.modifySecrets(account.id, id, (ring) => ring))
  ])

const findingRules = <E>(layer: StorageLayer<E>): void => {
  property(layer, "an endpoint is found as it was stored", details, (changes) =>
    Effect.gen(function* () {
      const account = yield* storedAccount(1)
      const endpoint = yield* storedEndpoint(yield* storedApplication(account, 1), 1, changes)
      same(yield* (yield* EndpointStore).find(account.id, endpoint.id), endpoint)
    })
  )

  rule(layer, "an endpoint of another account is found by no method, and stays as it is", () =>
    Effect.gen(function* () {
      const store = yield* EndpointStore
      const { account, endpoint } = yield* storedReceiver(1)
      const other = yield* storedAccount(2)
      for (const attempt of yield* everyMethod(other, endpoint.id)) {
        assert.strictEqual((yield* failsWith(attempt, "EndpointNotFound")).id, endpoint.id)
      }
      assert.deepStrictEqual((yield* store.list(other.id, firstPage)).data, [])
      same(yield* store.find(account.id, endpoint.id), endpoint)
    })
  )

  rule(layer, "an endpoint that was never stored is found by no method", () =>
    Effect.gen(function* () {
      const account = yield* storedAccount(1)
      for (const attempt of yield* everyMethod(account, EndpointId.make(`ep_${ulidOf(9)}`))) {
        yield* failsWith(attempt, "EndpointNotFound")
      }
    })
  )

  rule(layer, "an id is taken once, and the first endpoint stays", () =>
    Effect.gen(function* () {
      const store = yield* EndpointStore
      const { account, application, endpoint } = yield* storedReceiver(1)
      yield* failsWith(store.create(endpointOf(application, 1, { disabled: true }), confidentialOf(2)), "StorageError")
      same(yield* store.find(account.id, endpoint.id), endpoint)
      same(textsOf(yield* store.secrets(account.id, endpoint.id)), textsOf(ringOf(1)))
    })
  )
}

const changingRules = <E>(layer: StorageLayer<E>): void => {
  rule(layer, "a change is answered and stored, of this endpoint alone", () =>
    Effect.gen(function* () {
      const store = yield* EndpointStore
      const { account, application, endpoint } = yield* storedReceiver(1)
      const other = yield* storedEndpoint(application, 2)
      const changed = new Endpoint({
        ...endpoint,
        url: EndpointUrl.make("http://127.0.0.1:9000/hook?a=b"),
        description: Option.some("Changed"),
        filterTypes: Option.some(["vessel.arrival.at.final.pod"]),
        metadata: { team: "operations" },
        updatedAt: DateTime.add(endpoint.updatedAt, { hours: 1 })
      })
      same(yield* store.modify(account.id, endpoint.id, () => changed), changed)
      same((yield* store.list(account.id, firstPage)).data, [changed, other])
      const cleared = new Endpoint({ ...changed, description: Option.none(), filterTypes: Option.none(), metadata: {} })
      yield* store.modify(account.id, endpoint.id, () => cleared)
      same(yield* store.find(account.id, endpoint.id), cleared)
    })
  )

  rule(layer, `of ${CONCURRENT_CHANGES} changes at once none is lost`, () =>
    Effect.gen(function* () {
      const store = yield* EndpointStore
      const { account, endpoint } = yield* storedReceiver(1)
      const increment = (known: Endpoint) =>
        new Endpoint({ ...known, metadata: { count: String(Number(known.metadata.count ?? "0") + 1) } })
      yield* Effect.all(
        Array.from({ length: CONCURRENT_CHANGES }, () => store.modify(account.id, endpoint.id, increment)),
        { concurrency: "unbounded" }
      )
      const { metadata } = yield* store.find(account.id, endpoint.id)
      assert.deepStrictEqual(metadata, { count: String(CONCURRENT_CHANGES) })
    })
  )

  rule(layer, "a change that throws leaves the endpoint as it was", () =>
    Effect.gen(function* () {
      const store = yield* EndpointStore
      const { account, endpoint } = yield* storedReceiver(1)
      const fail = (): never => {
        throw new Error("no change")
      }
      yield* isRefused(store.modify(account.id, endpoint.id, fail))
      yield* isRefused(store.modifySecrets(account.id, endpoint.id, fail))
      same(yield* store.find(account.id, endpoint.id), endpoint)
      same(textsOf(yield* store.secrets(account.id, endpoint.id)), textsOf(ringOf(1)))
      same(yield* store.modify(account.id, endpoint.id, (known) => known), endpoint)
    })
  )
}

const secretRules = <E>(layer: StorageLayer<E>): void => {
  rule(layer, "secrets come back byte for byte, each endpoint its own", () =>
    Effect.gen(function* () {
      const store = yield* EndpointStore
      const { account, application, endpoint } = yield* storedReceiver(1)
      const other = yield* storedEndpoint(application, 2)
      same(textsOf(yield* store.secrets(account.id, endpoint.id)), textsOf(ringOf(1)))
      same(textsOf(yield* store.secrets(account.id, other.id)), textsOf(ringOf(2)))
    })
  )

  rule(layer, "after a rotation both secrets are kept, with the end of the one before", () =>
    Effect.gen(function* () {
      const store = yield* EndpointStore
      const { account, endpoint } = yield* storedReceiver(1)
      const expected = rotate(ringOf(1), secretOf(2), SAMPLE_TIME)
      const turn = (ring: SecretRing) => rotate(ring, secretOf(2), SAMPLE_TIME)
      same(textsOf(yield* store.modifySecrets(account.id, endpoint.id, turn)), textsOf(expected))
      same(textsOf(yield* store.secrets(account.id, endpoint.id)), textsOf(expected))
      const forget = (ring: SecretRing): SecretRing => ({ ...ring, previous: [] })
      yield* store.modifySecrets(account.id, endpoint.id, forget)
      same(textsOf(yield* store.secrets(account.id, endpoint.id)), textsOf(ringOf(2)))
    })
  )

  rule(layer, "after several rotations each secret before is kept with its own end", () =>
    Effect.gen(function* () {
      const store = yield* EndpointStore
      const { account, endpoint } = yield* storedReceiver(1)
      let expected = ringOf(1)
      for (const n of [2, 3, 4]) {
        const at = DateTime.add(SAMPLE_TIME, { hours: n })
        const turn = (ring: SecretRing) => rotate(ring, secretOf(n), at)
        expected = turn(expected)
        yield* store.modifySecrets(account.id, endpoint.id, turn)
        same(textsOf(yield* store.secrets(account.id, endpoint.id)), textsOf(expected))
      }
      assert.strictEqual(expected.previous.length, 3)
    })
  )

  rule(layer, `of ${CONCURRENT_CHANGES} changes of the secrets at once none is lost`, () =>
    Effect.gen(function* () {
      const store = yield* EndpointStore
      const { account, endpoint } = yield* storedReceiver(1)
      yield* Effect.all(
        Array.from({ length: CONCURRENT_CHANGES }, () =>
          store.modifySecrets(account.id, endpoint.id, (ring) => ringOf(counted(ring) + 1))
        ),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(counted(yield* store.secrets(account.id, endpoint.id)), 1 + CONCURRENT_CHANGES)
    })
  )
}

const endingRules = <E>(layer: StorageLayer<E>): void => {
  rule(layer, "a removed endpoint is gone, others stay", () =>
    Effect.gen(function* () {
      const store = yield* EndpointStore
      const { account, application, endpoint } = yield* storedReceiver(1)
      const other = yield* storedEndpoint(application, 2)
      yield* store.remove(account.id, endpoint.id, SAMPLE_TIME)
      for (const attempt of yield* everyMethod(account, endpoint.id)) yield* failsWith(attempt, "EndpointNotFound")
      same((yield* store.list(account.id, firstPage)).data, [other])
    })
  )

  rule(layer, "the open deliveries of a removed endpoint are never sent, those of others are", () =>
    Effect.gen(function* () {
      const [queue, outbox] = [yield* DeliveryQueue, yield* Outbox]
      const { account, application, endpoint } = yield* storedReceiver(1)
      const other = yield* storedEndpoint(application, 2)
      yield* outbox.post(account.id, draftTo([endpoint.id, other.id]), SAMPLE_TIME)
      yield* (yield* EndpointStore).remove(account.id, endpoint.id, SAMPLE_TIME)
      const leases = yield* queue.claim(10, 1000)
      assert.deepStrictEqual(
        leases.map((lease) => lease.endpointId),
        [other.id]
      )
    })
  )

  rule(layer, "the waiting deliveries of an endpoint that is disabled are given up for good", () =>
    Effect.gen(function* () {
      const [store, queue, outbox] = [yield* EndpointStore, yield* DeliveryQueue, yield* Outbox]
      const { account, endpoint } = yield* storedReceiver(1)
      const disable = (disabled: boolean) => (known: Endpoint) => new Endpoint({ ...known, disabled })
      yield* outbox.post(account.id, draftTo([endpoint.id]), SAMPLE_TIME)
      yield* store.modify(account.id, endpoint.id, disable(true))
      assert.deepStrictEqual(yield* queue.claim(10, 1000), [])
      assert.isTrue(Option.isNone(yield* queue.nextDueAt()))
      yield* store.modify(account.id, endpoint.id, disable(false))
      assert.deepStrictEqual(yield* queue.claim(10, 1000), [])
      const next = yield* outbox.post(account.id, draftTo([endpoint.id]), SAMPLE_TIME)
      const leases = yield* queue.claim(10, 1000)
      assert.deepStrictEqual(
        leases.map((lease) => lease.messageId),
        [next.id]
      )
    })
  )
}

/** What every `EndpointStore` does. */
export const endpointStoreContract = <E>(name: string, layer: StorageLayer<E>): void => {
  describe(`EndpointStore on ${name}`, () => {
    findingRules(layer)
    changingRules(layer)
    secretRules(layer)
    endingRules(layer)
    pagingRules(layer, "oldest first", openList)
    shrinkingRules(layer, openList)
  })
}
