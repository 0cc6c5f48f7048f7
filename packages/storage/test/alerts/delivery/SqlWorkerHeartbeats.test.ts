import { assert, describe, it } from "@effect/vitest"
import {
  HEARTBEAT_MILLIS,
  isActive,
  REMOVAL_MILLIS,
  SILENCE_MILLIS,
  WorkerHeartbeats
} from "@landfall/core/alerts/dispatch/WorkerHeartbeats"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { openOnFile } from "../../TestStorage.ts"

const heartbeats = Effect.flatMap(WorkerHeartbeats, (heartbeats) => heartbeats.list)
const beat = (worker: string, claimedMillisAgo: number | null = 0) =>
  Effect.flatMap(WorkerHeartbeats, (heartbeats) => heartbeats.beat(worker, Option.fromNullOr(claimedMillisAgo)))

describe("the heartbeats of workers", () => {
  it.effect("state how long ago each worker was seen and claimed, until it stops", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* heartbeats, [])
      yield* beat("a", 4_000)
      yield* beat("b", null)
      yield* TestClock.adjust(HEARTBEAT_MILLIS)
      yield* beat("b", 1_000)
      assert.deepStrictEqual(yield* heartbeats, [
        { seenMillisAgo: HEARTBEAT_MILLIS, claimedMillisAgo: Option.some(HEARTBEAT_MILLIS + 4_000) },
        { seenMillisAgo: 0, claimedMillisAgo: Option.some(1_000) }
      ])
      yield* (yield* WorkerHeartbeats).leave("b")
      assert.strictEqual((yield* heartbeats).length, 1)
    }).pipe(Effect.provide(openOnFile))
  )

  it.effect("show a worker without heartbeats as silent, and remove it when the heartbeats of others continue", () =>
    Effect.gen(function* () {
      yield* beat("killed")
      assert.deepStrictEqual((yield* heartbeats).map(isActive), [true])
      yield* TestClock.adjust(SILENCE_MILLIS + 1)
      yield* beat("other")
      assert.deepStrictEqual((yield* heartbeats).map(isActive), [false, true])
      yield* TestClock.adjust(REMOVAL_MILLIS)
      yield* beat("other")
      assert.strictEqual((yield* heartbeats).length, 1)
    }).pipe(Effect.provide(openOnFile))
  )
})
