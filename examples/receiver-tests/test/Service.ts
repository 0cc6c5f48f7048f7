import { Accounts } from "@landfall/core/accounts/Accounts"
import { Endpoints, endpointDraft } from "@landfall/core/alerts/endpoints/Endpoints"
import { HeaderKeys } from "@landfall/core/alerts/sending/HeaderKeys"
import { examplesLayer } from "@landfall/core/catalogue/EventCatalogue"
import { TrackingSource } from "@landfall/core/tracking/carriers/TrackingSource"
import { Shipments, trackInput } from "@landfall/core/tracking/Shipments"
import { DEFAULT_TARIFF } from "@landfall/core/usage/Tariff"
import { DcsaDecoder } from "@landfall/feeds/dcsa/events/DcsaDecoder"
import { HandlerTransport, type WebHandler } from "@landfall/testing/HandlerTransport"
import type { DcsaUpdate } from "@landfall/testing/journeys/Voyage"
import * as MemoryEgressGuard from "@landfall/testing/memory/alerts/MemoryEgressGuard"
import * as MemoryStorage from "@landfall/testing/memory/MemoryStorage"
import { DeliveryDispatcher, defaultDispatcherSettings } from "@landfall/worker/dispatch/Dispatcher"
import * as NodeMac from "@landfall/worker/node/NodeMac"
import * as ShipmentReviewLoop from "@landfall/worker/tracking/ShipmentReviewLoop"
import { DateTime, Duration, Effect, Layer, Option, Redacted } from "effect"
import { Digest, SecureRandom } from "effect/crypto"
import { TestClock } from "effect/testing"

const ENDPOINT_URL = "https://receiver.example/alerts"

/** A whole service in memory, whose alerts go to a handler. Each build of the layer is empty. */
const serviceLayer = (handler: WebHandler) =>
  Layer.mergeAll(
    Accounts.layer,
    Endpoints.layer.pipe(Layer.provide([examplesLayer, MemoryEgressGuard.layer()])),
    Shipments.layer(DEFAULT_TARIFF).pipe(Layer.provide([DcsaDecoder.layer, TrackingSource.none])),
    DeliveryDispatcher.layer({ ...defaultDispatcherSettings, version: "test" }),
    // By default it wakes every minute, which a clock that moves by days would have to run through.
    ShipmentReviewLoop.layer({ limit: 100, longestSleep: Duration.days(1) })
  ).pipe(
    Layer.provideMerge(HandlerTransport.layer(handler)),
    Layer.provide(HeaderKeys.layer),
    Layer.provide(MemoryStorage.layer),
    Layer.provide([NodeMac.layer, SecureRandom.layerWebCrypto, Digest.layerWebCrypto])
  )

/**
 * Runs a test with a new service and a clock that begins at `start` and stands still until it is moved. The service is built
 * after the clock is set: its loops would otherwise run through all the time since 1970.
 */
export const runAt = <A, E>(
  start: DateTime.Utc,
  handler: WebHandler,
  program: Effect.Effect<A, E, Layer.Success<ReturnType<typeof serviceLayer>>>
): Promise<A> =>
  Effect.runPromise(
    Effect.andThen(
      TestClock.setTime(start.epochMilliseconds),
      program.pipe(Effect.provide(serviceLayer(handler)))
    ).pipe(Effect.provide(TestClock.layer()))
  )

/** Opens an account with an endpoint. Returns what sends events to it, and the secret of its signatures. */
export const openAccount = Effect.gen(function* () {
  const [accounts, endpoints, shipments] = [yield* Accounts, yield* Endpoints, yield* Shipments]
  const account = yield* accounts.create({ name: "Harbour" })
  const endpoint = yield* endpoints.create(account.id, endpointDraft(ENDPOINT_URL))
  return {
    secret: Redacted.value(yield* endpoints.secret(account.id, endpoint.id)),
    track: (number: string) =>
      shipments.track(account.id, [trackInput(number, { endpointId: Option.some(endpoint.id) })]),
    receive: (events: DcsaUpdate["events"]) => shipments.receive(account.id, events)
  }
})

/** Moves the clock, and lets the receiver respond to what became due. */
export const advance = Effect.fnUntraced(function* (duration: Duration.Input) {
  const { settle } = yield* HandlerTransport
  yield* TestClock.adjust(duration)
  yield* settle
  // The outcomes are recorded, and deliveries that waited for them are sent.
  yield* TestClock.adjust("1 second")
  yield* settle
  yield* TestClock.adjust("1 second")
})

/** Sends the events of a journey at their instants. Stops before the first update that `until` selects. */
export const play = Effect.fnUntraced(function* (
  updates: ReadonlyArray<DcsaUpdate>,
  receive: (events: DcsaUpdate["events"]) => Effect.Effect<unknown, unknown>,
  until: (update: DcsaUpdate) => boolean = () => false
) {
  for (const update of updates) {
    if (until(update)) return
    const now = yield* DateTime.now
    yield* advance(`${Math.max(0, update.at.epochMilliseconds - now.epochMilliseconds)} millis`)
    yield* receive(update.events)
    yield* advance(0)
  }
})
