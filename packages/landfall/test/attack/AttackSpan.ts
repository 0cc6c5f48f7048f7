/**
 * How long an attack goes on: until an instant of `performance.now()`, or for a number of rounds. The short forms end by rounds
 * alone, so that what they show does not depend on how fast the machine is.
 */
export interface AttackSpan {
  readonly until: number
  readonly rounds: number
}

/** An attack that goes on for a time. */
export const forMillis = (millis: number): AttackSpan => ({
  until: performance.now() + millis,
  rounds: Number.POSITIVE_INFINITY
})

/** An attack of some rounds. */
export const forRounds = (rounds: number): AttackSpan => ({ until: Number.POSITIVE_INFINITY, rounds })

/** Whether a round of the attack begins; the first is 0. */
export const begins = (round: number, { until, rounds }: AttackSpan): boolean =>
  round < rounds && performance.now() < until

/** The first part of an attack, as long as this share of it. */
export const partOf = (share: number, { until, rounds }: AttackSpan): AttackSpan => {
  const now = performance.now()
  return { until: now + share * (until - now), rounds: Math.ceil(share * rounds) }
}
