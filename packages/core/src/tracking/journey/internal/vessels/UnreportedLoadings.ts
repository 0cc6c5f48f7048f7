import {
  ACTUAL_RANK,
  isEquipment,
  isOutbound,
  MAX_OFFSET_MILLIS,
  type Movement,
  namesContainer,
  namesOwnContainer,
  statedAt
} from "../movements/Movement.ts"
import { newestOf, VOYAGE_MILLIS } from "./UnrelatedVessels.ts"

/** The last actual loading or discharge of the container, else its gate-in at the port of loading, as a discharge there. */
interface LastHandling {
  readonly code: "DISC" | "LOAD"
  readonly since: number
  readonly vessel: string
  /** Whether the container can leave on another vessel from a port. */
  readonly canLeaveFrom: (port: string) => boolean
}

/** The port of loading at whose gate the container is, before anything was reported of it at sea; undefined where no departure is planned. */
const gateInOf = (sea: ReadonlyArray<Movement>, land: ReadonlyArray<Movement>): LastHandling | undefined => {
  const last = land.findLast(({ rank }) => rank === ACTUAL_RANK)
  if (last?.code !== "IN" || !namesContainer(last)) return undefined
  if (!sea.some(({ code, rank, port }) => code === "DEPA" && rank !== ACTUAL_RANK && port === last.port))
    return undefined
  return { code: "DISC", since: last.at, vessel: "", canLeaveFrom: (other) => other === last.port }
}

const isActualArrival = ({ code, rank }: Movement): boolean => code === "ARRI" && rank === ACTUAL_RANK

const lastHandlingOf = (sea: ReadonlyArray<Movement>): LastHandling | undefined => {
  const last = sea.findLast(
    (movement) =>
      (movement.code === "DISC" || movement.code === "LOAD") &&
      movement.rank === ACTUAL_RANK &&
      namesContainer(movement)
  )
  if (last === undefined) return undefined
  const { at: since, port, vessel } = last
  const code = last.code === "DISC" ? "DISC" : "LOAD"
  return { code, since, vessel, canLeaveFrom: (other) => (code === "DISC" ? other === port : other !== port) }
}

/** Whether a vessel is to bring the container to a port: it was planned there, another vessel leaves from there, or nothing is planned beyond. */
const isPlannedStop = (sea: ReadonlyArray<Movement>, vessel: string, port: string): boolean => {
  const isPlanned = (one: Movement): boolean => one.vessel === vessel && one.rank !== ACTUAL_RANK && !isOutbound(one)
  return (
    !sea.some(isPlanned) ||
    sea.some((one) => one.port === port && (isPlanned(one) || (one.vessel !== vessel && isOutbound(one))))
  )
}

/**
 * Removes actual departures of other vessels from the port at which the container was discharged, and while it is on
 * board from the ports ahead, as long as it was not reported to be loaded there: where the carrier reports the loadings
 * of the container, it may have been rolled. The later movements of the vessel are removed as well. The departure
 * counts once the loading is reported, or the vessel is reported at a port to which it was to bring the container.
 */
export const withoutSailingsBeforeLoading = (
  sea: ReadonlyArray<Movement>,
  land: ReadonlyArray<Movement>
): ReadonlyArray<Movement> => {
  const isOwnLoad = (movement: Movement): boolean =>
    movement.code === "LOAD" && movement.rank === ACTUAL_RANK && namesContainer(movement)
  const onBoard = lastHandlingOf(sea)
  if (onBoard !== undefined && !sea.some(isOwnLoad)) return sea
  const handling = onBoard ?? gateInOf(sea, land)
  if (handling === undefined) return sea
  const isReached = (port: string): boolean =>
    code === "DISC" || sea.some((one) => one.vessel === handling.vessel && one.port === port)
  const leavesByLand = (sails: Movement): boolean =>
    land.some(
      ({ code, rank, port, at }) => code === "OUT" && rank === ACTUAL_RANK && port === sails.port && at >= sails.at
    )
  const { code, since } = handling
  const isOnBoard = ({ vessel, at }: Movement): boolean =>
    sea.findLast((one) => isEquipment(one) && one.rank === ACTUAL_RANK && one.vessel === vessel && one.at <= at)
      ?.code === "LOAD"
  /** When the container reached a port: the discharge there, else the arrival of the vessel that it is on. */
  const reachedAt = (port: string): number =>
    code === "DISC"
      ? since
      : (sea.findLast((one) => one.vessel === handling.vessel && one.port === port && isActualArrival(one))?.at ?? 0)
  const isBefore = ({ at, port }: Movement): boolean => reachedAt(port) - at > MAX_OFFSET_MILLIS
  const isUnloaded = (movement: Movement): boolean =>
    movement.code === "DEPA" &&
    movement.rank === ACTUAL_RANK &&
    movement.vessel !== "" &&
    !namesOwnContainer(movement) &&
    handling.canLeaveFrom(movement.port) &&
    movement.vessel !== handling.vessel &&
    !isOnBoard(movement) &&
    (movement.at >= since || isBefore(movement)) &&
    (leavesByLand(movement) ||
      !sea.some(
        (other) =>
          (isOwnLoad(other) &&
            other.port === movement.port &&
            (other.at >= since || other.vessel === movement.vessel)) ||
          (!isBefore(movement) &&
            other.vessel === movement.vessel &&
            other.port !== movement.port &&
            other.at > movement.at &&
            statedAt(other) - movement.at > VOYAGE_MILLIS &&
            isReached(movement.port) &&
            (other.rank === ACTUAL_RANK ? isPlannedStop(sea, movement.vessel, other.port) : !isOutbound(other)))
      ))
  const sailings = sea.filter(isUnloaded)
  if (sailings.length === 0) return sea
  // A vessel that left before the container reached the port may take it on its next round.
  const isBack = (one: Movement, { vessel, port }: Movement): boolean =>
    one.vessel === vessel && one.port === port && one.at >= reachedAt(port)
  const isOfSailing = ({ vessel, at }: Movement, sails: Movement): boolean =>
    vessel === sails.vessel &&
    at >= sails.at &&
    !(isBefore(sails) && sea.some((one) => one.at <= at && isBack(one, sails)))
  return sea.filter(
    (movement) =>
      movement.rank !== ACTUAL_RANK ||
      namesOwnContainer(movement) ||
      !sailings.some((sails) => isOfSailing(movement, sails))
  )
}

/**
 * Removes vessels that were to take the container on from a port on the way, after the carrier named it on the vessel that has
 * loaded it at a later port: it stays on board.
 */
export const withoutUnusedConnections = (sea: ReadonlyArray<Movement>): ReadonlyArray<Movement> => {
  const stays = newestOf(
    sea.filter((movement) => !isOutbound(movement) && movement.rank !== ACTUAL_RANK && namesOwnContainer(movement))
  )
  const handling = stays && lastHandlingOf(sea)
  if (handling === undefined || handling.vessel === "" || handling.vessel !== stays?.vessel) return sea
  if (handling.code === "DISC") return sea
  const unused = new Set<string>()
  for (const movement of sea) {
    const { at, port, vessel } = movement
    if (!isOutbound(movement) || vessel === stays.vessel || port === stays.port || isEquipment(movement)) continue
    if (handling.since < at && at < stays.at && handling.canLeaveFrom(port) && statedAt(movement) < statedAt(stays))
      unused.add(vessel)
  }
  return unused.size === 0 ? sea : sea.filter(({ vessel }) => !unused.has(vessel))
}
