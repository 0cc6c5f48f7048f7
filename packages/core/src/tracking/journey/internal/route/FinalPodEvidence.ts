import type { MilestoneType } from "../../../../alerts/EventType.ts"
import type { StatedDestination } from "../../../carriers/CarrierEvent.ts"
import type { FinalPodEvidence } from "../../JourneyParts.ts"
import { ACTUAL_RANK, type Movement, wasKnownBefore } from "../movements/Movement.ts"
import { highestPrecedence } from "../movements/Precedence.ts"
import { isSamePort } from "./PortComplexes.ts"
import type { RoutedVisit } from "./Route.ts"
import { isStatedDestination } from "./StatedDestination.ts"

/** Whether the arrival or the discharge at a port was planned before the container was discharged there. */
const wasPlanned = ({ ARRI, DISC, superseded }: RoutedVisit["visit"], discharge: Movement): boolean =>
  [...ARRI, ...DISC, ...superseded].some(
    (movement) =>
      (movement.code === "ARRI" || movement.code === "DISC") &&
      movement.rank !== ACTUAL_RANK &&
      (wasKnownBefore(movement, discharge.at) || movement.event.receivedAt < discharge.event.receivedAt)
  )

const leavesInland = (land: ReadonlyArray<Movement>, port: string, after: number, actual: boolean): boolean =>
  land.some(
    ({ code, port: at, at: date, rank }) =>
      (code === "OUT" || code === "DEPA") && at === port && date >= after && (rank === ACTUAL_RANK) === actual
  )

/** Whether the documents name another port of discharge, and the container has not reached it or the place of delivery by land and is not planned to. */
const isExpectedElsewhere = (
  destination: StatedDestination | undefined,
  land: ReadonlyArray<Movement>,
  after: number
): boolean => {
  const { pod, delivery = pod } = destination ?? {}
  return pod !== undefined && !land.some(({ port, at }) => at >= after && (isSamePort(port, pod) || port === delivery))
}

/** Whether the documents name a place of delivery in another country than the port of discharge: a feeder may become known after the discharge. */
const isDeliveredAbroad = ({ pod, delivery }: StatedDestination): boolean =>
  pod !== undefined && delivery !== undefined && pod.slice(0, 2) !== delivery.slice(0, 2)

/**
 * The evidence that the final POD of a route is one; undefined while the container has not actually been discharged there, since
 * plans and the arrivals of vessels follow the current plan. `land` are the inland movements of the trip, `destination` what its
 * documents state.
 */
export const finalPodEvidenceOf = (
  route: ReadonlyArray<RoutedVisit>,
  land: ReadonlyArray<Movement>,
  ended: boolean,
  destination: StatedDestination | undefined
): FinalPodEvidence | undefined => {
  const visit = route.find(({ role }) => role === "final-pod")?.visit
  const discharge = visit && highestPrecedence(visit.DISC)
  if (visit === undefined || discharge?.rank !== ACTUAL_RANK) return undefined
  if (ended) return "trip-ended"
  if ([...visit.DISC, ...visit.ARRI].some(({ event }) => event.portRole === "discharge")) return "stated"
  const isStated = isStatedDestination(destination, visit.port)
  const isAbroad = isStated && destination !== undefined && isDeliveredAbroad(destination)
  if (isStated && !isAbroad) return "stated"
  if (isExpectedElsewhere(destination, land, discharge.at) && !isAbroad) return "none"
  if (leavesInland(land, visit.port, discharge.at, true)) return "gate-out"
  if (leavesInland(land, visit.port, discharge.at, false)) return "inland-plan"
  if (isAbroad) return "leg-plan"
  return wasPlanned(visit, discharge) ? "planned" : "none"
}

/** The actual milestones that are wrong when the final POD turns out to be a transhipment. */
const DEPENDENT: ReadonlySet<MilestoneType> = new Set<MilestoneType>([
  "container.discharge.at.final.pod",
  "container.departure.from.final.pod",
  "container.arrival.at.post.pod",
  "container.discharge.at.post.pod",
  "container.departure.from.post.pod"
])

export const dependsOnFinalPod = (type: MilestoneType): boolean => DEPENDENT.has(type)
