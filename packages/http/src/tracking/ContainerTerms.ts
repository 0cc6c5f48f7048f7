import type { SetTerms } from "@landfall/api/tracking/ContainerTerms"
import { type Instant, instantOf, isoOf } from "@landfall/core/time/Instant"
import type { CollectionTerms } from "@landfall/core/tracking/carriers/CarrierEvent"
import { eventsCountedAt } from "@landfall/core/tracking/carriers/FutureActuals"
import { journeysOf } from "@landfall/core/tracking/decisions/ShipmentDecisions"
import { containerHandling, type HandlingFact } from "@landfall/core/tracking/handling/ContainerHandling"
import type { ShipmentSnapshot } from "@landfall/core/tracking/shipments/ShipmentStore"
import { Option } from "effect"

/** The terms of a request. */
export const toTerms = ({ lastFreeDay, availableAt, holds }: typeof SetTerms.Type): CollectionTerms => ({
  ...(lastFreeDay === undefined ? {} : { lastFreeDay }),
  ...(availableAt === undefined ? {} : { availableAt: availableAt === null ? null : instantOf(availableAt) }),
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

/** The handling of each container of a shipment. */
export const toHandlingViews = (snapshot: ShipmentSnapshot, now: Instant) =>
  journeysOf(snapshot, now).flatMap((journey) => {
    const handling = containerHandling(journey, eventsCountedAt(snapshot.events, now))
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
