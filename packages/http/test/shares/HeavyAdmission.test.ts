import { describe, expect, it } from "@effect/vitest"
import { Schema } from "effect"
import { decideHeavy, nextHeavy } from "../../src/shares/HeavyAdmission.ts"

const limits = { perAccount: 16, running: 8 }
const counts = (entries: Readonly<Record<string, number>>) => new Map(Object.entries(entries))
const Arrivals = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 4 }))).check(
  Schema.isMaxLength(300)
)

describe("heavy requests", () => {
  it("run while the server has slots, wait then, and are rejected beyond the limit of their account", () => {
    expect(decideHeavy({ running: counts({}), waiting: counts({}) }, "a", limits)).toBe("run")
    expect(decideHeavy({ running: counts({ a: 5 }), waiting: counts({}) }, "a", limits)).toBe("run")
    expect(decideHeavy({ running: counts({ a: 6 }), waiting: counts({}) }, "a", limits)).toBe("wait")
    expect(decideHeavy({ running: counts({ a: 6 }), waiting: counts({ a: 4 }) }, "b", limits)).toBe("run")
    expect(decideHeavy({ running: counts({ a: 8 }), waiting: counts({ a: 8 }) }, "a", limits)).toBe("reject")
    expect(decideHeavy({ running: counts({ a: 8 }), waiting: counts({ a: 8 }) }, "b", limits)).toBe("wait")
  })

  it("of an account with none in progress always wait for a place, however many accounts fill the server", () => {
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`account ${index}`, 1]))
    const state = { running: counts({ a: 8 }), waiting: counts(many) }
    expect(decideHeavy(state, "new", limits)).toBe("wait")
    expect(decideHeavy(state, "account 7", limits)).toBe("reject")
    expect(decideHeavy(state, "a", limits)).toBe("reject")
  })

  it("of the account with the fewest running are next, the oldest first", () => {
    expect(nextHeavy(counts({ a: 5, b: 1 }), ["a", "a", "b", "c", "d"], limits)).toBe("c")
    expect(nextHeavy(counts({ a: 5, b: 1 }), ["a", "b"], limits)).toBe("b")
    expect(nextHeavy(counts({ a: 6 }), ["a"], limits)).toBeUndefined()
    expect(nextHeavy(counts({}), [], limits)).toBeUndefined()
  })

  it.prop(
    "never run more than the server's slots or have more than the limit of an account",
    [Arrivals],
    ([arrivals]) => {
      const running = new Map<string, number>()
      const waiting = new Map<string, number>()
      const queue: Array<string> = []
      const add = (map: Map<string, number>, account: string, by: number) =>
        map.set(account, (map.get(account) ?? 0) + by)
      for (const arrival of arrivals) {
        const account = `account ${arrival}`
        // Of five arrivals, one is the end of a request instead.
        if (arrival === 4) {
          const [ended] = [...running].find(([, count]) => count > 0) ?? []
          if (ended !== undefined) add(running, ended, -1)
          const next = nextHeavy(running, queue, limits)
          if (ended === undefined || next === undefined) continue
          queue.splice(queue.indexOf(next), 1)
          add(waiting, next, -1)
          add(running, next, 1)
          continue
        }
        const decision = decideHeavy({ running, waiting }, account, limits)
        if (decision === "run") add(running, account, 1)
        if (decision === "wait") {
          add(waiting, account, 1)
          queue.push(account)
        }
        expect([...running.values()].reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(limits.running)
        expect((running.get(account) ?? 0) + (waiting.get(account) ?? 0)).toBeLessThanOrEqual(limits.perAccount)
      }
    }
  )
})
