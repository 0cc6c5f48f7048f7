import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { containerOf, documentsOf } from "../../../src/tracking/carriers/EventIdentity.ts"
import { CONTAINER, gatesIn } from "../fixtures.ts"

describe("the references of an event", () => {
  const event = gatesIn({ port: "CNSHA", date: "01-08", booking: "BOOKED1" })

  it("include the container that it names", () => {
    assert.deepStrictEqual(containerOf(event), Option.some(CONTAINER))
  })

  it("include its documents by type", () => {
    assert.deepStrictEqual([...documentsOf(event, "BKG")], ["BOOKED1"])
    assert.deepStrictEqual([...documentsOf(event, "TRD")], [])
  })
})
