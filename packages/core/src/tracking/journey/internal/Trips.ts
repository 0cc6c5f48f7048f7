import { ACTUAL, type Movement, wasForeseen } from "./Movement.ts"
import { type Papers, papersOf, sharesPapers } from "./Papers.ts"
import { type Cut, cutTrips, inDayOrder, type TripEnd } from "./TripCuts.ts"

/** One cycle of a box: from the empty pick-up to the empty return, or until its next journey begins. */
export interface Trip {
  /** Every movement of the trip in order of date, whatever its classifier. */
  readonly movements: ReadonlyArray<Movement>
  readonly end: TripEnd | undefined
}

/** Everything a trip is recognised by, when a plan or a ship's movement has to find its trip. */
interface Marks {
  readonly begin: number
  readonly end: TripEnd | undefined
  readonly deliveredAt: number | undefined
  readonly calls: ReadonlySet<string>
  readonly voyages: ReadonlySet<string>
  readonly ships: ReadonlySet<string>
  readonly ports: ReadonlySet<string>
  readonly papers: Papers
}

const voyageOf = (movement: Movement): string => {
  const call = movement.event.transportCall
  if (movement.vessel === "" || call._tag === "None") return ""
  const inbound = movement.code === "ARRI" || movement.code === "DISC"
  const voyage = inbound ? call.value.importVoyage : call.value.exportVoyage
  return voyage._tag === "None" ? "" : `${movement.vessel}/${voyage.value}`
}

const marksOf = (cut: Cut, actuals: ReadonlyArray<Movement>): Marks => {
  const movements = actuals.slice(cut.from, cut.to)
  return {
    begin: movements[0]?.at ?? Number.POSITIVE_INFINITY,
    end: cut.end,
    deliveredAt: cut.delivered?.at,
    calls: new Set(movements.map((movement) => movement.call).filter((call) => call !== "")),
    voyages: new Set(movements.map(voyageOf).filter((voyage) => voyage !== "")),
    ships: new Set(movements.map((movement) => movement.vessel).filter((ship) => ship !== "")),
    ports: new Set(movements.filter(({ mode }) => mode === "sea").map((movement) => movement.port)),
    papers: papersOf(movements)
  }
}

/** The only one for which the test holds, or none. */
const soleIndex = (marks: ReadonlyArray<Marks>, test: (marks: Marks) => boolean): number | undefined => {
  const index = marks.findIndex(test)
  return index < 0 || marks.findLastIndex(test) !== index ? undefined : index
}

/** What a ship of the trip does, or some ship at one of its ports, begins no other trip. */
const isOfTheSameShips = (movement: Movement, trip: Marks): boolean =>
  movement.event._tag === "TransportEvent" &&
  (movement.vessel === ""
    ? trip.ports.has(movement.port)
    : voyageOf(movement) === "" && trip.ships.has(movement.vessel))

/**
 * The trip of a movement that has not happened to the box itself: by transport call, by booking or bill of lading, by
 * ship and voyage, and else by date, where a ship's movement after delivery belongs to the trip that follows (one past
 * the last) unless it was foreseen.
 */
const tripOf = (movement: Movement, marks: ReadonlyArray<Marks>): number => {
  const byCall = movement.call === "" ? undefined : soleIndex(marks, (trip) => trip.calls.has(movement.call))
  if (byCall !== undefined) return byCall
  const byPapers = soleIndex(marks, (trip) => sharesPapers(movement, trip.papers) === true)
  if (byPapers !== undefined) return byPapers
  const voyage = voyageOf(movement)
  const byVoyage = voyage === "" ? undefined : soleIndex(marks, (trip) => trip.voyages.has(voyage))
  if (byVoyage !== undefined) return byVoyage
  const byDate = Math.max(
    marks.findLastIndex((trip) => trip.begin <= movement.at),
    0
  )
  const trip = marks[byDate]
  if (trip === undefined) return byDate
  if (trip.end !== undefined) return movement.at > trip.end.at ? byDate + 1 : byDate
  if (trip.deliveredAt === undefined || movement.mode !== "sea" || movement.at <= trip.deliveredAt) return byDate
  if (isOfTheSameShips(movement, trip)) return byDate
  return (sharesPapers(movement, trip.papers) ?? wasForeseen(movement, trip.deliveredAt)) ? byDate : byDate + 1
}

/** The box is to board a ship. */
const sails = (movements: ReadonlyArray<Movement>): boolean =>
  movements.some(({ mode, code, empty }) => mode === "sea" && !empty && (code === "LOAD" || code === "DEPA"))

/** A trip ends as it was seen to end, or with the delivery when the next one is planned already. */
const endOf = (cut: Cut | undefined, next: ReadonlyArray<Movement> | undefined): TripEnd | undefined => {
  if (cut?.end !== undefined || cut?.delivered === undefined) return cut?.end
  return next !== undefined && sails(next) ? { at: cut.delivered.at, reason: "next-trip" } : undefined
}

const happenedToBox = ({ event, rank }: Movement): boolean =>
  rank === ACTUAL && event._tag === "EquipmentEvent" && event.equipmentReference._tag === "Some"

/**
 * The one trip of a box that is still under way by sea; and the next, where it is planned already under papers of its
 * own, from a date after all that has happened.
 */
const withoutNextPlans = (
  all: ReadonlyArray<Movement>,
  cut: Cut | undefined,
  actuals: ReadonlyArray<Movement>
): ReadonlyArray<Trip> => {
  const papers = papersOf(actuals)
  const last = actuals.at(-1)?.at ?? 0
  const isNext = (movement: Movement): boolean =>
    movement.rank !== ACTUAL && movement.at > last && sharesPapers(movement, papers) === false
  const next = cut?.sailed === true ? all.filter(isNext) : []
  if (next.length === 0 || !sails(next)) return [{ movements: all, end: undefined }]
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
  const actuals = all.filter(happenedToBox).sort(inDayOrder)
  const cuts = cutTrips(actuals, all)
  const [only] = cuts
  if (cuts.length === 1 && only?.delivered === undefined) return withoutNextPlans(all, only, actuals)
  const happened = new Map(actuals.map((movement, index) => [movement, cuts.findIndex((cut) => index < cut.to)]))
  const marks = cuts.map((cut) => marksOf(cut, actuals))
  const trips = Array.from({ length: cuts.length + 1 }, (): Array<Movement> => [])
  for (const movement of all) trips[happened.get(movement) ?? tripOf(movement, marks)]?.push(movement)
  return trips
    .map((movements, index) => ({ movements, end: endOf(cuts[index], trips[index + 1]) }))
    .filter((trip) => trip.movements.some((movement) => !movement.empty))
}
