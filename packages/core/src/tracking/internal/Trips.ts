import { HOUR_MILLIS, type Instant } from "../Instant.ts"
import { documentsOf } from "../CarrierEvent.ts"
import { ACTUAL, type Movement } from "./Movement.ts"

/** The box came back empty, or its next trip began. */
export type TripEndReason = "returned-empty" | "next-trip"

export interface TripEnd {
  readonly at: Instant
  readonly reason: TripEndReason
}

/** One cycle of a box: from the empty pick-up to the empty return, or until its next journey begins. */
export interface Trip {
  /** Every movement of the trip in order of date, whatever its classifier. */
  readonly movements: ReadonlyArray<Movement>
  readonly end: TripEnd | undefined
}

/** A box that leaves a terminal laden and comes back to the same port this soon has changed terminals, not trips. */
const TERMINAL_CHANGE_MILLIS = 72 * HOUR_MILLIS

/** The order of what a box does on one day, for sources that give days and no times. */
const phaseOf = (movement: Movement): number => {
  switch (movement.code) {
    case "DISC":
      return 0
    case "OUT":
      return movement.empty ? 3 : 1
    case "IN":
      return movement.empty ? 2 : 4
    default:
      return 5
  }
}

/** What is known to have happened to the box in a trip, while its movements are read in order. */
interface Cut {
  readonly from: number
  to: number
  end: Trip["end"]
  /** Something laden moved. */
  laden: boolean
  sailed: boolean
  discharged: boolean
  /** When and where the box first left a gate laden after its discharge. */
  delivered: { readonly at: Instant; readonly port: string } | undefined
}

const changesTerminal = (left: { readonly at: number; readonly port: string }, movement: Movement): boolean =>
  (movement.code === "IN" || movement.code === "LOAD") &&
  movement.port === left.port &&
  movement.at - left.at <= TERMINAL_CHANGE_MILLIS

const newCut = (from: number): Cut => ({
  from,
  to: from,
  end: undefined,
  laden: false,
  sailed: false,
  discharged: false,
  delivered: undefined
})

const bookings = (movements: ReadonlyArray<Movement>): ReadonlySet<string> =>
  new Set(movements.flatMap((movement) => documentsOf(movement.event, "BKG")))

/** Whether a movement belongs to one of these bookings: undefined when one side names none. */
const sharesBooking = (movement: Movement, known: ReadonlySet<string>): boolean | undefined => {
  const named = documentsOf(movement.event, "BKG")
  if (named.length === 0 || known.size === 0) return undefined
  return named.some((booking) => known.has(booking))
}

/**
 * The box came back empty: after a discharge, or after laden moves whose discharge lies before the first event that
 * the source still tells, unless the booking goes on.
 */
const returnsEmpty = (movements: ReadonlyArray<Movement>, index: number, cut: Cut): boolean => {
  const movement = movements[index]
  if (movement === undefined || movement.code !== "IN" || !movement.empty) return false
  if (cut.discharged) return true
  if (cut.sailed || !cut.laden) return false
  const next = movements.find((later, position) => position > index && !later.empty)
  return next === undefined || sharesBooking(next, bookings(movements.slice(cut.from, index))) !== true
}

/** An empty pick-up after a discharge begins the next trip when a laden move follows before an empty return. */
const picksUpEmpty = (movements: ReadonlyArray<Movement>, index: number, cut: Cut): boolean => {
  const movement = movements[index]
  if (movement === undefined || movement.code !== "OUT" || !movement.empty || !cut.discharged) return false
  const next = movements.find((later, position) => position > index && (!later.empty || later.code === "IN"))
  return next !== undefined && !next.empty
}

/** Whether the box boards a ship at the movement's port, then or later; not one of the ships it came with. */
const boardsAt = (all: ReadonlyArray<Movement>, movement: Movement, ships: ReadonlySet<string>): boolean =>
  movement.code === "LOAD"
    ? movement.mode === "sea"
    : all.some(
        (later) =>
          later.mode === "sea" &&
          (later.code === "LOAD" || (later.code === "DEPA" && !ships.has(later.vessel))) &&
          later.port === movement.port &&
          later.at >= movement.at
      )

/** A laden box heads for a ship after it was delivered: a newer port of loading. */
const loadsAfterDelivery = (
  movements: ReadonlyArray<Movement>,
  all: ReadonlyArray<Movement>,
  index: number,
  cut: Cut
): boolean => {
  const movement = movements[index]
  const delivered = cut.delivered
  if (movement === undefined || delivered === undefined || movement.empty) return false
  const before = movements.slice(cut.from, index)
  const shared = sharesBooking(movement, bookings(before))
  if (shared !== undefined) return !shared
  if (movement.code !== "LOAD" && movement.code !== "IN") return false
  if (!boardsAt(all, movement, new Set(before.map((earlier) => earlier.vessel)))) return false
  return !changesTerminal(delivered, movement)
}

const read = (cut: Cut, movement: Movement): void => {
  if (movement.empty) return
  cut.laden = true
  if (movement.mode === "sea" && movement.code === "LOAD") {
    cut.sailed = true
    cut.discharged = false
    cut.delivered = undefined
  } else if (movement.mode === "sea" && movement.code === "DISC") {
    cut.discharged = true
  } else if (cut.delivered !== undefined && changesTerminal(cut.delivered, movement)) {
    cut.delivered = undefined
  } else if (cut.discharged && cut.delivered === undefined && movement.code === "OUT") {
    cut.delivered = { at: movement.event.eventDateTime, port: movement.port }
  }
}

/** Cuts what has happened to a box into trips. `all` also holds what is planned and what ships do. */
const cutTrips = (actuals: ReadonlyArray<Movement>, all: ReadonlyArray<Movement>): ReadonlyArray<Cut> => {
  let cut = newCut(0)
  const cuts = [cut]
  const begin = (from: number, end: Trip["end"]): void => {
    cut.to = from
    cut.end = end
    cut = newCut(from)
    cuts.push(cut)
  }
  for (const [index, movement] of actuals.entries()) {
    if (returnsEmpty(actuals, index, cut)) {
      begin(index + 1, { at: movement.event.eventDateTime, reason: "returned-empty" })
      continue
    }
    if (picksUpEmpty(actuals, index, cut) || loadsAfterDelivery(actuals, all, index, cut)) {
      begin(index, { at: movement.event.eventDateTime, reason: "next-trip" })
    }
    cut.to = index + 1
    read(cut, movement)
  }
  return cuts
}

/** Everything a trip is recognised by, when a plan or a ship's movement has to find its trip. */
interface Marks {
  readonly begin: number
  readonly end: Trip["end"]
  readonly deliveredAt: number | undefined
  readonly calls: ReadonlySet<string>
  readonly voyages: ReadonlySet<string>
  readonly bookings: ReadonlySet<string>
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
    bookings: bookings(movements)
  }
}

/** The only one for which the test holds, or none. */
const soleIndex = (marks: ReadonlyArray<Marks>, test: (marks: Marks) => boolean): number | undefined => {
  const index = marks.findIndex(test)
  return index < 0 || marks.findLastIndex(test) !== index ? undefined : index
}

/** Whether it was foreseen before the box was delivered; what is written or heard of later plans the next trip. */
const foreseenBefore = (movement: Movement, delivered: number): boolean => {
  const created = movement.event.createdDateTime
  return (created._tag === "Some" && created.value < delivered) || movement.event.receivedAt < delivered
}

/**
 * The trip of a movement that has not happened to the box itself: by transport call, by booking, by ship and voyage,
 * and else by date, where a ship's movement after delivery belongs to the trip that follows (one past the last).
 */
const tripOf = (movement: Movement, marks: ReadonlyArray<Marks>): number => {
  const byCall = movement.call === "" ? undefined : soleIndex(marks, (trip) => trip.calls.has(movement.call))
  if (byCall !== undefined) return byCall
  const byBooking = soleIndex(marks, (trip) => sharesBooking(movement, trip.bookings) === true)
  if (byBooking !== undefined) return byBooking
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
  const shared = sharesBooking(movement, trip.bookings)
  return (shared ?? foreseenBefore(movement, trip.deliveredAt)) ? byDate : byDate + 1
}

/** A trip ends as it was seen to end, or with the delivery when the next one is planned already. */
const endOf = (cut: Cut | undefined, next: ReadonlyArray<Movement> | undefined): Trip["end"] => {
  if (cut?.end !== undefined || cut?.delivered === undefined) return cut?.end
  return next?.some((movement) => !movement.empty) ? { at: cut.delivered.at, reason: "next-trip" } : undefined
}

const happenedToBox = ({ event, rank }: Movement): boolean =>
  rank === ACTUAL && event._tag === "EquipmentEvent" && event.equipmentReference._tag === "Some"

/**
 * The trips of one box in order of time. `all` are the movements that name the box and those of the ships and trains it
 * travels with, in order of date. EMPTY gate-in after a discharge ends a trip, and so does a newer port of loading after
 * a delivery.
 */
export const tripsOf = (all: ReadonlyArray<Movement>): ReadonlyArray<Trip> => {
  const actuals = all.filter(happenedToBox).sort((a, b) => a.at - b.at || phaseOf(a) - phaseOf(b))
  const cuts = cutTrips(actuals, all)
  const [only] = cuts
  if (cuts.length === 1 && only?.delivered === undefined) return [{ movements: all, end: undefined }]
  const happened = new Map(actuals.map((movement, index) => [movement, cuts.findIndex((cut) => index < cut.to)]))
  const marks = cuts.map((cut) => marksOf(cut, actuals))
  const trips = Array.from({ length: cuts.length + 1 }, (): Array<Movement> => [])
  for (const movement of all) trips[happened.get(movement) ?? tripOf(movement, marks)]?.push(movement)
  return trips
    .map((movements, index) => ({ movements, end: endOf(cuts[index], trips[index + 1]) }))
    .filter((trip) => trip.movements.some((movement) => !movement.empty))
}
