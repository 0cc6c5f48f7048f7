import { describe, expect, it } from "vitest"
import { countsOf, lastLine, one, sum } from "../checks/counts.mjs"
import { historyFaults, numberFaults } from "../checks/migrations.mjs"

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

describe("the last line of the output", () => {
  const report = { numPassedTests: 4, numFailedTests: 0, numPendingTests: 1, numTodoTests: 0, testResults: [] }

  it("adds the counts of every step", () => {
    expect(lastLine(sum([one(true), countsOf(report, 0)]))).toBe("tests: 5 passed, 0 failed, 1 skipped")
    expect(lastLine(sum([one(true), one(false)]))).toBe("tests: 1 passed, 1 failed")
  })
  it("counts a test file that could not be loaded as a failure", () => {
    const unloadable = { status: "failed", assertionResults: [] }
    expect(countsOf({ ...report, testResults: [unloadable] }, 1).failed).toBe(1)
  })
  it("counts a failed test once", () => {
    const failing = { status: "failed", assertionResults: [{ status: "failed" }] }
    expect(countsOf({ ...report, numFailedTests: 1, testResults: [failing] }, 1).failed).toBe(1)
  })
  it("counts a run that fails, or has no report, as a failure", () => {
    expect(countsOf(report, 1).failed).toBe(1)
    expect(countsOf(undefined, 1)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  })
})
