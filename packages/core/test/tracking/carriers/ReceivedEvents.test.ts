import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { deduplicateEvents, storedEventKey } from "../../../src/tracking/carriers/EventIdentity.ts"
import { changesByReceived, mergeReceived } from "../../../src/tracking/carriers/ReceivedEvents.ts"
import { anyEvents } from "../eventArbitrary.ts"
import { discharges, loads, on } from "../fixtures.ts"

const load = loads({ port: "CNSHA", date: "01-10", booking: "B1" })
const discharge = discharges({ port: "NLRTM", date: "02-10" })

describe("received events", () => {
  it("are merged by their key, with the documents of every copy", () => {
    const copy = { ...load, documents: [{ type: "TRD", value: "L1" }] }
    const merged = [...mergeReceived([load, copy, discharge]).values()]
    assert.strictEqual(merged.length, 2)
    assert.deepStrictEqual(
      merged[0]?.documents.map(({ value }) => value),
      ["B1", "L1"]
    )
  })

  it("are added, replace a stored copy that they change, or change nothing", () => {
    const rewritten = { ...load, createdDateTime: Option.some(on("01-12")) }
    const stored = new Map([[storedEventKey(load), load]])
    const changed = changesByReceived(mergeReceived([rewritten, discharge]), stored)
    assert.deepStrictEqual([...changed.changed.values()], [rewritten, discharge])
    assert.deepStrictEqual(
      [changed.replaced, [...changed.added]],
      [[storedEventKey(load)], [storedEventKey(discharge)]]
    )
    const repeated = changesByReceived(mergeReceived([load]), stored)
    assert.deepStrictEqual([[...repeated.changed], repeated.replaced, repeated.added.size], [[], [], 0])
  })

  it.prop("are stored the same whether they are received together or one after another", [anyEvents], ([events]) => {
    let stored: ReadonlyMap<string, (typeof events)[number]> = new Map()
    for (const event of events) {
      stored = new Map([...stored, ...changesByReceived(mergeReceived([event]), stored).changed])
    }
    assert.deepStrictEqual(
      deduplicateEvents([...stored.values()]),
      deduplicateEvents([...mergeReceived(events).values()])
    )
  })
})
