import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { DAY_MILLIS, HOUR_MILLIS } from "../../../src/time/Durations.ts"
import { Instant } from "../../../src/time/Instant.ts"
import {
  allocatePolls,
  availableAllowance,
  type CarrierLoad,
  pollCapacityOf
} from "../../../src/tracking/polling/PollAllocation.ts"
import { Scac } from "../../../src/tracking/references/Sealine.ts"
import { on } from "../fixtures.ts"

const NOON = on("03-01T12:00")

const load = (scac: string, changes: Partial<CarrierLoad> = {}): CarrierLoad => ({
  scac: Scac.make(scac),
  due: 100,
  running: 0,
  concurrency: 100,
  dailyAllowance: 1_000_000,
  usedToday: 0,
  pausedUntil: undefined,
  ...changes
})

const shared = (loads: ReadonlyArray<CarrierLoad>, limit: number, turn = 0) =>
  Object.fromEntries(allocatePolls(loads, limit, NOON, turn))

const whole = (minimum: number, maximum: number) =>
  Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum, maximum })))
const Loads = Schema.Array(
  Schema.Struct({
    due: whole(0, 200),
    running: whole(0, 20),
    concurrency: whole(0, 50),
    dailyAllowance: whole(1, 500),
    usedToday: whole(0, 500),
    paused: Schema.Boolean
  })
).pipe(Schema.check(Schema.isBetweenLength(0, 12)))
const loadsFrom = (loads: typeof Loads.Type): ReadonlyArray<CarrierLoad> =>
  loads.map(({ paused, ...options }, index) =>
    load(`C${index.toString().padStart(2, "0")}`, {
      ...options,
      pausedUntil: paused ? Instant.make(NOON + HOUR_MILLIS) : undefined
    })
  )

describe("allocatePolls", () => {
  it("allocates equal shares, and unused shares to the other carriers", () => {
    assert.deepStrictEqual(shared([load("MAEU"), load("HLCU"), load("ONEY")], 30), { MAEU: 10, HLCU: 10, ONEY: 10 })
    assert.deepStrictEqual(shared([load("MAEU", { due: 1_000_000, concurrency: 500 }), load("HLCU", { due: 3 })], 30), {
      MAEU: 27,
      HLCU: 3
    })
  })

  it("rotates a remainder", () => {
    const loads = [load("MAEU"), load("HLCU"), load("ONEY")]
    const firsts = [0, 1, 2, 3].map((turn) => Object.keys(shared(loads, 1, turn)))
    assert.deepStrictEqual(firsts, [["MAEU"], ["HLCU"], ["ONEY"], ["MAEU"]])
  })

  it("allocates nothing to a carrier that throttles, is at its concurrency, or has used its allowance", () => {
    assert.deepStrictEqual(
      shared(
        [
          load("MAEU", { pausedUntil: Instant.make(NOON + 1) }),
          load("HLCU", { running: 100 }),
          load("CMDU", { dailyAllowance: 10, usedToday: 10 }),
          load("ONEY", { pausedUntil: NOON })
        ],
        20
      ),
      { ONEY: 20 }
    )
  })

  it.prop(
    "never exceeds the limit or a carrier's capacity, and leaves no possible poll unallocated",
    [Loads, whole(0, 300), whole(0, 100)],
    ([options, limit, turn]) => {
      const loads = loadsFrom(options)
      const shares = allocatePolls(loads, limit, NOON, turn)
      const capacities = loads.map((carrier) => pollCapacityOf(carrier, NOON))
      for (const [index, carrier] of loads.entries()) {
        assert.isAtMost(shares.get(carrier.scac) ?? 0, capacities[index] ?? 0)
      }
      const sum = [...shares.values()].reduce((total, share) => total + share, 0)
      assert.strictEqual(
        sum,
        Math.min(
          limit,
          capacities.reduce((total, capacity) => total + capacity, 0)
        )
      )
    }
  )

  it.prop(
    "gives a carrier with remaining capacity at most one poll fewer than any other",
    [Loads, whole(0, 100), whole(0, 100)],
    ([options, percent, turn]) => {
      const loads = loadsFrom(options)
      // Below the capacity of all carriers, so that some have capacity left.
      const capacity = loads.reduce((total, carrier) => total + pollCapacityOf(carrier, NOON), 0)
      const shares = allocatePolls(loads, Math.floor((capacity * percent) / 100), NOON, turn)
      const most = Math.max(0, ...shares.values())
      for (const carrier of loads) {
        const share = shares.get(carrier.scac) ?? 0
        if (share < pollCapacityOf(carrier, NOON)) assert.isAtLeast(share, most - 1)
      }
    }
  )

  it.prop("gives a busy carrier at most its fair share", [Loads, whole(0, 300)], ([options, limit]) => {
    const [first, ...rest] = loadsFrom(options)
    if (first === undefined) return
    const calm = allocatePolls([{ ...first, due: 0 }, ...rest], limit, NOON, 0)
    const busy = allocatePolls([{ ...first, due: 1_000_000 }, ...rest], limit, NOON, 0)
    const equal = Math.floor(limit / (rest.length + 1))
    for (const { scac } of rest) assert.isAtLeast(busy.get(scac) ?? 0, Math.min(calm.get(scac) ?? 0, equal))
  })
})

describe("the daily allowance", () => {
  const at = (hours: number): Instant => Instant.make(on("03-01") + hours * HOUR_MILLIS)
  const allowance = (hours: number, usedToday: number) =>
    availableAllowance(load("MAEU", { dailyAllowance: 2400, usedToday }), at(hours))

  it("is released over the day, one hour ahead", () => {
    assert.deepStrictEqual(
      [
        allowance(0, 0),
        allowance(0, 100),
        allowance(12, 0),
        allowance(12, 1300),
        allowance(23, 0),
        allowance(23.9, 2399)
      ],
      [100, 0, 1300, 0, 2400, 1]
    )
  })

  it("permits at least one request", () => {
    assert.strictEqual(availableAllowance(load("MAEU", { dailyAllowance: 1 }), at(0)), 1)
  })

  it.prop(
    "is never exceeded, whatever the times of the polls",
    [whole(1, 200), Schema.Array(whole(0, DAY_MILLIS - 1))],
    ([dailyAllowance, moments]) => {
      let usedToday = 0
      for (const instant of moments.toSorted((a, b) => a - b)) {
        usedToday += availableAllowance(
          load("MAEU", { dailyAllowance, usedToday }),
          Instant.make(on("03-01") + instant)
        )
        assert.isAtMost(usedToday, dailyAllowance)
        assert.isAtMost(usedToday, Math.ceil(dailyAllowance * (instant / DAY_MILLIS + 1 / 24)))
      }
    }
  )
})
