/** Pseudo-random choices, the same for the same seed. */
export interface RandomChoices {
  /** A number from `least` to `most`, exclusive. */
  readonly between: (least: number, most: number) => number
  readonly oneOf: <A>(choices: ReadonlyArray<A>) => A
  /** True with the probability 1/n. */
  readonly onceIn: (n: number) => boolean
}

/** The generator mulberry32 of Tommy Ettinger: 32 bits of state, good enough for the choice of instants. */
export const makeRandomChoices = (seed: number): RandomChoices => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (least: number, most: number) => least + next() * (most - least)
  return {
    between,
    oneOf: (choices) => {
      const choice = choices[Math.floor(between(0, choices.length))]
      if (choice === undefined) throw new Error("there are no choices")
      return choice
    },
    onceIn: (n) => next() * n < 1
  }
}
