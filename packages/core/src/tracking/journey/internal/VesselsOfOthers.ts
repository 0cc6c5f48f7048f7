import { ACTUAL_RANK, isEquipment, type Movement } from "./Movement.ts"

/** The ports at which other containers of the shipment were loaded, by vessel. */
export type Boardings = ReadonlyMap<string, ReadonlySet<string>>

export const isOutbound = (movement: Movement): boolean => movement.code === "LOAD" || movement.code === "DEPA"

export const namesContainer = ({ event }: Movement): boolean => event.equipmentReference._tag === "Some"

/** Whether a movement names this container, as the one it is about or in its references. */
export const namesThis = (movement: Movement): boolean =>
  namesContainer(movement) || movement.event.references.some(({ type }) => type === "EQ")

/** Whether the carrier reports what vessels do to this container. */
const hasOwnMoves = (sea: ReadonlyArray<Movement>): boolean =>
  sea.some((movement) => isEquipment(movement) && namesContainer(movement) && movement.rank === ACTUAL_RANK)

/**
 * Removes what a vessel actually did that loaded other containers of the shipment, and not this one: where loadings are
 * reported for each container, a vessel moves a container only once it has loaded it. Its plans remain, because the
 * container may still be loaded.
 */
export const withoutVesselsOfOthers = (sea: ReadonlyArray<Movement>, boardings: Boardings): ReadonlyArray<Movement> => {
  if (boardings.size === 0) return sea
  const own = new Set(sea.filter(isEquipment).map(({ vessel }) => vessel))
  const reportedHere = hasOwnMoves(sea)
  const namedFrom = new Set(
    sea.filter((movement) => isOutbound(movement) && namesThis(movement)).map(({ port }) => port)
  )
  const isOfOthers = (movement: Movement): boolean => {
    const ports = boardings.get(movement.vessel)
    if (ports === undefined || movement.rank !== ACTUAL_RANK || isEquipment(movement)) return false
    if (own.has(movement.vessel) || namesThis(movement)) return false
    return reportedHere || [...ports].some((port) => namedFrom.has(port))
  }
  return sea.filter((movement) => !isOfOthers(movement))
}

/** When a movement was last stated: when its event was created, else when it was received. */
export const statedAt = ({ event }: Movement): number =>
  event.createdDateTime._tag === "Some" ? event.createdDateTime.value : event.receivedAt

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

/**
 * Removes the movements of vessels under another booking than that of the container's own last loading: the booking was split.
 * Vessels that carried the container before remain.
 */
export const withoutOtherBookings = (sea: ReadonlyArray<Movement>): ReadonlyArray<Movement> => {
  const loaded = sea.findLast(
    (movement) => movement.code === "LOAD" && movement.rank === ACTUAL_RANK && namesContainer(movement)
  )
  if (loaded === undefined) return sea
  const isOther = (movement: Movement): boolean =>
    !isEquipment(movement) && !namesThis(movement) && haveOtherBookings(movement, loaded)
  if (!sea.some(isOther)) return sea
  const own = new Set(sea.filter(isEquipment).map(({ vessel }) => vessel))
  return sea.filter((movement) => own.has(movement.vessel) || !isOther(movement))
}

/** The vessel on which the newest movement that names the container takes it from a port, by port. */
const namedVessels = (sea: ReadonlyArray<Movement>): ReadonlyMap<string, Movement> => {
  const named = new Map<string, Movement>()
  for (const movement of sea) {
    if (!isOutbound(movement) || movement.vessel === "" || !namesThis(movement)) continue
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
    (movement) => !replaced.has(movement.vessel) || movement.rank !== ACTUAL_RANK || namesThis(movement)
  )
}

/**
 * Removes the newest departure of a vessel from a port at which the container was discharged, while it was not reported to be
 * loaded there: where the carrier reports the loadings of the container, it may have been rolled. The departure counts once the
 * loading is reported, or the vessel is reported at another port.
 */
export const withoutSailingsBeforeLoading = (sea: ReadonlyArray<Movement>): ReadonlyArray<Movement> => {
  const discharged = sea.findLast(
    (movement) => movement.code === "DISC" && movement.rank === ACTUAL_RANK && namesContainer(movement)
  )
  if (discharged === undefined) return sea
  const isOwnLoad = (movement: Movement): boolean =>
    movement.code === "LOAD" && movement.rank === ACTUAL_RANK && namesContainer(movement)
  if (!sea.some(isOwnLoad)) return sea
  const isUnloaded = (movement: Movement): boolean =>
    movement.code === "DEPA" &&
    movement.rank === ACTUAL_RANK &&
    !namesThis(movement) &&
    movement.port === discharged.port &&
    movement.vessel !== discharged.vessel &&
    movement.at >= discharged.at &&
    !sea.some(
      (other) =>
        (isOwnLoad(other) && other.port === movement.port && other.at >= discharged.at) ||
        (other.vessel === movement.vessel &&
          other.rank === ACTUAL_RANK &&
          other.port !== movement.port &&
          other.at > movement.at)
    )
  return sea.some(isUnloaded) ? sea.filter((movement) => !isUnloaded(movement)) : sea
}
