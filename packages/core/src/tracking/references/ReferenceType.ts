import { Schema } from "effect"

/** The type of a reference: CT container, BK booking, BL bill of lading. */
export const ReferenceType = Schema.Literals(["CT", "BK", "BL"])
export type ReferenceType = typeof ReferenceType.Type

/** Whether a value is a reference type. */
export const isReferenceType = Schema.is(ReferenceType)
