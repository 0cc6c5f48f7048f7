import { DAY_MILLIS } from "../../../../time/Instant.ts"
import { isEquipment, type Movement } from "../movements/Movement.ts"
import { isSuperseded, latestActualDate } from "./SeaMovements.ts"

/** The carrier's id of the transport call; empty when it assigns none. */
const callIdOf = ({ event }: Movement): string => {
  const call = event.transportCall
  return call._tag === "Some" && call.value.id._tag === "Some" ? call.value.id.value : ""
}

/** The longest time between the arrival and the departure of one call. */
const CALL_MILLIS = 3 * DAY_MILLIS

const isInbound = ({ code }: Movement): boolean => code === "ARRI" || code === "DISC"

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

/**
 * The calls of a vessel at a port that concern the container: those at which it is handled, else the earliest one that is still to
 * come, else the last one.
 */
const callsOfContainer = (calls: ReadonlyArray<Call>, newest: number): ReadonlyArray<Call> => {
  const handled = calls.filter((call) => call.some(isEquipment))
  if (handled.length > 0) return handled
  const next = calls.find((call) => call.some((movement) => !isSuperseded(movement, newest))) ?? calls.at(-1)
  return next === undefined ? [] : [next]
}

/**
 * Removes calls at a port that the container has left on another vessel, of a vessel that it is to board at the next port: on
 * its way there and onwards that vessel passes the first port. `sea` is in order of date.
 */
export const withoutPassingCalls = (sea: ReadonlyArray<Movement>): ReadonlyArray<Movement> => {
  const departures = sea.filter(({ code, vessel }) => code === "DEPA" && vessel !== "")
  const isPassing = (movement: Movement): boolean => {
    const { vessel, port, at } = movement
    if (vessel === "" || isEquipment(movement)) return false
    const boards = departures.find((other) => other.vessel === vessel && other.port !== port && other.at < at)
    return (
      boards !== undefined &&
      departures.some((other) => other.port === port && other.vessel !== vessel && other.at < boards.at) &&
      !sea.some((other) => isEquipment(other) && other.vessel === vessel && other.port === port) &&
      !sea.some((other) => other.vessel === vessel && other.port === port && other.at < boards.at)
    )
  }
  return departures.length < 3 ? sea : sea.filter((movement) => !isPassing(movement))
}

/** The code under which a port was reported: one call that is reported under two codes has an id under each. */
const codeOf = ({ place }: Movement): string => place.unlocode

/** Whether some vessel calls at one port under several ids. Compares pairs: this runs for every trip, and most have none. */
const hasRepeatedCall = (sea: ReadonlyArray<Movement>): boolean =>
  sea.some((movement, index) => {
    const id = movement.vessel === "" ? "" : callIdOf(movement)
    if (id === "") return false
    for (let before = 0; before < index; before++) {
      const other = sea[before]
      if (other === undefined || other.vessel !== movement.vessel || codeOf(other) !== codeOf(movement)) continue
      const otherId = callIdOf(other)
      if (otherId !== "" && otherId !== id) return true
    }
    return false
  })

/**
 * Removes the other calls of a vessel that calls at one port several times, so that the dates of one call are not taken for
 * changes of another. `sea` is in order of date. It needs ids that identify calls, as DCSA defines them: some carriers assign
 * one to each event.
 */
export const withoutRepeatedCalls = (sea: ReadonlyArray<Movement>): ReadonlyArray<Movement> => {
  if (!hasRepeatedCall(sea)) return sea
  const identified = sea.filter((movement) => movement.vessel !== "" && callIdOf(movement) !== "")
  const byVessel = Map.groupBy(identified, (movement) => `${movement.vessel}/${codeOf(movement)}`)
  const repeated = [...byVessel.values()].filter((atPort) =>
    atPort.some((movement) => callIdOf(movement) !== callIdOf(atPort[0] ?? movement))
  )
  if (repeated.some(hasIdsOfEvents)) return sea
  const newest = latestActualDate(sea)
  const dropped = new Set<Movement>()
  for (const atPort of repeated) {
    const concerning = new Set(callsOfContainer(callsOf(atPort, sea), newest).flat())
    for (const movement of atPort) if (!concerning.has(movement)) dropped.add(movement)
  }
  return dropped.size === 0 ? sea : sea.filter((movement) => !dropped.has(movement))
}
