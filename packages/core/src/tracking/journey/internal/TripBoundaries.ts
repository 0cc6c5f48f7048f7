import { HOUR_MILLIS, type Instant } from "../../../time/Instant.ts"
import type { Movement } from "./Movement.ts"
import { sharesDocuments, tripDocumentsOf } from "./TripDocuments.ts"

/** The box came back empty, or its next trip began. */
export type TripEndReason = "returned-empty" | "next-trip"

export interface TripEnd {
  readonly at: Instant
  readonly reason: TripEndReason
}

/** A box that leaves a terminal laden and comes back to the same port this soon has changed terminals, not trips. */
const TERMINAL_CHANGE_MILLIS = 72 * HOUR_MILLIS

/** The order of what a box does on one day, for sources that give days and no times. */
const dayPhaseOf = (movement: Movement): number => {
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

/** Orders movements by date, and those of one moment as a box does them. */
export const compareByDayOrder = (a: Movement, b: Movement): number => a.at - b.at || dayPhaseOf(a) - dayPhaseOf(b)

/** What is known to have happened to the box in a trip, while its movements are read in order. */
export interface TripSegment {
  readonly from: number
  to: number
  end: TripEnd | undefined
  /** Something laden moved. */
  laden: boolean
  sailed: boolean
  /** The port at which it boarded its last ship. */
  boardedAt: string
  discharged: boolean
  /** When and where the box first left a gate laden after its discharge. */
  delivered: { readonly at: Instant; readonly port: string } | undefined
}

const changesTerminal = (left: { readonly at: number; readonly port: string }, movement: Movement): boolean =>
  (movement.code === "IN" || movement.code === "LOAD") &&
  movement.port === left.port &&
  movement.at - left.at <= TERMINAL_CHANGE_MILLIS

const newSegment = (from: number): TripSegment => ({
  from,
  to: from,
  end: undefined,
  laden: false,
  sailed: false,
  boardedAt: "",
  discharged: false,
  delivered: undefined
})

/** A box that sailed and is at a gate of another port was landed, though nobody told of its discharge. */
const isImplicitlyDischarged = (cut: TripSegment, movement: Movement): boolean =>
  cut.sailed && movement.port !== cut.boardedAt

/**
 * The box came back empty: after a discharge, told or not, or after laden moves whose discharge lies before the first
 * event that the source still tells, unless its papers go on.
 */
const returnsEmpty = (movements: ReadonlyArray<Movement>, index: number, cut: TripSegment): boolean => {
  const movement = movements[index]
  if (movement === undefined || movement.code !== "IN" || !movement.empty) return false
  if (cut.discharged || isImplicitlyDischarged(cut, movement)) return true
  if (cut.sailed || !cut.laden) return false
  const next = movements.find((later, position) => position > index && !later.empty)
  return next === undefined || sharesDocuments(next, tripDocumentsOf(movements.slice(cut.from, index))) !== true
}

/** An empty pick-up after a discharge begins the next trip when a laden move follows before an empty return. */
const picksUpEmpty = (movements: ReadonlyArray<Movement>, index: number, cut: TripSegment): boolean => {
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
  cut: TripSegment
): boolean => {
  const movement = movements[index]
  const delivered = cut.delivered
  if (movement === undefined || delivered === undefined || movement.empty) return false
  const before = movements.slice(cut.from, index)
  const shared = sharesDocuments(movement, tripDocumentsOf(before))
  if (shared !== undefined) return !shared
  if (movement.code !== "LOAD" && movement.code !== "IN") return false
  if (!boardsAt(all, movement, new Set(before.map((earlier) => earlier.vessel)))) return false
  return !changesTerminal(delivered, movement)
}

const applyMovement = (cut: TripSegment, movement: Movement): void => {
  if (movement.empty) return
  cut.laden = true
  if (movement.mode === "sea" && movement.code === "LOAD") {
    cut.sailed = true
    cut.boardedAt = movement.port
    cut.discharged = false
    cut.delivered = undefined
  } else if (movement.mode === "sea" && movement.code === "DISC") {
    cut.discharged = true
  } else if (cut.delivered !== undefined && changesTerminal(cut.delivered, movement)) {
    cut.delivered = undefined
  } else if ((cut.discharged || isImplicitlyDischarged(cut, movement)) && !cut.delivered && movement.code === "OUT") {
    cut.discharged = true
    cut.delivered = { at: movement.event.eventDateTime, port: movement.port }
  }
}

/** Cuts what has happened to a box into trips. `all` also holds what is planned and what ships do. */
export const splitTrips = (
  actuals: ReadonlyArray<Movement>,
  all: ReadonlyArray<Movement>
): ReadonlyArray<TripSegment> => {
  let cut = newSegment(0)
  const cuts = [cut]
  const begin = (from: number, end: TripEnd | undefined): void => {
    cut.to = from
    cut.end = end
    cut = newSegment(from)
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
    applyMovement(cut, movement)
  }
  return cuts
}
