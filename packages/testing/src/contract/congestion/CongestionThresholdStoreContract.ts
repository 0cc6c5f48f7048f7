import { assert, describe } from "@effect/vitest"
import { DeliveryQueue } from "@landfall/core/alerts/delivery/DeliveryQueue"
import { CONGESTION_THRESHOLD_EVENT } from "@landfall/core/alerts/EventType"
import { type Endpoint, EndpointStore, FilterTypes } from "@landfall/core/alerts/endpoints/Endpoint"
import { MessageLog } from "@landfall/core/alerts/operations/MessageLog"
import {
  CongestionThreshold,
  CongestionThresholdId,
  MAX_THRESHOLDS,
  newCongestionThreshold
} from "@landfall/core/congestion/thresholds/CongestionThreshold"
import { CongestionThresholdStore } from "@landfall/core/congestion/thresholds/CongestionThresholdStore"
import { decideThreshold, ThresholdData } from "@landfall/core/congestion/thresholds/ThresholdAlert"
import { Unlocode } from "@landfall/core/geo/Unlocode"
import { FIRST_PAGE_REQUEST } from "@landfall/core/listing/Page"
import { Effect, Option, Schema } from "effect"
import { sampleAggregate, sampleHour } from "../../samples/CongestionSamples.ts"
import { SAMPLE_TIME, ulidOf } from "../../samples/Samples.ts"
import { assertFailsWith, assertSame } from "../suite/Assertions.ts"
import { rule } from "../suite/Rules.ts"
import type { StorageLayer } from "../suite/StoragePorts.ts"
import { storeAccount, storeApplication, storeEndpoint, storeReceiver } from "../suite/StoredSamples.ts"

const NLRTM = Unlocode.make("NLRTM")
const BEANR = Unlocode.make("BEANR")
/** Every threshold of Rotterdam in these rules. */
const ALL = { port: NLRTM, after: "", limit: 1_000 }

const Alert = Schema.fromJsonString(
  Schema.Struct({ type: Schema.Literal(CONGESTION_THRESHOLD_EVENT), timestamp: Schema.String, data: ThresholdData })
)
const decodeAlert = Schema.decodeEffect(Alert)

const thresholdOf = (
  endpoint: Endpoint,
  n: number,
  changes: Partial<CongestionThreshold> = {}
): CongestionThreshold => {
  const draft = {
    port: NLRTM,
    figure: "rateOccupation.cargo.rateOccupationPercentage",
    threshold: 80,
    hysteresis: Option.some(20)
  } as const
  const owner = { accountId: endpoint.accountId, endpointId: endpoint.id }
  return new CongestionThreshold({
    ...newCongestionThreshold(CongestionThresholdId.make(`pwt_${ulidOf(n)}`), owner, draft, SAMPLE_TIME),
    ...changes
  })
}

const SUBSCRIBED = { filterTypes: Option.some(FilterTypes.make([CONGESTION_THRESHOLD_EVENT])) }

/** Stores account `n` with an endpoint that subscribes to congestion thresholds. */
const storeSubscriber = Effect.fnUntraced(function* (n: number) {
  const account = yield* storeAccount(n)
  return yield* storeEndpoint(yield* storeApplication(account, n), n, SUBSCRIBED)
})

/** Evaluates the port with this many vessels at its ten berths, this many hours after `SAMPLE_TIME`. */
const evaluateAt = Effect.fnUntraced(function* (vessels: number, hours: number, received = true) {
  const store = yield* CongestionThresholdStore
  const decide = decideThreshold(sampleAggregate(vessels, hours, received), SAMPLE_TIME)
  return (yield* store.evaluate(ALL, decide, SAMPLE_TIME)).messages
})

const storageRules = <E>(layer: StorageLayer<E>): void => {
  rule(layer, "returns a threshold as created, to its own account and endpoint alone", () =>
    Effect.gen(function* () {
      const store = yield* CongestionThresholdStore
      const [endpoint, other] = [yield* storeSubscriber(1), yield* storeSubscriber(2)]
      const first = yield* store.create(thresholdOf(endpoint, 1))
      const second = yield* store.create(thresholdOf(endpoint, 2, { port: BEANR, threshold: 12.5 }))
      assertSame((yield* store.list(endpoint.accountId, endpoint.id, FIRST_PAGE_REQUEST)).data, [first, second])
      assertSame(yield* store.find(endpoint.accountId, endpoint.id, second.id), second)
      assertSame((yield* store.list(other.accountId, other.id, FIRST_PAGE_REQUEST)).data, [])
      yield* assertFailsWith(store.list(other.accountId, endpoint.id, FIRST_PAGE_REQUEST), "EndpointNotFound")
      yield* assertFailsWith(store.find(other.accountId, other.id, first.id), "CongestionThresholdNotFound")
      yield* assertFailsWith(store.remove(other.accountId, other.id, first.id), "CongestionThresholdNotFound")
      yield* assertFailsWith(
        store.create(new CongestionThreshold({ ...thresholdOf(endpoint, 3), accountId: other.accountId })),
        "EndpointNotFound"
      )
      assertSame(yield* store.ports, [BEANR, NLRTM])
      yield* store.remove(endpoint.accountId, endpoint.id, first.id)
      assertSame(yield* store.ports, [BEANR])
      yield* assertFailsWith(store.remove(endpoint.accountId, endpoint.id, first.id), "CongestionThresholdNotFound")
    })
  )

  rule(layer, "creating the same threshold again changes its hysteresis and retains its last evaluation", () =>
    Effect.gen(function* () {
      const store = yield* CongestionThresholdStore
      const endpoint = yield* storeSubscriber(1)
      const first = yield* store.create(thresholdOf(endpoint, 1))
      yield* evaluateAt(9, 0)
      const again = yield* store.create(thresholdOf(endpoint, 2, { hysteresis: 5 }))
      assertSame([again.id, again.hysteresis], [first.id, 5])
      assertSame(again.state, Option.some({ side: "above", value: 90, asOf: sampleHour(0) }))
      assertSame((yield* store.list(endpoint.accountId, endpoint.id, FIRST_PAGE_REQUEST)).data, [again])
    })
  )

  rule(layer, `limits an endpoint to ${MAX_THRESHOLDS} thresholds, also under concurrent requests`, () =>
    Effect.gen(function* () {
      const store = yield* CongestionThresholdStore
      const endpoint = yield* storeSubscriber(1)
      const outcomes = yield* Effect.forEach(
        Array.from({ length: MAX_THRESHOLDS + 5 }, (_, n) => thresholdOf(endpoint, n, { threshold: n + 1 })),
        (threshold) => Effect.result(store.create(threshold)),
        { concurrency: 10 }
      )
      assert.strictEqual(outcomes.filter(({ _tag }) => _tag === "Success").length, MAX_THRESHOLDS)
    })
  )

  rule(layer, "deletes the thresholds of a deleted endpoint", () =>
    Effect.gen(function* () {
      const store = yield* CongestionThresholdStore
      const endpoint = yield* storeSubscriber(1)
      const threshold = yield* store.create(thresholdOf(endpoint, 1))
      yield* evaluateAt(1, 0)
      yield* (yield* EndpointStore).remove(endpoint.accountId, endpoint.id, SAMPLE_TIME)
      assertSame(yield* store.ports, [])
      assertSame(yield* evaluateAt(9, 1), 0)
      yield* assertFailsWith(store.find(endpoint.accountId, endpoint.id, threshold.id), "CongestionThresholdNotFound")
    })
  )
}

const crossingRules = <E>(layer: StorageLayer<E>): void => {
  rule(layer, "a crossing causes one message in each direction, and a change within the hysteresis none", () =>
    Effect.gen(function* () {
      const [store, queue] = [yield* CongestionThresholdStore, yield* DeliveryQueue]
      const endpoint = yield* storeSubscriber(1)
      const { id } = yield* store.create(thresholdOf(endpoint, 1))
      const counts: Array<number> = []
      for (const [hours, vessels] of [7, 8, 8, 7, 8, 6, 5, 5, 7, 8].entries())
        counts.push(yield* evaluateAt(vessels, hours))
      assertSame(counts, [0, 1, 0, 0, 0, 0, 1, 0, 0, 1])
      const leases = yield* queue.claim(10, 1000)
      const alerts = yield* Effect.forEach(leases, ({ body }) => decodeAlert(body))
      assertSame(
        alerts
          .map(({ data }) => [data.sequence, data.direction, data.previousValue, data.value, data.asOf])
          .sort(([a], [b]) => Number(a) - Number(b)),
        [
          [1, "up", 70, 80, "2026-03-01T13:00:00.000Z"],
          [2, "down", 60, 50, "2026-03-01T18:00:00.000Z"],
          [3, "up", 70, 80, "2026-03-01T21:00:00.000Z"]
        ]
      )
      assertSame([alerts[0]?.data.watchId, alerts[0]?.data.portCode, alerts[0]?.data.threshold], [id, "NLRTM", 80])
      assert.strictEqual(alerts[0]?.data.quality.capacity[0]?.berths, 10)
    })
  )

  rule(
    layer,
    "an evaluation reads a range of the thresholds of a port, and returns after which the next one begins",
    () =>
      Effect.gen(function* () {
        const store = yield* CongestionThresholdStore
        const [endpoint, other] = [yield* storeSubscriber(1), yield* storeSubscriber(2)]
        for (const n of [5, 3, 1]) yield* store.create(thresholdOf(endpoint, n, { threshold: 60 + n }))
        for (const n of [4, 2]) yield* store.create(thresholdOf(other, n, { threshold: 60 + n }))
        yield* store.create(thresholdOf(other, 6, { port: BEANR }))
        yield* evaluateAt(2, 0)
        const decide = decideThreshold(sampleAggregate(9, 1), SAMPLE_TIME)
        const idOf = (n: number) => `pwt_${ulidOf(n)}`
        const read = (after: string, limit: number) =>
          store.evaluate({ port: NLRTM, after, limit }, decide, SAMPLE_TIME)
        assertSame(yield* read("", 2), { messages: 2, next: idOf(2) })
        assertSame(yield* read(idOf(3), 1), { messages: 1, next: idOf(4) })
        const unchanged = yield* store.find(endpoint.accountId, endpoint.id, CongestionThresholdId.make(idOf(3)))
        assertSame(unchanged.crossings, 0)
        assertSame(yield* read(idOf(2), 10), { messages: 2, next: undefined })
      })
  )

  rule(layer, "evaluations of one threshold each omit none and evaluate no other while they run at the same time", () =>
    Effect.gen(function* () {
      const store = yield* CongestionThresholdStore
      const endpoint = yield* storeSubscriber(1)
      const stored = yield* Effect.forEach([1, 2, 3, 4, 5, 6, 7, 8], (n) =>
        store.create(thresholdOf(endpoint, n, { threshold: 60 + n }))
      )
      const decide = decideThreshold(sampleAggregate(2, 0), SAMPLE_TIME)
      const evaluateEach = (thresholds: ReadonlyArray<CongestionThreshold>) =>
        Effect.forEach(thresholds, (threshold) => store.evaluate(threshold, decide, SAMPLE_TIME), {
          concurrency: "unbounded"
        })
      yield* evaluateEach(stored.slice(1))
      const states = () =>
        Effect.map(store.list(endpoint.accountId, endpoint.id, FIRST_PAGE_REQUEST), ({ data }) =>
          data.map(({ state }) => Option.isSome(state))
        )
      assertSame(yield* states(), [false, true, true, true, true, true, true, true])
      yield* evaluateEach([...stored, ...stored])
      assertSame(
        yield* states(),
        stored.map(() => true)
      )
    })
  )

  rule(layer, "concurrent evaluations cause one message per crossing", () =>
    Effect.gen(function* () {
      const store = yield* CongestionThresholdStore
      yield* store.create(thresholdOf(yield* storeSubscriber(1), 1))
      yield* evaluateAt(2, 0)
      const counts = yield* Effect.forEach([1, 2, 3, 4, 5], () => evaluateAt(9, 1), { concurrency: "unbounded" })
      assert.strictEqual(
        counts.reduce((sum, count) => sum + count, 0),
        1
      )
    })
  )

  rule(layer, "an unknown figure, or one older than the last evaluation, changes nothing", () =>
    Effect.gen(function* () {
      const store = yield* CongestionThresholdStore
      const endpoint = yield* storeSubscriber(1)
      const { id } = yield* store.create(thresholdOf(endpoint, 1))
      yield* evaluateAt(2, 1)
      assertSame(yield* evaluateAt(9, 0), 0)
      assertSame(yield* evaluateAt(9, 2, false), 0)
      assertSame(
        (yield* store.find(endpoint.accountId, endpoint.id, id)).state,
        Option.some({ side: "below", value: 20, asOf: sampleHour(1) })
      )
      assertSame(yield* evaluateAt(9, 3), 1)
    })
  )

  rule(layer, "an endpoint that does not subscribe to the type is skipped, with the reason in the log", () =>
    Effect.gen(function* () {
      const [store, log] = [yield* CongestionThresholdStore, yield* MessageLog]
      const { account, endpoint } = yield* storeReceiver(1)
      yield* store.create(thresholdOf(endpoint, 1))
      yield* evaluateAt(2, 0)
      assertSame(yield* evaluateAt(9, 1), 1)
      assertSame(yield* (yield* DeliveryQueue).claim(10, 1000), [])
      const [message] = (yield* log.messages(account.id, {}, FIRST_PAGE_REQUEST)).data
      assert.strictEqual(message?.type, CONGESTION_THRESHOLD_EVENT)
    })
  )

  rule(layer, "a failed evaluation stores nothing and sends nothing", () =>
    Effect.gen(function* () {
      const store = yield* CongestionThresholdStore
      const endpoint = yield* storeSubscriber(1)
      const { id } = yield* store.create(thresholdOf(endpoint, 1))
      yield* store.create(thresholdOf(endpoint, 2, { threshold: 85 }))
      yield* evaluateAt(2, 0)
      let decided = 0
      const decide = decideThreshold(sampleAggregate(9, 1), SAMPLE_TIME)
      const exit = yield* Effect.exit(
        store.evaluate(
          ALL,
          (snapshot) => {
            if (decided++ === 1) throw new Error("fails at the second threshold")
            return decide(snapshot)
          },
          SAMPLE_TIME
        )
      )
      assert.strictEqual(exit._tag, "Failure")
      assertSame(yield* (yield* DeliveryQueue).claim(10, 1000), [])
      assertSame((yield* store.find(endpoint.accountId, endpoint.id, id)).crossings, 0)
      assertSame(yield* evaluateAt(9, 2), 2)
    })
  )
}

/** Registers the contract of `CongestionThresholdStore`. */
export const congestionThresholdStoreContract = <E>(name: string, layer: StorageLayer<E>): void => {
  describe(`CongestionThresholdStore on ${name}`, () => {
    storageRules(layer)
    crossingRules(layer)
  })
}
