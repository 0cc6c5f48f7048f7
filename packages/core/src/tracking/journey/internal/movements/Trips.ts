import { DAY_MILLIS } from "../../../../time/Durations.ts"
import type { TripEnd } from "../../JourneyParts.ts"
import { ACTUAL_RANK, type Movement, wasKnownBefore } from "./Movement.ts"
import {
  compareByDayOrder,
  sharesDocuments,
  splitTrips,
  type TripDocuments,
  type TripSegment,
  tripDocumentsOf
} from "./TripBoundaries.ts"

/** Step 3 of derivation: one cycle of a container, from the empty pick-up to the empty return or to its next trip. */
export interface Trip {
  /** Every movement of the trip in order of date, whatever its classifier. */
  readonly movements: ReadonlyArray<Movement>
  readonly end: TripEnd | undefined
}

/** The attributes by which a planned movement or a movement of a vessel is assigned to its trip. */
interface TripAttributes {
  readonly begin: number
  readonly end: TripEnd | undefined
  readonly deliveredAt: number | undefined
  readonly calls: ReadonlySet<string>
  readonly voyages: ReadonlySet<string>
  readonly vessels: ReadonlySet<string>
  readonly ports: ReadonlySet<string>
  readonly documents: TripDocuments
}

const voyageKeyOf = (movement: Movement): string => {
  const call = movement.event.transportCall
  if (movement.vessel === "" || call._tag === "None") return ""
  const inbound = movement.code === "ARRI" || movement.code === "DISC"
  const voyage = inbound ? call.value.importVoyage : call.value.exportVoyage
  return voyage._tag === "None" ? "" : `${movement.vessel}/${voyage.value}`
}

const tripAttributesOf = (segment: TripSegment, actuals: ReadonlyArray<Movement>): TripAttributes => {
  const movements = actuals.slice(segment.from, segment.to)
  return {
    begin: movements[0]?.at ?? Number.POSITIVE_INFINITY,
    end: segment.end,
    deliveredAt: segment.delivered?.at,
    calls: new Set(movements.map((movement) => movement.call).filter((call) => call !== "")),
    voyages: new Set(movements.map(voyageKeyOf).filter((voyage) => voyage !== "")),
    vessels: new Set(movements.map((movement) => movement.vessel).filter((vessel) => vessel !== "")),
    ports: new Set(movements.filter(({ mode }) => mode === "sea").map((movement) => movement.port)),
    documents: tripDocumentsOf(movements)
  }
}

/** The index of the only trip that matches; undefined when none or several do. */
const findOnlyIndex = (
  trips: ReadonlyArray<TripAttributes>,
  matches: (trip: TripAttributes) => boolean
): number | undefined => {
  const index = trips.findIndex(matches)
  return index < 0 || trips.findLastIndex(matches) !== index ? undefined : index
}

/**
 * Whether a transport event is of a vessel of the trip, or of an unnamed vessel at one of its ports. Such an event begins
 * no other trip.
 */
const involvesSameVessels = (movement: Movement, trip: TripAttributes): boolean =>
  movement.event._tag === "TransportEvent" &&
  (movement.vessel === ""
    ? trip.ports.has(movement.port)
    : voyageKeyOf(movement) === "" && trip.vessels.has(movement.vessel))

/**
 * Assigns a movement that is not an actual of the container itself to a trip: by transport call, then by booking or
 * bill of lading, then by vessel and voyage, else by date. By date, a vessel's movement after delivery belongs to the
 * following trip (index one past the last) unless it was reported before the delivery.
 */
const assignTrip = (movement: Movement, trips: ReadonlyArray<TripAttributes>): number => {
  const byCall = movement.call === "" ? undefined : findOnlyIndex(trips, (trip) => trip.calls.has(movement.call))
  if (byCall !== undefined) return byCall
  const byDocuments = findOnlyIndex(trips, (trip) => sharesDocuments(movement, trip.documents) === true)
  if (byDocuments !== undefined) return byDocuments
  const voyage = voyageKeyOf(movement)
  const byVoyage = voyage === "" ? undefined : findOnlyIndex(trips, (trip) => trip.voyages.has(voyage))
  if (byVoyage !== undefined) return byVoyage
  const byDate = Math.max(
    trips.findLastIndex((trip) => trip.begin <= movement.at),
    0
  )
  const trip = trips[byDate]
  if (trip === undefined) return byDate
  if (trip.end !== undefined) return movement.at > trip.end.at ? byDate + 1 : byDate
  if (trip.deliveredAt === undefined || movement.mode !== "sea" || movement.at <= trip.deliveredAt) return byDate
  if (involvesSameVessels(movement, trip)) return byDate
  return (sharesDocuments(movement, trip.documents) ?? wasKnownBefore(movement, trip.deliveredAt)) ? byDate : byDate + 1
}

/** Whether a movement that concerns no container happened, and became known, after the end of its trip. */
const isAfterEnd = (movement: Movement, trip: TripAttributes | undefined): boolean =>
  trip?.end !== undefined && movement.at > trip.end.at && !wasKnownBefore(movement, trip.end.at)

/** Whether the movements include a loading on a vessel or its departure. */
const includesBoarding = (movements: ReadonlyArray<Movement>): boolean =>
  movements.some(({ mode, code, empty }) => mode === "sea" && !empty && (code === "LOAD" || code === "DEPA"))

/** The reported end of a trip; else its delivery, when the next trip is planned. */
const tripEndOf = (
  segment: TripSegment | undefined,
  next: ReadonlyArray<Movement> | undefined
): TripEnd | undefined => {
  if (segment?.end !== undefined || segment?.delivered === undefined) return segment?.end
  return next !== undefined && includesBoarding(next) ? { at: segment.delivered.at, reason: "next-trip" } : undefined
}

const isContainerActual = ({ event, rank }: Movement): boolean =>
  rank === ACTUAL_RANK && event._tag === "EquipmentEvent" && event.equipmentReference._tag === "Some"

/** A vessel that leaves a port at most this long after the container reached it takes it on: no container is emptied and stuffed sooner. */
const CONNECTION_MILLIS = 7 * DAY_MILLIS

/**
 * Whether a vessel of other documents takes the container on from a port that it reaches, such as from a feeder: soon, or in place
 * of one that was to take it on from there, as where a booking is split.
 */
const continuesFrom = (all: ReadonlyArray<Movement>, next: ReadonlyArray<Movement>): boolean => {
  const own = all.filter((movement) => movement.mode === "sea" && !next.includes(movement))
  const leaves = ({ mode, code }: Movement): boolean => mode === "sea" && (code === "LOAD" || code === "DEPA")
  return next
    .filter(leaves)
    .some((onward, index) =>
      own.some(
        (reached) =>
          !leaves(reached) &&
          reached.port === onward.port &&
          reached.at <= onward.at &&
          (onward.at - reached.at <= CONNECTION_MILLIS ||
            (index === 0 && own.some((other) => leaves(other) && other.port === onward.port && other.at >= reached.at)))
      )
    )
}

/**
 * Splits the only trip of a container at sea from its next trip, when that is already planned under other documents and
 * after every actual date.
 */
const splitNextPlannedTrip = (
  all: ReadonlyArray<Movement>,
  segment: TripSegment | undefined,
  actuals: ReadonlyArray<Movement>
): ReadonlyArray<Trip> => {
  const documents = tripDocumentsOf(actuals)
  const last = actuals.at(-1)?.at ?? 0
  const isNext = (movement: Movement): boolean =>
    movement.rank !== ACTUAL_RANK && movement.at > last && sharesDocuments(movement, documents) === false
  const next = segment?.sailed === true ? all.filter(isNext) : []
  if (!includesBoarding(next) || continuesFrom(all, next)) return [{ movements: all, end: undefined }]
  return [
    { movements: all.filter((movement) => !next.includes(movement)), end: undefined },
    { movements: next, end: undefined }
  ]
}

/**
 * Splits the movements of one container into trips, in order of date. `all` are the movements that name the container
 * and those of the vessels and trains it travels with, in order of date. An EMPTY gate-in after a discharge ends a trip,
 * and so does a new port of loading after a delivery.
 */
export const tripsOf = (all: ReadonlyArray<Movement>): ReadonlyArray<Trip> => {
  const actuals = all.filter(isContainerActual).sort(compareByDayOrder)
  const segments = splitTrips(actuals, all)
  const [only] = segments
  if (segments.length === 1 && only?.delivered === undefined) return splitNextPlannedTrip(all, only, actuals)
  const tripByActual = new Map(
    actuals.map((movement, index) => [movement, segments.findIndex((segment) => index < segment.to)])
  )
  const attributes = segments.map((segment) => tripAttributesOf(segment, actuals))
  const trips = Array.from({ length: segments.length + 1 }, (): Array<Movement> => [])
  for (const movement of all) {
    const actual = tripByActual.get(movement)
    const index = actual ?? assignTrip(movement, attributes)
    if (actual === undefined && isAfterEnd(movement, attributes[index])) continue
    trips[index]?.push(movement)
  }
  return trips
    .map((movements, index) => ({ movements, end: tripEndOf(segments[index], trips[index + 1]) }))
    .filter((trip) => trip.movements.some((movement) => !movement.empty))
}
