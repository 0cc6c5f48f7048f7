import { assert, describe, it } from "@effect/vitest"
import { TYPES_OF_JOURNEY } from "./Load.ts"
import type { StoredDelivery } from "./StoredDeliveries.ts"
import { tallyOf } from "./Tally.ts"

const MAX_ATTEMPTS = 20
const CONTAINER = "MSKU7194304"

const deliveryOf = (messageId: string, fields: Partial<StoredDelivery>): StoredDelivery => ({
  messageId,
  type: "shipment.completed",
  number: null,
  state: "succeeded",
  attempts: 1,
  ...fields
})

/** A receiver that got these bodies, by the ids of their messages. */
const receiverOf = (bodies: Readonly<Record<string, unknown>>, faults: ReadonlyArray<string> = []) => ({
  arrivals: new Map(Object.entries(bodies).map(([id, body]) => [id, { body: JSON.stringify(body), times: 1 }])),
  faults
})

const EXAMPLE = { type: "shipment.completed", data: { example: true } }

const tallyOfExample = (delivery?: StoredDelivery) =>
  tallyOf({ examples: new Set(["msg_1"]), containers: [] }, receiverOf({}), delivery ? [delivery] : [], MAX_ATTEMPTS)

const journeyBodies = (types: ReadonlyArray<string>) =>
  Object.fromEntries(
    types.map((type) => {
      const sequence = TYPES_OF_JOURNEY.indexOf(type) + 1
      return [`msg_${sequence}`, { type, data: { container: CONTAINER, sequence } }]
    })
  )

describe("the tally of a fault run counts an accepted alert", () => {
  it("as delivered when it arrived, whatever the database has", () => {
    const accepted = { examples: new Set(["msg_1"]), containers: [] }
    const stored = [deliveryOf("msg_1", { state: "exhausted", attempts: MAX_ATTEMPTS })]
    const tally = tallyOf(accepted, receiverOf({ msg_1: EXAMPLE }), stored, MAX_ATTEMPTS)
    const { delivered, exhausted, waiting, lost } = tally
    assert.deepStrictEqual([delivered, exhausted, waiting, lost], [1, 0, 0, 0])
  })

  it("as exhausted when it did not arrive and every attempt of its policy failed", () => {
    const tally = tallyOfExample(deliveryOf("msg_1", { state: "exhausted", attempts: MAX_ATTEMPTS }))
    assert.deepStrictEqual([tally.delivered, tally.exhausted, tally.lost], [0, 1, 0])
  })

  it("as lost when it was abandoned before the last attempt of its policy", () => {
    const tally = tallyOfExample(deliveryOf("msg_1", { state: "exhausted", attempts: MAX_ATTEMPTS - 1 }))
    assert.deepStrictEqual([tally.exhausted, tally.lost], [0, 1])
    assert.deepStrictEqual(tally.losses, ["msg_1 is stored as exhausted after 19 of 20 attempts"])
  })

  it.each(["waiting", "pending", "retry", "leased"] as const)("as waiting when its delivery is %s", (state) => {
    const tally = tallyOfExample(deliveryOf("msg_1", { state }))
    assert.deepStrictEqual([tally.waiting, tally.lost], [1, 0])
  })

  it.each(["succeeded", "skipped"] as const)("as lost when its delivery is %s and it did not arrive", (state) => {
    const tally = tallyOfExample(deliveryOf("msg_1", { state }))
    assert.deepStrictEqual([tally.waiting, tally.exhausted, tally.lost], [0, 0, 1])
    assert.deepStrictEqual(tally.losses, [`msg_1 is stored as ${state}, and did not arrive`])
  })

  it("as lost when the database has no delivery of it", () => {
    const tally = tallyOfExample()
    assert.strictEqual(tally.lost, 1)
    assert.deepStrictEqual(tally.losses, ["msg_1 has no delivery"])
  })

  it("by the number of its shipment and its type when it belongs to a journey", () => {
    const [first = "", second = "", ...others] = TYPES_OF_JOURNEY
    const stored = [
      deliveryOf("msg_1", { number: CONTAINER, type: first, state: "exhausted", attempts: MAX_ATTEMPTS }),
      // The same type of another shipment explains nothing.
      deliveryOf("msg_2", { number: "CSQU3054383", type: second, state: "retry" })
    ]
    const accepted = { examples: new Set<string>(), containers: [CONTAINER] }
    const tally = tallyOf(accepted, receiverOf(journeyBodies(others)), stored, MAX_ATTEMPTS)
    assert.strictEqual(tally.accepted, TYPES_OF_JOURNEY.length)
    assert.deepStrictEqual([tally.delivered, tally.exhausted, tally.lost], [others.length, 1, 1])
    assert.deepStrictEqual(tally.losses, [`${CONTAINER} ${second} has no delivery`])
    assert.deepStrictEqual(tally.faults, [])
  })

  it("once, and reports a gap in the sequence of a complete journey", () => {
    const bodies = journeyBodies(TYPES_OF_JOURNEY)
    const gap = { ...bodies, msg_1: { type: TYPES_OF_JOURNEY[0], data: { container: CONTAINER, sequence: 99 } } }
    const accepted = { examples: new Set<string>(), containers: [CONTAINER] }
    const complete = tallyOf(accepted, receiverOf(bodies), [], MAX_ATTEMPTS)
    assert.deepStrictEqual([complete.delivered, complete.lost, complete.faults], [TYPES_OF_JOURNEY.length, 0, []])
    const { faults } = tallyOf(accepted, receiverOf(gap), [], MAX_ATTEMPTS)
    assert.strictEqual(faults.length, 1)
    assert.match(faults[0] ?? "", /^the sequence of MSKU7194304 is 2 3 .* 99$/)
  })
})
