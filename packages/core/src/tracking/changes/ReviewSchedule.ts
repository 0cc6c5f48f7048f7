import { DateTime, Option } from "effect"
import { instantOf } from "../../time/Instant.ts"
import type { Journey } from "../journey/Journey.ts"
import { isDemoContainer } from "../references/ContainerNumber.ts"
import { type Registration, Shipment } from "../shipments/Shipment.ts"
import type { ShipmentSnapshot } from "../shipments/ShipmentStore.ts"
import { STOP_AFTER_MILLIS } from "./Completion.ts"
import { type DataStatus, dataGapsDueAt, newestEvent } from "./DataGap.ts"

export const dataStatusOf = (
  { events, lastPoll, lastResponseAt }: ShipmentSnapshot,
  journeys: ReadonlyArray<Journey>
): DataStatus => ({ journeys, newest: newestEvent(events), lastPoll: lastPoll, lastResponseAt: lastResponseAt })

const earliestAfter = (moments: ReadonlyArray<number>, after: number): Option.Option<DateTime.Utc> => {
  const ahead = moments.filter((moment) => moment > after)
  return ahead.length === 0 ? Option.none() : Option.some(DateTime.makeUnsafe(Math.min(...ahead)))
}

/**
 * When time alone changes something about a shipment: a completed one is removed, one under way or unknown becomes
 * silent. None when nothing is ahead.
 */
export const reviewDueAt = (
  shipment: Shipment,
  hearing: DataStatus,
  registrations: ReadonlyArray<Registration>,
  now: DateTime.Utc
): Option.Option<DateTime.Utc> => {
  if (isDemoContainer(shipment.number)) return Option.none()
  const after = DateTime.toEpochMillis(now)
  switch (shipment.status) {
    case "stopped":
      return Option.none()
    case "completed":
      return earliestAfter(
        Option.toArray(Option.map(shipment.completedAt, (at) => instantOf(at) + STOP_AFTER_MILLIS)),
        after
      )
    case "tracking":
      return earliestAfter(
        registrations.flatMap((registration) => dataGapsDueAt(hearing, registration)),
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
export const scheduleReview = (
  shipment: Shipment,
  snapshot: ShipmentSnapshot,
  journeys: ReadonlyArray<Journey>,
  changed: ReadonlyArray<Registration>,
  now: DateTime.Utc
): Shipment => {
  const registrations = snapshot.subscribers.map(
    ({ registration }) => changed.find(({ endpointId }) => endpointId === registration.endpointId) ?? registration
  )
  const due = reviewDueAt(shipment, dataStatusOf(snapshot, journeys), registrations, now)
  const isSooner =
    Option.isSome(due) && (Option.isNone(shipment.reviewAt) || DateTime.isLessThan(due.value, shipment.reviewAt.value))
  return isSooner ? new Shipment({ ...shipment, reviewAt: due }) : shipment
}
