import { assert, describe, it } from "@effect/vitest"
import { Shipments } from "@landfall/core/tracking/Shipments"
import { transhipmentVoyage } from "@landfall/testing/journeys/Voyage"
import { MemoryTransport, type SentRequest } from "@landfall/testing/memory/alerts/MemoryTransport"
import { accountOf, SAMPLE_TIME } from "@landfall/testing/samples/Samples"
import { DateTime, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { follow, memoryAlerts } from "../support/MemoryAlerts.ts"

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** The delays of the default retry policy, without jitter. */
const WAITS_SECONDS = [0, 5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]
const URL = "https://example.com/hook"
const CONTAINER = "MSKU7194304"

const account = accountOf(1, { monthlyCredits: Option.some(100) })

const retryPolicy = Option.some({ waitsSeconds: WAITS_SECONDS, jitter: 0 })

/** The expected attempts of a message whose first attempt was at `first`, up to the first one at or after `up`. */
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

const byMessage = (sent: ReadonlyArray<SentRequest>) => {
  const messages = new Map<string, Array<SentRequest>>()
  for (const post of sent) {
    const id = post.headers["webhook-id"] ?? ""
    messages.set(id, [...(messages.get(id) ?? []), post])
  }
  return messages
}

describe("a receiver that is down for a day", () => {
  it.effect("receives every alert afterwards, each when it is due, numbered in the order of the journey", () =>
    Effect.gen(function* () {
      const transport = yield* MemoryTransport
      const start = yield* DateTime.now
      // The first alert verifies the URL of the endpoint; the receiver is down from then on.
      yield* follow(account, CONTAINER, URL, retryPolicy)
      yield* TestClock.adjust("1 second")
      const before = (yield* transport.sent).length
      yield* transport.respondWith(URL, [{ failure: "connection_refused" }])
      const shipments = yield* Shipments
      const journey = transhipmentVoyage({ container: CONTAINER, booking: "DOWN1", start })
      for (const { events } of journey) {
        yield* shipments.receive(account.id, events)
        yield* TestClock.adjust("90 minutes")
      }
      const up = DateTime.toEpochMillis(start) + DAY
      yield* TestClock.setTime(up)
      yield* transport.respondWith(URL, [])
      yield* TestClock.adjust("48 hours")

      assert.strictEqual(before, 1)
      const messages = byMessage((yield* transport.sent).slice(before))
      assert.strictEqual(messages.size, 10)
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
      // Messages are numbered in the order of their creation, which differs from the order of arrival.
      assert.deepStrictEqual(
        sequence,
        Array.from({ length: 10 }, (_, n) => n + 2)
      )
      const arrival = [...messages.values()].map((posts) => posts.at(-1)?.at ?? 0)
      assert.notDeepEqual(
        arrival,
        arrival.toSorted((a, b) => a - b)
      )
    }).pipe(
      Effect.provide(memoryAlerts),
      // Set before the worker starts, which would otherwise run through every minute of the years in between.
      (body) => Effect.andThen(TestClock.setTime(DateTime.toEpochMillis(SAMPLE_TIME)), body)
    )
  )
})
