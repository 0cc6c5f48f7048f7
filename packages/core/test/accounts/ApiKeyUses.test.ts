import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger } from "effect"
import { TestClock } from "effect/testing"
import { ApiKeyId, ApiKeyStore } from "../../src/accounts/ApiKey.ts"
import { ApiKeyUses } from "../../src/accounts/ApiKeyUses.ts"
import { StorageError } from "../../src/faults/StorageError.ts"

const KEYS = ["key_1", "key_2"].map((id) => ApiKeyId.make(id))
const [FIRST, SECOND] = KEYS as [ApiKeyId, ApiKeyId]

/** The batches that a store received; it fails while `isUnavailable` is true. */
const makeStore = () => {
  const batches: Array<readonly [ReadonlyArray<string>, number]> = []
  const state = { isUnavailable: false }
  const layer = Layer.mock(ApiKeyStore)({
    recordUse: (ids, at) =>
      state.isUnavailable
        ? Effect.fail(
            new StorageError({ operation: "recordUse", reason: "unavailable", cause: new Error("unavailable") })
          )
        : Effect.sync(() => void batches.push([ids, at]))
  })
  return { batches, state, layer: ApiKeyUses.layer.pipe(Layer.provide(layer)) }
}

describe("the uses of API keys", () => {
  it.effect("are stored in one batch every five seconds, each key once", () => {
    const { batches, layer } = makeStore()
    return Effect.gen(function* () {
      const { record } = yield* ApiKeyUses
      for (const id of [FIRST, SECOND, FIRST, FIRST]) record(id)
      yield* TestClock.adjust("4999 millis")
      assert.deepStrictEqual(batches, [])
      yield* TestClock.adjust("1 millis")
      assert.deepStrictEqual(batches, [[[FIRST, SECOND], 5_000]])
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(batches.length, 1, "nothing is stored without a use")
    }).pipe(Effect.provide(layer))
  })

  it.effect("wait for the next batch while the storage is unavailable", () => {
    const { batches, state, layer } = makeStore()
    return Effect.gen(function* () {
      const { record } = yield* ApiKeyUses
      state.isUnavailable = true
      record(FIRST)
      yield* TestClock.adjust("5 seconds")
      record(SECOND)
      state.isUnavailable = false
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual(batches, [[[FIRST, SECOND], 10_000]])
    }).pipe(Effect.provide(layer))
  })

  it.effect("are one warning in the log of an outage, and one line at its end", () => {
    const { state, layer } = makeStore()
    const lines: Array<string> = []
    const logger = Logger.make(({ logLevel, message }) => {
      lines.push(`${logLevel} ${[message].flat()[0]}`)
    })
    return Effect.gen(function* () {
      const { record } = yield* ApiKeyUses
      for (const isUnavailable of [true, false, true]) {
        state.isUnavailable = isUnavailable
        record(FIRST)
        yield* TestClock.adjust("1 minute")
        record(SECOND)
        yield* TestClock.adjust("1 minute")
      }
      const [warning, end] = [
        "Warn The last use of API keys could not be stored; a later flush stores it.",
        "Info The last use of API keys is stored again."
      ]
      assert.deepStrictEqual(lines, [warning, end, warning])
    }).pipe(Effect.provide(Layer.provide(layer, Logger.layer([logger]))))
  })

  it.effect("are stored when the server stops", () => {
    const { batches, layer } = makeStore()
    return Effect.gen(function* () {
      yield* Effect.provide(
        Effect.map(ApiKeyUses, ({ record }) => record(FIRST)),
        layer
      )
      assert.deepStrictEqual(batches, [[[FIRST], 0]])
    })
  })
})
