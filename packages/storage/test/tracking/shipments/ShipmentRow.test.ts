import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import {
  decodeRegistrationRows,
  decodeShipmentRows,
  RegistrationRow,
  ShipmentRow
} from "../../../src/tracking/shipments/ShipmentRow.ts"

describe("rows that are read by hand", () => {
  it.effect.prop("shipments are what their schema makes of them", [Schema.Array(ShipmentRow)], ([shipments]) =>
    Effect.gen(function* () {
      const rows = yield* Schema.encodeEffect(Schema.Array(ShipmentRow))(shipments)
      assert.deepStrictEqual(
        yield* decodeShipmentRows(rows),
        yield* Schema.decodeEffect(Schema.Array(ShipmentRow))(rows)
      )
    })
  )

  it.effect("registrations are what their schema makes of them", () =>
    Effect.gen(function* () {
      const notified = '{"milestones":{},"ended":{"MSCU6639871":1769000000000}}'
      const rows = [{ shipmentId: "shp_1", endpointId: "ep_1", registeredAt: 1_769_000_000_000, notified }]
      assert.deepStrictEqual(
        yield* decodeRegistrationRows(rows),
        yield* Schema.decodeEffect(Schema.Array(RegistrationRow))(rows)
      )
    })
  )

  it.effect("that are damaged are refused, with what is wrong", () =>
    Effect.gen(function* () {
      const good = { shipmentId: "shp_1", endpointId: "ep_1", registeredAt: 0, notified: "{}" }
      for (const damage of [{ shipmentId: "1" }, { notified: "{" }, { notified: "7" }, { registeredAt: Number.NaN }]) {
        const refused = yield* Effect.flip(decodeRegistrationRows([{ ...good, ...damage }]))
        assert.strictEqual(refused._tag, "SchemaError", JSON.stringify(damage))
      }
    })
  )
})
