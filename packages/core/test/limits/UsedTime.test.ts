import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { nextAccount } from "../../src/limits/FairShare.ts"
import { UsedTime } from "../../src/limits/UsedTime.ts"

/** Serves two accounts that always wait, whose requests take these times, for so many requests. Returns the time of each. */
const serve = (loud: number, calm: number, requests: number) => {
  const times = new UsedTime<string>()
  const millis: Record<string, number> = { loud, calm }
  const used: Record<string, number> = { loud: 0, calm: 0 }
  for (let served = 0; served < requests; served++) {
    const waiting = ["loud", "calm"].map((account) => ({ account, weight: 0, used: times.of(account) }))
    const next = nextAccount(1, waiting) ?? ""
    times.serve(next)
    times.add(next, millis[next] ?? 0)
    used[next] = (used[next] ?? 0) + (millis[next] ?? 0)
  }
  return used
}

describe("the time that accounts have used", () => {
  const Millis = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 200 }))

  it.prop("is equal for accounts that always wait, whatever their requests take", [Millis, Millis], ([loud, calm]) => {
    const usedTime = serve(loud, calm, 1_000)
    assert.isAtMost(Math.abs((usedTime.loud ?? 0) - (usedTime.calm ?? 0)), Math.max(loud, calm))
  })

  it("lets several short requests run before the next long one", () => {
    const times = new UsedTime<string>()
    times.serve("loud")
    times.add("loud", 20)
    const order: Array<string> = []
    for (let served = 0; served < 12; served++) {
      const waiting = ["loud", "calm"].map((account) => ({ account, weight: 0, used: times.of(account) }))
      const next = nextAccount(1, waiting) ?? ""
      order.push(next)
      times.serve(next)
      times.add(next, next === "loud" ? 20 : 2)
    }
    assert.deepStrictEqual(
      order.slice(0, 10),
      Array.from({ length: 10 }, () => "calm")
    )
    assert.include(order, "loud")
  })

  it("gives no credit for idle time", () => {
    const times = new UsedTime<string>()
    times.serve("loud")
    times.add("loud", 500)
    times.serve("loud")
    assert.strictEqual(times.of("idle"), 500)
  })
})
