import type { SetTerms } from "@landfall/api/tracking/ContainerTerms"
import { instantOf, isoOf } from "@landfall/core/time/Instant"
import type { CollectionTerms } from "@landfall/core/tracking/carriers/CarrierEvent"
import { journeysOf } from "@landfall/core/tracking/changes/ShipmentDecisions"
import type { TermsSubject } from "@landfall/core/tracking/handling/CollectionTermsEvent"
import { containerHandling, type HandlingFact } from "@landfall/core/tracking/handling/ContainerHandling"
import { normaliseNumber } from "@landfall/core/tracking/references/ContainerNumber"
import type { ShipmentSnapshot } from "@landfall/core/tracking/shipments/ShipmentStore"
import { Option, Result } from "effect"

const DOCUMENT_TYPES = { CT: undefined, BK: "BKG", BL: "TRD" } as const

/** Whose terms a request sets, or why it cannot. */
export const termsSubject = (
  snapshot: ShipmentSnapshot,
  requested: string | undefined
): Result.Result<TermsSubject, string> => {
  const { number, type } = snapshot.shipment
  const container = requested === undefined ? undefined : normaliseNumber(requested)
  const documentType = Option.isNone(type) ? "BKG" : DOCUMENT_TYPES[type.value]
  const known = journeysOf(snapshot).flatMap((journey) => Option.toArray(journey.container))
  if (documentType === undefined) {
    if (container !== undefined && container !== number) {
      return Result.fail(
        `body.container must be ${number}, the container of the shipment, or absent; it is ${container}`
      )
    }
    return Result.succeed({ container: number, documents: [] })
  }
  if (container !== undefined && !known.includes(container)) {
    const names = known.length === 0 ? "none is known yet" : known.join(", ")
    return Result.fail(`body.container must be a container of the shipment (${names}); it is ${container}`)
  }
  return Result.succeed({ container, documents: [{ type: documentType, value: number }] })
}

/** The terms of a request. */
export const toTerms = ({ lastFreeDay, availableAt, holds }: typeof SetTerms.Type): CollectionTerms => ({
  ...(lastFreeDay === undefined || lastFreeDay === null ? {} : { lastFreeDay }),
  ...(availableAt === undefined || availableAt === null ? {} : { availableAt: instantOf(availableAt) }),
  ...(holds === undefined ? {} : { holds: [...new Set(holds)].sort() })
})

const toHandlingFact = (fact: HandlingFact | undefined) =>
  fact === undefined
    ? null
    : {
        date: isoOf(fact.date),
        classifier: fact.classifier,
        location: Option.getOrNull(Option.map(fact.place, ({ unlocode }): string => unlocode))
      }

/** How each container of a shipment is handled. */
export const toHandlingViews = (snapshot: ShipmentSnapshot) =>
  journeysOf(snapshot).flatMap((journey) => {
    const handling = containerHandling(journey, snapshot.events)
    if (handling === undefined) return []
    return [
      {
        container: handling.container,
        emptyPickedUp: toHandlingFact(handling.emptyPickedUp),
        emptyReturned: toHandlingFact(handling.emptyReturned),
        availableForPickup: toHandlingFact(handling.availableForPickup),
        lastFreeDay: handling.lastFreeDay?.value ?? null,
        holds: handling.holds?.value ?? []
      }
    ]
  })
