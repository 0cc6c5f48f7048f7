import { HOUR_MILLIS } from "../../../../time/Durations.ts"
import type { Instant } from "../../../../time/Instant.ts"
import { documentsOf } from "../../../carriers/EventIdentity.ts"
import type { TripEnd } from "../../JourneyParts.ts"
import { ACTUAL_RANK, type Movement, wasKnownBefore } from "./Movement.ts"

/** The document types that distinguish trips: bookings (BKG), and bills of lading (TRD) where no booking is named. */
const TRIP_DOCUMENT_TYPES = ["BKG", "TRD"] as const

/** The bookings and bills of lading that movements name. */
export type TripDocuments = ReadonlyMap<string, ReadonlySet<string>>

export const tripDocumentsOf = (movements: ReadonlyArray<Movement>): TripDocuments =>
  new Map(
    TRIP_DOCUMENT_TYPES.map((type) => [type, new Set(movements.flatMap(({ event }) => documentsOf(event, type)))])
  )

/** Whether a movement names one of these bookings or bills of lading; undefined when one side names none. */
export const sharesDocuments = ({ event }: Movement, documents: TripDocuments): boolean | undefined => {
  for (const type of TRIP_DOCUMENT_TYPES) {
    const [named, known] = [documentsOf(event, type), documents.get(type)]
    if (named.length > 0 && known !== undefined && known.size > 0) return named.some((value) => known.has(value))
  }
  return undefined
}

/**
 * A container that leaves a terminal laden and returns to the same port within this time changes terminals, not trips.
 */
const TERMINAL_CHANGE_MILLIS = 72 * HOUR_MILLIS

/** The order of a container's movements on one day, for carriers that report days without times. */
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

/** Orders movements by date, and movements of the same date by their physical order. */
export const compareByDayOrder = (a: Movement, b: Movement): number => a.at - b.at || dayPhaseOf(a) - dayPhaseOf(b)

/** The first laden gate-out after a discharge. */
interface TripDelivery {
  readonly at: Instant
  readonly port: string
}

/** The state of one trip while the container's actual movements are read in order. */
export interface TripSegment {
  readonly from: number
  to: number
  end: TripEnd | undefined
  /** A movement that is not empty occurred. */
  laden: boolean
  sailed: boolean
  /** The port at which the container was last loaded on a vessel. */
  boardedAt: string
  discharged: boolean
  /** When and where the container first left a gate laden after its discharge. */
  delivered: TripDelivery | undefined
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

/** A container that sailed and is at a gate of another port was discharged, even if no event reports it. */
const isImplicitlyDischarged = (segment: TripSegment, movement: Movement): boolean =>
  segment.sailed && movement.port !== segment.boardedAt

/**
 * Whether a movement is the empty return that ends the trip: an EMPTY gate-in after a discharge, reported or implied;
 * or after laden moves without sea events, when the carrier no longer reports the sea legs and the next laden movement
 * does not name the same documents.
 */
const returnsEmpty = (movements: ReadonlyArray<Movement>, index: number, segment: TripSegment): boolean => {
  const movement = movements[index]
  if (movement === undefined || movement.code !== "IN" || !movement.empty) return false
  if (segment.discharged || isImplicitlyDischarged(segment, movement)) return true
  if (segment.sailed || !segment.laden) return false
  const next = movements.find((later, position) => position > index && !later.empty)
  return next === undefined || sharesDocuments(next, tripDocumentsOf(movements.slice(segment.from, index))) !== true
}

/** Whether an empty pick-up after a discharge begins the next trip: a laden move follows before an empty return. */
const picksUpEmpty = (movements: ReadonlyArray<Movement>, index: number, segment: TripSegment): boolean => {
  const movement = movements[index]
  if (movement === undefined || movement.code !== "OUT" || !movement.empty || !segment.discharged) return false
  const next = movements.find((later, position) => position > index && (!later.empty || later.code === "IN"))
  return next !== undefined && !next.empty
}

/** Whether the container boards a vessel at the movement's port, then or later, other than the vessels of this trip. */
const boardsAt = (all: ReadonlyArray<Movement>, movement: Movement, vessels: ReadonlySet<string>): boolean =>
  movement.code === "LOAD"
    ? movement.mode === "sea"
    : all.some(
        (later) =>
          later.mode === "sea" &&
          (later.code === "LOAD" || (later.code === "DEPA" && !vessels.has(later.vessel))) &&
          later.port === movement.port &&
          later.at >= movement.at
      )

/**
 * Whether a vessel was to sail with the container from the movement's port before it was delivered elsewhere: the move in
 * between was part of the trip, such as a land bridge.
 */
const wasPlannedOnward = (all: ReadonlyArray<Movement>, movement: Movement, delivered: TripDelivery): boolean =>
  movement.port !== delivered.port &&
  all.some(
    (planned) =>
      planned.mode === "sea" &&
      planned.rank !== ACTUAL_RANK &&
      (planned.code === "LOAD" || planned.code === "DEPA") &&
      planned.port === movement.port &&
      (movement.vessel === "" || planned.vessel === movement.vessel) &&
      planned.at > delivered.at &&
      wasKnownBefore(planned, delivered.at)
  )

/** Whether a laden movement after delivery begins the next trip: it names other documents, or leads to another vessel. */
const loadsAfterDelivery = (
  movements: ReadonlyArray<Movement>,
  all: ReadonlyArray<Movement>,
  index: number,
  segment: TripSegment
): boolean => {
  const movement = movements[index]
  const delivered = segment.delivered
  if (movement === undefined || delivered === undefined || movement.empty) return false
  const before = movements.slice(segment.from, index)
  const shared = sharesDocuments(movement, tripDocumentsOf(before))
  if (shared !== undefined) return !shared
  if (movement.code !== "LOAD" && movement.code !== "IN") return false
  if (!boardsAt(all, movement, new Set(before.map((earlier) => earlier.vessel)))) return false
  return !changesTerminal(delivered, movement) && !wasPlannedOnward(all, movement, delivered)
}

const applyMovement = (segment: TripSegment, movement: Movement): void => {
  if (movement.empty) return
  segment.laden = true
  if (movement.mode === "sea" && movement.code === "LOAD") {
    segment.sailed = true
    segment.boardedAt = movement.port
    segment.discharged = false
    segment.delivered = undefined
  } else if (movement.mode === "sea" && movement.code === "DISC") {
    segment.discharged = true
  } else if (segment.delivered !== undefined && changesTerminal(segment.delivered, movement)) {
    segment.delivered = undefined
  } else if (
    (segment.discharged || isImplicitlyDischarged(segment, movement)) &&
    !segment.delivered &&
    movement.code === "OUT"
  ) {
    segment.discharged = true
    segment.delivered = { at: movement.event.eventDateTime, port: movement.port }
  }
}

/** Splits a container's actual movements into trips. `all` also contains planned movements and those of vessels. */
export const splitTrips = (
  actuals: ReadonlyArray<Movement>,
  all: ReadonlyArray<Movement>
): ReadonlyArray<TripSegment> => {
  let segment = newSegment(0)
  const segments = [segment]
  const begin = (from: number, end: TripEnd | undefined): void => {
    segment.to = from
    segment.end = end
    segment = newSegment(from)
    segments.push(segment)
  }
  for (const [index, movement] of actuals.entries()) {
    if (returnsEmpty(actuals, index, segment)) {
      begin(index + 1, { at: movement.event.eventDateTime, reason: "returned-empty" })
      continue
    }
    if (picksUpEmpty(actuals, index, segment) || loadsAfterDelivery(actuals, all, index, segment)) {
      begin(index, { at: movement.event.eventDateTime, reason: "next-trip" })
    }
    segment.to = index + 1
    applyMovement(segment, movement)
  }
  return segments
}
