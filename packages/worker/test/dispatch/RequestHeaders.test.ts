import { assert, describe, it } from "@effect/vitest"
import { MAX_STORED_NAME_LENGTH, storedRequestHeaders } from "../../src/dispatch/RequestHeaders.ts"

const standard = { "webhook-id": "msg_1" }

describe("the stored headers of a request", () => {
  it("have no value of a custom header", () => {
    assert.deepStrictEqual(storedRequestHeaders({ authorization: "Bearer s3cret", "X-Tenant": "7" }, standard), {
      authorization: "(hidden)",
      "X-Tenant": "(hidden)",
      ...standard
    })
    assert.deepStrictEqual(storedRequestHeaders({}, standard), standard)
  })

  it("have names of custom headers up to their limit", () => {
    const name = (n: number) => String(n).padStart(128, "x")
    const custom = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [name(n), "value"]))
    const names = Object.keys(storedRequestHeaders({ ...custom, short: "value" }, standard))
    assert.deepStrictEqual(names, [name(0), name(1), name(2), name(3), "webhook-id"])
    assert.strictEqual(names.slice(0, 4).join("").length, MAX_STORED_NAME_LENGTH)
  })
})
