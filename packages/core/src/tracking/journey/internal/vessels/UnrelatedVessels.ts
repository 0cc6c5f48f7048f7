import { DAY_MILLIS } from "../../../../time/Durations.ts"
import {
  ACTUAL_RANK,
  isEquipment,
  isOutbound,
  type Movement,
  namesContainer,
  namesOwnContainer,
  statedAt
} from "../movements/Movement.ts"

/** The ports at which other containers of the shipment were loaded, by vessel. */
export type LoadingPorts = ReadonlyMap<string, ReadonlySet<string>>

/** Whether the carrier reports actual moves of this container. */
const hasOwnMoves = (sea: ReadonlyArray<Movement>): boolean =>
  sea.some((movement) => isEquipment(movement) && namesContainer(movement) && movement.rank === ACTUAL_RANK)

/** Whether another vessel may move the container instead: it leaves a port at which this one loads, or reaches one that it reaches. */
const hasAlternative = (
  sea: ReadonlyArray<Movement>,
  vessel: string,
  ports: ReadonlySet<string>,
  own: ReadonlySet<string>
): boolean => {
  const reached = new Set(sea.filter((one) => one.vessel === vessel && !isOutbound(one)).map(({ port }) => port))
  const leaves = (other: string): boolean => sea.some((one) => one.vessel === other && isOutbound(one))
  return sea.some(
    (other) =>
      other.vessel !== vessel &&
      other.vessel !== "" &&
      !own.has(other.vessel) &&
      (isOutbound(other) ? ports.has(other.port) : reached.has(other.port) && !leaves(other.vessel))
  )
}

/**
 * Removes actual movements of a vessel that loaded other containers of the shipment, and not this one: where loadings
 * are reported for each container, or another vessel may take it, a vessel moves a container only once it has loaded
 * it. Its plans remain, because the container may still be loaded; until the vessel is reported at another port, and
 * another one is known.
 */
export const withoutUnrelatedVessels = (
  sea: ReadonlyArray<Movement>,
  land: ReadonlyArray<Movement>,
  loadingPorts: LoadingPorts
): ReadonlyArray<Movement> => {
  if (loadingPorts.size === 0) return sea
  const own = new Set(sea.filter(isEquipment).map(({ vessel }) => vessel))
  const reportedHere = hasOwnMoves(sea)
  const ofOthers = new Set<string>()
  const missed = new Set<string>()
  for (const [vessel, ports] of loadingPorts) {
    if (own.has(vessel)) continue
    const isReplaceable = hasAlternative(sea, vessel, ports, own)
    const isGatedInHere = ({ code, port }: Movement): boolean => code === "IN" && ports.has(port)
    const isBoardedNext = (one: Movement): boolean =>
      one.vessel === vessel && one.code === "DEPA" && one.rank !== ACTUAL_RANK && !ports.has(one.port)
    const isNamedHere = (one: Movement): boolean => isOutbound(one) && namesOwnContainer(one) && ports.has(one.port)
    if (
      isReplaceable ||
      reportedHere ||
      land.some(isGatedInHere) ||
      sea.some((one) => isNamedHere(one) || isBoardedNext(one))
    )
      ofOthers.add(vessel)
    if (isReplaceable && sea.some((one) => one.vessel === vessel && one.rank === ACTUAL_RANK && !ports.has(one.port)))
      missed.add(vessel)
  }
  return sea.filter(
    (movement) =>
      namesOwnContainer(movement) ||
      isEquipment(movement) ||
      !ofOthers.has(movement.vessel) ||
      (movement.rank !== ACTUAL_RANK && !missed.has(movement.vessel))
  )
}

/** Whether two events name bookings, and none is the same. */
const haveOtherBookings = ({ event }: Movement, loaded: Movement): boolean => {
  const { documents } = loaded.event
  if (event.documents === documents) return false
  let [hasBooking, isCompared] = [false, false]
  for (const { type, value } of event.documents) {
    if (type !== "BKG") continue
    hasBooking = true
    for (const document of documents) {
      if (document.type !== "BKG") continue
      if (document.value === value) return false
      isCompared = true
    }
  }
  return hasBooking && isCompared
}

const namesBooking = ({ event }: Movement): boolean => event.documents.some(({ type }) => type === "BKG")

/**
 * Removes the movements of vessels under another booking than that of the container's own last loading, or before it than the
 * newest one that is stated for the container, if vessels are known under that one: the booking was split, or a bill of lading has
 * several. Vessels that carried the container before remain.
 */
export const withoutOtherBookings = (
  sea: ReadonlyArray<Movement>,
  land: ReadonlyArray<Movement>
): ReadonlyArray<Movement> => {
  const loaded = sea.findLast(
    (movement) => movement.code === "LOAD" && movement.rank === ACTUAL_RANK && namesContainer(movement)
  )
  const stated =
    loaded ?? newestOf(sea.concat(land).filter((movement) => namesOwnContainer(movement) && namesBooking(movement)))
  if (stated === undefined) return sea
  const isOfVessel = (movement: Movement): boolean => !isEquipment(movement) && !namesOwnContainer(movement)
  const isOther = (movement: Movement): boolean => isOfVessel(movement) && haveOtherBookings(movement, stated)
  if (!sea.some(isOther)) return sea
  const isOwn = (movement: Movement): boolean =>
    isOfVessel(movement) && namesBooking(movement) && !haveOtherBookings(movement, stated)
  if (loaded === undefined && !sea.some(isOwn)) return sea
  const own = new Set(sea.filter(isEquipment).map(({ vessel }) => vessel))
  return sea.filter((movement) => own.has(movement.vessel) || !isOther(movement))
}

/** The newest statement, of several the last one; undefined for none. */
export const newestOf = (movements: ReadonlyArray<Movement>): Movement | undefined =>
  movements.reduce<Movement | undefined>(
    (newest, movement) => (newest === undefined || statedAt(movement) >= statedAt(newest) ? movement : newest),
    undefined
  )

/** The vessel on which the newest movement that names the container takes it from a port, by port. */
const namedVessels = (sea: ReadonlyArray<Movement>): ReadonlyMap<string, Movement> => {
  const named = new Map<string, Movement>()
  for (const movement of sea) {
    if (!isOutbound(movement) || movement.vessel === "" || !namesOwnContainer(movement)) continue
    const newest = named.get(movement.port)
    if (newest === undefined || statedAt(movement) > statedAt(newest)) named.set(movement.port, movement)
  }
  return named
}

/** The newest movement that names the container on a vessel from a port; undefined for none. */
export const newestNamed = (sea: ReadonlyArray<Movement>, port: string): Movement | undefined =>
  namedVessels(sea.filter((movement) => movement.port === port)).get(port)

/**
 * Removes actual movements of the vessel that was to take the container from a port, after the carrier named the
 * container on another vessel there. Where the carrier reports moves of the container, it was not on board without its
 * loading.
 */
export const withoutReplacedVessels = (sea: ReadonlyArray<Movement>): ReadonlyArray<Movement> => {
  const named = namedVessels(sea)
  if (named.size === 0 || !hasOwnMoves(sea)) return sea
  const own = new Set(sea.filter(isEquipment).map(({ vessel }) => vessel))
  const replaced = new Set<string>()
  for (const movement of sea) {
    const other = isOutbound(movement) ? named.get(movement.port) : undefined
    // An actual loading excludes the other vessels altogether: see vesselsRolledFrom.
    if (
      other !== undefined &&
      other.rank !== ACTUAL_RANK &&
      other.vessel !== movement.vessel &&
      !own.has(movement.vessel)
    )
      replaced.add(movement.vessel)
  }
  replaced.delete("")
  if (replaced.size === 0) return sea
  return sea.filter(
    (movement) => !replaced.has(movement.vessel) || movement.rank !== ACTUAL_RANK || namesOwnContainer(movement)
  )
}

/** An actual movement that precedes a departure by more than this belongs to an earlier voyage of the vessel. */
export const VOYAGE_MILLIS = 3 * DAY_MILLIS

/**
 * Removes actual movements of a vessel on an earlier voyage than the one on which the carrier names the container: the
 * container was rolled to the next voyage of the same vessel.
 */
export const withoutEarlierVoyages = (sea: ReadonlyArray<Movement>): ReadonlyArray<Movement> => {
  const named = namedVessels(sea)
  if (named.size === 0) return sea
  const isFormer = ({ vessel, at }: Movement): boolean => {
    for (const plan of named.values()) {
      if (plan.vessel === vessel && plan.rank !== ACTUAL_RANK && plan.at - at > VOYAGE_MILLIS)
        return !sea.some((other) => isEquipment(other) && other.rank === ACTUAL_RANK && other.vessel === vessel)
    }
    return false
  }
  return sea.filter((movement) => movement.rank !== ACTUAL_RANK || namesOwnContainer(movement) || !isFormer(movement))
}
