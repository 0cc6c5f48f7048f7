import { assert, describe } from "@effect/vitest"
import type { Account } from "@landfall/core/accounts/Account"
import { DeliveryQueue } from "@landfall/core/alerts/delivery/DeliveryQueue"
import { EndpointId } from "@landfall/core/alerts/EndpointId"
import { Endpoint, EndpointStore, EndpointUrl, FilterTypes } from "@landfall/core/alerts/endpoints/Endpoint"
import { Outbox } from "@landfall/core/alerts/Outbox"
import { FIRST_PAGE_REQUEST, type PageRequest } from "@landfall/core/listing/Page"
import { Arbitrary, DateTime, Effect, Option, Schema } from "effect"
import { endpointUrl, storableText } from "../../samples/Arbitraries.ts"
import {
  accountOf,
  applicationOf,
  endpointCredentialsOf,
  endpointOf,
  SAMPLE_TIME,
  secretRingOf,
  ulidOf
} from "../../samples/Samples.ts"
import { assertFails, assertFailsWith, assertSame } from "../suite/Assertions.ts"
import { draftTo } from "../suite/DeliverySamples.ts"
import { LARGE_LABELS, largeRowRules, pagingRemovalRules, pagingRules } from "../suite/PagingRules.ts"
import { property, rule } from "../suite/Rules.ts"
import type { StorageLayer } from "../suite/StoragePorts.ts"
import { storeAccount, storeApplication, storeEndpoint, storeReceiver } from "../suite/StoredSamples.ts"
import { CONCURRENT_CHANGES, endpointSecretRules, revealSecrets } from "./internal/EndpointSecretRules.ts"

const endpointChanges = Arbitrary.all({
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
  const account = yield* storeAccount(1)
  const application = yield* storeApplication(account, 1)
  return {
    add: (n: number) => Effect.map(storeEndpoint(application, n), (endpoint) => endpoint.id),
    list: (request: PageRequest) =>
      Effect.map(store.list(account.id, request), (page) => ({ ...page, data: page.data.map(({ id }) => id) })),
    remove: (key: string) => store.remove(account.id, EndpointId.make(key), SAMPLE_TIME)
  }
})

const openListOfLargeRows = Effect.fnUntraced(function* () {
  const list = yield* openList()
  const application = applicationOf(accountOf(1), 1)
  const add = (n: number) =>
    Effect.map(storeEndpoint(application, n, { metadata: LARGE_LABELS }), (endpoint) => endpoint.id)
  return { ...list, add }
})

const callEveryMethod = (account: Account, id: EndpointId) =>
  Effect.map(EndpointStore, (store) => [
    Effect.asVoid(store.find(account.id, id)),
    Effect.asVoid(store.modify(account.id, id, (endpoint) => endpoint)),
    store.remove(account.id, id, SAMPLE_TIME),
    Effect.asVoid(store.secrets(account.id, id)),
    Effect.asVoid(store.modifySecrets(account.id, id, (ring) => ring))
  ])

const findingRules = <E>(layer: StorageLayer<E>): void => {
  property(layer, "an endpoint is found as it was stored", endpointChanges, (changes) =>
    Effect.gen(function* () {
      const account = yield* storeAccount(1)
      const endpoint = yield* storeEndpoint(yield* storeApplication(account, 1), 1, changes)
      assertSame(yield* (yield* EndpointStore).find(account.id, endpoint.id), endpoint)
    })
  )

  rule(layer, "no method finds or changes an endpoint of another account", () =>
    Effect.gen(function* () {
      const store = yield* EndpointStore
      const { account, endpoint } = yield* storeReceiver(1)
      const other = yield* storeAccount(2)
      for (const attempt of yield* callEveryMethod(other, endpoint.id)) {
        assert.strictEqual((yield* assertFailsWith(attempt, "EndpointNotFound")).id, endpoint.id)
      }
      assert.deepStrictEqual((yield* store.list(other.id, FIRST_PAGE_REQUEST)).data, [])
      assertSame(yield* store.find(account.id, endpoint.id), endpoint)
    })
  )

  rule(layer, "no method finds an unknown endpoint", () =>
    Effect.gen(function* () {
      const account = yield* storeAccount(1)
      for (const attempt of yield* callEveryMethod(account, EndpointId.make(`ep_${ulidOf(9)}`))) {
        yield* assertFailsWith(attempt, "EndpointNotFound")
      }
    })
  )

  rule(layer, "a second endpoint with the same id is rejected, and the first stays", () =>
    Effect.gen(function* () {
      const store = yield* EndpointStore
      const { account, application, endpoint } = yield* storeReceiver(1)
      yield* assertFailsWith(
        store.create(endpointOf(application, 1, { disabled: true }), endpointCredentialsOf(2)),
        "StorageError"
      )
      assertSame(yield* store.find(account.id, endpoint.id), endpoint)
      assertSame(revealSecrets(yield* store.secrets(account.id, endpoint.id)), revealSecrets(secretRingOf(1)))
    })
  )
}

const modifyRules = <E>(layer: StorageLayer<E>): void => {
  rule(layer, "a change is returned and stored, for this endpoint only", () =>
    Effect.gen(function* () {
      const store = yield* EndpointStore
      const { account, application, endpoint } = yield* storeReceiver(1)
      const other = yield* storeEndpoint(application, 2)
      const changed = new Endpoint({
        ...endpoint,
        url: EndpointUrl.make("http://127.0.0.1:9000/hook?a=b"),
        description: Option.some("Changed"),
        filterTypes: Option.some(["vessel.arrival.at.final.pod"]),
        metadata: { team: "operations" },
        verifiedAt: Option.none(),
        updatedAt: DateTime.add(endpoint.updatedAt, { hours: 1 })
      })
      assertSame(yield* store.modify(account.id, endpoint.id, () => changed), changed)
      assertSame((yield* store.list(account.id, FIRST_PAGE_REQUEST)).data, [changed, other])
      const cleared = new Endpoint({ ...changed, description: Option.none(), filterTypes: Option.none(), metadata: {} })
      yield* store.modify(account.id, endpoint.id, () => cleared)
      assertSame(yield* store.find(account.id, endpoint.id), cleared)
    })
  )

  rule(layer, `none of ${CONCURRENT_CHANGES} concurrent changes is lost`, () =>
    Effect.gen(function* () {
      const store = yield* EndpointStore
      const { account, endpoint } = yield* storeReceiver(1)
      const increment = (current: Endpoint) =>
        new Endpoint({ ...current, metadata: { count: String(Number(current.metadata.count ?? "0") + 1) } })
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
      const { account, endpoint } = yield* storeReceiver(1)
      const fail = (): never => {
        throw new Error("no change")
      }
      yield* assertFails(store.modify(account.id, endpoint.id, fail))
      yield* assertFails(store.modifySecrets(account.id, endpoint.id, fail))
      assertSame(yield* store.find(account.id, endpoint.id), endpoint)
      assertSame(revealSecrets(yield* store.secrets(account.id, endpoint.id)), revealSecrets(secretRingOf(1)))
      assertSame(yield* store.modify(account.id, endpoint.id, (current) => current), endpoint)
    })
  )
}

const removalRules = <E>(layer: StorageLayer<E>): void => {
  rule(layer, "a removed endpoint is not found, and others stay", () =>
    Effect.gen(function* () {
      const store = yield* EndpointStore
      const { account, application, endpoint } = yield* storeReceiver(1)
      const other = yield* storeEndpoint(application, 2)
      yield* store.remove(account.id, endpoint.id, SAMPLE_TIME)
      for (const attempt of yield* callEveryMethod(account, endpoint.id))
        yield* assertFailsWith(attempt, "EndpointNotFound")
      assertSame((yield* store.list(account.id, FIRST_PAGE_REQUEST)).data, [other])
    })
  )

  rule(layer, "open deliveries of a removed endpoint are never sent, and those of others are", () =>
    Effect.gen(function* () {
      const [queue, outbox] = [yield* DeliveryQueue, yield* Outbox]
      const { account, application, endpoint } = yield* storeReceiver(1)
      const other = yield* storeEndpoint(application, 2)
      yield* outbox.post(account.id, draftTo([endpoint.id, other.id]), SAMPLE_TIME)
      yield* (yield* EndpointStore).remove(account.id, endpoint.id, SAMPLE_TIME)
      const leases = yield* queue.claim(10, 1000)
      assert.deepStrictEqual(
        leases.map((lease) => lease.endpointId),
        [other.id]
      )
    })
  )

  rule(layer, "waiting deliveries of a disabled endpoint are skipped, also when it is enabled again", () =>
    Effect.gen(function* () {
      const [store, queue, outbox] = [yield* EndpointStore, yield* DeliveryQueue, yield* Outbox]
      const { account, endpoint } = yield* storeReceiver(1)
      const disable = (disabled: boolean) => (current: Endpoint) => new Endpoint({ ...current, disabled })
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

/** Registers the contract of `EndpointStore`. */
export const endpointStoreContract = <E>(name: string, layer: StorageLayer<E>): void => {
  describe(`EndpointStore on ${name}`, () => {
    findingRules(layer)
    modifyRules(layer)
    endpointSecretRules(layer)
    removalRules(layer)
    pagingRules(layer, "oldest first", openList)
    pagingRemovalRules(layer, openList)
    largeRowRules(layer, "oldest first", openListOfLargeRows)
  })
}
