import { Schema } from "effect"

/**
 * A share of a period's credits, in percent, at which the account's endpoints are notified: 20 and 5 (low) and 0
 * (exhausted). A period whose level is 100 has notified no endpoint.
 */
export const CreditLevel = Schema.Literals([100, 20, 5, 0])
export type CreditLevel = typeof CreditLevel.Type

/** The level of a period without credits. */
export const EXHAUSTED_LEVEL = 0 satisfies CreditLevel

/** The level that `remaining` of `total` credits has reached: a remainder of exactly 20 % has reached level 20. */
export const creditLevelOf = (remaining: number, total: number): CreditLevel =>
  CreditLevel.literals.findLast((level) => remaining * 100 <= total * level) ?? 100

/** The higher of two levels. */
export const higherLevel = (left: CreditLevel, right: CreditLevel): CreditLevel =>
  CreditLevel.literals.find((level) => level === left || level === right) ?? left

/** The consumed credits at which the level after `level` is reached; undefined after the last level. */
export const nextLevelAt = (level: CreditLevel, total: number): number | undefined => {
  const next = CreditLevel.literals[CreditLevel.literals.indexOf(level) + 1]
  return next === undefined ? undefined : total - Math.floor((total * next) / 100)
}
