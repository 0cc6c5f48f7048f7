import type { Vessel } from "@landfall/core/vessels/Vessel"
import { Data } from "effect"
import type { RowFault } from "../tables/TableRow.ts"

/**
 * What came of one row of a vessel file: a ship, a fault that leaves the row out, or a row that says nothing of a
 * container ship.
 */
export type VesselReading = Data.TaggedEnum<{
  Read: { readonly line: number; readonly vessel: Vessel }
  Refused: { readonly fault: RowFault }
  Skipped: { readonly line: number; readonly reason: string }
}>
export const VesselReading = Data.taggedEnum<VesselReading>()
