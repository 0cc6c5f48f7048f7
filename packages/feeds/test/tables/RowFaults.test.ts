import { assert, describe, it } from "@effect/vitest"
import { invalidFault } from "@landfall/core/faults/Fault"
import { describeRowFault, findUnknownColumns, toRowFaults } from "../../src/tables/RowFaults.ts"

const columnOf = (path: string) => ({ imo: "IMO Number", aliases: "aliases" })[path]

describe("the faults of a row", () => {
  it("have the column of their path, and the path within the column", () => {
    const faults = toRowFaults(
      3,
      [invalidFault(["imo"], "must end in its check digit 3", 5), invalidFault(["aliases", 1], "must be a code")],
      columnOf
    )
    assert.deepStrictEqual(faults, [
      { kind: "invalid", path: [], rule: "must end in its check digit 3", value: "5", line: 3, column: "IMO Number" },
      { kind: "invalid", path: [1], rule: "must be a code", line: 3, column: "aliases" }
    ])
    assert.deepStrictEqual(faults.map(describeRowFault), [
      "IMO Number must end in its check digit 3, got 5",
      "aliases[1] must be a code"
    ])
  })

  it("concern the whole row when their path has no column", () => {
    const faults = toRowFaults(
      3,
      [invalidFault([], "has 2 more faults"), invalidFault(["reported", "year"], "is odd")],
      columnOf
    )
    assert.deepStrictEqual(
      faults.map(({ column }) => column),
      ["", ""]
    )
    assert.deepStrictEqual(faults.map(describeRowFault), ["the row has 2 more faults", "reported.year is odd"])
  })
})

describe("the columns of a header", () => {
  it("are reported when they are unknown or repeated", () => {
    assert.deepStrictEqual(
      findUnknownColumns({ line: 1, cells: ["code", "nmae", "Code", "zzz"] }, ["code", "name"]).map(describeRowFault),
      [
        'nmae is not a known column and is not read; did you mean "name"?',
        "Code is a repeated column and is not read; the first column of this name is read",
        "zzz is not a known column and is not read; known columns: code, name"
      ]
    )
  })
})
