import { assert, describe } from "@effect/vitest"
import type { Account } from "@landfall/core/accounts/Account"
import { ApiKeyStore } from "@landfall/core/accounts/ApiKey"
import { DashboardToken, DashboardTokenStore } from "@landfall/core/accounts/DashboardToken"
import { StoredAmountReader } from "@landfall/core/accounts/StoredAmounts"
import { ApplicationStore } from "@landfall/core/alerts/endpoints/Application"
import { Endpoint, EndpointStore } from "@landfall/core/alerts/endpoints/Endpoint"
import { DeliveryTasks } from "@landfall/core/alerts/operations/DeliveryTasks"
import {
  CongestionThreshold,
  CongestionThresholdId,
  newCongestionThreshold
} from "@landfall/core/congestion/thresholds/CongestionThreshold"
import { CongestionThresholdStore } from "@landfall/core/congestion/thresholds/CongestionThresholdStore"
import { Unlocode } from "@landfall/core/geo/Unlocode"
import { DEFAULT_LIMITS, Limits, REMOVED_ENDPOINTS_MILLIS } from "@landfall/core/limits/Limits"
import { FIRST_PAGE_REQUEST } from "@landfall/core/listing/Page"
import { EnrolmentTasks } from "@landfall/core/tracking/enrolment/EnrolmentTasks"
import { ShipmentStore } from "@landfall/core/tracking/shipments/ShipmentStore"
import { DateTime, Effect, Layer, Option } from "effect"
import { containerOf, equipmentEventOf } from "../../samples/EventSamples.ts"
import {
  apiKeyHashOf,
  apiKeyOf,
  applicationOf,
  endpointCredentialsOf,
  endpointOf,
  SAMPLE_TIME,
  ulidOf
} from "../../samples/Samples.ts"
import { assertFailsWith } from "../suite/Assertions.ts"
import { rule } from "../suite/Rules.ts"
import { changeNothing, containerReference, FREE, requestOf } from "../suite/ShipmentOperations.ts"
import type { StorageLayer } from "../suite/StoragePorts.ts"
import { storeAccount, storeApplication, storeEndpoint } from "../suite/StoredSamples.ts"
import { countAdmitted, LIMIT, MAX_ENDPOINTS, NUMBERS } from "./internal/Admissions.ts"
import { keyRules } from "./internal/KeyLimitRules.ts"
import { registrationRules } from "./internal/RegistrationLimitRules.ts"
import { respond, responseRules } from "./internal/ResponseLimitRules.ts"

const track = (account: Account, ...serials: ReadonlyArray<number>) =>
  Effect.flatMap(ShipmentStore, (store) =>
    store.track(
      account.id,
      serials.map((serial) => requestOf(containerReference(serial))),
      FREE,
      SAMPLE_TIME,
      changeNothing
    )
  )

/** A port watch of an endpoint, with a threshold of this many vessels. */
const thresholdAt = ({ accountId, id: endpointId }: Endpoint, vessels: number): CongestionThreshold =>
  newCongestionThreshold(
    CongestionThresholdId.make(`pwt_${ulidOf(vessels)}`),
    { accountId, endpointId },
    {
      port: Unlocode.make("NLRTM"),
      figure: "vesselsInPortCount.cargo",
      threshold: vessels + 1,
      hysteresis: Option.none()
    },
    SAMPLE_TIME
  )

const amountRules = <E>(layer: StorageLayer<E>): void => {
  rule(layer, "the amounts of an account are those that count against its limits, and no others", () =>
    Effect.gen(function* () {
      const reader = yield* StoredAmountReader
      const endpoints = yield* EndpointStore
      const [account, other] = [yield* storeAccount(1), yield* storeAccount(2)]
      const application = yield* storeApplication(account, 1)
      yield* storeApplication(account, 2)
      const active = yield* storeEndpoint(application, 1)
      const removed = yield* storeEndpoint(application, 2)
      yield* endpoints.remove(account.id, removed.id, SAMPLE_TIME)
      yield* track(account, 1, 2, 3)
      yield* (yield* EnrolmentTasks).start(account.id, active.id, Option.none())
      yield* (yield* CongestionThresholdStore).create(thresholdAt(active, 1))
      yield* respond(account.id, 1)
      yield* respond(account.id, 2, -30)
      const key = apiKeyOf(account, 1)
      yield* (yield* ApiKeyStore).add(key)
      const token = { hash: apiKeyHashOf(9), kind: "link", keyId: key.id, usedAt: Option.none() } as const
      yield* (yield* DashboardTokenStore).add(
        new DashboardToken({ ...token, createdAt: SAMPLE_TIME, expiresAt: SAMPLE_TIME }),
        0
      )
      yield* (yield* ShipmentStore).receive(account.id, [equipmentEventOf(containerOf(77))], SAMPLE_TIME, changeNothing)
      const amounts = yield* reader.read(account.id, SAMPLE_TIME.epochMilliseconds)
      assert.deepInclude(amounts, {
        "account.applications": 2,
        "account.createdKeys": 1,
        "account.keys": 1,
        "account.tokens": 1,
        "account.endpoints": 1,
        "account.removedEndpoints": 1,
        "account.openTasks": 1,
        "account.portWatches": 1,
        "account.shipments": 3,
        "account.idempotentBytes": 1000,
        "account.untrackedEvents": 1
      })
      assert.isAbove(amounts["account.untrackedBytes"], 100)
      const nothing = yield* reader.read(other.id, SAMPLE_TIME.epochMilliseconds)
      assert.deepStrictEqual(
        Object.entries(nothing).filter(([, amount]) => amount !== 0),
        []
      )
      const later = yield* reader.read(account.id, SAMPLE_TIME.epochMilliseconds + 2 * REMOVED_ENDPOINTS_MILLIS)
      assert.deepInclude(later, { "account.removedEndpoints": 0, "account.idempotentBytes": 0, "account.shipments": 3 })
    })
  )
}

/** Registers the contract of the limits of stored objects of an account, on a storage with these limits. */
export const accountLimitsContract = <E>(name: string, unlimited: StorageLayer<E>): void => {
  const limits = {
    ...DEFAULT_LIMITS,
    "account.applications": LIMIT,
    "account.createdKeys": LIMIT + 1,
    "account.endpoints": LIMIT,
    "account.idempotentBytes": 3_000,
    "account.keys": LIMIT,
    "account.openTasks": LIMIT,
    "account.portWatches": LIMIT,
    "account.removedEndpoints": LIMIT,
    "account.shipments": LIMIT,
    "account.tokens": LIMIT,
    "shipment.endpoints": MAX_ENDPOINTS
  }
  const layer = unlimited.pipe(Layer.provide(Layer.succeed(Limits, limits)))

  describe(`the limits of an account on ${name}`, () => {
    responseRules(layer)
    keyRules(layer)
    registrationRules(layer)
    amountRules(layer)

    rule(layer, "requests that create applications at the same time do not exceed the limit together", () =>
      Effect.gen(function* () {
        const store = yield* ApplicationStore
        const [account, other] = [yield* storeAccount(1), yield* storeAccount(2)]
        yield* storeApplication(other, 100)
        const creations = NUMBERS.map((n) => store.create(applicationOf(account, n)))
        assert.strictEqual(yield* countAdmitted(creations, "account.applications"), LIMIT)
        assert.lengthOf((yield* store.list(account.id, FIRST_PAGE_REQUEST)).data, LIMIT)
      })
    )

    rule(
      layer,
      "requests that create endpoints at the same time do not exceed the limit together, and a deleted one makes room",
      () =>
        Effect.gen(function* () {
          const store = yield* EndpointStore
          const account = yield* storeAccount(1)
          const application = yield* storeApplication(account, 1)
          const creations = NUMBERS.map((n) => store.create(endpointOf(application, n), endpointCredentialsOf(n)))
          assert.strictEqual(yield* countAdmitted(creations, "account.endpoints"), LIMIT)
          const { data } = yield* store.list(account.id, FIRST_PAGE_REQUEST)
          assert.lengthOf(data, LIMIT)
          const [first] = data
          if (first !== undefined) yield* store.remove(account.id, first.id, SAMPLE_TIME)
          yield* store.create(endpointOf(application, 20), endpointCredentialsOf(20))
          yield* assertFailsWith(store.create(endpointOf(application, 21), endpointCredentialsOf(21)), "LimitExceeded")
        })
    )

    rule(
      layer,
      "requests that create port watches at the same time do not exceed the limit of the account together",
      () =>
        Effect.gen(function* () {
          const store = yield* CongestionThresholdStore
          const [account, other] = [yield* storeAccount(1), yield* storeAccount(2)]
          const application = yield* storeApplication(account, 1)
          const endpoints = [yield* storeEndpoint(application, 1), yield* storeEndpoint(application, 2)] as const
          yield* store.create(thresholdAt(yield* storeEndpoint(yield* storeApplication(other, 2), 3), 50))
          const creations = NUMBERS.map((n) => store.create(thresholdAt(endpoints[n % 2 === 0 ? 0 : 1], n)))
          assert.strictEqual(yield* countAdmitted(creations, "account.portWatches"), LIMIT)
          const { data } = yield* store.list(account.id, endpoints[0].id, FIRST_PAGE_REQUEST)
          const [listed] = [...data, ...(yield* store.list(account.id, endpoints[1].id, FIRST_PAGE_REQUEST)).data]
          if (listed === undefined) assert.fail("no port watch was created")
          // The same one again adds none.
          yield* store.create(new CongestionThreshold({ ...listed, hysteresis: 0.25 }))
          yield* store.remove(account.id, listed.endpointId, listed.id)
          yield* store.create(thresholdAt(endpoints[0], 40))
        })
    )

    rule(layer, "an account has no more open tasks than its limit, of both kinds, and one that ends makes room", () =>
      Effect.gen(function* () {
        const [tasks, enrolments] = [yield* DeliveryTasks, yield* EnrolmentTasks]
        const account = yield* storeAccount(1)
        const { id } = yield* storeEndpoint(yield* storeApplication(account, 1), 1)
        yield* track(account, 1, 2)
        const enrol = enrolments.start(account.id, id, Option.none())
        yield* enrol
        const started = NUMBERS.map(() => enrol)
        assert.strictEqual(yield* countAdmitted(started, "account.openTasks"), LIMIT - 1)
        const scope = { kind: "recover", endpointId: id, since: SAMPLE_TIME, until: SAMPLE_TIME } as const
        yield* assertFailsWith(tasks.start(account.id, scope), "LimitExceeded")
        const [open] = (yield* tasks.list(account.id, FIRST_PAGE_REQUEST)).data
        if (open !== undefined) yield* tasks.cancel(account.id, open.id)
        yield* tasks.start(account.id, scope)
      })
    )

    rule(layer, "an account that deletes endpoints again and again creates no more of them for 24 hours", () =>
      Effect.gen(function* () {
        const store = yield* EndpointStore
        const account = yield* storeAccount(1)
        const application = yield* storeApplication(account, 1)
        for (let n = 1; n <= LIMIT + 1; n++) {
          const { id } = endpointOf(application, n)
          yield* store.create(endpointOf(application, n), endpointCredentialsOf(n))
          yield* store.remove(account.id, id, SAMPLE_TIME)
        }
        const again = endpointOf(application, 20)
        const error = yield* assertFailsWith(store.create(again, endpointCredentialsOf(20)), "LimitExceeded")
        assert.deepInclude(error, { limit: "account.removedEndpoints", value: LIMIT, needed: LIMIT + 1 })
        const nextDay = new Endpoint({ ...again, createdAt: DateTime.add(SAMPLE_TIME, { hours: 25 }) })
        yield* store.create(nextDay, endpointCredentialsOf(20))
      })
    )

    rule(layer, "requests that add shipments at the same time do not exceed the limit together", () =>
      Effect.gen(function* () {
        const store = yield* ShipmentStore
        const account = yield* storeAccount(1)
        assert.strictEqual(
          yield* countAdmitted(
            NUMBERS.map((n) => track(account, n)),
            "account.shipments"
          ),
          LIMIT
        )
        const { data } = yield* store.list(account.id, FIRST_PAGE_REQUEST)
        assert.lengthOf(data, LIMIT)
      })
    )

    rule(layer, "a request beyond the limit adds none of its shipments, and tracked shipments do not count again", () =>
      Effect.gen(function* () {
        const store = yield* ShipmentStore
        const account = yield* storeAccount(1)
        yield* track(account, 1, 2)
        const error = yield* assertFailsWith(track(account, 2, 3, 4), "LimitExceeded")
        assert.deepInclude(error, { limit: "account.shipments", value: LIMIT, needed: LIMIT + 1 })
        yield* track(account, 1, 2, 3)
        yield* track(account, 1, 2, 3)
        assert.lengthOf((yield* store.list(account.id, FIRST_PAGE_REQUEST)).data, LIMIT)
      })
    )
  })
}
