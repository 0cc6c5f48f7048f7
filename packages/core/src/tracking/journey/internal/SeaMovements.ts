import { ACTUAL_RANK, type Movement, wasKnownBefore } from "./Movement.ts"

/** Ships by the ports at which other boxes of the shipment boarded them. */
export type Boardings = ReadonlyMap<string, ReadonlySet<string>>

const isOutbound = (movement: Movement): boolean => movement.code === "LOAD" || movement.code === "DEPA"

const isEquipment = (movement: Movement): boolean => movement.event._tag === "EquipmentEvent"

/**
 * A barge counts as inland unless it runs between two ports that ships of this journey call at. `barges` and the
 * movements are in order of date.
 */
const runsBetweenPorts = (movement: Movement, barges: ReadonlyArray<Movement>, ports: ReadonlySet<string>): boolean => {
  if (!ports.has(movement.port)) return false
  const counterpart = isOutbound(movement)
    ? barges.find((other) => !isOutbound(other) && other.at >= movement.at && other.port !== movement.port)
    : barges.findLast((other) => isOutbound(other) && other.at <= movement.at && other.port !== movement.port)
  return counterpart !== undefined && ports.has(counterpart.port)
}

/** The movements of a trip by ship, with the barges that stand in for one, and those on land. */
export interface MovementsByMode {
  readonly sea: ReadonlyArray<Movement>
  readonly land: ReadonlyArray<Movement>
}

/** Parts movements, in order of date, without those of the empty box. */
export const splitByMode = (movements: ReadonlyArray<Movement>): MovementsByMode => {
  const cargo = movements.filter((movement) => !movement.empty)
  const barges = cargo.filter((movement) => movement.mode === "barge")
  const ports = new Set(
    barges.length === 0 ? [] : cargo.filter((movement) => movement.mode === "sea").map((movement) => movement.port)
  )
  const atSea = (movement: Movement): boolean =>
    movement.mode === "sea" || (movement.mode === "barge" && runsBetweenPorts(movement, barges, ports))
  return {
    sea: withoutEmptyCalls(cargo.filter(atSea), movements),
    land: cargo.filter((movement) => movement.mode !== "unknown" && !atSea(movement))
  }
}

/** Without the calls at which the box was moved empty: that was the carrier's business, not this journey's. */
const withoutEmptyCalls = (
  sea: ReadonlyArray<Movement>,
  movements: ReadonlyArray<Movement>
): ReadonlyArray<Movement> => {
  const empties = movements.filter((movement) => movement.empty && movement.mode === "sea" && movement.call !== "")
  if (empties.length === 0) return sea
  const calls = new Set(empties.map((movement) => movement.call))
  for (const movement of sea) if (isEquipment(movement)) calls.delete(movement.call)
  return sea.filter((movement) => !calls.has(movement.call))
}

/**
 * Without what became void when the box was taken off the very ship it had been loaded on at the same port: it never
 * sailed on it. `sea` is in order of date.
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
  const isVoid = (movement: Movement, off: Movement): boolean =>
    movement.vessel === off.vessel &&
    (movement.at <= off.at
      ? movement.port === off.port && isEquipment(movement)
      : !loads.some((load) => load.vessel === off.vessel && load.at > off.at))
  return sea.filter((movement) => !shutOuts.some((off) => isVoid(movement, off)))
}

/** Whether `ship` left `port` with this box neither on it before nor foreseen on it elsewhere. */
const sailedWithoutContainer = (ship: string, boarded: Movement, sea: ReadonlyArray<Movement>): boolean =>
  !sea.some(
    (movement) =>
      movement.vessel === ship &&
      ((isEquipment(movement) && movement.rank === ACTUAL_RANK) ||
        (movement.code === "LOAD" && movement.port !== boarded.port) ||
        (movement.code === "DEPA" && movement.port !== boarded.port && movement.at < boarded.at))
  )

/** The ships that sail from a port, for this box or for others of the shipment. */
const shipsSailingFrom = (port: string, sea: ReadonlyArray<Movement>, boardings: Boardings): ReadonlySet<string> => {
  const ships = new Set<string>()
  for (const movement of sea) if (isOutbound(movement) && movement.port === port) ships.add(movement.vessel)
  for (const [ship, ports] of boardings) if (ports.has(port)) ships.add(ship)
  return ships
}

/**
 * The ships the box has missed: it was loaded on another at the port from which they sailed. What they do afterwards
 * is no longer about this box.
 */
const missedShips = (sea: ReadonlyArray<Movement>, boardings: Boardings): ReadonlySet<string> => {
  const missed = new Set<string>()
  for (const boarded of sea) {
    if (boarded.code !== "LOAD" || boarded.rank !== ACTUAL_RANK || boarded.vessel === "") continue
    for (const ship of shipsSailingFrom(boarded.port, sea, boardings)) {
      if (ship !== "" && ship !== boarded.vessel && sailedWithoutContainer(ship, boarded, sea)) missed.add(ship)
    }
  }
  return missed
}

/** Whether the box left the port of a discharge by its gate, and has not come back to it. */
const leftByGate = (discharge: Movement, land: ReadonlyArray<Movement>): boolean => {
  const here = land.filter(
    ({ port, at, rank }) => port === discharge.port && at >= discharge.at && rank === ACTUAL_RANK
  )
  const left = here.findLast(({ code }) => code === "OUT")
  return left !== undefined && !here.some(({ code, at }) => code === "IN" && at >= left.at)
}

/**
 * Whether a ship's later call says nothing any more, because it has discharged the box before and not taken it again.
 * What was foreseen before the discharge tells all the same where the box is bound for, until it leaves by the gate.
 */
const afterDischarge = (
  movement: Movement,
  discharges: ReadonlyArray<Movement>,
  loads: ReadonlyArray<Movement>,
  land: ReadonlyArray<Movement>
) =>
  discharges.some(
    (discharge) =>
      discharge.vessel === movement.vessel &&
      discharge.at < movement.at &&
      discharge.port !== movement.port &&
      !(movement.rank !== ACTUAL_RANK && wasKnownBefore(movement, discharge.at) && !leftByGate(discharge, land)) &&
      !loads.some((load) => load.vessel === movement.vessel && load.at >= discharge.at)
  )

/** Whether a ship leaves a port at which the box did not board it, though it is known where the box did. */
const departsElsewhere = (movement: Movement, loads: ReadonlyArray<Movement>): boolean => {
  if (movement.code !== "DEPA") return false
  const ridden = loads.filter((load) => load.vessel === movement.vessel)
  return ridden.length > 0 && !ridden.some((load) => load.port === movement.port)
}

/** Whether a ship called somewhere before the box was to board it elsewhere. */
const beforeBoarding = (movement: Movement, loads: ReadonlyArray<Movement>): boolean => {
  if (isEquipment(movement) || movement.rank !== ACTUAL_RANK) return false
  const ridden = loads.filter((load) => load.vessel === movement.vessel)
  return ridden.length > 0 && ridden.every((load) => load.port !== movement.port && load.at > movement.at)
}

const namesContainer = ({ event }: Movement): boolean => event.equipmentReference._tag === "Some"

/** A time during which the box was, or is to be, on one ship. */
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
 * What other ships did while the box was on board of one is not about it, such as the ship that took its siblings on from
 * a port on the way. Where it is still to be discharged, only a ship that others of the shipment boarded there counts.
 */
const whileOnBoard = (
  movement: Movement,
  rides: ReadonlyArray<OnBoardPeriod>,
  ridden: ReadonlySet<string>,
  boardings: Boardings
): boolean =>
  movement.vessel !== "" &&
  !namesContainer(movement) &&
  !ridden.has(movement.vessel) &&
  rides.some(
    ({ load, discharge }) =>
      load.at < movement.at &&
      movement.at < discharge.at &&
      movement.port !== load.port &&
      movement.port !== discharge.port &&
      (discharge.rank === ACTUAL_RANK || boardings.get(movement.vessel)?.has(movement.port) === true)
  )

/**
 * Those of the movements by sea, in order of date, that are about the box itself. Left out are ships it missed or passed
 * by, what a ship did after it had discharged the box, loadings undone at once, and departures from ports where the box
 * was not loaded.
 */
export const selectContainerMovements = (
  movements: ReadonlyArray<Movement>,
  land: ReadonlyArray<Movement>,
  boardings: Boardings
): ReadonlyArray<Movement> => {
  const all = withoutShutOuts(movements)
  const missed = missedShips(all, boardings)
  const sea = missed.size === 0 ? all : all.filter((movement) => !missed.has(movement.vessel))
  const loads = sea.filter((movement) => movement.code === "LOAD" && movement.vessel !== "")
  const discharges = sea.filter(
    (movement) => movement.code === "DISC" && movement.vessel !== "" && movement.rank === ACTUAL_RANK
  )
  if (loads.length === 0 && discharges.length === 0) return sea
  const rides = onBoardPeriodsOf(sea)
  const ridden = new Set(sea.filter(isEquipment).map(({ vessel }) => vessel))
  return sea.filter(
    (movement) =>
      !whileOnBoard(movement, rides, ridden, boardings) &&
      !afterDischarge(movement, discharges, loads, land) &&
      !departsElsewhere(movement, loads) &&
      !beforeBoarding(movement, loads)
  )
}

/**
 * The date of the newest ship movement that has happened. What was planned or estimated for an earlier date has been
 * overtaken: it is stale.
 */
export const latestActualDate = (sea: ReadonlyArray<Movement>): number =>
  sea.reduce(
    (newest, movement) => (movement.rank === ACTUAL_RANK && movement.at > newest ? movement.at : newest),
    Number.NEGATIVE_INFINITY
  )

export const isSuperseded = (movement: Movement, newest: number): boolean =>
  movement.rank !== ACTUAL_RANK && movement.at < newest
