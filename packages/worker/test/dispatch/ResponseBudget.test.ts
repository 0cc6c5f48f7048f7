import { assert, describe, it } from "@effect/vitest"
import { AccountId } from "@landfall/core/accounts/Account"
import { makeResponseBudget, SHORT_LENGTH } from "../../src/dispatch/ResponseBudget.ts"

const [loud, quiet] = [AccountId.make("acc_1"), AccountId.make("acc_2")]
const RESPONSE = "x".repeat(4096)

/** Stores responses of an account until one is shortened, at most a million. */
const storeUntilShortened = (keep: ReturnType<typeof makeResponseBudget>, account: AccountId): number => {
  for (let stored = 0; stored < 1_000_000; stored++) {
    if (keep(account, { body: RESPONSE }).body.length < RESPONSE.length) return stored
  }
  throw new Error("every response was stored whole")
}

describe("the stored part of responses", () => {
  it("is bounded for each account, and those of others are stored whole", () => {
    const keep = makeResponseBudget(() => 0)
    assert.strictEqual(storeUntilShortened(keep, loud), 4096)
    assert.lengthOf(keep(loud, { body: RESPONSE }).body, SHORT_LENGTH)
    assert.deepStrictEqual(keep(quiet, { body: RESPONSE }), { body: RESPONSE })
  })

  it("is the whole response again as time passes, at 32 responses of 4 KiB a second", () => {
    let now = 0
    const keep = makeResponseBudget(() => now)
    storeUntilShortened(keep, loud)
    now += 2_000
    assert.strictEqual(storeUntilShortened(keep, loud), 64)
    now += 600_000
    assert.strictEqual(storeUntilShortened(keep, loud), 4096)
  })

  it("is a short response whole, however many there are", () => {
    const keep = makeResponseBudget(() => 0)
    storeUntilShortened(keep, loud)
    const short = { body: "y".repeat(SHORT_LENGTH) }
    assert.deepStrictEqual(keep(loud, short), short)
  })

  it("has no headers where the body is shortened, and counts them before", () => {
    const keep = makeResponseBudget(() => 0)
    const response = { body: "y".repeat(SHORT_LENGTH), headers: { server: "x".repeat(3834) } }
    let stored = 0
    while (keep(loud, response).headers !== undefined) stored++
    assert.strictEqual(stored, 4096)
    assert.deepStrictEqual(keep(loud, response), { body: response.body })
  })

  it("is not cut within a character", () => {
    const keep = makeResponseBudget(() => 0)
    storeUntilShortened(keep, loud)
    const { body: shortened } = keep(loud, { body: `${"z".repeat(SHORT_LENGTH - 1)}${"🚢".repeat(10)}` })
    assert.isTrue(shortened.isWellFormed())
    assert.lengthOf(shortened, SHORT_LENGTH)
  })
})
