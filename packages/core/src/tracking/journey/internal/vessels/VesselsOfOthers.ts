import { DAY_MILLIS } from "../../../../time/Durations.ts"
import { ACTUAL_RANK, isEquipment, MAX_OFFSET_MILLIS, type Movement, statedAt } from "../movements/Movement.ts"

/** The ports at which other containers of the shipment were loaded, by vessel. */
export type LoadingPorts = ReadonlyMap<string, ReadonlySet<string>>

export const isOutbound = (movement: Movement): boolean => movement.code === "LOAD" || movement.code === "DEPA"

export const namesContainer = ({ event }: Movement): boolean => event.equipmentReference._tag === "Some"

/** Whether a movement names this container, as the one it is about or in its references. */
export const namesOwnContainer = (movement: Movement): boolean =>
  namesContainer(movement) || movement.event.references.some(({ type }) => type === "EQ")

/** Whether the carrier reports what vessels do to this container. */
const hasOwnMoves = (sea: ReadonlyArray<Movement>): boolean =>
  sea.some((movement) => isEquipment(movement) && namesContainer(movement) && movement.rank === ACTUAL_RANK)

/** Whether another vessel may move the container instead: it leaves a port at which this one loads, or reaches one that it reaches. */
const hasRival = (
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
 * Removes what a vessel actually did that loaded other containers of the shipment, and not this one: where loadings are
 * reported for each container, or another vessel may take it, a vessel moves a container only once it has loaded it. Its plans
 * remain, because the container may still be loaded; until the vessel is reported at another port, and another one is known.
 */
export const withoutVesselsOfOthers = (
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
    const isRivalled = hasRival(sea, vessel, ports, own)
    const isGatedInHere = ({ code, port }: Movement): boolean => code === "IN" && ports.has(port)
    const isBoardedNext = (one: Movement): boolean =>
      one.vessel === vessel && one.code === "DEPA" && one.rank !== ACTUAL_RANK && !ports.has(one.port)
    const isNamedHere = (one: Movement): boolean => isOutbound(one) && namesOwnContainer(one) && ports.has(one.port)
    if (
      isRivalled ||
      reportedHere ||
      land.some(isGatedInHere) ||
      sea.some((one) => isNamedHere(one) || isBoardedNext(one))
    )
      ofOthers.add(vessel)
    if (isRivalled && sea.some((one) => one.vessel === vessel && one.rank === ACTUAL_RANK && !ports.has(one.port)))
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

/** The newest movement that names the container on a vessel from a port; undefined for none. */
export const newestNamed = (sea: ReadonlyArray<Movement>, port: string): Movement | undefined =>
  namedVessels(sea.filter((movement) => movement.port === port)).get(port)

/** Whether two events name bookings, and none is the same. */
const haveOtherBookings = ({ event }: Movement, loaded: Movement): boolean => {
  const { documents } = loaded.event
  if (event.documents === documents) return false
  let [named, known] = [false, false]
  for (const { type, value } of event.documents) {
    if (type !== "BKG") continue
    named = true
    for (const document of documents) {
      if (document.type !== "BKG") continue
      if (document.value === value) return false
      known = true
    }
  }
  return named && known
}

const namesBooking = ({ event }: Movement): boolean => event.documents.some(({ type }) => type === "BKG")

/** The newest statement, of several the last one; undefined for none. */
const newestOf = (movements: ReadonlyArray<Movement>): Movement | undefined =>
  movements.reduce<Movement | undefined>(
    (newest, movement) => (newest === undefined || statedAt(movement) >= statedAt(newest) ? movement : newest),
    undefined
  )

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

/** The vessel on which the newest movement that names the container takes it from a port, by port. */
const namedVessels = (sea: ReadonlyArray<Movement>): ReadonlyMap<string, Movement> => {
  const named = new Map<string, Movement>()
  for (const movement of sea) {
    if (!isOutbound(movement) || movement.vessel === "" || !namesOwnContainer(movement)) continue
    const known = named.get(movement.port)
    if (known === undefined || statedAt(movement) > statedAt(known)) named.set(movement.port, movement)
  }
  return named
}

/**
 * Removes what a vessel actually did that was to take the container from a port, after the carrier named the container on
 * another vessel there. Where the carrier reports what vessels do to the container, it was not on board without its loading.
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
const VOYAGE_MILLIS = 3 * DAY_MILLIS

/**
 * Removes what a vessel actually did on an earlier voyage than the one on which the carrier names the container: the container was
 * rolled to the next voyage of the same vessel.
 */
export const withoutFormerVoyages = (sea: ReadonlyArray<Movement>): ReadonlyArray<Movement> => {
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

/** Where the container is, while no vessel carries it from there: the port of its discharge, or the vessel that it is on. */
interface Whereabouts {
  readonly code: "DISC" | "LOAD"
  readonly since: number
  readonly vessel: string
  /** Whether the container can leave on another vessel from a port. */
  readonly canLeaveFrom: (port: string) => boolean
}

/** The port of loading at whose gate the container is, before anything was reported of it at sea; undefined where no departure is planned. */
const gateOf = (sea: ReadonlyArray<Movement>, land: ReadonlyArray<Movement>): Whereabouts | undefined => {
  const last = land.findLast(({ rank }) => rank === ACTUAL_RANK)
  if (last?.code !== "IN" || !namesContainer(last)) return undefined
  if (!sea.some(({ code, rank, port }) => code === "DEPA" && rank !== ACTUAL_RANK && port === last.port))
    return undefined
  return { code: "DISC", since: last.at, vessel: "", canLeaveFrom: (other) => other === last.port }
}

const isActualArrival = ({ code, rank }: Movement): boolean => code === "ARRI" && rank === ACTUAL_RANK

const whereaboutsOf = (sea: ReadonlyArray<Movement>): Whereabouts | undefined => {
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
const isStop = (sea: ReadonlyArray<Movement>, vessel: string, port: string): boolean => {
  const isPlanned = (one: Movement): boolean => one.vessel === vessel && one.rank !== ACTUAL_RANK && !isOutbound(one)
  return (
    !sea.some(isPlanned) ||
    sea.some((one) => one.port === port && (isPlanned(one) || (one.vessel !== vessel && isOutbound(one))))
  )
}

/**
 * Removes actual departures of other vessels from the port at which the container was discharged, and while it is on board from the
 * ports ahead, as long as it was not reported to be loaded there: where the carrier reports the loadings of the container, it may have
 * been rolled. So does what the vessel does afterwards. The departure counts once the loading is reported, or the vessel is reported at a port to which it was to bring the container.
 */
export const withoutSailingsBeforeLoading = (
  sea: ReadonlyArray<Movement>,
  land: ReadonlyArray<Movement>
): ReadonlyArray<Movement> => {
  const isOwnLoad = (movement: Movement): boolean =>
    movement.code === "LOAD" && movement.rank === ACTUAL_RANK && namesContainer(movement)
  const onBoard = whereaboutsOf(sea)
  if (onBoard !== undefined && !sea.some(isOwnLoad)) return sea
  const whereabouts = onBoard ?? gateOf(sea, land)
  if (whereabouts === undefined) return sea
  const isReached = (port: string): boolean =>
    code === "DISC" || sea.some((one) => one.vessel === whereabouts.vessel && one.port === port)
  const leavesByLand = (sails: Movement): boolean =>
    land.some(
      ({ code, rank, port, at }) => code === "OUT" && rank === ACTUAL_RANK && port === sails.port && at >= sails.at
    )
  const { code, since } = whereabouts
  const isOnBoard = ({ vessel, at }: Movement): boolean =>
    sea.findLast((one) => isEquipment(one) && one.rank === ACTUAL_RANK && one.vessel === vessel && one.at <= at)
      ?.code === "LOAD"
  /** When the container reached a port: the discharge there, else the arrival of the vessel that it is on. */
  const reachedAt = (port: string): number =>
    code === "DISC"
      ? since
      : (sea.findLast((one) => one.vessel === whereabouts.vessel && one.port === port && isActualArrival(one))?.at ?? 0)
  const isBefore = ({ at, port }: Movement): boolean => reachedAt(port) - at > MAX_OFFSET_MILLIS
  const isUnloaded = (movement: Movement): boolean =>
    movement.code === "DEPA" &&
    movement.rank === ACTUAL_RANK &&
    movement.vessel !== "" &&
    !namesOwnContainer(movement) &&
    whereabouts.canLeaveFrom(movement.port) &&
    movement.vessel !== whereabouts.vessel &&
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
            (other.rank === ACTUAL_RANK ? isStop(sea, movement.vessel, other.port) : !isOutbound(other)))
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
  const whereabouts = stays && whereaboutsOf(sea)
  if (whereabouts === undefined || whereabouts.vessel === "" || whereabouts.vessel !== stays?.vessel) return sea
  if (whereabouts.code === "DISC") return sea
  const unused = new Set<string>()
  for (const movement of sea) {
    const { at, port, vessel } = movement
    if (!isOutbound(movement) || vessel === stays.vessel || port === stays.port || isEquipment(movement)) continue
    if (
      whereabouts.since < at &&
      at < stays.at &&
      whereabouts.canLeaveFrom(port) &&
      statedAt(movement) < statedAt(stays)
    )
      unused.add(vessel)
  }
  return unused.size === 0 ? sea : sea.filter(({ vessel }) => !unused.has(vessel))
}
