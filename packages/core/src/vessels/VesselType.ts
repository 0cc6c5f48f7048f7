import { Schema } from "effect"

/** The type of a commercial vessel: dry cargo of any kind, liquids (tanker), or vehicles (ro-ro). */
export const VesselType = Schema.Literals(["cargo", "tanker", "roro"])
export type VesselType = typeof VesselType.Type
