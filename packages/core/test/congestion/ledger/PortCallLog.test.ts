import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { isLedgerStale, replacesLedger } from "../../../src/congestion/ledger/PortCallLog.ts"
import { comparePortCalls, isOpenDuring, isOpenSince } from "../../../src/congestion/ledger/PortCallTimeline.ts"
import { call, hour, PORT } from "../calls.ts"

describe("a stored ledger", () => {
  const ledger = { revision: 5, text: "" }

  it("is replaced by one of the same or a later revision", () => {
    assert.isTrue(replacesLedger(Option.none(), ledger))
    assert.isTrue(replacesLedger(Option.some({ revision: 5 }), ledger))
    assert.isFalse(replacesLedger(Option.some({ revision: 6 }), ledger))
  })

  it("is stale when it is missing or at least so many revisions behind", () => {
    const port = { port: PORT, revision: 7 }
    assert.isTrue(isLedgerStale({ ...port, ledgerRevision: Option.none() }, 9))
    assert.isTrue(isLedgerStale({ ...port, ledgerRevision: Option.some(5) }, 2))
    assert.isFalse(isLedgerStale({ ...port, ledgerRevision: Option.some(5) }, 3))
  })
})

describe("the calls of an interval", () => {
  it("are those open at any time of it, both ends included", () => {
    const completed = call(-20, -15)
    assert.isTrue(isOpenDuring(completed, hour(-15), hour(-12)))
    assert.isTrue(isOpenDuring(completed, hour(-30), hour(-20)))
    assert.isFalse(isOpenDuring(completed, hour(-14), hour(-12)))
    assert.isFalse(isOpenDuring(completed, hour(-30), hour(-21)))
    assert.isTrue(isOpenSince(call(-20, null), hour(0)))
  })

  it("are ordered by start, then by id", () => {
    const [a, b, c] = [call(-3, null, { vessel: 2 }), call(-2, null, { vessel: 1 }), call(-2, null, { vessel: 3 })]
    assert.deepStrictEqual([c, b, a].sort(comparePortCalls), [a, b, c])
  })
})
