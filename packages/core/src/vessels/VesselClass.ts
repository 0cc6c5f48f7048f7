import { Schema } from "effect"
import { VesselType } from "./VesselType.ts"

/** The groups of vessels that congestion figures are computed for: all commercial vessels, and each type of them. */
export const VesselClass = Schema.Literals(["commercialVessels", ...VesselType.literals])

export type VesselClass = typeof VesselClass.Type
