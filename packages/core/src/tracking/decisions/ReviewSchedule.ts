import { DateTime, Option } from "effect"
import { matchesFilter } from "../../alerts/endpoints/Endpoint.ts"
import { finalPodHoldMillis } from "../../alerts/endpoints/FinalPodHold.ts"
import { instantOf } from "../../time/Instant.ts"
import { heldEventsAt } from "../carriers/FutureActuals.ts"
import { overdueInstants } from "../changes/ArrivalOverdue.ts"
import { STOP_AFTER_MILLIS } from "../changes/Completion.ts"
import { type DataStatus, dataGapsDueAt, newestEvent } from "../changes/DataGap.ts"
import { heldUntil, transhipmentContextOf } from "../changes/HeldMilestones.ts"
import type { Journey } from "../journey/Journey.ts"
import { isDemoContainer } from "../references/ContainerNumber.ts"
import type { Registration, Shipment } from "../shipments/Shipment.ts"
import type { ShipmentSnapshot } from "../shipments/ShipmentStore.ts"
import { longStayInstants } from "../transhipments/RecordedEvidence.ts"

/** The inputs that decide whether a shipment is stale or in error. */
export const dataStatusOf = (
  { events, lastPoll, lastResponseAt, pollsRestartedAt }: ShipmentSnapshot,
  journeys: ReadonlyArray<Journey>
): DataStatus => ({ journeys, newest: newestEvent(events), lastPoll, lastResponseAt, pollsRestartedAt })

const earliestAfter = (instants: ReadonlyArray<number>, after: number): Option.Option<DateTime.Utc> => {
  const ahead = instants.filter((instant) => instant > after)
  return ahead.length === 0 ? Option.none() : Option.some(DateTime.makeUnsafe(Math.min(...ahead)))
}

/** When milestones that wait for evidence of the final POD are notified without it, for each subscriber. */
const heldInstants = (
  journeys: ReadonlyArray<Journey>,
  { subscribers }: Pick<ShipmentSnapshot, "subscribers">
): ReadonlyArray<number> =>
  journeys.flatMap(({ milestones }) =>
    milestones.flatMap((milestone) =>
      subscribers.flatMap(({ endpoint }) => heldUntil(milestone, finalPodHoldMillis(endpoint)) ?? [])
    )
  )

const MINUTE_MILLIS = 60_000

/** When arrivals become overdue, for each subscriber that is notified of them; a minute from now for those that already are. */
const overdueFor = (
  journeys: ReadonlyArray<Journey>,
  { subscribers }: Pick<ShipmentSnapshot, "subscribers">,
  now: DateTime.Utc
): ReadonlyArray<number> =>
  subscribers.flatMap(({ endpoint, registration }) =>
    matchesFilter(endpoint.filterTypes, "shipment.arrival.overdue")
      ? overdueInstants(journeys, registration.notified).map((at) => Math.max(at, instantOf(now) + MINUTE_MILLIS))
      : []
  )

/** When held milestones and overdue arrivals are notified, and future actuals count. */
export const dueInstants = (
  journeys: ReadonlyArray<Journey>,
  snapshot: Pick<ShipmentSnapshot, "shipment" | "events" | "subscribers" | "transhipments">,
  now: DateTime.Utc
): ReadonlyArray<number> => {
  const holdEnds = heldInstants(journeys, snapshot)
  const stays = holdEnds.length === 0 ? [] : longStayInstants(journeys, transhipmentContextOf(snapshot))
  const future = heldEventsAt(snapshot.events, instantOf(now)).map(({ eventDateTime }) => eventDateTime)
  return [...holdEnds, ...stays, ...future, ...overdueFor(journeys, snapshot, now)]
}

/**
 * When the passing of time next changes a shipment: a completed one stops, one in progress gets a data gap, and a held
 * milestone is notified. None when no change is ahead.
 *
 * @param due as `dueInstants` returns them
 */
export const reviewDueAt = (
  shipment: Shipment,
  status: DataStatus,
  registrations: ReadonlyArray<Registration>,
  due: ReadonlyArray<number>,
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
        [...registrations.flatMap((registration) => dataGapsDueAt(status, registration)), ...due],
        after
      )
  }
}

/**
 * Sets `reviewAt` of a shipment to when its next review is due. An earlier `reviewAt` stays: that review then sets the
 * right instant.
 *
 * @param changed the registrations of the snapshot that change together with the shipment
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
  const due = reviewDueAt(
    shipment,
    dataStatusOf(snapshot, journeys),
    registrations,
    dueInstants(journeys, snapshot, now),
    now
  )
  const isSooner =
    Option.isSome(due) && (Option.isNone(shipment.reviewAt) || DateTime.isLessThan(due.value, shipment.reviewAt.value))
  return isSooner ? { ...shipment, reviewAt: due } : shipment
}
