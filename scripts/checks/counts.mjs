/** The counts of a step without tests. `unsteady` names the files that failed, and passed in a second run. */
export const NONE = { passed: 0, failed: 0, skipped: 0, unsteady: [] }

/** The counts of a check, which is one test. */
export const one = (holds) => ({ ...NONE, passed: holds ? 1 : 0, failed: holds ? 0 : 1 })

export const sum = (all) =>
  all.reduce(
    (total, counts) => ({
      passed: total.passed + counts.passed,
      failed: total.failed + counts.failed,
      skipped: total.skipped + counts.skipped,
      unsteady: [...total.unsteady, ...counts.unsteady]
    }),
    NONE
  )

/**
 * The counts of a run: its report, undefined when there is none, and its exit code. A file that cannot be loaded counts as
 * one failure, and so does a run that fails although every test in it passes.
 */
export const countsOf = ({ report, exitCode }) => {
  const counts = sum((report?.files ?? []).map(countTests))
  return exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

const countTests = ({ passed, failed, skipped, broken }) => ({
  ...NONE,
  passed,
  failed: failed + (broken ? 1 : 0),
  skipped
})

const hasFailed = ({ failed, broken }) => failed > 0 || broken

/** The most files that run again. When more fail, the machine was not merely busy. */
const MAX_SECOND_RUNS = 3

/** The files of a run to run once more, each alone: those that failed, none when there are more than three. */
export const filesToRepeat = ({ report }) => {
  const failed = (report?.files ?? []).filter(hasFailed).map(({ name }) => name)
  return failed.length > MAX_SECOND_RUNS ? [] : failed
}

/** The results of a file in a second run; undefined unless that run passed. */
const passingFile = (name, { report, exitCode }) =>
  exitCode === 0 ? report?.files.find((file) => file.name === name && !hasFailed(file)) : undefined

/**
 * The counts of a run after second runs of its files, by their names. A file that passes in its second run counts as it
 * passed and is unsteady; any other counts as in the first run. Errors outside tests fail the run whatever passes later.
 */
export const mergedCounts = (first, second) => {
  const files = (first.report?.files ?? []).map((file) => {
    const run = second.get(file.name)
    const passing = run === undefined ? undefined : passingFile(file.name, run)
    return { file: passing ?? file, isUnsteady: passing !== undefined }
  })
  const report = { ...first.report, files: files.map(({ file }) => file) }
  const unsteady = files.filter(({ isUnsteady }) => isUnsteady).map(({ file }) => file.name)
  const isSound = first.report?.unhandledErrors === 0 && unsteady.length > 0
  return { ...countsOf({ report, exitCode: isSound ? 0 : first.exitCode }), unsteady }
}

/** What the output says about unsteady files: a heading and their names; nothing when there are none. */
export const unsteadyLines = ({ unsteady }) =>
  unsteady.length === 0
    ? []
    : ["passed in a second run, alone, after a failure:", ...unsteady.map((name) => `  ${name}`)]

/** The last line of the output: `tests: 123 passed, 0 failed`, with `, 4 skipped` when some were. */
export const lastLine = ({ passed, failed, skipped }) =>
  `tests: ${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`
