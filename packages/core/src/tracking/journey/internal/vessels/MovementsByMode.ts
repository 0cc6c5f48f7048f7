import { DAY_MILLIS } from "../../../../time/Durations.ts"
import { ACTUAL_RANK, isEquipment, isOutbound, type Movement } from "../movements/Movement.ts"

/**
 * Whether a barge runs between two ports at which vessels of this journey call. It then counts as a vessel, otherwise as
 * inland. `barges` are in order of date.
 */
const runsBetweenPorts = (movement: Movement, barges: ReadonlyArray<Movement>, ports: ReadonlySet<string>): boolean => {
  if (!ports.has(movement.port)) return false
  const counterpart = isOutbound(movement)
    ? barges.find((other) => !isOutbound(other) && other.at >= movement.at && other.port !== movement.port)
    : barges.findLast((other) => isOutbound(other) && other.at <= movement.at && other.port !== movement.port)
  return counterpart !== undefined && ports.has(counterpart.port)
}

const NO_PORTS: ReadonlySet<string> = new Set()

/** The ports at which vessels call with the container; not those that a vessel is planned to reach after it discharged the container. */
const portsOfVessels = (sea: ReadonlyArray<Movement>): ReadonlySet<string> => {
  const isVoid = ({ code, rank, vessel, at }: Movement): boolean =>
    rank !== ACTUAL_RANK &&
    (code === "ARRI" || code === "DISC") &&
    sea.some((off) => off.code === "DISC" && off.rank === ACTUAL_RANK && off.vessel === vessel && off.at < at)
  return new Set(sea.filter((movement) => !isVoid(movement)).map(({ port }) => port))
}

/** The sea movements of a trip, including barges between its sea ports, and the inland movements. */
export interface MovementsByMode {
  readonly sea: ReadonlyArray<Movement>
  readonly land: ReadonlyArray<Movement>
}

/** A movement of a barge without a name as one of a vessel: the barge and the vessels that call at its ports are not one vessel. */
const withVessel = (movement: Movement): Movement =>
  movement.mode === "barge" && movement.vessel === "" ? { ...movement, vessel: "unnamed barge" } : movement

/** Splits movements, in order of date, into sea and land. Movements of the empty container are ignored. */
export const splitByMode = (movements: ReadonlyArray<Movement>): MovementsByMode => {
  const cargo = movements.filter((movement) => !movement.empty)
  const barges = cargo.filter((movement) => movement.mode === "barge")
  const ports = barges.length === 0 ? NO_PORTS : portsOfVessels(cargo.filter(({ mode }) => mode === "sea"))
  const atSea = (movement: Movement): boolean =>
    movement.mode === "sea" || (movement.mode === "barge" && runsBetweenPorts(movement, barges, ports))
  return {
    sea: withoutEmptyCalls(cargo.filter(atSea).map(withVessel), movements),
    land: cargo.filter((movement) => movement.mode !== "unknown" && !atSea(movement))
  }
}

/** The longest time between the arrival of a vessel and the discharge of the container. */
export const UNLOADING_MILLIS = 3 * DAY_MILLIS

/** Removes calls and voyages of vessels with the empty container: the carrier repositioned it, outside any journey. */
const withoutEmptyCalls = (
  sea: ReadonlyArray<Movement>,
  movements: ReadonlyArray<Movement>
): ReadonlyArray<Movement> => {
  const empties = movements.filter((movement) => movement.empty && movement.mode === "sea")
  if (empties.length === 0) return sea
  const isAtCallOf = ({ call, vessel, port, at }: Movement, others: ReadonlyArray<Movement>): boolean =>
    others.some(
      (other) =>
        (other.call === call && call !== "") ||
        (other.vessel === vessel && vessel !== "" && other.port === port && Math.abs(other.at - at) <= UNLOADING_MILLIS)
    )
  const laden = sea.filter(isEquipment)
  const moves = movements.filter((movement) => isEquipment(movement) && movement.rank === ACTUAL_RANK)
  const isCarriedEmpty = ({ vessel, at }: Movement): boolean => {
    const last = moves.findLast((move) => move.at <= at)
    return last?.code === "LOAD" && last.empty && last.vessel === vessel
  }
  return sea.filter(
    (movement) => isAtCallOf(movement, laden) || !(isAtCallOf(movement, empties) || isCarriedEmpty(movement))
  )
}
