import { assert, describe, it } from "@effect/vitest"
import { AccountStore } from "@landfall/core/accounts/Account"
import { Applications } from "@landfall/core/alerts/Applications"
import { EndpointUrl } from "@landfall/core/alerts/Endpoint"
import { Endpoints } from "@landfall/core/alerts/Endpoints"
import { NO_HEADERS } from "@landfall/core/alerts/SentHeaders"
import { Shipments } from "@landfall/core/tracking/Shipments"
import { TrackingSource } from "@landfall/core/tracking/TrackingSource"
import { DEFAULT_TARIFF } from "@landfall/core/usage/Tariff"
import { DcsaDecoder } from "@landfall/feeds/dcsa/DcsaDecoder"
import { transhipmentVoyage } from "@landfall/testing/journeys/Voyage"
import { MemoryTransport, type Sent } from "@landfall/testing/MemoryTransport"
import * as MemoryEgressGuard from "@landfall/testing/memory/MemoryEgressGuard"
import * as MemoryStorage from "@landfall/testing/memory/MemoryStorage"
import { accountOf, SAMPLE_TIME } from "@landfall/testing/Samples"
import { DateTime, Effect, Layer, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import { TestClock } from "effect/testing"
import { worker } from "./Worker.ts"

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** The waits of the default policy, which DESIGN 5 gives, without their spread. */
const WAITS_SECONDS = [0, 5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]
const URL = "https://example.com/hook"
const CONTAINER = "MSKU7194304"

const service = Layer.mergeAll(
  worker,
  Endpoints.layer,
  Applications.layer,
  Shipments.layer(DEFAULT_TARIFF).pipe(Layer.provide([DcsaDecoder.layer, TrackingSource.none]))
).pipe(
  Layer.provideMerge(MemoryTransport.layer),
  Layer.provideMerge(MemoryStorage.layer),
  Layer.provide([MemoryEgressGuard.layer(), SecureRandom.layerWebCrypto])
)

const account = accountOf(1, { monthlyCredits: Option.some(100) })

const prepare = Effect.gen(function* () {
  yield* (yield* AccountStore).create(account)
  const endpoint = yield* (yield* Endpoints).create(account.id, {
    url: EndpointUrl.make(URL),
    applicationId: Option.none(),
    description: Option.none(),
    filterTypes: Option.none(),
    secret: Option.none(),
    metadata: {},
    rateLimit: Option.none(),
    retryPolicy: Option.some({ waitsSeconds: WAITS_SECONDS, jitter: 0 }),
    headers: NO_HEADERS,
    dateChangeThresholdHours: Option.none()
  })
  yield* (yield* Shipments).track(account.id, [
    {
      endpointId: Option.some(endpoint.id),
      number: CONTAINER,
      type: Option.none(),
      sealine: Option.none(),
      label: Option.none(),
      metadata: Option.none()
    }
  ])
})

/** The attempts that must have been made of a message whose first was at `first`, up to and with one at or after `up`. */
const dueTimes = (first: number, up: number): ReadonlyArray<number> => {
  const times: Array<number> = []
  let at = first
  for (const wait of WAITS_SECONDS) {
    at += wait * 1000
    times.push(at)
    if (at >= up) break
  }
  return times
}

const byMessage = (sent: ReadonlyArray<Sent>) => {
  const messages = new Map<string, Array<Sent>>()
  for (const post of sent) {
    const id = post.headers["webhook-id"] ?? ""
    messages.set(id, [...(messages.get(id) ?? []), post])
  }
  return messages
}

describe("a receiver that is down for a day", () => {
  it.effect("gets every alert after, each when it is due, and their sequence tells the order", () =>
    Effect.gen(function* () {
      const transport = yield* MemoryTransport
      yield* transport.answer(URL, [{ failure: "connection_refused" }])
      const start = yield* DateTime.now
      yield* prepare
      const shipments = yield* Shipments
      const journey = transhipmentVoyage({ container: CONTAINER, booking: "DOWN1", start })
      for (const { events } of journey) {
        yield* shipments.receive(account.id, events)
        yield* TestClock.adjust("90 minutes")
      }
      const up = DateTime.toEpochMillis(start) + DAY
      yield* TestClock.setTime(up)
      yield* transport.answer(URL, [])
      yield* TestClock.adjust("48 hours")

      const messages = byMessage(yield* transport.sent)
      assert.strictEqual(messages.size, 11)
      const sequence: Array<number> = []
      for (const posts of messages.values()) {
        const [first] = posts
        assert.deepStrictEqual(
          posts.map(({ at }) => at),
          dueTimes(first?.at ?? 0, up)
        )
        assert.strictEqual(new Set(posts.map(({ body }) => body)).size, 1)
        sequence.push(JSON.parse(first?.body ?? "").data.sequence)
      }
      // Messages are numbered as they were made, which is not as they arrived.
      assert.deepStrictEqual(
        sequence,
        Array.from({ length: 11 }, (_, n) => n + 1)
      )
      const arrival = [...messages.values()].map((posts) => posts.at(-1)?.at ?? 0)
      assert.notDeepEqual(
        arrival,
        arrival.toSorted((a, b) => a - b)
      )
    }).pipe(
      Effect.provide(service),
      // Before there is a worker, who would look at his work in every minute of the years between.
      (body) => Effect.andThen(TestClock.setTime(DateTime.toEpochMillis(SAMPLE_TIME)), body)
    )
  )
})
