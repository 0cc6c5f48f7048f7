import { ACTUAL_RANK, type Movement, type MovementCode } from "./Movement.ts"

/**
 * The distance in milliseconds between ordered movements of one date. A double still resolves it in every plausible
 * year.
 */
const SAME_DATE_STEP_MILLIS = 2 ** -10

/** The maximum number of vessels on one date over which the order is propagated. */
const MAX_VESSELS = 16

const isOutbound = (movement: Movement): boolean => movement.code === "LOAD" || movement.code === "DEPA"

const portsOf = (movements: ReadonlyArray<Movement>): ReadonlySet<string> =>
  new Set(movements.map((movement) => movement.port))

/** Sea movements by vessel. Movements without a vessel form one group. */
const groupByVessel = (movements: ReadonlyArray<Movement>): ReadonlyArray<ReadonlyArray<Movement>> => [
  ...Map.groupBy(
    movements.filter((movement) => movement.mode === "sea" && !movement.empty),
    (movement) => movement.vessel
  ).values()
]

/** The ports at which a vessel loads the container, calls with it on board, and discharges it. */
interface VesselPorts {
  readonly from: ReadonlySet<string>
  readonly through: ReadonlySet<string>
  readonly to: ReadonlySet<string>
}

const difference = (ports: ReadonlySet<string>, ...others: ReadonlyArray<ReadonlySet<string>>): ReadonlySet<string> =>
  new Set([...ports].filter((port) => !others.some((other) => other.has(port))))

/** Ports by the container's loads and discharges; where these are missing, by the vessel's departures and arrivals. */
const vesselPortsOf = (vessel: ReadonlyArray<Movement>): VesselPorts => {
  const at = (code: MovementCode) => portsOf(vessel.filter((movement) => movement.code === code))
  const [loads, discharges, departures, arrivals] = [at("LOAD"), at("DISC"), at("DEPA"), at("ARRI")]
  const from = loads.size > 0 ? difference(loads, discharges) : difference(departures, arrivals, discharges)
  const to = discharges.size > 0 ? difference(discharges, loads) : difference(arrivals, departures, loads)
  return { from, to, through: difference(portsOf(vessel), from, to) }
}

/** The number of earlier stops for each sea port of one date: a vessel loads the container before it discharges it. */
const stopNumbers = (movements: ReadonlyArray<Movement>): ReadonlyMap<string, number> => {
  const vessels = groupByVessel(movements).map(vesselPortsOf)
  const stops = new Map(
    vessels.flatMap(({ from, through, to }) => [...from, ...through, ...to]).map((port) => [port, 0])
  )
  const depthOf = (ports: ReadonlySet<string>): number =>
    [...ports].reduce((most, port) => Math.max(most, stops.get(port) ?? 0), -1)
  const deepen = (ports: ReadonlySet<string>, depth: number): void => {
    for (const port of ports) stops.set(port, Math.max(stops.get(port) ?? 0, depth))
  }
  for (let leg = 0; leg < Math.min(vessels.length, MAX_VESSELS); leg++) {
    for (const { from, through, to } of vessels) {
      deepen(through, depthOf(from) + 1)
      deepen(to, Math.max(depthOf(from), depthOf(through)) + 1)
    }
  }
  return stops
}

/**
 * The order of movements at one port: the vessel arrives and discharges, gate moves follow, then a vessel loads and
 * departs.
 */
const PORT_PHASES = { ARRI: 0, DISC: 1, OUT: 2, emptyIn: 3, emptyOut: 4, IN: 5, LOAD: 6, DEPA: 7 } as const

/** Inland before the sea legs, the empty pick-up comes first. */
const PRE_CARRIAGE_PHASES = { ...PORT_PHASES, emptyOut: -1 } as const

/** Inland after the sea legs, the empty return comes last. */
const ON_CARRIAGE_PHASES = { ...PORT_PHASES, emptyOut: 7, emptyIn: 8 } as const

const phaseOf = ({ code, empty }: Movement, phases: Record<keyof typeof PORT_PHASES, number>): number =>
  phases[empty && code === "IN" ? "emptyIn" : empty && code === "OUT" ? "emptyOut" : code]

/** Inland places that the container reaches and does not leave by train, truck or barge: they follow the last port. */
const inlandDestinations = (movements: ReadonlyArray<Movement>): ReadonlySet<string> =>
  difference(
    portsOf(movements.filter(({ code }) => code === "ARRI" || code === "DISC" || code === "IN")),
    portsOf(movements.filter(isOutbound))
  )

/** Orders movements of one date. Actuals come before estimates and plans, so that these are not superseded. */
const orderOneDate = (movements: ReadonlyArray<Movement>): ReadonlyArray<Movement> => {
  const stops = stopNumbers(movements)
  const reached = inlandDestinations(movements)
  const order = (movement: Movement): readonly [number, number, number] => {
    const certainty = movement.rank === ACTUAL_RANK ? 0 : 1
    const stop = stops.get(movement.port)
    if (stop !== undefined) return [certainty, stop, phaseOf(movement, PORT_PHASES)]
    return reached.has(movement.port)
      ? [certainty, Number.POSITIVE_INFINITY, phaseOf(movement, ON_CARRIAGE_PHASES)]
      : [certainty, -1, phaseOf(movement, PRE_CARRIAGE_PHASES)]
  }
  return movements
    .map((movement) => ({ movement, order: order(movement) }))
    .toSorted(({ order: a }, { order: b }) => {
      if (a[0] !== b[0]) return a[0] - b[0]
      return a[1] === b[1] ? a[2] - b[2] : a[1] < b[1] ? -1 : 1
    })
    .map(({ movement }, index, all) => ({
      ...movement,
      at: movement.at - (all.length - index) * SAME_DATE_STEP_MILLIS
    }))
}

/** Whether the container leaves one port by sea and reaches another. */
const includesVoyage = (movements: ReadonlyArray<Movement>): boolean => {
  const sea = movements.filter((movement) => movement.mode === "sea" && !movement.empty)
  if (!sea.some(isOutbound) || sea.every(isOutbound)) return false
  return portsOf(sea).size > 1
}

/**
 * Step 2 of derivation: orders movements of the same date. Carriers that report dates without times may report several
 * ports of a voyage on one date; these movements are put into the physical order. All others retain their order.
 */
export const orderSameDateMovements = (movements: ReadonlyArray<Movement>): ReadonlyArray<Movement> => {
  const ordered: Array<Movement> = []
  let reordered = false
  for (let from = 0, to = 0; from < movements.length; from = to) {
    const at = movements[from]?.at
    for (to = from + 1; to < movements.length && movements[to]?.at === at; ) to++
    if (to - from === 1) {
      const only = movements[from]
      if (only !== undefined) ordered.push(only)
      continue
    }
    const together = movements.slice(from, to)
    const voyage = includesVoyage(together)
    reordered ||= voyage
    for (const movement of voyage ? orderOneDate(together) : together) ordered.push(movement)
  }
  return reordered ? ordered : movements
}
