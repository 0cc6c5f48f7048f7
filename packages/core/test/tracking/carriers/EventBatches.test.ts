import { assert, describe, it } from "@effect/vitest"
import { Option, Schema } from "effect"
import { batchEvents, EVENTS_PER_BATCH } from "../../../src/tracking/carriers/EventBatches.ts"
import { anyEvents } from "../eventArbitrary.ts"
import { directVoyage, OTHER_CONTAINER } from "../fixtures.ts"

const Size = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 50 }))

describe("batches of received events", () => {
  it.prop("have every event once and at most their size", [anyEvents, Size], ([events, size]) => {
    const batches = batchEvents(events, size)
    assert.sameMembers(batches.flat(), [...events])
    assert.lengthOf(batches.flat(), events.length)
    for (const batch of batches) assert.isAtMost(batch.length, size)
  })

  it("keep the events of a container together, in their order", () => {
    const first = directVoyage().filter(({ equipmentReference }) => Option.isSome(equipmentReference))
    const second = first.map((event) => ({ ...event, equipmentReference: Option.some(OTHER_CONTAINER) }))
    const mixed = first.flatMap((event, index) => [event, second[index] ?? event])
    assert.deepStrictEqual(batchEvents(mixed, first.length), [first, second])
  })

  it("are one when there are few events, in their order", () => {
    const events = directVoyage()
    assert.deepStrictEqual(batchEvents(events), [events])
    assert.isAbove(EVENTS_PER_BATCH, events.length)
  })
})
