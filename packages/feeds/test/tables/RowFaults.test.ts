import { assert, describe, it } from "@effect/vitest"
import type { Fault } from "@landfall/core/faults/Fault"
import { toRowFaults } from "../../src/tables/RowFaults.ts"

const fault = (path: string, rest: string): Fault => ({ kind: "invalid", path, message: `${path}${rest}` })
const columnOf = (path: string) => ({ "$.imo": "IMO Number", "$.aliases": "aliases" })[path]

describe("the faults of a row", () => {
  it("are told of the columns that stand for their paths, and of the item of a list", () => {
    assert.deepStrictEqual(
      toRowFaults(3, [fault("$.imo", " must be right"), fault("$.aliases[1]", ": unknown")], columnOf),
      [
        { line: 3, column: "IMO Number", message: "IMO Number must be right" },
        { line: 3, column: "aliases", message: "aliases[1]: unknown" }
      ]
    )
  })

  it("are told of the row where no column stands for their path", () => {
    assert.deepStrictEqual(
      toRowFaults(3, [fault("$", " has 2 more faults"), fault("$.reported.year", " is odd")], columnOf),
      [
        { line: 3, column: "", message: "the row has 2 more faults" },
        { line: 3, column: "", message: "reported.year is odd" }
      ]
    )
  })
})
