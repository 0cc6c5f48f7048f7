import { assert, describe, it } from "@effect/vitest"
import { DateTime, Result } from "effect"
import { AccountId } from "../../src/accounts/Account.ts"
import {
  countEnd,
  IdempotencyKey,
  IdempotencyKeyReused,
  type IdempotentRequest,
  isCounted,
  repeatedResponse,
  responseExpiry
} from "../../src/accounts/Idempotency.ts"

const KEY = IdempotencyKey.make("0f8fad5b-d9cb-469f-a165-70867728950e")
const NOW = DateTime.makeUnsafe("2026-03-14T07:31:00Z")

const requestOf = (fingerprint: string): IdempotentRequest => ({
  owner: AccountId.make("acc_01KJMR0000000000000000003G"),
  operation: "endpoints.create",
  key: KEY,
  fingerprint,
  now: NOW
})

describe("a request whose key has a stored response", () => {
  const stored = { fingerprint: "one", response: { status: 201, body: "{}" } }

  it("receives that response when it is the same request", () => {
    assert.deepStrictEqual(repeatedResponse(stored, requestOf("one")), Result.succeed(stored.response))
  })

  it("is rejected when it is another request", () => {
    const rejected = repeatedResponse(stored, requestOf("other"))
    assert.deepStrictEqual(
      Result.getFailure(rejected),
      Result.getFailure(Result.fail(new IdempotencyKeyReused({ key: KEY })))
    )
  })
})

describe("a stored response", () => {
  it("counts for its account, and not when it is the operator's", () => {
    assert.isTrue(isCounted(AccountId.make("acc_01KJMR0000000000000000003G")))
    assert.isFalse(isCounted("operator"))
  })

  it("is valid for 24 hours, and counts until the end of the hour in which it expires", () => {
    const expiry = responseExpiry(NOW)
    assert.strictEqual(DateTime.formatIso(expiry), "2026-03-15T07:31:00.000Z")
    assert.strictEqual(DateTime.formatIso(DateTime.makeUnsafe(countEnd(expiry))), "2026-03-15T08:00:00.000Z")
  })
})
