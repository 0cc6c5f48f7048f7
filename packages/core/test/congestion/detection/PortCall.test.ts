import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { changedPorts, portCallChanges } from "../../../src/congestion/detection/PortCall.ts"
import { Unlocode } from "../../../src/geo/Unlocode.ts"
import { call, PORT } from "../calls.ts"

describe("storing port calls", () => {
  const open = call(-10, null, { vessel: 1 })
  const completed = { ...call(-10, -1, { vessel: 1 }), id: open.id }
  const stored = new Map([[open.id, open]])

  it("adds a new call", () => {
    assert.deepStrictEqual(portCallChanges(new Map(), [open]), [{ before: Option.none(), after: open }])
  })

  it("does not change an identical call", () => {
    assert.deepStrictEqual(portCallChanges(stored, [call(-10, null, { vessel: 1 })]), [])
  })

  it("replaces the stored call with the last one of its id", () => {
    assert.deepStrictEqual(portCallChanges(stored, [open, completed]), [
      { before: Option.some(open), after: completed }
    ])
    assert.deepStrictEqual(portCallChanges(stored, [completed, open]), [])
  })

  it("raises the revision of each changed port once", () => {
    const elsewhere = { ...call(-5, null, { vessel: 3 }), port: Unlocode.make("BEANR") }
    const changes = portCallChanges(new Map(), [open, call(-4, null, { vessel: 2 }), elsewhere])
    assert.deepStrictEqual(changedPorts(changes), [PORT, elsewhere.port])
  })
})
