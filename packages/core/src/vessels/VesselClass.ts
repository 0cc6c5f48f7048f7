import { Schema } from "effect"
import { VesselType } from "./VesselType.ts"

/** The groups that congestion is told for: all merchant ships, and each type of them. */
export const VesselClass = Schema.Literals(["commercialVessels", ...VesselType.literals])

export type VesselClass = typeof VesselClass.Type
