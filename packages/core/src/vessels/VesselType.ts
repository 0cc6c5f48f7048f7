import { Schema } from "effect"

/** What a merchant ship carries: dry cargo of any kind, liquids, or wheels. */
export const VesselType = Schema.Literals(["cargo", "tanker", "roro"])
export type VesselType = typeof VesselType.Type
