import { assert, describe, it } from "@effect/vitest"
import { AccountId } from "../../../src/accounts/Account.ts"
import { largestUntracked } from "../../../src/tracking/compaction/UntrackedEvents.ts"

const accountOf = (n: number, bytes: number) => ({
  accountId: AccountId.make(`acc_${String(n).padStart(26, "0")}`),
  bytes
})

describe("the account that loses untracked events", () => {
  it("is the one with the most bytes, and of several the first by id", () => {
    assert.strictEqual(largestUntracked([accountOf(1, 5), accountOf(2, 7), accountOf(3, 6)])?.bytes, 7)
    const first = accountOf(2, 7)
    assert.strictEqual(largestUntracked([accountOf(3, 7), first, accountOf(1, 6)]), first)
    assert.isUndefined(largestUntracked([]))
  })
})
