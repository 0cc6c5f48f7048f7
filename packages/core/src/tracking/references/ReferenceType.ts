import { Schema } from "effect"

/** What a number names: CT a container, BK a booking, BL a bill of lading. */
export const ReferenceType = Schema.Literals(["CT", "BK", "BL"])
export type ReferenceType = typeof ReferenceType.Type

export const isReferenceType = Schema.is(ReferenceType)
