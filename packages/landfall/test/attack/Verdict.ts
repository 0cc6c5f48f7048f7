/** What was measured in one phase of a case. Durations in milliseconds, memory in MiB. */
export interface PhaseFigures {
  readonly deliveryP95: number | null
  readonly apiP95: number | null
  readonly loopP99: number | null
  readonly memoryMax: number | null
  /** The p99 delay of the thread that measures: where it is high, the machine is too busy for the durations. */
  readonly measurementP99: number | null
}

/** What a case has shown. */
export interface CaseFigures {
  readonly before: PhaseFigures
  readonly during: PhaseFigures
  readonly after: PhaseFigures
  readonly accepted: number
  readonly lost: number
  /** Failed requests of the healthy account, by reason. */
  readonly failures: Readonly<Record<string, number>>
  /** The processes that ended though nobody stopped them. */
  readonly ended: ReadonlyArray<string>
}

/** The most that each figure may be beside an attack. */
export const BOUNDS = { deliveryP95: 100, apiP95: 50, loopP99: 50, memoryMax: 600 } as const

const UNITS = { deliveryP95: "ms", apiP95: "ms", loopP99: "ms", memoryMax: "MiB" } as const
const WORDS = {
  deliveryP95: "p95 of delivery",
  apiP95: "p95 of the API",
  loopP99: "p99 delay of the event loop",
  memoryMax: "memory"
} as const

const KEYS = ["deliveryP95", "apiP95", "loopP99", "memoryMax"] as const

/** The sample at a fraction of the sorted samples, rounded up; null without samples. */
export const percentileOf = (samples: ReadonlyArray<number>, fraction: number): number | null => {
  const sorted = samples.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(fraction * sorted.length) - 1)] ?? null
}

/** What the figures of a case say. */
export interface Verdict {
  /** Why they do not hold, one sentence each. */
  readonly violations: ReadonlyArray<string>
  /** The figures beyond a bound that say nothing, because the machine was too busy before the attack too. */
  readonly unclear: ReadonlyArray<string>
}

/** A figure that is above this part of its bound before the attack shows a machine that is too busy to assess it. */
const BUSY_SHARE = 0.75

/** Assesses the figures of a case. A part of the time and memory of a machine that others use is not held against the service. */
export const assess = ({ before, during, after, lost, failures, ended }: CaseFigures): Verdict => {
  const beyond = KEYS.flatMap((key) => {
    const isBusy = (before[key] ?? 0) > BUSY_SHARE * BOUNDS[key]
    return (["during", "after"] as const).flatMap((phase) => {
      const value = (phase === "during" ? during : after)[key]
      if (value === null || value <= BOUNDS[key]) return []
      const sentence = `The ${WORDS[key]} is ${Math.round(value)} ${UNITS[key]} ${phase} the attack; at most ${BOUNDS[key]}.`
      return [{ isBusy, sentence }]
    })
  })
  return {
    violations: [
      ...beyond.filter(({ isBusy }) => !isBusy).map(({ sentence }) => sentence),
      ...(lost > 0 ? [`${lost} alerts of the healthy account are lost.`] : []),
      ...Object.entries(failures).map(([reason, count]) => `The healthy account failed ${count} times: ${reason}`),
      ...ended.map((name) => `The process ${name} has ended.`)
    ],
    unclear: beyond.filter(({ isBusy }) => isBusy).map(({ sentence }) => sentence)
  }
}
