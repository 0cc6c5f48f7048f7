import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { DEFAULT_LOOKUP_LIMITS, LookupQueue } from "../../../src/alerts/lookups/LookupQueue.ts"

const limits = { running: 6, runningPerAccount: 3, waiting: 8, waitingPerAccount: 5 }

const offerAll = (queue: LookupQueue<string>, account: string, count: number) =>
  Array.from({ length: count }, (_, n) => queue.offer(account, `${account}${n}`))

describe("a look-up", () => {
  it("runs while its account has a free share, then waits, then is rejected", () => {
    const queue = new LookupQueue<string>(limits)
    assert.deepStrictEqual(offerAll(queue, "a", 9), [
      ...Array.from({ length: 3 }, () => "run"),
      ...Array.from({ length: 5 }, () => "wait"),
      "account_full"
    ])
    assert.isTrue(queue.isAccountFull("a"))
  })

  it("is rejected when the waiting look-ups of all accounts are at their limit", () => {
    const queue = new LookupQueue<string>(limits)
    offerAll(queue, "a", 8)
    assert.deepStrictEqual(offerAll(queue, "b", 7), ["run", "run", "run", "wait", "wait", "wait", "full"].slice(0, 7))
  })

  it("that ends starts one of the account with the fewest running, each account in turn", () => {
    const queue = new LookupQueue<string>({ running: 4, runningPerAccount: 3, waiting: 99, waitingPerAccount: 9 })
    offerAll(queue, "a", 6)
    offerAll(queue, "b", 3)
    offerAll(queue, "c", 2)
    assert.deepStrictEqual(queue.end("a"), { account: "c", lookup: "c0" })
    assert.deepStrictEqual(queue.end("a"), { account: "a", lookup: "a3" })
    assert.deepStrictEqual(queue.end("a"), { account: "b", lookup: "b1" })
    assert.deepStrictEqual(queue.end("c"), { account: "c", lookup: "c1" })
  })

  it("that is removed while it waits does not run", () => {
    const queue = new LookupQueue<string>({ ...limits, running: 1 })
    offerAll(queue, "a", 3)
    assert.isTrue(queue.remove("a", "a1"))
    assert.isFalse(queue.remove("a", "a1"))
    assert.isFalse(queue.remove("b", "b0"))
    assert.deepStrictEqual(queue.end("a"), { account: "a", lookup: "a2" })
    assert.isUndefined(queue.end("a"))
    assert.strictEqual(queue.running + queue.waiting, 0)
  })
})

describe("the look-ups of an account whose name servers never respond", () => {
  it("leave room for those of every other account immediately", () => {
    const queue = new LookupQueue<string>(DEFAULT_LOOKUP_LIMITS)
    offerAll(queue, "silent", 10_000)
    assert.strictEqual(queue.running, DEFAULT_LOOKUP_LIMITS.runningPerAccount)
    for (let n = 0; n < 7; n++) assert.strictEqual(queue.offer(`other${n}`, "name"), "run")
  })
})

const Step = Schema.Struct({
  account: Schema.Literals(["a", "b", "c", "d"]),
  action: Schema.Literals(["offer", "offer", "end", "remove"])
})

describe("the queue", () => {
  it.prop("stays within its limits, and lets no look-up wait that could run", [Schema.Array(Step)], ([steps]) => {
    const queue = new LookupQueue<number>(limits)
    const running = new Map<string, number>()
    const waiting = new Map<string, Array<number>>()
    const countOf = (account: string) => running.get(account) ?? 0
    for (const [number, { account, action }] of steps.entries()) {
      const waits = waiting.get(account) ?? []
      if (action === "offer") {
        const admission = queue.offer(account, number)
        if (admission === "run") running.set(account, countOf(account) + 1)
        if (admission === "wait") waiting.set(account, [...waits, number])
      } else if (action === "end" && countOf(account) > 0) {
        const next = queue.end(account)
        running.set(account, countOf(account) - 1)
        if (next !== undefined) {
          const [first, ...others] = waiting.get(next.account) ?? []
          assert.strictEqual(next.lookup, first)
          waiting.set(next.account, others)
          running.set(next.account, countOf(next.account) + 1)
        }
      } else if (action === "remove" && waits[0] !== undefined) {
        assert.isTrue(queue.remove(account, waits[0]))
        waiting.set(account, waits.slice(1))
      }
      const total = [...running.values()].reduce((sum, count) => sum + count, 0)
      assert.strictEqual(queue.running, total)
      assert.isAtMost(total, limits.running)
      for (const count of running.values()) assert.isAtMost(count, limits.runningPerAccount)
      for (const [name, lookups] of waiting) {
        if (lookups.length === 0) continue
        assert.isTrue(total === limits.running || countOf(name) === limits.runningPerAccount)
      }
    }
  })
})
