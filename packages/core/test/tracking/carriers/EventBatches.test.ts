import { assert, describe, it } from "@effect/vitest"
import { Option, Schema } from "effect"
import { batchEvents, EVENTS_PER_BATCH, NAMES_PER_BATCH } from "../../../src/tracking/carriers/EventBatches.ts"
import { containerOf } from "../../../src/tracking/carriers/EventIdentity.ts"
import { anyEvents } from "../eventArbitrary.ts"
import { directVoyage, OTHER_CONTAINER } from "../fixtures.ts"

const Size = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 50 }))

describe("batches of received events", () => {
  it.prop(
    "have every event once, and several containers only within their size",
    [anyEvents, Size],
    ([events, size]) => {
      const batches = [...batchEvents(events, () => size)]
      assert.sameMembers(batches.flat(), [...events])
      assert.lengthOf(batches.flat(), events.length)
      for (const batch of batches) {
        const containers = new Set(batch.map((event) => Option.getOrElse(containerOf(event), () => "")))
        assert.isTrue(batch.length <= size || containers.size === 1)
      }
    }
  )

  it("have the size that is decided before each of them", () => {
    const events = directVoyage().filter(({ equipmentReference }) => Option.isSome(equipmentReference))
    const many = Array.from({ length: 8 }, (_, n) =>
      events.map((event) => ({ ...event, equipmentReference: Option.some(`ABCU100000${n}`) }))
    ).flat()
    const sizes = [1, events.length * 3, events.length * 4]
    const batches = [...batchEvents(many, () => sizes.shift() ?? 1)]
    assert.deepStrictEqual(
      batches.map((batch) => batch.length / events.length),
      [1, 3, 4]
    )
  })

  it("keep the events of a container together, in their order", () => {
    const first = directVoyage().filter(({ equipmentReference }) => Option.isSome(equipmentReference))
    const second = first.map((event) => ({ ...event, equipmentReference: Option.some(OTHER_CONTAINER) }))
    const mixed = first.flatMap((event, index) => [event, second[index] ?? event])
    assert.deepStrictEqual([...batchEvents(mixed, () => first.length)], [first, second])
  })

  it("have a bounded number of names of documents and containers", () => {
    const [first] = directVoyage()
    if (first === undefined) return assert.fail("a voyage has events")
    const naming = (containers: number) => ({
      ...first,
      documents: [{ type: "BKG", value: "B1" }],
      references: Array.from({ length: containers }, (_, n) => ({ type: "EQ", value: `N${n}` }))
    })
    const half = NAMES_PER_BATCH / 4
    assert.deepStrictEqual(
      [...batchEvents([naming(half), naming(half), naming(half), naming(NAMES_PER_BATCH), naming(1)])].map(
        (batch) => batch.length
      ),
      [2, 1, 1, 1]
    )
  })

  it("are one when there are few events, in their order", () => {
    const events = directVoyage()
    assert.deepStrictEqual([...batchEvents(events)], [events])
    assert.isAbove(EVENTS_PER_BATCH, events.length)
  })
})
