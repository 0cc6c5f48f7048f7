import { assert, describe, it } from "@effect/vitest"
import { AccountStore } from "@landfall/core/accounts/Account"
import { ApplicationStore } from "@landfall/core/alerts/endpoints/Application"
import { EndpointStore, type FilterTypes } from "@landfall/core/alerts/endpoints/Endpoint"
import type { ArrivalPrediction } from "@landfall/core/eta/ArrivalPrediction"
import { ArrivalPredictions } from "@landfall/core/eta/ArrivalPredictions"
import type { VesselVoyage } from "@landfall/core/eta/VesselVoyage"
import { NauticalMiles } from "@landfall/core/geo/Distance"
import { Unlocode } from "@landfall/core/geo/Unlocode"
import { type Instant, isoOf } from "@landfall/core/time/Instant"
import { type ShipmentDecision, ShipmentStore } from "@landfall/core/tracking/shipments/ShipmentStore"
import { Credits } from "@landfall/core/usage/Credits"
import { Knots } from "@landfall/core/vessels/Knots"
import * as MemoryStorage from "@landfall/testing/memory/MemoryStorage"
import { MemoryState } from "@landfall/testing/memory/state/MemoryState"
import {
  containerOf,
  equipmentEventOf,
  hoursLater,
  placeOf,
  transportCallAt,
  transportEventOf
} from "@landfall/testing/samples/EventSamples"
import {
  accountOf,
  applicationOf,
  endpointCredentialsOf,
  endpointOf,
  SAMPLE_TIME
} from "@landfall/testing/samples/Samples"
import { DateTime, Effect, Layer, Option, Result } from "effect"
import { TestClock } from "effect/testing"
import * as PredictionLoop from "../../src/tracking/PredictionLoop.ts"

const MINUTE = 60_000
const INTERVAL = 30 * MINUTE
const NLRTM = Unlocode.make("NLRTM")

const predictionOf = (eta: Instant): ArrivalPrediction => ({
  port: NLRTM,
  eta,
  portArrival: eta,
  interval: { _tag: "Unknown", reason: "too_few_legs" },
  waiting: { hours: 0, basis: "default", calls: 0 },
  lastPort: Unlocode.make("CNSHA"),
  inPort: false,
  calls: [],
  callsKnownBy: { basis: "direct", rounds: 0, roundsKnown: 0 },
  distanceNm: NauticalMiles.make(4000),
  speed: { knots: Knots.make(16), basis: "past-legs" },
  position: Option.none(),
  predictedAt: hoursLater(0)
})

/** Predictions that the test sets, and the voyages that they were requested for. */
const scriptedPredictions = () => {
  let eta: Instant | undefined
  const requested: Array<VesselVoyage> = []
  const service = ArrivalPredictions.of({
    ofVessel: () => Effect.die("not used in this test"),
    ofVoyage: (voyage) =>
      Effect.sync(() => {
        requested.push(voyage)
        return eta === undefined ? Result.fail("no_position" as const) : Result.succeed(predictionOf(eta))
      })
  })
  return {
    requested,
    layer: Layer.succeed(ArrivalPredictions, service),
    predict: (date: Instant | undefined) => {
      eta = date
    }
  }
}

const departureOf = transportEventOf({
  code: "DEPA",
  classifier: "ACT",
  eventDateTime: hoursLater(1),
  place: Option.some(placeOf("CNSHA")),
  transportCall: Option.some(transportCallAt("CNSHA")),
  documents: [{ type: "BKG", value: "BK1" }]
})
const arrival = transportEventOf({ documents: [{ type: "BKG", value: "BK1" }] })

const changeNothing: ShipmentDecision = ({ shipment }) => ({ shipment, registrations: [], outbox: [] })

/** Tracks so many containers of one booking that are on a vessel, on an endpoint with this filter. */
const trackAtSea = Effect.fnUntraced(function* (containers: number, filterTypes: Option.Option<FilterTypes>) {
  const account = accountOf(1)
  const application = applicationOf(account, 1)
  const endpoint = endpointOf(application, 1, { filterTypes })
  yield* (yield* AccountStore).create(account)
  yield* (yield* ApplicationStore).create(application)
  yield* (yield* EndpointStore).create(endpoint, endpointCredentialsOf(1))
  const store = yield* ShipmentStore
  const now = yield* DateTime.now
  for (let serial = 1; serial <= containers; serial++) {
    const request = {
      reference: { _tag: "Container" as const, number: containerOf(serial), sealine: Option.none() },
      endpointId: Option.some(endpoint.id),
      label: Option.none(),
      metadata: Option.none()
    }
    yield* store.track(account.id, [request], Credits.make(0), now, changeNothing)
    const load = equipmentEventOf(containerOf(serial), { documents: [{ type: "BKG", value: "BK1" }] })
    yield* store.receive(account.id, [load, departureOf, arrival], now, changeNothing)
  }
})

const named = Option.some(["eta.predicted.changed"] as const)

const sentTypes = Effect.map(MemoryState, (state) =>
  state.messages.values().map(({ type, body }) => `${type} ${JSON.parse(body).data.date}`)
)

const running = (predictions: ReturnType<typeof scriptedPredictions>, limit = 50) =>
  PredictionLoop.layer({ ...PredictionLoop.defaultPredictionSettings, limit }).pipe(Layer.provide(predictions.layer))

describe("the loop of predicted arrivals", () => {
  it.effect("notifies a prediction that moved since the last round by more than the threshold, once", () => {
    const predictions = scriptedPredictions()
    return Effect.gen(function* () {
      yield* TestClock.setTime(DateTime.toEpochMillis(SAMPLE_TIME))
      yield* trackAtSea(1, named)
      yield* Layer.build(running(predictions))
      predictions.predict(hoursLater(700))
      yield* TestClock.adjust(2 * INTERVAL)
      assert.deepStrictEqual(yield* sentTypes, [])
      predictions.predict(hoursLater(724))
      yield* TestClock.adjust(INTERVAL)
      assert.deepStrictEqual(yield* sentTypes, [])
      predictions.predict(hoursLater(725))
      yield* TestClock.adjust(4 * INTERVAL)
      assert.deepStrictEqual(yield* sentTypes, [`eta.predicted.changed ${isoOf(hoursLater(725))}`])
      predictions.predict(undefined)
      yield* TestClock.adjust(INTERVAL)
      predictions.predict(hoursLater(690))
      yield* TestClock.adjust(INTERVAL)
      assert.deepStrictEqual(yield* sentTypes, [
        `eta.predicted.changed ${isoOf(hoursLater(725))}`,
        `eta.predicted.changed ${isoOf(hoursLater(690))}`
      ])
    }).pipe(Effect.scoped, Effect.provide(MemoryStorage.layer))
  })

  it.effect("predicts once a round for all containers of a vessel, however many pages they take", () => {
    const predictions = scriptedPredictions()
    return Effect.gen(function* () {
      yield* TestClock.setTime(DateTime.toEpochMillis(SAMPLE_TIME))
      yield* trackAtSea(5, named)
      predictions.predict(hoursLater(700))
      yield* Layer.build(running(predictions, 2))
      yield* TestClock.adjust(INTERVAL - 1)
      assert.strictEqual(predictions.requested.length, 1)
      predictions.predict(hoursLater(800))
      yield* TestClock.adjust(1)
      assert.strictEqual(predictions.requested.length, 2)
      assert.strictEqual((yield* sentTypes).length, 5)
    }).pipe(Effect.scoped, Effect.provide(MemoryStorage.layer))
  })

  it.effect("predicts nothing for shipments of endpoints that do not name the type", () => {
    const predictions = scriptedPredictions()
    return Effect.gen(function* () {
      yield* TestClock.setTime(DateTime.toEpochMillis(SAMPLE_TIME))
      yield* trackAtSea(1, Option.none())
      yield* Layer.build(running(predictions))
      yield* TestClock.adjust(INTERVAL)
      assert.deepStrictEqual(predictions.requested, [])
    }).pipe(Effect.scoped, Effect.provide(MemoryStorage.layer))
  })
})
