import { createContext, useContext, useEffect, useId, useRef } from "react"

/** A failure that a part of a screen states, and its repetition. */
export interface FailureReport {
  readonly id: string
  readonly error: unknown
  readonly text: string
  readonly retry: () => void
}

/** The failures of the parts of a screen. */
export interface FailureReports {
  /** The texts that several parts have: the screen states each once. */
  readonly shared: ReadonlySet<string>
  /** Adds a failure until the returned function is called. */
  readonly add: (report: FailureReport) => () => void
}

/** What is in no screen, such as a dialog, states its failures itself. */
export const NO_REPORTS: FailureReports = { shared: new Set(), add: () => () => undefined }

export const FailureReportsContext = createContext(NO_REPORTS)

/** Reports a failure that can be repeated to its screen. Returns whether the screen states it for several parts. */
export const useSharedFailure = (error: unknown, text: string, onRetry: (() => void) | undefined): boolean => {
  const { shared, add } = useContext(FailureReportsContext)
  const id = useId()
  const retry = useRef(onRetry)
  useEffect(() => {
    retry.current = onRetry
  })
  const isReported = onRetry !== undefined
  useEffect(
    () => (isReported ? add({ id, error, text, retry: () => retry.current?.() }) : undefined),
    [isReported, add, id, error, text]
  )
  return isReported && shared.has(text)
}
