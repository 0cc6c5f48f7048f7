import { assert, describe, it } from "@effect/vitest"
import { Account, AccountId, AccountStore } from "@landfall/core/accounts/Account"
import { Applications } from "@landfall/core/alerts/Applications"
import { EndpointUrl } from "@landfall/core/alerts/Endpoint"
import { Endpoints } from "@landfall/core/alerts/Endpoints"
import { EventType } from "@landfall/core/alerts/EventType"
import { NO_HEADERS } from "@landfall/core/alerts/SentHeaders"
import { Shipments } from "@landfall/core/tracking/Shipments"
import { TrackingSource } from "@landfall/core/tracking/TrackingSource"
import { DEFAULT_TARIFF } from "@landfall/core/usage/Tariff"
import { DcsaDecoder } from "@landfall/feeds/dcsa/DcsaDecoder"
import { MemoryTransport } from "@landfall/testing/MemoryTransport"
import * as MemoryEgressGuard from "@landfall/testing/memory/MemoryEgressGuard"
import * as MemoryStorage from "@landfall/testing/memory/MemoryStorage"
import { DeliveryScheduler, defaultSchedulerSettings } from "@landfall/worker/DeliveryScheduler"
import * as DemoRounds from "@landfall/worker/DemoRounds"
import * as NodeMac from "@landfall/worker/node/NodeMac"
import { DateTime, Effect, Layer, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import { TestClock } from "effect/testing"

const service = Layer.mergeAll(
  DeliveryScheduler.layer({ ...defaultSchedulerSettings, version: "test" }),
  // A day of looking for new registrations every second would be 86,400 turns of the test clock.
  DemoRounds.layer({ ...DemoRounds.defaultDemoRoundsSettings, arrival: Effect.sleep("10 minutes") }),
  Endpoints.layer,
  Applications.layer,
  Shipments.layer(DEFAULT_TARIFF).pipe(Layer.provide([DcsaDecoder.layer, TrackingSource.none]))
).pipe(
  Layer.provideMerge(MemoryTransport.layer),
  Layer.provideMerge(MemoryStorage.layer),
  Layer.provide([MemoryEgressGuard.layer(), NodeMac.layer, SecureRandom.layerWebCrypto])
)

/** A minute in small steps: leases last 25 seconds, and what they are for takes a while of its own. */
const settle = Effect.replicateEffect(TestClock.adjust("1 second"), 60, { discard: true })

describe("the demo container", () => {
  it.effect("sends every subscribed type at once and then every 6 hours, each time all of them", () =>
    Effect.gen(function* () {
      const account = new Account({
        id: AccountId.make("acc_demo"),
        name: "Demo",
        plan: "pay-as-you-go",
        monthlyCredits: Option.some(100),
        createdAt: yield* DateTime.now
      })
      yield* (yield* AccountStore).create(account)
      const endpoint = yield* (yield* Endpoints).create(account.id, {
        url: EndpointUrl.make("https://example.com/hook"),
        applicationId: Option.none(),
        description: Option.none(),
        filterTypes: Option.none(),
        secret: Option.none(),
        metadata: {},
        rateLimit: Option.none(),
        retryPolicy: Option.none(),
        headers: NO_HEADERS,
        dateChangeThresholdHours: Option.none()
      })
      yield* (yield* Shipments).track(account.id, [
        {
          endpointId: Option.some(endpoint.id),
          number: "ZZZZ0000000",
          type: Option.none(),
          sealine: Option.none(),
          label: Option.none(),
          metadata: Option.none()
        }
      ])
      const transport = yield* MemoryTransport
      const count = Effect.map(transport.sent, (sent) => sent.length)
      yield* settle
      const types = (yield* transport.sent).map(({ body }) => JSON.parse(body).type)
      assert.deepStrictEqual(types.toSorted(), EventType.literals.toSorted())
      yield* TestClock.adjust("5 hours")
      assert.strictEqual(yield* count, 33)
      yield* TestClock.adjust("59 minutes")
      for (const rounds of [2, 3, 4]) {
        yield* TestClock.adjust("1 minute")
        yield* settle
        assert.strictEqual(yield* count, 33 * rounds)
        yield* TestClock.adjust("358 minutes")
      }
    }).pipe(Effect.provide(service))
  )
})
