/** The counts of a step without tests. */
export const NONE = { passed: 0, failed: 0, skipped: 0 }

/** The counts of a check, which is one test. */
export const one = (holds) => ({ ...NONE, passed: holds ? 1 : 0, failed: holds ? 0 : 1 })

export const sum = (all) =>
  all.reduce(
    (total, counts) => ({
      passed: total.passed + counts.passed,
      failed: total.failed + counts.failed,
      skipped: total.skipped + counts.skipped
    }),
    NONE
  )

/**
 * The counts in a vitest JSON report, undefined when there is none. A file that cannot be loaded counts as one failure,
 * and so does a run that fails although every test in it passes.
 */
export const countsOf = (report, exitCode) => {
  const counts = report === undefined ? NONE : countTests(report)
  return exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

const countTests = (report) => ({
  passed: report.numPassedTests,
  failed: report.numFailedTests + report.testResults.filter(isBroken).length,
  skipped: report.numPendingTests + report.numTodoTests
})

const isBroken = (file) => file.status === "failed" && file.assertionResults.every(({ status }) => status !== "failed")

/** The last line of the output: `tests: 123 passed, 0 failed`, with `, 4 skipped` when some were. */
export const lastLine = ({ passed, failed, skipped }) =>
  `tests: ${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`
