import { assert, describe, it } from "@effect/vitest"
import { EgressGuard } from "@landfall/core/alerts/sending/EgressGuard"
import { Effect, Result } from "effect"
import * as MemoryEgressGuard from "../../../src/memory/alerts/MemoryEgressGuard.ts"

describe("MemoryEgressGuard", () => {
  it.effect("rejects the given hosts, and no other", () =>
    Effect.gen(function* () {
      const guard = yield* EgressGuard
      const rejected = yield* Effect.result(guard.check("http://10.0.0.1:8080/hook"))
      assert.isTrue(Result.isFailure(rejected) && rejected.failure.url === "http://10.0.0.1:8080/hook")
      yield* guard.check("https://example.com/10.0.0.1")
    }).pipe(Effect.provide(MemoryEgressGuard.layer(["10.0.0.1"])))
  )
})
