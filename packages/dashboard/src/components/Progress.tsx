import { ProgressBar } from "react-aria-components"

interface ProgressProps {
  readonly done: number
  readonly total: number
  /** The progress in words, which is read out as it changes. */
  readonly text: string
}

/** The completed part of some work, as a bar and in words. */
export const Progress = ({ done, total, text }: ProgressProps) => (
  <ProgressBar className="stack-s" value={done} maxValue={Math.max(total, 1)} aria-label={text}>
    {({ percentage = 0 }) => (
      <>
        <div className="progress">
          <div className="progress-bar" style={{ width: `${percentage}%` }} />
        </div>
        <span className="small" aria-live="polite">
          {text}
        </span>
      </>
    )}
  </ProgressBar>
)
