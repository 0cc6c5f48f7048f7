import { IsoDateTime } from "@landfall/core/time/IsoDateTime"
import { Holds, LastFreeDay } from "@landfall/core/tracking/handling/TermsInput"
import { Schema } from "effect"
import { BodyInstant } from "../conventions/Instants.ts"

const HandlingFactView = Schema.NullOr(
  Schema.Struct({
    date: IsoDateTime.annotateKey({ description: "The actual date, or the expected one." }),
    classifier: Schema.String.annotateKey({ description: "`ACT` actual, `EST` estimated, `PLN` planned." }),
    location: Schema.NullOr(Schema.String).annotateKey({ description: "UN/LOCODE of the place; null while unknown." })
  })
)

/** The handling of a container beside its milestones. */
export const HandlingView = Schema.Struct({
  container: Schema.String.annotateKey({ description: "The container number." }),
  emptyPickedUp: HandlingFactView.annotateKey({
    description: "The pick-up of the empty container; null while unknown."
  }),
  emptyReturned: HandlingFactView.annotateKey({ description: "The return of the empty container; null before it." }),
  availableForPickup: HandlingFactView.annotateKey({
    description: "The instant from which the container can be collected; null while unknown."
  }),
  lastFreeDay: Schema.NullOr(Schema.String).annotateKey({
    description: "The last day on which it can be collected free of charge, such as `2026-03-14`; null while unknown."
  }),
  holds: Schema.Array(Schema.String).annotateKey({ description: "Why the container must not be collected." })
}).annotate({ identifier: "ContainerHandling" })

/** The terms on which a container can be collected. Absent properties remain unchanged. */
export const SetTerms = Schema.Struct({
  container: Schema.optionalKey(Schema.NonEmptyString.pipe(Schema.check(Schema.isMaxLength(40)))).annotateKey({
    description: "The container of a booking or bill of lading; without it, the terms are those of all its containers."
  }),
  lastFreeDay: Schema.optionalKey(Schema.NullOr(LastFreeDay)).annotateKey({
    description:
      "The last day on which the container can be collected free of charge; null removes it. Absent: unchanged."
  }),
  availableAt: Schema.optionalKey(Schema.NullOr(BodyInstant)).annotateKey({
    description:
      "The instant from which the container can be collected; null removes it, so that a report of the carrier counts. Absent: unchanged."
  }),
  holds: Schema.optionalKey(Holds).annotateKey({
    description: "Why it must not be collected, such as `freight`; empty after a release. Absent: unchanged."
  })
}).annotate({ identifier: "SetTerms" })

/** The terms of a shipment, and the alerts that they caused. */
export const TermsView = Schema.Struct({
  handling: Schema.Array(HandlingView).annotateKey({ description: "How each container is handled now." }),
  alerts: Schema.Int.annotateKey({ description: "The number of alerts that the change has caused." })
}).annotate({ identifier: "Terms" })
