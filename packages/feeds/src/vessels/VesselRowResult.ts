import type { Vessel } from "@landfall/core/vessels/Vessel"
import { Data } from "effect"
import type { RowFault } from "../tables/RowFaults.ts"

/**
 * What came of one row of a vessel file: a ship, a fault that leaves the row out, a row that says nothing of a container
 * ship, or something that is not read of a row, or of a whole column, while the rest is.
 */
export type VesselRowResult = Data.TaggedEnum<{
  Read: { readonly line: number; readonly vessel: Vessel }
  Refused: { readonly fault: RowFault }
  Ignored: { readonly fault: RowFault }
  Skipped: { readonly line: number; readonly reason: string }
}>
export const VesselRowResult = Data.taggedEnum<VesselRowResult>()
