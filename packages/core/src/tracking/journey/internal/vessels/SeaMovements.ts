import { DAY_MILLIS, HOUR_MILLIS } from "../../../../time/Durations.ts"
import {
  ACTUAL_RANK,
  isEquipment,
  isOutbound,
  MAX_OFFSET_MILLIS,
  type Movement,
  namesContainer,
  namesOwnContainer,
  unnamedVesselFrom,
  wasKnownBefore
} from "../movements/Movement.ts"
import { highestPrecedence } from "../movements/Precedence.ts"
import { withoutAlternativeArrivals } from "./AlternativeArrivals.ts"
import { withoutAlternativeVessels, withPlaceholders } from "./AlternativeVessels.ts"
import { arrivalsToGate, hasNameOfDischargedVessel, isAfterDischarge } from "./MovementsAfterDischarge.ts"
import { UNLOADING_MILLIS } from "./MovementsByMode.ts"
import { isArrivalForLoading, vesselsRolledFrom } from "./RolledVessels.ts"
import {
  type LoadingPorts,
  withoutEarlierVoyages,
  withoutOtherBookings,
  withoutReplacedVessels,
  withoutUnrelatedVessels
} from "./UnrelatedVessels.ts"
import { withoutSailingsBeforeLoading, withoutUnusedConnections } from "./UnreportedLoadings.ts"

/**
 * Removes shut-outs: the container was discharged from the vessel on which it was loaded, at the same port, so it never
 * sailed on it, or the vessel returned with it. Earlier plans of that vessel remain, because they show the destination.
 * `sea` is in order of date.
 */
const withoutShutOuts = (sea: ReadonlyArray<Movement>): ReadonlyArray<Movement> => {
  const loads = sea.filter((movement) => movement.code === "LOAD" && movement.vessel !== "")
  const shutOuts = sea.filter(
    (off) =>
      off.code === "DISC" &&
      off.rank === ACTUAL_RANK &&
      loads.some((load) => load.vessel === off.vessel && load.port === off.port && load.at <= off.at) &&
      !loads.some((load) => load.vessel === off.vessel && load.port !== off.port && load.at < off.at)
  )
  if (shutOuts.length === 0) return sea
  const wasLoaded = ({ rank, at }: Movement, off: Movement): boolean =>
    rank === ACTUAL_RANK && loads.some((load) => load.vessel === off.vessel && load.port === off.port && load.at < at)
  const isVoid = (movement: Movement, off: Movement): boolean =>
    movement.vessel === off.vessel &&
    (movement.at <= off.at
      ? movement.port === off.port && (isEquipment(movement) || wasLoaded(movement, off))
      : !(movement.rank !== ACTUAL_RANK && wasKnownBefore(movement, off.at)) &&
        !loads.some((load) => load.vessel === off.vessel && load.at > off.at))
  return sea.filter((movement) => !shutOuts.some((off) => isVoid(movement, off)))
}

/** A vessel does not load or discharge one container at two ports within this time. */
const HANDLING_MILLIS = 6 * HOUR_MILLIS
/** A vessel does not arrive at two ports, or leave two, within this time. */
const CALLING_MILLIS = HOUR_MILLIS

/**
 * Removes movements that were reported by mistake: the carrier reported the same of one vessel at another port at
 * nearly the same time, and created that report later. Dates without times are not such a contradiction between calls.
 * `sea` is in order of date.
 */
const withoutCorrectedPorts = (sea: ReadonlyArray<Movement>): ReadonlyArray<Movement> => {
  const corrected = new Set<Movement>()
  for (const [index, later] of sea.entries()) {
    if (later.rank !== ACTUAL_RANK) continue
    const within = isEquipment(later)
      ? HANDLING_MILLIS
      : later.event.eventDateTime % DAY_MILLIS === 0
        ? 0
        : CALLING_MILLIS
    for (let before = index - 1; before >= 0; before--) {
      const earlier = sea[before]
      if (earlier === undefined || later.at - earlier.at > within) break
      if (
        earlier.code === later.code &&
        earlier.rank === ACTUAL_RANK &&
        earlier.vessel === later.vessel &&
        earlier.port !== later.port
      )
        corrected.add(highestPrecedence([earlier, later]) === later ? earlier : later)
    }
  }
  return corrected.size === 0 ? sea : sea.filter((movement) => !corrected.has(movement))
}

/**
 * Loadings without a vessel, where vessels left the port before: on the only one that leaves it then or later, else on one that is
 * not known yet.
 */
const withLoadedVessels = (sea: ReadonlyArray<Movement>): ReadonlyArray<Movement> =>
  sea.map((load) => {
    if (load.code !== "LOAD" || load.vessel !== "" || load.rank !== ACTUAL_RANK) return load
    const leaves = sea.filter(({ code, port, vessel }) => code === "DEPA" && port === load.port && vessel !== "")
    const isNext = ({ at }: Movement): boolean => at >= load.at - MAX_OFFSET_MILLIS
    const [vessel, ...others] = new Set(leaves.filter(isNext).map((next) => next.vessel))
    if (others.length > 0 || !leaves.some((one) => one.rank === ACTUAL_RANK && !isNext(one))) return load
    return { ...load, vessel: vessel ?? unnamedVesselFrom(load.port) }
  })

/** Whether a vessel departs from a port other than the known port at which the container was loaded on it. */
const departsElsewhere = (movement: Movement, loads: ReadonlyArray<Movement>): boolean => {
  if (movement.code !== "DEPA") return false
  const boarded = loads.filter((load) => load.vessel === movement.vessel)
  return boarded.length > 0 && !boarded.some((load) => load.port === movement.port)
}

/**
 * Whether a vessel called at a port before the container was loaded on it: at another port, or on an earlier voyage. Local times
 * can date the arrival at which the container was discharged before its loading.
 */
const beforeBoarding = (
  movement: Movement,
  loads: ReadonlyArray<Movement>,
  discharges: ReadonlyArray<Movement>
): boolean => {
  if (isEquipment(movement) || movement.rank !== ACTUAL_RANK) return false
  const isUnloaded = ({ port, vessel, at }: Movement): boolean =>
    vessel === movement.vessel && port === movement.port && at >= movement.at && at - movement.at <= UNLOADING_MILLIS
  if (movement.code === "ARRI" && discharges.some(isUnloaded)) return false
  // A loading that a discharge ended before belongs to an earlier leg: two vessels can have one name.
  const isEnded = (load: Movement): boolean =>
    discharges.some(({ vessel, at }) => vessel === load.vessel && load.at < at && at <= movement.at)
  const boarded = loads.filter((load) => load.vessel === movement.vessel && !isEnded(load))
  return (
    boarded.length > 0 &&
    boarded.every(({ port, at, rank }) =>
      port === movement.port
        ? movement.code === "DEPA" && rank === ACTUAL_RANK && at - movement.at > DAY_MILLIS
        : at > movement.at
    )
  )
}

/**
 * Removes departures from ports at which the container is not: it was reported by land at another place before any
 * vessel loaded it. Where it is at another port of loading, plans to leave an earlier port are void as well, and so are
 * the movements of the vessel that leaves from there of more than a day before, on its previous round.
 */
const withoutPortsLeftByLand = (
  sea: ReadonlyArray<Movement>,
  land: ReadonlyArray<Movement>
): ReadonlyArray<Movement> => {
  const here = land.findLast(({ code, rank }) => rank === ACTUAL_RANK && (code === "IN" || code === "ARRI"))
  if (here === undefined) return sea
  const isOwnMove = (movement: Movement): boolean => movement.rank === ACTUAL_RANK && isEquipment(movement)
  const before = sea.filter(({ rank, at }) => rank === ACTUAL_RANK && at < here.at)
  if (before.some(isEquipment)) return sea
  const departures = sea.filter(({ code, port, at }) => code === "DEPA" && port === here.port && at > here.at)
  const isFormer = ({ rank, at, port, vessel, call }: Movement): boolean =>
    (rank === ACTUAL_RANK || (call !== "" && !departures.some((leaves) => leaves.call === call))) &&
    here.at - at > (port === here.port ? DAY_MILLIS : 0) &&
    departures.some((leaves) => leaves.vessel === vessel)
  const hasSailed = !before.every(isFormer)
  const leaves = sea.find((movement) => movement.port === here.port && isOutbound(movement) && !isFormer(movement))?.at
  const lastOut = (from: string): number =>
    land.findLast(
      ({ port, rank, code }) => port === from && rank === ACTUAL_RANK && (code === "OUT" || code === "DEPA")
    )?.at ?? 0
  const returned = lastOut(here.port)
  const isReturned = returned > here.at && departures.length > 0 && !sea.some(isOwnMove)
  const isAbandoned = (movement: Movement): boolean => {
    const { code, port, rank, at } = movement
    if (isReturned && rank === ACTUAL_RANK && at > returned && !namesOwnContainer(movement)) return true
    if (code !== "DEPA") return false
    if (isFormer(movement)) return true
    if (port === here.port) return false
    const wasLeft = lastOut(port) > 0
    if (leaves === undefined) return wasLeft && rank === ACTUAL_RANK && at > here.at
    return wasLeft || (!hasSailed && at < leaves)
  }
  return sea.some(isAbandoned) ? sea.filter((movement) => !isAbandoned(movement)) : sea
}

/** A period during which the container is on board one vessel. */
interface OnBoardPeriod {
  readonly load: Movement
  readonly discharge: Movement
}

const onBoardPeriodsOf = (sea: ReadonlyArray<Movement>): ReadonlyArray<OnBoardPeriod> =>
  sea.flatMap((load): ReadonlyArray<OnBoardPeriod> => {
    if (load.code !== "LOAD" || load.rank !== ACTUAL_RANK || load.vessel === "") return []
    const discharge = sea.find(
      (later) => later.code === "DISC" && later.vessel === load.vessel && later.at > load.at && later.port !== load.port
    )
    return discharge === undefined ? [] : [{ load, discharge }]
  })

/**
 * Whether another vessel called while the container was on board of one, such as the vessel that loaded other containers of
 * the shipment at a port on the way. Before the discharge is actual, only a vessel that others boarded there is excluded.
 */
const whileOnBoard = (
  movement: Movement,
  periods: ReadonlyArray<OnBoardPeriod>,
  boarded: ReadonlySet<string>,
  loadingPorts: LoadingPorts
): boolean =>
  movement.vessel !== "" &&
  !namesContainer(movement) &&
  !boarded.has(movement.vessel) &&
  periods.some(
    ({ load, discharge }) =>
      load.at < movement.at &&
      movement.at < discharge.at &&
      movement.port !== load.port &&
      movement.port !== discharge.port &&
      (discharge.rank === ACTUAL_RANK || loadingPorts.get(movement.vessel)?.has(movement.port) === true)
  )

/**
 * Step 4 of derivation: selects the sea movements, in order of date, that concern the container. It removes vessels
 * from which it was rolled, other vessels while on board, calls of a vessel before loading and after discharge, shut-outs, and departures from
 * ports at which the container was not loaded.
 */
export const selectContainerMovements = (
  movements: ReadonlyArray<Movement>,
  land: ReadonlyArray<Movement>,
  loadingPorts: LoadingPorts
): ReadonlyArray<Movement> => {
  const present = withoutPortsLeftByLand(withPlaceholders(withLoadedVessels(movements)), land)
  const moved = withoutEarlierVoyages(withoutCorrectedPorts(withoutShutOuts(present)))
  const unloaded = withoutReplacedVessels(withoutUnrelatedVessels(moved, land, loadingPorts))
  const others = withoutSailingsBeforeLoading(unloaded, land)
  const all = withoutAlternativeVessels(withoutOtherBookings(withoutUnusedConnections(others), land))
  const rolledFrom = vesselsRolledFrom(all, loadingPorts)
  const sea = withoutAlternativeArrivals(
    rolledFrom.size === 0 ? all : all.filter((movement) => !rolledFrom.has(movement.vessel))
  )
  const loads = sea.filter((movement) => movement.code === "LOAD" && movement.vessel !== "")
  const discharges = sea.filter(
    (movement) => movement.code === "DISC" && movement.vessel !== "" && movement.rank === ACTUAL_RANK
  )
  if (loads.length === 0 && discharges.length === 0) return sea
  const departuresFromVessel = discharges.concat(arrivalsToGate(sea, land, loads))
  const periods = onBoardPeriodsOf(sea)
  const boarded = new Set(sea.filter(isEquipment).map(({ vessel }) => vessel))
  return sea.filter(
    (movement) =>
      !whileOnBoard(movement, periods, boarded, loadingPorts) &&
      (!(isAfterDischarge(movement, departuresFromVessel, loads, land) || departsElsewhere(movement, loads)) ||
        hasNameOfDischargedVessel(movement, sea)) &&
      !isArrivalForLoading(movement, sea) &&
      !beforeBoarding(movement, loads, discharges)
  )
}

/**
 * The date of the newest actual sea movement. Plans and estimates for an earlier date are superseded.
 */
export const latestActualDate = (sea: ReadonlyArray<Movement>): number =>
  sea.reduce(
    (newest, movement) => (movement.rank === ACTUAL_RANK && movement.at > newest ? movement.at : newest),
    Number.NEGATIVE_INFINITY
  )

export const isSuperseded = (movement: Movement, newest: number): boolean =>
  movement.rank !== ACTUAL_RANK && movement.at < newest
