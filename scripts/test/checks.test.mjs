import { describe, expect, it } from "vitest"
import { countsOf, lastLine, one, sum } from "../checks/counts.mjs"
import { historyFaults, numberFaults } from "../checks/migrations.mjs"

describe("the migration order", () => {
  it("takes unique numbers in a row", () => {
    expect(numberFaults(["0002_deliveries.ts", "0001_accounts.ts"])).toEqual([])
  })
  it.each([
    ["a gap", ["0001_a.ts", "0003_b.ts"], "0003_b.ts: its number is to be 0002"],
    ["a repeat", ["0001_a.ts", "0001_b.ts"], "0001_b.ts: its number is to be 0002"],
    ["another form of name", ["1_a.ts"], "1_a.ts: name it"]
  ])("refuses %s", (_, names, fault) => {
    expect(numberFaults(names).join()).toContain(fault)
  })
  it("takes a new number above the newest of the main history", () => {
    expect(historyFaults({ "0001_a.ts": "a", "0002_b.ts": "b" }, { "0001_a.ts": "a" })).toEqual([])
  })
  it.each([
    ["a change to what the main history holds", { "0001_a.ts": "changed" }, "was changed"],
    ["its removal", {}, "was removed"],
    ["a number at or below its newest", { "0001_a.ts": "a", "0001_b.ts": "b" }, "not above 0001"]
  ])("refuses %s", (_, here, fault) => {
    expect(historyFaults(here, { "0001_a.ts": "a" }).join()).toContain(fault)
  })
})

describe("the last line", () => {
  const report = { numPassedTests: 4, numFailedTests: 0, numPendingTests: 1, numTodoTests: 0, testResults: [] }

  it("sums what every step came to", () => {
    expect(lastLine(sum([one(true), countsOf(report, 0)]))).toBe("tests: 5 passed, 0 failed, 1 skipped")
    expect(lastLine(sum([one(true), one(false)]))).toBe("tests: 1 passed, 1 failed")
  })
  it("counts a test file that could not be loaded as a failure", () => {
    const broken = { status: "failed", assertionResults: [] }
    expect(countsOf({ ...report, testResults: [broken] }, 1).failed).toBe(1)
  })
  it("counts a failed test once", () => {
    const failing = { status: "failed", assertionResults: [{ status: "failed" }] }
    expect(countsOf({ ...report, numFailedTests: 1, testResults: [failing] }, 1).failed).toBe(1)
  })
  it("counts a run that ended badly, or without a report, as a failure", () => {
    expect(countsOf(report, 1).failed).toBe(1)
    expect(countsOf(undefined, 1)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  })
})
