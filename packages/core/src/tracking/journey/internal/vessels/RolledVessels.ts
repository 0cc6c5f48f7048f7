import { ACTUAL_RANK, isEquipment, isOutbound, type Movement } from "../movements/Movement.ts"
import type { LoadingPorts } from "./UnrelatedVessels.ts"

/**
 * Whether the container can board `vessel` at another port: it was to leave that port between the loading of the container and its
 * own call at the port of loading, or after the last call of the vessel that brings the container there.
 */
const isBoardedElsewhere = (vessel: string, boarded: Movement, sea: ReadonlyArray<Movement>): boolean => {
  const departures = sea.filter((movement) => movement.vessel === vessel && movement.code === "DEPA")
  const here = departures.find(({ port }) => port === boarded.port)
  if (here === undefined) return false
  const last = sea.findLast((call) => call.vessel === boarded.vessel && !isOutbound(call) && call.at > boarded.at)
  return departures.some(
    ({ port, at }) =>
      port !== boarded.port && ((boarded.at < at && at < here.at) || (port === last?.port && last.at <= at))
  )
}

/** Whether `vessel` sailed without this container: it was neither on board before nor planned on it at another port. */
const sailedWithoutContainer = (vessel: string, boarded: Movement, sea: ReadonlyArray<Movement>): boolean =>
  !isBoardedElsewhere(vessel, boarded, sea) &&
  !sea.some(
    (movement) =>
      movement.vessel === vessel &&
      ((isEquipment(movement) && movement.rank === ACTUAL_RANK) ||
        (movement.code === "LOAD" && movement.port !== boarded.port) ||
        (movement.code === "DEPA" && movement.port !== boarded.port && movement.at < boarded.at))
  )

/** The vessels that sail from a port with this container or with others of the shipment. */
const vesselsSailingFrom = (
  port: string,
  sea: ReadonlyArray<Movement>,
  loadingPorts: LoadingPorts
): ReadonlySet<string> => {
  const vessels = new Set<string>()
  for (const movement of sea) if (isOutbound(movement) && movement.port === port) vessels.add(movement.vessel)
  for (const [vessel, ports] of loadingPorts) if (ports.has(port)) vessels.add(vessel)
  return vessels
}

/**
 * Whether the container was to return to the port at which it was loaded, on another vessel from elsewhere, before a
 * vessel leaves it: that vessel takes the container on its second visit.
 */
const returnsBefore = (vessel: string, boarded: Movement, sea: ReadonlyArray<Movement>): boolean => {
  const leaves = sea.findLast(
    (movement) => movement.vessel === vessel && movement.port === boarded.port && isOutbound(movement)
  )
  return (
    leaves !== undefined &&
    sea.some(
      (back) =>
        !isOutbound(back) &&
        back.port === boarded.port &&
        back.vessel !== "" &&
        back.vessel !== vessel &&
        boarded.at < back.at &&
        back.at <= leaves.at &&
        sea.some(
          (from) =>
            from.vessel === back.vessel &&
            isOutbound(from) &&
            from.port !== back.port &&
            boarded.at < from.at &&
            from.at < back.at
        )
    )
  )
}

/**
 * The loading as one at the port of the discharge before it, from where no vessel brought the container: it came by land.
 */
const leftByLandBefore = (boarded: Movement, sea: ReadonlyArray<Movement>): ReadonlyArray<Movement> => {
  const last = sea.findLast(({ code, rank, at }) => code === "DISC" && rank === ACTUAL_RANK && at < boarded.at)
  if (last === undefined || last.port === boarded.port) return []
  const isBroughtBy = ({ vessel, port, at }: Movement): boolean =>
    port === last.port &&
    at >= last.at &&
    sea.some((other) => other.vessel === vessel && other.port === boarded.port && !isOutbound(other))
  return sea.some((movement) => isOutbound(movement) && isBroughtBy(movement)) ? [] : [{ ...boarded, port: last.port }]
}

/**
 * The vessels from which the container was rolled: they sailed from the port at which it was loaded on another. Their later
 * movements do not concern this container.
 */
export const vesselsRolledFrom = (sea: ReadonlyArray<Movement>, loadingPorts: LoadingPorts): ReadonlySet<string> => {
  const rolledFrom = new Set<string>()
  for (const boarded of sea) {
    if (boarded.code !== "LOAD" || boarded.rank !== ACTUAL_RANK || boarded.vessel === "") continue
    for (const from of [boarded, ...leftByLandBefore(boarded, sea)]) {
      for (const vessel of vesselsSailingFrom(from.port, sea, loadingPorts)) {
        if (vessel === "" || vessel === boarded.vessel || returnsBefore(vessel, from, sea)) continue
        if (sailedWithoutContainer(vessel, from, sea)) rolledFrom.add(vessel)
      }
    }
  }
  return rolledFrom
}

/** Whether a vessel arrives to load the container, which came by land after a discharge elsewhere: it brings nothing. */
export const isArrivalForLoading = ({ code, vessel, port, at }: Movement, sea: ReadonlyArray<Movement>): boolean => {
  if (code !== "ARRI") return false
  if (!sea.some((load) => load.code === "LOAD" && load.vessel === vessel && load.port === port && load.at > at))
    return false
  const isOwn = (other: Movement): boolean => isEquipment(other) && other.rank === ACTUAL_RANK
  const last = sea.findLast((other) => isOwn(other) && other.at <= at)
  return (
    last?.code === "DISC" && last.port !== port && sea.find((other) => isOwn(other) && other.at > at)?.code === "LOAD"
  )
}
