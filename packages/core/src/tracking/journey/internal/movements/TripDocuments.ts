import { documentsOf } from "../../../carriers/EventIdentity.ts"
import type { Movement } from "./Movement.ts"

/** The document types that distinguish trips: bookings (BKG), and bills of lading (TRD) where no booking is named. */
const TRIP_DOCUMENT_TYPES = ["BKG", "TRD"] as const

/** The bookings and bills of lading that movements name. */
export type TripDocuments = ReadonlyMap<string, ReadonlySet<string>>

export const tripDocumentsOf = (movements: ReadonlyArray<Movement>): TripDocuments =>
  new Map(
    TRIP_DOCUMENT_TYPES.map((type) => [type, new Set(movements.flatMap(({ event }) => documentsOf(event, type)))])
  )

/** Whether a movement names one of these bookings or bills of lading; undefined when one side names none. */
export const sharesDocuments = ({ event }: Movement, documents: TripDocuments): boolean | undefined => {
  for (const type of TRIP_DOCUMENT_TYPES) {
    const [named, known] = [documentsOf(event, type), documents.get(type)]
    if (named.length > 0 && known !== undefined && known.size > 0) return named.some((value) => known.has(value))
  }
  return undefined
}
