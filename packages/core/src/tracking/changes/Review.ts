import { DateTime, Option } from "effect"
import { instantOf } from "../../time/Instant.ts"
import type { Journey } from "../journey/Journey.ts"
import { isDemoContainer } from "../references/ContainerNumber.ts"
import { type Registration, Shipment } from "../shipments/Shipment.ts"
import type { ShipmentSnapshot } from "../shipments/ShipmentStore.ts"
import { REMOVED_AFTER_MILLIS } from "./Completion.ts"
import { type Hearing, newestOf, silencesDueAt } from "./Silence.ts"

export const hearingOf = (
  { events, lastCheck, answeredAt }: ShipmentSnapshot,
  journeys: ReadonlyArray<Journey>
): Hearing => ({ journeys, newest: newestOf(events), lastCheck, answeredAt })

const earliest = (moments: ReadonlyArray<number>, after: number): Option.Option<DateTime.Utc> => {
  const ahead = moments.filter((moment) => moment > after)
  return ahead.length === 0 ? Option.none() : Option.some(DateTime.makeUnsafe(Math.min(...ahead)))
}

/**
 * When time alone changes something about a shipment: a completed one is removed, one under way or unknown becomes
 * silent. None when nothing is ahead.
 */
export const reviewDueAt = (
  shipment: Shipment,
  hearing: Hearing,
  registrations: ReadonlyArray<Registration>,
  now: DateTime.Utc
): Option.Option<DateTime.Utc> => {
  if (isDemoContainer(shipment.number)) return Option.none()
  const after = DateTime.toEpochMillis(now)
  switch (shipment.status) {
    case "stopped":
      return Option.none()
    case "completed":
      return earliest(
        Option.toArray(Option.map(shipment.completedAt, (at) => instantOf(at) + REMOVED_AFTER_MILLIS)),
        after
      )
    case "tracking":
      return earliest(
        registrations.flatMap((registration) => silencesDueAt(hearing, registration)),
        after
      )
  }
}

/**
 * Has a shipment looked at no later than it must be. One that is to be looked at earlier stays so: the review sets the
 * moment right, and what comes in meanwhile need not.
 *
 * @param changed those of the snapshot's registrations that are changed with it
 */
export const reviewNoLaterThan = (
  shipment: Shipment,
  snapshot: ShipmentSnapshot,
  journeys: ReadonlyArray<Journey>,
  changed: ReadonlyArray<Registration>,
  now: DateTime.Utc
): Shipment => {
  const registrations = snapshot.subscribers.map(
    ({ registration }) => changed.find(({ endpointId }) => endpointId === registration.endpointId) ?? registration
  )
  const due = reviewDueAt(shipment, hearingOf(snapshot, journeys), registrations, now)
  const isSooner =
    Option.isSome(due) && (Option.isNone(shipment.reviewAt) || DateTime.isLessThan(due.value, shipment.reviewAt.value))
  return isSooner ? new Shipment({ ...shipment, reviewAt: due }) : shipment
}
