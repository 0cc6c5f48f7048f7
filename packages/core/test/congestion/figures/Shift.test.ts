import { describe, expect, it } from "@effect/vitest"
import { Option } from "effect"
import { MIN_TIMES, type Shift, shiftBetween } from "../../../src/congestion/figures/Shift.ts"

const BEFORE = [4, 10, 0, 14, 6, 2, 12, 8]
const plus = (hours: number) => BEFORE.map((time) => time + hours)

const shift = (before: ReadonlyArray<number>, after: ReadonlyArray<number>): Shift =>
  Option.getOrThrow(shiftBetween(before, after))

/** A deterministic sequence of numbers from 0 to 1 (mulberry32). */
const randomNumbers = (seed: number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** Times whose neighbours correlate by `correlation`: the exponential of an autoregressive series of normal numbers. */
const series = (random: () => number, count: number, correlation: number): ReadonlyArray<number> => {
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  let value = normal()
  return Array.from({ length: count }, () => {
    value = correlation * value + Math.sqrt(1 - correlation ** 2) * normal()
    return Math.exp(value)
  })
}

describe("the shift between two periods", () => {
  it("of times that all grew by six hours is six hours, and twenty hours are outside its interval", () => {
    const found = shift(BEFORE, plus(6))
    expect(found.estimate).toBeCloseTo(6, 6)
    expect(found.low).toBeLessThan(6)
    expect(found.high).toBeGreaterThan(6)
    expect(found.high).toBeLessThan(20)
  })

  it("of the worked case of the method page is 10 hours, between 4 and 16", () => {
    expect(shift(BEFORE, plus(10))).toEqual({ estimate: 10, low: 4, high: 16 })
  })

  it("is the negative of the shift in the other direction", () => {
    const forward = shift(BEFORE, plus(9))
    const back = shift(plus(9), BEFORE)
    expect([back.estimate, back.low, back.high].map((hours) => Math.round(hours * 1e6) / 1e6)).toEqual(
      [-forward.estimate, -forward.high, -forward.low].map((hours) => Math.round(hours * 1e6) / 1e6)
    )
  })

  it("has a wider interval where consecutive times are alike", () => {
    const random = randomNumbers(3)
    const [before, after] = [series(random, 100, 0.7), series(random, 100, 0.7)]
    const scattered = (times: ReadonlyArray<number>) => times.map((_, n) => times[(n * 37) % times.length] ?? 0)
    const alike = shift(before, after)
    const mixed = shift(scattered(before), scattered(after))
    expect(alike.high - alike.low).toBeGreaterThan((mixed.high - mixed.low) * 1.5)
    expect(alike.estimate).toBe(mixed.estimate)
  })

  it("is unknown with fewer times than the least number, and 0 where all times are equal", () => {
    expect(shiftBetween(BEFORE.slice(0, MIN_TIMES - 1), plus(6))).toEqual(Option.none())
    expect(shift(Array(20).fill(0), Array(12).fill(0))).toEqual({ estimate: 0, low: 0, high: 0 })
  })

  for (const [correlation, count] of [
    [0, 12],
    [0, 60],
    [0.5, 30],
    [0.5, 120]
  ] as const) {
    it(`of ${count} times with a serial correlation of ${correlation} contains the true one in 92 of 100 trials at least`, () => {
      const random = randomNumbers(17)
      const trials = 600
      const found = Array.from({ length: trials }, () =>
        shiftBetween(series(random, count, correlation), series(random, count, correlation))
      ).flatMap((interval) => Option.toArray(interval))
      const containing = found.filter(({ high, low }) => low <= 0 && high >= 0)
      expect(found.length).toBeGreaterThan(trials / 2)
      expect(containing.length / found.length).toBeGreaterThan(0.92)
    })
  }
})
