import { assert, describe } from "@effect/vitest"
import { DeliveryQueue } from "@landfall/core/alerts/delivery/DeliveryQueue"
import { CONGESTION_THRESHOLD } from "@landfall/core/alerts/EventType"
import { type Endpoint, EndpointStore, FilterTypes } from "@landfall/core/alerts/endpoints/Endpoint"
import { MessageLog } from "@landfall/core/alerts/operations/MessageLog"
import { MAX_WATCHES, newWatch, PortWatch, PortWatchId } from "@landfall/core/congestion/thresholds/PortWatch"
import { PortWatchStore } from "@landfall/core/congestion/thresholds/PortWatchStore"
import { decideWatch, ThresholdData } from "@landfall/core/congestion/thresholds/ThresholdAlert"
import { Unlocode } from "@landfall/core/geo/Unlocode"
import { firstPage } from "@landfall/core/listing/Page"
import { Effect, Option, Schema } from "effect"
import { sampleAggregate, sampleHour } from "../../samples/CongestionSamples.ts"
import { SAMPLE_TIME, ulidOf } from "../../samples/Samples.ts"
import { failsWith, same } from "../suite/Assertions.ts"
import { rule } from "../suite/Rules.ts"
import type { StorageLayer } from "../suite/StoragePorts.ts"
import { storedAccount, storedApplication, storedEndpoint, storedReceiver } from "../suite/Stored.ts"

const NLRTM = Unlocode.make("NLRTM")
const BEANR = Unlocode.make("BEANR")

const Alert = Schema.fromJsonString(
  Schema.Struct({ type: Schema.Literal(CONGESTION_THRESHOLD), timestamp: Schema.String, data: ThresholdData })
)
const decodeAlert = Schema.decodeEffect(Alert)

const watchOf = (endpoint: Endpoint, n: number, changes: Partial<PortWatch> = {}): PortWatch => {
  const draft = {
    port: NLRTM,
    figure: "rateOccupation.cargo.rateOccupationPercentage",
    threshold: 80,
    hysteresis: Option.some(20)
  } as const
  const owner = { accountId: endpoint.accountId, endpointId: endpoint.id }
  return new PortWatch({ ...newWatch(PortWatchId.make(`pwt_${ulidOf(n)}`), owner, draft, SAMPLE_TIME), ...changes })
}

const asking = { filterTypes: Option.some(FilterTypes.make([CONGESTION_THRESHOLD])) }

/** An account with an endpoint that asks for what is told of ports, of this number. */
const asker = Effect.fnUntraced(function* (n: number) {
  const account = yield* storedAccount(n)
  return yield* storedEndpoint(yield* storedApplication(account, n), n, asking)
})

/** Looks at the port with so many ships at its ten berths, so many hours after `SAMPLE_TIME`. */
const lookAt = Effect.fnUntraced(function* (ships: number, hours: number, heard = true) {
  const store = yield* PortWatchStore
  return yield* store.look(NLRTM, decideWatch(sampleAggregate(ships, hours, heard), SAMPLE_TIME), SAMPLE_TIME)
})

const keepingRules = <E>(layer: StorageLayer<E>): void => {
  rule(layer, "a watch comes back as it was added, to its own account and endpoint alone", () =>
    Effect.gen(function* () {
      const store = yield* PortWatchStore
      const [endpoint, other] = [yield* asker(1), yield* asker(2)]
      const first = yield* store.create(watchOf(endpoint, 1))
      const second = yield* store.create(watchOf(endpoint, 2, { port: BEANR, threshold: 12.5 }))
      same((yield* store.list(endpoint.accountId, endpoint.id, firstPage)).data, [first, second])
      same(yield* store.find(endpoint.accountId, endpoint.id, second.id), second)
      same((yield* store.list(other.accountId, other.id, firstPage)).data, [])
      yield* failsWith(store.list(other.accountId, endpoint.id, firstPage), "EndpointNotFound")
      yield* failsWith(store.find(other.accountId, other.id, first.id), "PortWatchNotFound")
      yield* failsWith(store.remove(other.accountId, other.id, first.id), "PortWatchNotFound")
      yield* failsWith(
        store.create(new PortWatch({ ...watchOf(endpoint, 3), accountId: other.accountId })),
        "EndpointNotFound"
      )
      same(yield* store.ports, [BEANR, NLRTM])
      yield* store.remove(endpoint.accountId, endpoint.id, first.id)
      same(yield* store.ports, [BEANR])
      yield* failsWith(store.remove(endpoint.accountId, endpoint.id, first.id), "PortWatchNotFound")
    })
  )

  rule(layer, "the same watch again takes on the hysteresis and keeps what was seen", () =>
    Effect.gen(function* () {
      const store = yield* PortWatchStore
      const endpoint = yield* asker(1)
      const first = yield* store.create(watchOf(endpoint, 1))
      yield* lookAt(9, 0)
      const again = yield* store.create(watchOf(endpoint, 2, { hysteresis: 5 }))
      same([again.id, again.hysteresis], [first.id, 5])
      same(again.seen, Option.some({ side: "above", value: 90, asOf: sampleHour(0) }))
      same((yield* store.list(endpoint.accountId, endpoint.id, firstPage)).data, [again])
    })
  )

  rule(layer, `an endpoint has ${MAX_WATCHES} watches at most, also when they come at once`, () =>
    Effect.gen(function* () {
      const store = yield* PortWatchStore
      const endpoint = yield* asker(1)
      const outcomes = yield* Effect.forEach(
        Array.from({ length: MAX_WATCHES + 5 }, (_, n) => watchOf(endpoint, n, { threshold: n + 1 })),
        (watch) => Effect.result(store.create(watch)),
        { concurrency: 10 }
      )
      assert.strictEqual(outcomes.filter(({ _tag }) => _tag === "Success").length, MAX_WATCHES)
    })
  )

  rule(layer, "the watches of an endpoint go with it", () =>
    Effect.gen(function* () {
      const store = yield* PortWatchStore
      const endpoint = yield* asker(1)
      const watch = yield* store.create(watchOf(endpoint, 1))
      yield* lookAt(1, 0)
      yield* (yield* EndpointStore).remove(endpoint.accountId, endpoint.id, SAMPLE_TIME)
      same(yield* store.ports, [])
      same(yield* lookAt(9, 1), 0)
      yield* failsWith(store.find(endpoint.accountId, endpoint.id, watch.id), "PortWatchNotFound")
    })
  )
}

const crossingRules = <E>(layer: StorageLayer<E>): void => {
  rule(layer, "a crossing is told once each way, and a sway within the hysteresis not at all", () =>
    Effect.gen(function* () {
      const [store, queue] = [yield* PortWatchStore, yield* DeliveryQueue]
      const endpoint = yield* asker(1)
      const { id } = yield* store.create(watchOf(endpoint, 1))
      const told: Array<number> = []
      for (const [hours, ships] of [7, 8, 8, 7, 8, 6, 5, 5, 7, 8].entries()) told.push(yield* lookAt(ships, hours))
      same(told, [0, 1, 0, 0, 0, 0, 1, 0, 0, 1])
      const leases = yield* queue.claim(10, 1000)
      const alerts = yield* Effect.forEach(leases, ({ body }) => decodeAlert(body))
      same(
        alerts
          .map(({ data }) => [data.sequence, data.direction, data.previousValue, data.value, data.asOf])
          .sort(([a], [b]) => Number(a) - Number(b)),
        [
          [1, "up", 70, 80, "2026-03-01T13:00:00.000Z"],
          [2, "down", 60, 50, "2026-03-01T18:00:00.000Z"],
          [3, "up", 70, 80, "2026-03-01T21:00:00.000Z"]
        ]
      )
      same([alerts[0]?.data.watchId, alerts[0]?.data.portCode, alerts[0]?.data.threshold], [id, "NLRTM", 80])
      assert.strictEqual(alerts[0]?.data.quality.capacity[0]?.berths, 10)
    })
  )

  rule(layer, "looks at the same time tell a crossing once", () =>
    Effect.gen(function* () {
      const store = yield* PortWatchStore
      yield* store.create(watchOf(yield* asker(1), 1))
      yield* lookAt(2, 0)
      const told = yield* Effect.forEach([1, 2, 3, 4, 5], () => lookAt(9, 1), { concurrency: "unbounded" })
      assert.strictEqual(
        told.reduce((sum, count) => sum + count, 0),
        1
      )
    })
  )

  rule(layer, "a figure that is unknown, or older than what was seen, changes nothing", () =>
    Effect.gen(function* () {
      const store = yield* PortWatchStore
      const endpoint = yield* asker(1)
      const { id } = yield* store.create(watchOf(endpoint, 1))
      yield* lookAt(2, 1)
      same(yield* lookAt(9, 0), 0)
      same(yield* lookAt(9, 2, false), 0)
      same(
        (yield* store.find(endpoint.accountId, endpoint.id, id)).seen,
        Option.some({ side: "below", value: 20, asOf: sampleHour(1) })
      )
      same(yield* lookAt(9, 3), 1)
    })
  )

  rule(layer, "an endpoint that does not ask for the type is not told, and the log says why", () =>
    Effect.gen(function* () {
      const [store, log] = [yield* PortWatchStore, yield* MessageLog]
      const { account, endpoint } = yield* storedReceiver(1)
      yield* store.create(watchOf(endpoint, 1))
      yield* lookAt(2, 0)
      same(yield* lookAt(9, 1), 1)
      same(yield* (yield* DeliveryQueue).claim(10, 1000), [])
      const [message] = (yield* log.messages(account.id, {}, firstPage)).data
      assert.strictEqual(message?.type, CONGESTION_THRESHOLD)
    })
  )

  rule(layer, "a look that fails tells nothing and sees nothing", () =>
    Effect.gen(function* () {
      const store = yield* PortWatchStore
      const endpoint = yield* asker(1)
      const { id } = yield* store.create(watchOf(endpoint, 1))
      yield* store.create(watchOf(endpoint, 2, { threshold: 85 }))
      yield* lookAt(2, 0)
      let decided = 0
      const broken = decideWatch(sampleAggregate(9, 1), SAMPLE_TIME)
      const exit = yield* Effect.exit(
        store.look(
          NLRTM,
          (snapshot) => {
            if (decided++ === 1) throw new Error("breaks off at the second watch")
            return broken(snapshot)
          },
          SAMPLE_TIME
        )
      )
      assert.strictEqual(exit._tag, "Failure")
      same(yield* (yield* DeliveryQueue).claim(10, 1000), [])
      same((yield* store.find(endpoint.accountId, endpoint.id, id)).crossings, 0)
      same(yield* lookAt(9, 2), 2)
    })
  )
}

/** What every `PortWatchStore` does. */
export const portWatchStoreContract = <E>(name: string, layer: StorageLayer<E>): void => {
  describe(`PortWatchStore on ${name}`, () => {
    keepingRules(layer)
    crossingRules(layer)
  })
}
