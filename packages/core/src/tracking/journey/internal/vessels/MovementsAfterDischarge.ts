import { DAY_MILLIS } from "../../../../time/Durations.ts"
import { ACTUAL_RANK, isEquipment, isOutbound, type Movement, wasKnownBefore } from "../movements/Movement.ts"

/**
 * Whether a plan is one of a vessel that has the name of one which discharged the container: it was planned before to take the
 * container on from another port, to which another vessel brings it.
 */
export const hasNameOfDischargedVessel = (movement: Movement, sea: ReadonlyArray<Movement>): boolean =>
  movement.rank !== ACTUAL_RANK &&
  sea.some(
    (leaves) =>
      isOutbound(leaves) &&
      leaves.rank !== ACTUAL_RANK &&
      leaves.vessel === movement.vessel &&
      (leaves.port === movement.port || leaves.at <= movement.at) &&
      sea.some((one) => !isOutbound(one) && one.port === leaves.port && one.vessel !== leaves.vessel) &&
      sea.every((one) => one.vessel !== leaves.vessel || one.port !== leaves.port || isOutbound(one)) &&
      sea.some(
        (off) =>
          off.code === "DISC" &&
          off.vessel === leaves.vessel &&
          off.port !== leaves.port &&
          off.at < leaves.at &&
          wasKnownBefore(leaves, off.at)
      )
  )

/** Whether the container left the port of a discharge by its gate, truck, rail or barge and has not returned. */
const leftByLand = (discharge: Movement, land: ReadonlyArray<Movement>): boolean => {
  const here = land.filter(
    ({ port, at, rank }) => port === discharge.port && at >= discharge.at && rank === ACTUAL_RANK
  )
  const lastDeparture = here.findLast(({ code }) => code === "OUT" || code === "DEPA")
  return (
    lastDeparture !== undefined &&
    !here.some(({ code, at }) => (code === "IN" || code === "ARRI") && at >= lastDeparture.at)
  )
}

/**
 * Whether a vessel's call comes after it discharged the container and did not load it again, so that it does not
 * concern the container: at another port, or its next arrival at the port of the discharge. A call that was reported before the
 * discharge still shows the destination until the container leaves by the gate.
 */
export const isAfterDischarge = (
  movement: Movement,
  discharges: ReadonlyArray<Movement>,
  loads: ReadonlyArray<Movement>,
  land: ReadonlyArray<Movement>
) =>
  discharges.some(
    (discharge) =>
      discharge.vessel === movement.vessel &&
      discharge.at < movement.at &&
      (discharge.port !== movement.port || (movement.code === "ARRI" && movement.at - discharge.at > DAY_MILLIS)) &&
      !(movement.rank !== ACTUAL_RANK && wasKnownBefore(movement, discharge.at) && !leftByLand(discharge, land)) &&
      !loads.some(({ vessel, at }) => vessel === movement.vessel && discharge.at <= at && at <= movement.at)
  )

/**
 * The arrivals at which the container left a vessel, as its gate-out at that port shows: it was on board before, and nothing is
 * reported of it at sea since.
 */
export const arrivalsToGate = (
  sea: ReadonlyArray<Movement>,
  land: ReadonlyArray<Movement>,
  loads: ReadonlyArray<Movement>
): ReadonlyArray<Movement> => {
  const last = sea.findLast((one) => isEquipment(one) && one.rank === ACTUAL_RANK)?.at ?? 0
  const outs = land.filter(({ code, rank, at }) => code === "OUT" && rank === ACTUAL_RANK && at >= last)
  if (outs.length === 0) return []
  return sea.filter(
    ({ code, rank, port, vessel, at }) =>
      code === "ARRI" &&
      rank === ACTUAL_RANK &&
      outs.some((out) => out.port === port && out.at >= at) &&
      loads.some((load) => load.vessel === vessel && load.port !== port && load.at < at)
  )
}
