import { assert, describe, it } from "@effect/vitest"
import { AccountId } from "../../../src/accounts/Account.ts"
import { ShipmentId } from "../../../src/alerts/ShipmentId.ts"
import { ACCOUNTS_PER_CLAIM, isScarce, selectDuePolls } from "../../../src/tracking/polling/PollSelection.ts"

const idOf = (prefix: string, number: number) => `${prefix}_${String(number).padStart(26, "0")}`
const accountId = (number: number) => AccountId.make(idOf("acc", number))
const shipmentId = (number: number) => ShipmentId.make(idOf("shp", number))

/** Accounts from 1 on with a number of due shipments each, and a carrier whose polls they share. */
const carrierOf = (due: ReadonlyArray<number>) => {
  const remaining = due.map((count, index) =>
    Array.from({ length: count }, (_, n) => shipmentId(1000 * (index + 1) + n))
  )
  let turnAfter: string = ""
  /** The number of shipments of each account that the next claim takes. */
  const claim = (share: number): ReadonlyArray<number> => {
    const accounts = remaining
      .map((ids, index) => ({ accountId: accountId(index + 1), longestDue: ids[0] }))
      .filter(({ accountId }) => accountId > turnAfter)
      .slice(0, ACCOUNTS_PER_CLAIM)
    const turn = selectDuePolls(share, accounts, remaining.flat().slice(0, share))
    turnAfter = turn.turnAfter
    return remaining.map((ids) => {
      const selected = ids.filter((id) => turn.shipments.includes(id))
      ids.splice(0, selected.length)
      return selected.length
    })
  }
  return { claim }
}

describe("the turns of accounts at a carrier", () => {
  it("give each account with due shipments one in each round, and the remaining ones to the shipments due longest", () => {
    const { claim } = carrierOf([100, 2, 0, 1])
    assert.deepStrictEqual(claim(4), [2, 1, 0, 1])
    assert.deepStrictEqual(claim(2), [1, 1, 0, 0])
    assert.deepStrictEqual(claim(2), [2, 0, 0, 0])
  })

  it("continue after the account that was served last", () => {
    const { claim } = carrierOf([100, 100, 100])
    const served = Array.from({ length: 9 }, () => claim(1).indexOf(1))
    for (const account of [0, 1, 2]) assert.isAtLeast(served.filter((index) => index === account).length, 2)
  })

  it("reach an account behind many that have nothing due", () => {
    const idle = Array.from({ length: 2 * ACCOUNTS_PER_CLAIM }, () => 0)
    const { claim } = carrierOf([1000, ...idle, 1])
    const claims = Array.from({ length: 4 }, () => claim(1))
    assert.isTrue(claims.some((counts) => counts.at(-1) === 1))
  })

  it("take turns when more shipments are due than the share", () => {
    assert.deepStrictEqual(
      [2, 3, 4].map((due) => isScarce(due, 3)),
      [false, false, true]
    )
  })

  it("take each shipment once, and no more than the share", () => {
    const { claim } = carrierOf([3])
    assert.deepStrictEqual([claim(2), claim(2), claim(2)], [[2], [1], [0]])
  })
})
