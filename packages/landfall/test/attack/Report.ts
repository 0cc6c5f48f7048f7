import type { Store } from "./Stage.ts"
import type { CaseFigures, PhaseFigures } from "./Verdict.ts"

/** The result of a case on a store, as `--json` prints it. */
export interface ReportedResult {
  readonly case: string
  readonly store: Store
  readonly seconds: number
  /** The load average of the machine before the case. */
  readonly load: number
  /** Null for a case that has no healthy account beside it. */
  readonly figures: CaseFigures | null
  readonly notes: ReadonlyArray<string>
  /** Why the case does not hold; empty when it does. */
  readonly violations: ReadonlyArray<string>
  /** The figures beyond a bound on a machine that was too busy before the attack. */
  readonly unclear: ReadonlyArray<string>
}

const ROWS: ReadonlyArray<readonly [key: keyof PhaseFigures, label: string, unit: string]> = [
  ["deliveryP95", "p95 of delivery", "ms"],
  ["apiP95", "p95 of the API", "ms"],
  ["loopP99", "p99 of the event loop", "ms"],
  ["memoryMax", "memory at most", "MiB"],
  ["measurementP99", "p99 of the measurement", "ms"]
]

const format = (value: number | null): string =>
  value === null ? "-" : value < 10 ? value.toFixed(1) : value.toFixed(0)

const table = ({ before, during, after, accepted, lost }: CaseFigures): ReadonlyArray<string> => [
  `  ${"".padEnd(24)}${["before", "during", "after"].map((word) => word.padStart(8)).join("")}`,
  ...ROWS.map(
    ([key, label, unit]) =>
      `  ${`${label} (${unit})`.padEnd(28)}${[before, during, after].map((phase) => format(phase[key]).padStart(7)).join(" ")}`
  ),
  `  ${accepted} alerts of the healthy account accepted, ${lost} lost`
]

const verdictOf = ({ violations, unclear }: ReportedResult): string =>
  violations.length > 0 ? "DOES NOT HOLD" : unclear.length > 0 ? "unclear, the machine was busy" : "holds"

/** The result in lines for people. */
export const describeResult = (result: ReportedResult): string =>
  [
    ...(result.figures === null ? [] : table(result.figures)),
    ...result.notes.map((note) => `  ${note}`),
    ...result.violations.map((violation) => `  VIOLATION: ${violation}`),
    ...result.unclear.map((sentence) => `  unclear: ${sentence}`),
    `  ${verdictOf(result)}: ${result.case} on ${result.store}, ${result.seconds} s, load ${result.load} before`
  ].join("\n")
