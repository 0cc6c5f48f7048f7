import { Schema } from "effect"

/** `shp_` and a ULID. */
export const ShipmentId = Schema.String.pipe(
  Schema.check(Schema.isStartingWith("shp_", { message: "must be the id of a shipment: shp_…" })),
  Schema.brand("ShipmentId")
)
export type ShipmentId = typeof ShipmentId.Type
