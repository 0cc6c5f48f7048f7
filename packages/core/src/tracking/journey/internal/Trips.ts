import { ACTUAL_RANK, type Movement, wasKnownBefore } from "./Movement.ts"
import { compareByDayOrder, splitTrips, type TripEnd, type TripSegment } from "./TripBoundaries.ts"
import { sharesDocuments, type TripDocuments, tripDocumentsOf } from "./TripDocuments.ts"

/** One cycle of a box: from the empty pick-up to the empty return, or until its next journey begins. */
export interface Trip {
  /** Every movement of the trip in order of date, whatever its classifier. */
  readonly movements: ReadonlyArray<Movement>
  readonly end: TripEnd | undefined
}

/** Everything a trip is recognised by, when a plan or a ship's movement has to find its trip. */
interface TripAttributes {
  readonly begin: number
  readonly end: TripEnd | undefined
  readonly deliveredAt: number | undefined
  readonly calls: ReadonlySet<string>
  readonly voyages: ReadonlySet<string>
  readonly ships: ReadonlySet<string>
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

const tripAttributesOf = (cut: TripSegment, actuals: ReadonlyArray<Movement>): TripAttributes => {
  const movements = actuals.slice(cut.from, cut.to)
  return {
    begin: movements[0]?.at ?? Number.POSITIVE_INFINITY,
    end: cut.end,
    deliveredAt: cut.delivered?.at,
    calls: new Set(movements.map((movement) => movement.call).filter((call) => call !== "")),
    voyages: new Set(movements.map(voyageKeyOf).filter((voyage) => voyage !== "")),
    ships: new Set(movements.map((movement) => movement.vessel).filter((ship) => ship !== "")),
    ports: new Set(movements.filter(({ mode }) => mode === "sea").map((movement) => movement.port)),
    documents: tripDocumentsOf(movements)
  }
}

/** The only one for which the test holds, or none. */
const findOnlyIndex = (
  marks: ReadonlyArray<TripAttributes>,
  test: (marks: TripAttributes) => boolean
): number | undefined => {
  const index = marks.findIndex(test)
  return index < 0 || marks.findLastIndex(test) !== index ? undefined : index
}

/** What a ship of the trip does, or some ship at one of its ports, begins no other trip. */
const involvesSameShips = (movement: Movement, trip: TripAttributes): boolean =>
  movement.event._tag === "TransportEvent" &&
  (movement.vessel === ""
    ? trip.ports.has(movement.port)
    : voyageKeyOf(movement) === "" && trip.ships.has(movement.vessel))

/**
 * The trip of a movement that has not happened to the box itself: by transport call, by booking or bill of lading, by
 * ship and voyage, and else by date, where a ship's movement after delivery belongs to the trip that follows (one past
 * the last) unless it was foreseen.
 */
const assignTrip = (movement: Movement, marks: ReadonlyArray<TripAttributes>): number => {
  const byCall = movement.call === "" ? undefined : findOnlyIndex(marks, (trip) => trip.calls.has(movement.call))
  if (byCall !== undefined) return byCall
  const byPapers = findOnlyIndex(marks, (trip) => sharesDocuments(movement, trip.documents) === true)
  if (byPapers !== undefined) return byPapers
  const voyage = voyageKeyOf(movement)
  const byVoyage = voyage === "" ? undefined : findOnlyIndex(marks, (trip) => trip.voyages.has(voyage))
  if (byVoyage !== undefined) return byVoyage
  const byDate = Math.max(
    marks.findLastIndex((trip) => trip.begin <= movement.at),
    0
  )
  const trip = marks[byDate]
  if (trip === undefined) return byDate
  if (trip.end !== undefined) return movement.at > trip.end.at ? byDate + 1 : byDate
  if (trip.deliveredAt === undefined || movement.mode !== "sea" || movement.at <= trip.deliveredAt) return byDate
  if (involvesSameShips(movement, trip)) return byDate
  return (sharesDocuments(movement, trip.documents) ?? wasKnownBefore(movement, trip.deliveredAt)) ? byDate : byDate + 1
}

/** The box is to board a ship. */
const includesBoarding = (movements: ReadonlyArray<Movement>): boolean =>
  movements.some(({ mode, code, empty }) => mode === "sea" && !empty && (code === "LOAD" || code === "DEPA"))

/** A trip ends as it was seen to end, or with the delivery when the next one is planned already. */
const tripEndOf = (cut: TripSegment | undefined, next: ReadonlyArray<Movement> | undefined): TripEnd | undefined => {
  if (cut?.end !== undefined || cut?.delivered === undefined) return cut?.end
  return next !== undefined && includesBoarding(next) ? { at: cut.delivered.at, reason: "next-trip" } : undefined
}

const isContainerActual = ({ event, rank }: Movement): boolean =>
  rank === ACTUAL_RANK && event._tag === "EquipmentEvent" && event.equipmentReference._tag === "Some"

/**
 * The one trip of a box that is still under way by sea; and the next, where it is planned already under papers of its
 * own, from a date after all that has happened.
 */
const splitNextPlannedTrip = (
  all: ReadonlyArray<Movement>,
  cut: TripSegment | undefined,
  actuals: ReadonlyArray<Movement>
): ReadonlyArray<Trip> => {
  const papers = tripDocumentsOf(actuals)
  const last = actuals.at(-1)?.at ?? 0
  const isNext = (movement: Movement): boolean =>
    movement.rank !== ACTUAL_RANK && movement.at > last && sharesDocuments(movement, papers) === false
  const next = cut?.sailed === true ? all.filter(isNext) : []
  if (next.length === 0 || !includesBoarding(next)) return [{ movements: all, end: undefined }]
  return [
    { movements: all.filter((movement) => !next.includes(movement)), end: undefined },
    { movements: next, end: undefined }
  ]
}

/**
 * The trips of one box in order of time. `all` are the movements that name the box and those of the ships and trains it
 * travels with, in order of date. EMPTY gate-in after a discharge ends a trip, and so does a newer port of loading after
 * a delivery.
 */
export const tripsOf = (all: ReadonlyArray<Movement>): ReadonlyArray<Trip> => {
  const actuals = all.filter(isContainerActual).sort(compareByDayOrder)
  const cuts = splitTrips(actuals, all)
  const [only] = cuts
  if (cuts.length === 1 && only?.delivered === undefined) return splitNextPlannedTrip(all, only, actuals)
  const happened = new Map(actuals.map((movement, index) => [movement, cuts.findIndex((cut) => index < cut.to)]))
  const marks = cuts.map((cut) => tripAttributesOf(cut, actuals))
  const trips = Array.from({ length: cuts.length + 1 }, (): Array<Movement> => [])
  for (const movement of all) trips[happened.get(movement) ?? assignTrip(movement, marks)]?.push(movement)
  return trips
    .map((movements, index) => ({ movements, end: tripEndOf(cuts[index], trips[index + 1]) }))
    .filter((trip) => trip.movements.some((movement) => !movement.empty))
}
