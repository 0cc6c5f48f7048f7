import { Option } from "effect"
import type { MilestoneType } from "../../../../alerts/EventType.ts"
import type { MilestoneRule } from "../../MilestoneRule.ts"
import {
  ACTUAL_RANK,
  isInlandFacility,
  isPortTerminal,
  MAX_OFFSET_MILLIS,
  type Movement,
  type MovementCode
} from "../movements/Movement.ts"
import { highestPrecedence, highestPrecedenceWithFallback } from "../movements/Precedence.ts"
import { isSamePort } from "../route/PortComplexes.ts"
import type { RoutedVisit } from "../route/Route.ts"
import { draftMilestone, type MilestoneDraft } from "./MilestoneDraft.ts"

/** The sea legs as the inland rules need them. Dates are undefined when no movement reports them. */
interface Voyage {
  readonly polPort: string | undefined
  readonly podPort: string | undefined
  readonly transhipments: ReadonlySet<string>
  /** When the container leaves the first POL, actual or planned. */
  readonly leavesAt: number | undefined
  /** When the container reaches the final POD, actual or planned; leaves its gate where nothing else is known there. */
  readonly landsAt: number | undefined
  /** When the container was actually loaded at the first POL. */
  readonly loadedAt: number | undefined
  /** The vessel or the container was actually reported at another port. */
  readonly hasArrived: boolean
  /** The dates of the first and the last actual sea movement of the container. */
  readonly sailedAt: number | undefined
  readonly lastAtSea: number
  /** The container was discharged at a transhipment port, and nothing has happened to it at sea since. */
  readonly isBetweenVessels: boolean
}

const winningDateOf = (...candidates: ReadonlyArray<ReadonlyArray<Movement>>): number | undefined =>
  candidates.map((movements) => highestPrecedence(movements)).find((winner) => winner !== undefined)?.at

/** The dates of the container's actual movements at a visit. At the first POL the vessel's arrival does not count. */
const actualDatesAt = ({ visit, role }: RoutedVisit): ReadonlyArray<number> => {
  const movements =
    role === "first-pol"
      ? [...visit.LOAD, ...visit.DEPA]
      : [...visit.ARRI, ...visit.DISC, ...visit.LOAD, ...(role === "final-pod" ? [] : visit.DEPA)]
  return movements.filter((movement) => movement.rank === ACTUAL_RANK).map((movement) => movement.at)
}

/** Whether the last actual sea movement of a route is the arrival or the discharge at a transhipment port. */
const isBetweenVessels = (route: ReadonlyArray<RoutedVisit>): boolean => {
  const last = route.findLast((routed) => actualDatesAt(routed).length > 0)
  return (
    last?.role === "transhipment" && ![...last.visit.LOAD, ...last.visit.DEPA].some(({ rank }) => rank === ACTUAL_RANK)
  )
}

const voyageOf = (route: ReadonlyArray<RoutedVisit>, boardedAt: string | undefined): Voyage => {
  const pol = route.find((routed) => routed.role === "first-pol")?.visit
  const pod = route.find((routed) => routed.role === "final-pod")?.visit
  const actualDates = route.flatMap(actualDatesAt)
  return {
    polPort: pol?.port ?? boardedAt,
    podPort: pod?.port,
    transhipments: new Set(route.filter((routed) => routed.role === "transhipment").map((routed) => routed.visit.port)),
    leavesAt: pol === undefined ? undefined : winningDateOf(pol.LOAD, pol.DEPA),
    landsAt: pod === undefined ? undefined : (winningDateOf(pod.DISC, pod.ARRI) ?? pod.earliest),
    loadedAt: pol?.LOAD.findLast(({ rank }) => rank === ACTUAL_RANK)?.at,
    hasArrived: route.some((routed) => routed.role !== "first-pol" && actualDatesAt(routed).length > 0),
    sailedAt: actualDates.length === 0 ? undefined : Math.min(...actualDates),
    lastAtSea: Math.max(Number.NEGATIVE_INFINITY, ...actualDates),
    isBetweenVessels: isBetweenVessels(route)
  }
}

type Phase = "before-pol" | "after-pod" | "between"

/**
 * The phase of an inland movement. An actual is before the first POL until the first actual sea movement, and after the
 * final POD from the last one, unless the container waits for its next vessel. A plan or estimate is placed by the dates of the ports.
 */
const phaseOf = (movement: Movement, voyage: Voyage): Phase => {
  const isAfterArrival = voyage.landsAt !== undefined && movement.at >= voyage.landsAt
  if (movement.rank === ACTUAL_RANK) {
    if (voyage.sailedAt === undefined ? !isAfterArrival : movement.at < voyage.sailedAt) return "before-pol"
    const isAtPol = movement.code === "IN" && movement.port === voyage.polPort && movement.port !== voyage.podPort
    // Not yet at another port: gated in by local time after the loading, or brought back unreported.
    if (isAtPol && !voyage.hasArrived)
      return movement.at - (voyage.loadedAt ?? movement.at) <= MAX_OFFSET_MILLIS ? "before-pol" : "between"
    const isAtEnd = isAfterArrival || (movement.at >= voyage.lastAtSea && !voyage.isBetweenVessels)
    return voyage.landsAt !== undefined && isAtEnd ? "after-pod" : "between"
  }
  const until = voyage.leavesAt ?? voyage.landsAt
  if (until === undefined || movement.at <= until) return "before-pol"
  return voyage.landsAt === undefined ? "between" : "after-pod"
}

/** Whether a movement is one of cargo: a gate move must be reported as laden, any other must not be empty. */
const isCargoMove = (movement: Movement): boolean =>
  movement.code === "IN" || movement.code === "OUT" ? movement.laden : !movement.empty

/**
 * Whether a place is certainly inland while the first POL is unknown. A place that is reached may still become the
 * first POL unless it is an inland facility, and a port terminal that is left may be the port of discharge.
 */
const isSurelyInland = (movement: Movement): boolean =>
  movement.code === "IN" || movement.code === "ARRI"
    ? isInlandFacility(movement.place)
    : !isPortTerminal(movement.place)

/** Freight stations, off-dock storage and customer locations: in the town of a port, trains and trucks do not serve the port there. */
const OFF_PORT_FACILITIES: ReadonlySet<string> = new Set(["COFS", "OFFD", "CLOC"])

/** Whether a movement is not at the port in whose town it is. The gate of an inland facility is not that of the port. */
const isOffPort = ({ code, place }: Movement): boolean =>
  isInlandFacility(place) &&
  (code === "IN" || code === "OUT" || OFF_PORT_FACILITIES.has(Option.getOrElse(place.facilityType, () => "")))

/** Whether a train, truck or barge departs for another terminal of the same port. */
const movesWithinPort = ({ mode, at }: Movement, atPort: ReadonlyArray<Movement>): boolean =>
  atPort.some((arrives) => arrives.code === "ARRI" && arrives.mode === mode && arrives.at >= at)

interface PlaceMovements {
  readonly port: string
  readonly movements: ReadonlyArray<Movement>
}

const groupByPlace = (movements: ReadonlyArray<Movement>): ReadonlyArray<PlaceMovements> =>
  [...Map.groupBy(movements, (movement) => movement.port)].map(([port, movements]) => ({ port, movements }))

const withCode = (movements: ReadonlyArray<Movement>, code: MovementCode): ReadonlyArray<Movement> =>
  movements.filter((movement) => movement.code === code)

const draftFromCodes = (
  movements: ReadonlyArray<Movement>,
  type: MilestoneType,
  first: readonly [MovementCode, MilestoneRule],
  fallback?: readonly [MovementCode, MilestoneRule]
): ReadonlyArray<MilestoneDraft> =>
  draftMilestone(
    type,
    1,
    { rule: first[1], movements: withCode(movements, first[0]) },
    [],
    fallback && { rule: fallback[1], movements: withCode(movements, fallback[0]) }
  )

const prePolMilestones = ({ movements }: PlaceMovements): ReadonlyArray<MilestoneDraft> => [
  ...draftFromCodes(
    movements,
    "container.arrival.at.pre.pol",
    ["IN", "laden-gate-in-before-first-pol"],
    ["ARRI", "inland-arrival-before-first-pol"]
  ),
  ...draftFromCodes(movements, "container.loaded.at.pre.pol", ["LOAD", "inland-load-before-first-pol"]),
  ...draftFromCodes(
    movements,
    "container.departure.from.pre.pol",
    ["OUT", "laden-gate-out-before-first-pol"],
    ["DEPA", "inland-departure-before-first-pol"]
  )
]

const postPodMilestones = ({ movements }: PlaceMovements): ReadonlyArray<MilestoneDraft> => [
  ...draftFromCodes(
    movements,
    "container.arrival.at.post.pod",
    ["IN", "laden-gate-in-after-final-pod"],
    ["ARRI", "inland-arrival-after-final-pod"]
  ),
  ...draftFromCodes(movements, "container.discharge.at.post.pod", ["DISC", "inland-discharge-after-final-pod"]),
  ...draftFromCodes(
    movements,
    "container.departure.from.post.pod",
    ["OUT", "laden-gate-out-after-final-pod"],
    ["DEPA", "inland-departure-after-final-pod"]
  )
]

const sortByDate = (drafts: ReadonlyArray<MilestoneDraft>): ReadonlyArray<MilestoneDraft> =>
  drafts.toSorted((a, b) => a.winner.at - b.winner.at)

/** The inland milestones: before the first POL, at its gate, at the gate of the final POD, and after it. */
export interface InlandMilestones {
  readonly prePol: ReadonlyArray<MilestoneDraft>
  readonly polGate: ReadonlyArray<MilestoneDraft>
  readonly podGate: ReadonlyArray<MilestoneDraft>
  readonly postPod: ReadonlyArray<MilestoneDraft>
}

/**
 * Step 8 of derivation: the inland milestones of a route. A laden gate-in at the first POL is the arrival there, and without
 * one the arrival by barge, train or truck; a
 * laden gate-out at the final POD, by any mode, is the departure. Other laden movements are pre-POL before the first
 * POL and post-POD after the final POD. Movements at a transhipment port are changes of terminal and no milestones.
 * `boardedAt` is the port at which a vessel first loaded the container, also where it was discharged there again.
 */
export const inlandMilestones = (
  inland: ReadonlyArray<Movement>,
  route: ReadonlyArray<RoutedVisit>,
  boardedAt?: string
): InlandMilestones => {
  const voyage = voyageOf(route, boardedAt)
  const sameEnds = voyage.polPort !== undefined && voyage.polPort === voyage.podPort
  const isAt = (movement: Movement, port: string | undefined, phase: Phase): boolean =>
    movement.port === port && (!sameEnds || phaseOf(movement, voyage) === phase)

  // Gated in by local time after the loading, at most.
  const isBeforeLoading = ({ rank, at }: Movement): boolean =>
    rank !== ACTUAL_RANK || at - (voyage.loadedAt ?? at) <= MAX_OFFSET_MILLIS
  const polGate = inland.filter(
    (movement) =>
      movement.code === "IN" &&
      !isOffPort(movement) &&
      isBeforeLoading(movement) &&
      isAt(movement, voyage.polPort, "before-pol")
  )
  const polArrivals = inland.filter(
    (movement) => (movement.code === "ARRI" || movement.code === "DISC") && isAt(movement, voyage.polPort, "before-pol")
  )
  const leavesPod = inland.filter((movement) => !isOffPort(movement) && isAt(movement, voyage.podPort, "after-pod"))
  const podOut = withCode(leavesPod, "OUT")
  const podDepartures = withCode(leavesPod, "DEPA").filter((leaves) => !movesWithinPort(leaves, leavesPod))
  const arrivedAt =
    highestPrecedenceWithFallback(polGate, polArrivals)?.at ?? voyage.leavesAt ?? Number.POSITIVE_INFINITY
  const gatedInAt = Math.min(
    ...polGate.filter(({ rank, place }) => rank === ACTUAL_RANK && !isInlandFacility(place)).map(({ at }) => at)
  )
  const departedAt = highestPrecedence([...podOut, ...podDepartures])?.at ?? Number.POSITIVE_INFINITY

  /**
   * Whether a movement is outside POL and POD. At these places only moves before the one gate and after the other
   * count.
   */
  const isOutside = (movement: Movement, phase: Phase): boolean => {
    const port = (phase === "before-pol" ? voyage.polPort : voyage.podPort) ?? ""
    if (port !== movement.port && isSamePort(port, movement.port) && isPortTerminal(movement.place)) return false
    if (movement.port === voyage.polPort && phase === "before-pol") {
      const isTakenBack = movement.at > gatedInAt && !isInlandFacility(movement.place)
      return isOffPort(movement) || (movement.code === "OUT" && movement.at < arrivedAt && !isTakenBack)
    }
    if (movement.port === voyage.podPort && phase === "after-pod") {
      return (
        isOffPort(movement) || (movement.code === "IN" && movement.at >= departedAt && !isPortTerminal(movement.place))
      )
    }
    if (phase === "before-pol" && voyage.polPort === undefined && !isSurelyInland(movement)) return false
    return !voyage.transhipments.has(movement.port)
  }
  const outside = (phase: Phase): ReadonlyArray<PlaceMovements> =>
    groupByPlace(
      inland.filter(
        (movement) => isCargoMove(movement) && phaseOf(movement, voyage) === phase && isOutside(movement, phase)
      )
    )

  return {
    prePol: sortByDate(outside("before-pol").flatMap(prePolMilestones)),
    polGate: draftMilestone(
      "container.arrival.at.first.pol",
      1,
      { rule: "laden-gate-in-at-first-pol", movements: polGate },
      [],
      { rule: "inland-arrival-at-first-pol", movements: polArrivals }
    ),
    podGate: draftMilestone(
      "container.departure.from.final.pod",
      1,
      { rule: "laden-gate-out-at-final-pod", movements: podOut },
      [],
      { rule: "inland-departure-from-final-pod", movements: podDepartures }
    ),
    postPod: sortByDate(outside("after-pod").flatMap(postPodMilestones))
  }
}
