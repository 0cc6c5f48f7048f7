import { assert, describe, it } from "@effect/vitest"
import { StorageError } from "@landfall/core/faults/StorageError"
import { Effect, Logger } from "effect"
import { TestClock } from "effect/testing"
import { mapDomainErrors } from "../../src/conventions/DomainErrors.ts"

/** Runs storage failures of requests, and returns the lines of the level `Error`. */
const linesOf = <A, E>(requests: Effect.Effect<A, E>) =>
  Effect.gen(function* () {
    const lines: Array<string> = []
    const logger = Logger.make(({ logLevel, message }) => {
      if (logLevel === "Error") lines.push(String(Array.isArray(message) ? message[0] : message))
    })
    yield* Effect.provide(requests, Logger.layer([logger]))
    return lines
  })

const fail = (operation: string, reason: "unavailable" | "fault", count: number) =>
  Effect.forEach(
    Array.from({ length: count }),
    () => Effect.flip(mapDomainErrors(new StorageError({ operation, reason, cause: "disk full" }))),
    { discard: true }
  )

describe("a request whose storage is unavailable", () => {
  it.effect("is logged once in 10 s for each operation, and the next line counts the others", () =>
    Effect.gen(function* () {
      const lines = yield* linesOf(
        Effect.gen(function* () {
          yield* fail("A.create", "unavailable", 500)
          yield* fail("B.create", "unavailable", 1)
          yield* TestClock.adjust("10 seconds")
          yield* fail("A.create", "unavailable", 2)
        })
      )
      assert.deepStrictEqual(lines, [
        "Storage failed in A.create.",
        "Storage failed in B.create.",
        "Storage failed in A.create. The same fault was not logged 499 times before."
      ])
    })
  )

  it.effect("is logged each time where the cause is a fault of the program", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* linesOf(fail("C.create", "fault", 5))).length, 5)
    })
  )
})
