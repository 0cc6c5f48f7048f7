import { DAY_MILLIS } from "../../../../time/Durations.ts"
import {
  ACTUAL_RANK,
  isEquipment,
  isInbound,
  isOutbound,
  type Movement,
  namesOwnContainer,
  statedAt
} from "../movements/Movement.ts"
import { somePair } from "./AlternativeVessels.ts"
import { isSuperseded, latestActualDate } from "./SeaMovements.ts"

/** The carrier's id of the transport call; empty when it assigns none. */
const callIdOf = ({ event }: Movement): string => {
  const call = event.transportCall
  return call._tag === "Some" && call.value.id._tag === "Some" ? call.value.id.value : ""
}

/** The longest time between the arrival and the departure of one call. */
const CALL_MILLIS = 3 * DAY_MILLIS

/** Whether events of one call of a vessel at a port have several ids: its arrival and discharge, or its loading and departure. */
const hasIdsOfEvents = (atPort: ReadonlyArray<Movement>): boolean =>
  atPort.some((one) =>
    atPort.some(
      (other) =>
        other.code !== one.code &&
        Math.abs(other.at - one.at) <= CALL_MILLIS &&
        (isInbound(one) || !isInbound(other)) &&
        callIdOf(one) !== callIdOf(other)
    )
  )

/** The movements of one call of a vessel. */
type Call = ReadonlyArray<Movement>

const earliestOf = (movements: Call): number => Math.min(...movements.map(({ at }) => at))

/**
 * The calls of a vessel at one port, in order. Ids are of one call when their dates are close and the vessel is nowhere else in
 * between: the carrier renamed it with its voyage.
 */
const callsOf = (atPort: Call, sea: Call): ReadonlyArray<Call> => {
  const byId = [...Map.groupBy(atPort, callIdOf).values()].toSorted((a, b) => earliestOf(a) - earliestOf(b))
  const calls: Array<Call> = []
  for (const next of byId) {
    const last = calls.at(-1)
    const [from, to] = [last === undefined ? 0 : earliestOf(last), earliestOf(next)]
    const isElsewhere = ({ vessel, port, at }: Movement): boolean =>
      vessel === atPort[0]?.vessel && port !== atPort[0].port && from <= at && at <= to
    if (last === undefined || to - from > CALL_MILLIS || sea.some(isElsewhere)) calls.push(next)
    else calls[calls.length - 1] = [...last, ...next]
  }
  return calls
}

const isActual = ({ rank }: Movement): boolean => rank === ACTUAL_RANK

/**
 * The movements of a vessel at a port that concern the container: those of the calls at which it is handled, else of
 * the earliest one that is still to come, else of the last one. A vessel that is to bring the container at one of
 * several calls has brought it once that one is the last: before that, another call may follow its actual movements
 * there.
 */
const callsOfContainer = (calls: ReadonlyArray<Call>, sea: Call, newest: number): Call => {
  const handled = calls.filter((call) => call.some(isEquipment))
  if (handled.length > 0) return handled.flat()
  const elsewhere = sea.filter(({ vessel, port }) =>
    calls.flat().some((one) => one.vessel === vessel && one.port !== port)
  )
  const [first = []] = calls
  const leaves = elsewhere.filter(isOutbound)
  const brings = leaves.some(({ at }) => at < earliestOf(first))
  const departures = brings ? leaves.filter((movement) => !isSuperseded(movement, newest)) : []
  const target = elsewhere.findLast(isInbound)
  const later = earliestOf(calls.at(-1) ?? first)
  // A vessel that leaves the port several times before it reaches the last port may take the container at the last call.
  const isUndecided =
    brings ||
    (first.some(isOutbound) &&
      target !== undefined &&
      !elsewhere.some((one) => isInbound(one) && one.port === target.port && one.at < later))
  const isPassed = (call: Call): boolean =>
    isUndecided &&
    [...elsewhere, ...calls.flat()].some(
      (other) => isActual(other) && !call.includes(other) && call.some((one) => isActual(one) && one.at < other.at)
    )
  // On its round before the one on which it takes the container, the vessel does not bring it.
  const isBefore = (call: Call): boolean => departures.length > 0 && departures.every(({ at }) => at > earliestOf(call))
  const isNext = (call: Call): boolean =>
    call.some((movement) => !isSuperseded(movement, newest)) && !isPassed(call) && !isBefore(call)
  const next = calls.find(isNext) ?? calls.at(-1) ?? []
  // A later call that was stated before this one became known was replaced by it.
  const since = Math.min(...next.map(statedAt)) - DAY_MILLIS
  const isFollowed = calls.slice(calls.indexOf(next) + 1).some((call) => call.some((one) => statedAt(one) >= since))
  return isUndecided && isFollowed ? next.filter((movement) => !isActual(movement)) : next
}

/** The code under which a port was reported: one call that is reported under two codes has an id under each. */
const codeOf = ({ place }: Movement): string => place.unlocode

const identifiedCalls = (sea: ReadonlyArray<Movement>): ReadonlyArray<Movement> =>
  sea.filter((movement) => movement.vessel !== "" && callIdOf(movement) !== "")

/** Whether some vessel calls at one port under several ids. */
export const hasRepeatedCall = (sea: ReadonlyArray<Movement>): boolean =>
  somePair(
    identifiedCalls(sea),
    (one, other) => one.vessel === other.vessel && codeOf(one) === codeOf(other) && callIdOf(one) !== callIdOf(other)
  )

/** The longest way of a vessel between two berths of a port, and the longest time between its departures from them. */
const SHIFT_MILLIS = { ARRI: DAY_MILLIS, DEPA: 2 * DAY_MILLIS }

/**
 * Removes the shifts of vessels from one berth of a port to the next, where each is a call: the departure from the first one and the
 * arrival at the second one. Both were reported, or became known within a day, so that the second call does not replace the first.
 */
export const withoutShifts = (sea: ReadonlyArray<Movement>): ReadonlyArray<Movement> => {
  const shifts = new Set<Movement>()
  const newest = latestActualDate(sea)
  for (const leaves of sea) {
    const id = leaves.code === "DEPA" && leaves.vessel !== "" ? callIdOf(leaves) : ""
    if (id === "") continue
    const atPort = sea.filter(({ vessel, port }) => vessel === leaves.vessel && port === leaves.port)
    // An id that nothing else at the port has is one of an event, and not of a call.
    if (!atPort.some((one) => callIdOf(one) === id && (one.code !== "DEPA" || one.rank !== leaves.rank))) continue
    for (const next of atPort) {
      const { code, at } = next
      if ((code !== "ARRI" && code !== "DEPA") || callIdOf(next) === id || callIdOf(next) === "") continue
      if (at < leaves.at || at - leaves.at > SHIFT_MILLIS[code] || isSuperseded(next, newest)) continue
      const same = atPort.filter((one) => one.code === code && one.at <= leaves.at && callIdOf(one) === id)
      const isKnown = same.some((one) => Math.abs(statedAt(one) - statedAt(next)) <= DAY_MILLIS)
      const isElsewhere = sea.some(
        (other) => other.vessel === leaves.vessel && other.port !== leaves.port && leaves.at < other.at && other.at < at
      )
      if (same.length === 0 || isElsewhere || !(isKnown || (isActual(leaves) && isActual(next)))) continue
      shifts.add(leaves)
      if (code === "ARRI") shifts.add(next)
    }
  }
  return shifts.size === 0 ? sea : sea.filter((movement) => !shifts.has(movement))
}

/**
 * Removes calls at a port that the container has left on another vessel, of a vessel that it is to board at the next port: on
 * its way there and onwards that vessel passes the first port, and does not end its voyage there. `sea` is in order of date.
 */
export const withoutPassingCalls = (sea: ReadonlyArray<Movement>): ReadonlyArray<Movement> => {
  const departures = sea.filter(({ code, vessel }) => code === "DEPA" && vessel !== "")
  const isPassing = (movement: Movement): boolean => {
    const { vessel, port, at } = movement
    if (vessel === "" || isEquipment(movement)) return false
    const boards = departures.find((other) => other.vessel === vessel && other.port !== port && other.at < at)
    return (
      boards !== undefined &&
      sea.some((other) => other.vessel === vessel && other.at >= at && (other.at > at || isOutbound(other))) &&
      departures.some((other) => other.port === port && other.vessel !== vessel && other.at < boards.at) &&
      !sea.some((other) => isEquipment(other) && other.vessel === vessel && other.port === port) &&
      !sea.some((other) => other.vessel === vessel && other.port === port && other.at < boards.at)
    )
  }
  return departures.length < 3 ? sea : sea.filter((movement) => !isPassing(movement))
}

/**
 * Removes actual calls of a vessel at ports of which nothing else is known, after the date at which it was to bring the container to
 * another port: it is overdue there and the container stays on board, or it left the container there.
 */
export const withoutUnplannedCalls = (
  sea: ReadonlyArray<Movement>,
  land: ReadonlyArray<Movement>,
  isDestination: (port: string) => boolean
): ReadonlyArray<Movement> => {
  const isPlannedOn = (one: Movement): boolean => isOutbound(one) && !isActual(one)
  const plans = sea.filter(
    ({ code, rank, vessel, port }) =>
      code === "ARRI" &&
      rank !== ACTUAL_RANK &&
      vessel !== "" &&
      !sea.some((one) => one.vessel === vessel && one.port === port && (isEquipment(one) || isPlannedOn(one)))
  )
  if (plans.length === 0) return sea
  const isDue = (plan: Movement, at: number): boolean =>
    !sea.some((one) => one.vessel === plan.vessel && one.port === plan.port && isInbound(one) && one.at > at)
  const isUnplanned = ({ code, rank, vessel, port, at }: Movement): boolean =>
    rank === ACTUAL_RANK &&
    (code === "ARRI" || code === "DEPA") &&
    plans.some((plan) => plan.vessel === vessel && plan.at < at && isDue(plan, at)) &&
    sea.some((one) => one.vessel === vessel && one.port !== port && isOutbound(one) && one.at < at) &&
    sea.every(
      (one) =>
        one.port !== port || (one.vessel === vessel && isActual(one) && !isEquipment(one) && !namesOwnContainer(one))
    ) &&
    !land.some((one) => one.port === port && one.at >= at) &&
    !isDestination(port)
  return sea.filter((movement) => !isUnplanned(movement))
}

/**
 * Removes the other calls of a vessel that calls at one port several times, so that the dates of one call are not taken for
 * changes of another. `sea` is in order of date. It needs ids that identify calls, as DCSA defines them: some carriers assign
 * one to each event.
 */
export const withoutRepeatedCalls = (sea: ReadonlyArray<Movement>): ReadonlyArray<Movement> => {
  const identified = identifiedCalls(sea)
  const byVessel = Map.groupBy(identified, (movement) => `${movement.vessel}/${codeOf(movement)}`)
  const repeated = [...byVessel.values()].filter((atPort) =>
    atPort.some((movement) => callIdOf(movement) !== callIdOf(atPort[0] ?? movement))
  )
  if (repeated.some(hasIdsOfEvents)) return sea
  const newest = latestActualDate(sea)
  const dropped = new Set<Movement>()
  for (const atPort of repeated) {
    const concerning = new Set(callsOfContainer(callsOf(atPort, sea), sea, newest))
    for (const movement of atPort) if (!concerning.has(movement)) dropped.add(movement)
  }
  return dropped.size === 0 ? sea : sea.filter((movement) => !dropped.has(movement))
}
