import { describe, expect, it } from "vitest"
import { countsOf, filesToRepeat, lastLine, mergedCounts, one, sum, unsteadyLines } from "../checks/counts.mjs"
import { filterFaults, selectsByName, testFiles } from "../checks/filters.mjs"
import { historyFaults, numberFaults } from "../checks/migrations.mjs"
import { LONGEST, longestFirst } from "../checks/sequencer.mjs"

describe("the migration order", () => {
  it("accepts unique, consecutive numbers", () => {
    expect(numberFaults(["0002_deliveries.ts", "0001_accounts.ts"])).toEqual([])
  })
  it.each([
    ["a gap", ["0001_a.ts", "0003_b.ts"], "0003_b.ts: the number must be 0002"],
    ["a repeat", ["0001_a.ts", "0001_b.ts"], "0001_b.ts: the number must be 0002"],
    ["an invalid file name", ["1_a.ts"], "1_a.ts: name it"]
  ])("rejects %s", (_, names, fault) => {
    expect(numberFaults(names).join()).toContain(fault)
  })
  it("accepts a new number above the newest of the main history", () => {
    expect(historyFaults({ "0001_a.ts": "a", "0002_b.ts": "b" }, { "0001_a.ts": "a" })).toEqual([])
  })
  it.each([
    ["a change to a migration of the main history", { "0001_a.ts": "changed" }, "was changed"],
    ["the removal of one", {}, "was removed"],
    ["a number that is not above the newest", { "0001_a.ts": "a", "0001_b.ts": "b" }, "not above 0001"]
  ])("rejects %s", (_, here, fault) => {
    expect(historyFaults(here, { "0001_a.ts": "a" }).join()).toContain(fault)
  })
})

describe("the arguments of a run of some tests", () => {
  const files = ["packages/core/test/alerts/delivery/RateLimit.test.ts", "scripts/test/checks.test.mjs"]

  it.each([
    [["packages/core/test/alerts/delivery/RateLimit.test.ts"]],
    [["ratelimit", "-t", "no file"]],
    [["./scripts"]]
  ])("accepts %j", (args) => {
    expect(filterFaults(args, files)).toEqual([])
  })
  it("rejects each filter that matches no file, by name", () => {
    const faults = filterFaults(["RateLimit", "missing/file.test.ts", "-t", "a", "RateLimt"], files)
    expect(faults.map((fault) => /"(.*?)"/.exec(fault)?.[1])).toEqual(["missing/file.test.ts", "RateLimt"])
  })
  it("select by name with -t", () => {
    expect([["-t", "a"], ["--testNamePattern=a"], ["RateLimit"]].map(selectsByName)).toEqual([true, true, false])
  })
  it("are compared with the files that vitest includes", () => {
    expect(testFiles()).toContain("scripts/test/checks.test.mjs")
  })
})

const fileOf = (name, changes = {}) => ({ name, passed: 2, failed: 0, skipped: 0, broken: false, ...changes })
const runOf = (exitCode, ...files) => ({ exitCode, report: { files, unhandledErrors: 0 } })

describe("the last line of the output", () => {
  const passing = runOf(0, fileOf("a"), fileOf("b", { skipped: 1 }))

  it("adds the counts of every step", () => {
    expect(lastLine(sum([one(true), countsOf(passing)]))).toBe("tests: 5 passed, 0 failed, 1 skipped")
    expect(lastLine(sum([one(true), one(false)]))).toBe("tests: 1 passed, 1 failed")
  })
  it("counts a test file that could not be loaded as a failure", () => {
    expect(countsOf(runOf(1, fileOf("a", { passed: 0, broken: true }))).failed).toBe(1)
  })
  it("counts a failed test once", () => {
    expect(countsOf(runOf(1, fileOf("a", { failed: 1 }))).failed).toBe(1)
  })
  it("counts a run that fails, or has no report, as a failure", () => {
    expect(countsOf({ ...passing, exitCode: 1 }).failed).toBe(1)
    expect(countsOf({ report: undefined, exitCode: 1 })).toMatchObject({ passed: 0, failed: 1, skipped: 0 })
  })
})

describe("a second run of the files that failed", () => {
  const failing = fileOf("a", { passed: 1, failed: 1 })
  const other = fileOf("b")
  const first = runOf(1, failing, other)
  const after = (run, name = "a") => mergedCounts(first, new Map([[name, run]]))

  it("is of at most three files, those with a failed test or none that ran", () => {
    const broken = fileOf("c", { passed: 0, broken: true })
    expect(filesToRepeat(runOf(1, failing, other, broken))).toEqual(["a", "c"])
    const three = ["c", "d", "e"].map((name) => fileOf(name, { failed: 1 }))
    expect(filesToRepeat(runOf(1, ...three))).toEqual(["c", "d", "e"])
    expect(filesToRepeat(runOf(1, failing, ...three))).toEqual([])
    expect(filesToRepeat({ exitCode: 1, report: undefined })).toEqual([])
  })
  it("that passes counts as passed, and its file is named", () => {
    const counts = after(runOf(0, fileOf("a")))
    expect(counts).toEqual({ passed: 4, failed: 0, skipped: 0, unsteady: ["a"] })
    expect(unsteadyLines(sum([one(true), counts])).join("\n")).toMatch(/^passed in a second run.*\n {2}a$/)
  })
  it("that fails again counts as the first run", () => {
    for (const second of [runOf(1, fileOf("a", { failed: 2 })), runOf(1, fileOf("a", { broken: true }))]) {
      expect(after(second)).toEqual({ passed: 3, failed: 1, skipped: 0, unsteady: [] })
    }
  })
  it("counts as the first run when it crashes, does not run the file, or has an error outside tests", () => {
    for (const second of [{ exitCode: 134, report: undefined }, runOf(0), runOf(1, fileOf("a"))]) {
      expect(after(second)).toMatchObject({ failed: 1, unsteady: [] })
    }
  })
  it("does not change the failures of other files", () => {
    const two = mergedCounts(runOf(1, failing, fileOf("c", { failed: 2 })), new Map([["a", runOf(0, fileOf("a"))]]))
    expect(two).toEqual({ passed: 4, failed: 2, skipped: 0, unsteady: ["a"] })
  })
  it("does not hide an error outside tests in the first run", () => {
    const noisy = { exitCode: 1, report: { files: [failing, other], unhandledErrors: 1 } }
    expect(mergedCounts(noisy, new Map([["a", runOf(0, fileOf("a"))]])).failed).toBe(1)
  })
  it("changes nothing when no file runs again", () => {
    expect(mergedCounts(first, new Map())).toEqual(countsOf(first))
    expect(mergedCounts({ exitCode: 1, report: undefined }, new Map()).failed).toBe(1)
    expect(unsteadyLines(countsOf(first))).toEqual([])
  })
})

describe("the order of the test files", () => {
  it("begins with the longest, and keeps the order of the others", () => {
    const filesOf = (...paths) => paths.map((moduleId) => ({ moduleId }))
    const [longest, next] = LONGEST
    expect(longestFirst(filesOf("b", next, "a", longest))).toEqual(filesOf(longest, next, "b", "a"))
  })
})
