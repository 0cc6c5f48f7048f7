import { assert, describe, it } from "@effect/vitest"
import { AccountId } from "@landfall/core/accounts/Account"
import { makeResponseBudget, SHORT_LENGTH } from "../../src/dispatch/ResponseBudget.ts"

const [loud, quiet] = [AccountId.make("acc_1"), AccountId.make("acc_2")]
const RESPONSE = "x".repeat(4096)

/** Stores responses of an account until one is shortened, at most a million. */
const storeUntilShortened = (keep: ReturnType<typeof makeResponseBudget>, account: AccountId): number => {
  for (let stored = 0; stored < 1_000_000; stored++) {
    if (keep(account, RESPONSE).length < RESPONSE.length) return stored
  }
  throw new Error("every response was stored whole")
}

describe("what is stored of responses", () => {
  it("is bounded for each account, and those of others are stored whole", () => {
    const keep = makeResponseBudget(() => 0)
    assert.strictEqual(storeUntilShortened(keep, loud), 4096)
    assert.lengthOf(keep(loud, RESPONSE), SHORT_LENGTH)
    assert.strictEqual(keep(quiet, RESPONSE), RESPONSE)
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
    assert.strictEqual(keep(loud, "y".repeat(SHORT_LENGTH)), "y".repeat(SHORT_LENGTH))
  })

  it("is not cut within a character", () => {
    const keep = makeResponseBudget(() => 0)
    storeUntilShortened(keep, loud)
    const shortened = keep(loud, `${"z".repeat(SHORT_LENGTH - 1)}${"🚢".repeat(10)}`)
    assert.isTrue(shortened.isWellFormed())
    assert.lengthOf(shortened, SHORT_LENGTH)
  })
})
