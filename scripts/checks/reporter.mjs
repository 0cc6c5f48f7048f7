import { writeFileSync } from "node:fs"
import process from "node:process"

/** The environment variable with the path of the report. */
export const REPORT_FILE = "LANDFALL_TEST_REPORT"

const countOf = (tests, state) => tests.filter((test) => test.result().state === state).length

/** A file of tests: its counts, and whether it failed otherwise, such as by an import, a hook or a crash. */
const fileOf = (testModule) => {
  const tests = [...testModule.children.allTests()]
  const failed = countOf(tests, "failed")
  return {
    name: testModule.moduleId,
    passed: countOf(tests, "passed"),
    failed,
    skipped: tests.length - failed - countOf(tests, "passed"),
    broken: failed === 0 && !["passed", "skipped"].includes(testModule.state())
  }
}

/** A reporter of vitest that writes the results of each file, and the number of errors outside tests, as JSON. */
export default class ReportWriter {
  onTestRunEnd(testModules, unhandledErrors) {
    const report = { files: testModules.map(fileOf), unhandledErrors: unhandledErrors.length }
    writeFileSync(process.env[REPORT_FILE] ?? "test-report.json", JSON.stringify(report))
  }
}
