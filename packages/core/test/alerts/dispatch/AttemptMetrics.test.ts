import { assert, describe, it } from "@effect/vitest"
import { attemptResultOf } from "../../../src/alerts/dispatch/AttemptMetrics.ts"

describe("the result of an attempt", () => {
  it("is the class of the status, or the reason why no response arrived", () => {
    for (const [status, result] of [
      [204, "2xx"],
      [301, "3xx"],
      [410, "4xx"],
      [599, "5xx"]
    ] as const)
      assert.strictEqual(attemptResultOf({ _tag: "Responded", status, body: "" }), result)
    assert.strictEqual(attemptResultOf({ _tag: "NoResponse", reason: "timeout", message: "Late." }), "timeout")
  })
})
