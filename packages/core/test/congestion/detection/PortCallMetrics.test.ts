import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { portCallChangeKindOf } from "../../../src/congestion/detection/PortCallMetrics.ts"
import { call } from "../calls.ts"

const open = call(-10, null, { vessel: 1 })
const ended = { ...call(-10, -1, { vessel: 1 }), id: open.id }

describe("the kind of a change of a port call", () => {
  it("is started for a new open call, ended for one that gets its end, and updated otherwise", () => {
    assert.strictEqual(portCallChangeKindOf({ before: Option.none(), after: open }), "started")
    assert.strictEqual(portCallChangeKindOf({ before: Option.some(open), after: open }), "updated")
    assert.strictEqual(portCallChangeKindOf({ before: Option.some(open), after: ended }), "ended")
    assert.strictEqual(portCallChangeKindOf({ before: Option.none(), after: ended }), "ended")
    assert.strictEqual(portCallChangeKindOf({ before: Option.some(ended), after: ended }), "updated")
  })
})
