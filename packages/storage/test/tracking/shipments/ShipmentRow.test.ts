import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import {
  decodeRegistrationRows,
  decodeShipmentRows,
  RegistrationRow,
  ShipmentRow
} from "../../../src/tracking/shipments/ShipmentRow.ts"

describe("rows that are decoded by hand", () => {
  it.effect.prop("give the same shipments as their schema", [Schema.Array(ShipmentRow)], ([shipments]) =>
    Effect.gen(function* () {
      const rows = yield* Schema.encodeEffect(Schema.Array(ShipmentRow))(shipments)
      assert.deepStrictEqual(
        yield* decodeShipmentRows(rows),
        yield* Schema.decodeEffect(Schema.Array(ShipmentRow))(rows)
      )
    })
  )

  it.effect("give the same registrations as their schema", () =>
    Effect.gen(function* () {
      const notified = '{"milestones":[],"ended":{"MSCU6639871":1769000000000}}'
      const rows = [{ shipmentId: "shp_1", endpointId: "ep_1", registeredAt: 1_769_000_000_000, notified }]
      assert.deepStrictEqual(
        yield* decodeRegistrationRows(rows),
        yield* Schema.decodeEffect(Schema.Array(RegistrationRow))(rows)
      )
    })
  )

  it.effect("are rejected with the fault when they are damaged", () =>
    Effect.gen(function* () {
      const good = {
        shipmentId: "shp_1",
        endpointId: "ep_1",
        registeredAt: 0,
        notified: '{"milestones":[],"ended":{}}'
      }
      for (const damage of [
        { shipmentId: "1" },
        { notified: "{" },
        { notified: "7" },
        { notified: "{}" },
        { registeredAt: Number.NaN }
      ]) {
        const fault = yield* Effect.flip(decodeRegistrationRows([{ ...good, ...damage }]))
        assert.strictEqual(fault._tag, "SchemaError", JSON.stringify(damage))
      }
    })
  )
})
