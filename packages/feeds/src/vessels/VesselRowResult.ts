import type { Vessel } from "@landfall/core/vessels/Vessel"
import { Data } from "effect"
import type { RowFault } from "../tables/RowFaults.ts"

/**
 * The result of one row of a vessel file. `Rejected`: a fault rejects the row. `Ignored`: a cell or a column is
 * ignored, and the others are read. `Skipped`: the row has no yearly report of a container vessel.
 */
export type VesselRowResult = Data.TaggedEnum<{
  Read: { readonly line: number; readonly vessel: Vessel }
  Rejected: { readonly fault: RowFault }
  Ignored: { readonly fault: RowFault }
  Skipped: { readonly line: number; readonly reason: string }
}>
export const VesselRowResult = Data.taggedEnum<VesselRowResult>()
