import { assert, describe, it } from "@effect/vitest"
import { Instant } from "@landfall/core/time/Instant"
import { decodeDcsa } from "../../../src/dcsa/events/DcsaDecoder.ts"
import { load } from "../payloads.ts"

const roleOf = (change: Readonly<Record<string, unknown>>) => {
  const { events, rejected } = decodeDcsa([load(change)], Instant.make(Date.parse("2026-02-02T00:00:00Z")))
  assert.deepStrictEqual(rejected, [])
  const [event] = events
  return event?._tag === "EquipmentEvent" ? event.portRole : assert.fail("no equipment event")
}

describe("the role of a port", () => {
  it("is a transhipment where the standard or a carrier states that, however it is spelt", () => {
    for (const change of [
      { isTransshipmentMove: true },
      { isTransshipmentMove: "true" },
      { shipmentLocationType: "TSP" },
      { shipmentLocationType: "Transshipment port" },
      { transportationPhase: "TRANSHIPMENT" },
      { transportationPhase: "Trans-shipment" },
      { description: "Full Transshipment Discharged" },
      { description: "Discharged for tranship" }
    ]) {
      assert.strictEqual(roleOf(change), "transhipment", JSON.stringify(change))
    }
  })

  it("is that of discharge where the carrier calls the place so", () => {
    for (const shipmentLocationType of ["POD", "pde"]) {
      assert.strictEqual(roleOf({ shipmentLocationType }), "discharge", shipmentLocationType)
    }
  })

  it("is not stated otherwise", () => {
    for (const change of [
      {},
      { isTransshipmentMove: false },
      { isTransshipmentMove: null },
      { shipmentLocationType: "POL" },
      { transportationPhase: "Import", description: "Discharged at port" },
      { description: 7 },
      { description: { text: "Transshipment" } }
    ]) {
      assert.isUndefined(roleOf(change), JSON.stringify(change))
    }
  })
})
