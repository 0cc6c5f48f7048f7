import { type ReactNode, useCallback, useMemo, useState } from "react"
import { type FailureReport, FailureReportsContext } from "./FailureReports.ts"
import { ErrorNote } from "./Feedback.tsx"

/** The reports by their texts, of those that several parts have. */
const sharedOf = (
  reports: ReadonlyArray<FailureReport>
): ReadonlyArray<readonly [text: string, reports: ReadonlyArray<FailureReport>]> =>
  [...new Set(reports.map(({ text }) => text))]
    .map((text) => [text, reports.filter((report) => report.text === text)] as const)
    .filter(([, { length }]) => length > 1)

/** The parts of a screen. A failure that several of them have is stated once, above them, and repeated for all of them. */
export const SharedFailures = ({ children }: { readonly children: ReactNode }) => {
  const [reports, setReports] = useState<ReadonlyArray<FailureReport>>([])
  const add = useCallback((report: FailureReport) => {
    setReports((before) => [...before, report])
    return () => setReports((before) => before.filter((other) => other !== report))
  }, [])
  const shared = sharedOf(reports)
  const texts = shared.map(([text]) => text).join("\n")
  const value = useMemo(() => ({ shared: new Set(texts === "" ? [] : texts.split("\n")), add }), [texts, add])
  return (
    <>
      {shared.map(([text, failed]) => (
        <div key={text} className="shared-failure">
          <ErrorNote
            error={failed[0]?.error}
            onRetry={() => {
              for (const { retry } of failed) retry()
            }}
          />
        </div>
      ))}
      <FailureReportsContext value={value}>{children}</FailureReportsContext>
    </>
  )
}
