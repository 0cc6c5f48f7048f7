import type { Draft } from "./Draft.ts"

/** The data that each step shows and changes. */
export interface StepProps {
  readonly draft: Draft
  readonly change: (part: Partial<Draft>) => void
  /** The person has tried to continue: every fault of the step is shown. */
  readonly showsFaults: boolean
}
