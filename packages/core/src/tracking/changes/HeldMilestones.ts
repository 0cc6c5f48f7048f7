import { Option } from "effect"
import type { Instant } from "../../time/Instant.ts"
import type { Journey } from "../journey/Journey.ts"
import { type FinalPodEvidence, isAssumption } from "../journey/JourneyParts.ts"
import { isActual, type Milestone, milestoneKey } from "../journey/Milestone.ts"
import type { NotifiedState } from "../shipments/NotifiedState.ts"
import type { ShipmentSnapshot } from "../shipments/ShipmentStore.ts"
import type { TranshipmentContext } from "../transhipments/RecordedEvidence.ts"
import { isLegByLegCarrier, NO_TRANSHIPMENTS } from "../transhipments/TranshipmentRecord.ts"

/** An actual discharge at a final POD without evidence, and what follows it, is notified this long after its receipt. */
export interface FinalPodHold {
  readonly now: Instant
  readonly holdMillis: number
  /** The plans of the carrier often end at a port of transhipment, and are not evidence. */
  readonly hasLegByLegPlans?: boolean
}

/** The carrier and the ports of a shipment, where known. */
export const transhipmentContextOf = ({
  shipment,
  transhipments = NO_TRANSHIPMENTS
}: Pick<ShipmentSnapshot, "shipment" | "transhipments">): TranshipmentContext => ({
  record: transhipments,
  carrier: Option.getOrUndefined(shipment.sealine)
})

/** Whether the plans of the carrier of a shipment often end at a port of transhipment. */
export const hasLegByLegPlans = ({ record, carrier }: TranshipmentContext): boolean =>
  carrier !== undefined && isLegByLegCarrier(record, carrier)

/** When a milestone that waits for evidence of the final POD is notified without it; undefined when it does not wait. */
export const heldUntil = (milestone: Milestone, holdMillis: number): number | undefined =>
  milestone.finalPodEvidence !== undefined && isAssumption(milestone.finalPodEvidence) && isActual(milestone)
    ? milestone.source.receivedAt + holdMillis
    : undefined

/**
 * Whether a registration knew the final POD as a plan before: a complete response in which actual events replace the plans of a
 * port no longer contains them.
 */
const wasFinalPodPlanned = (
  { container, milestones: derived, ports }: Journey,
  { milestones }: NotifiedState
): boolean => {
  if (!derived.some(({ finalPodEvidence }) => finalPodEvidence === "none")) return false
  const pod = ports.find(({ role }) => role === "final-pod")
  if (pod === undefined) return false
  return (["vessel.arrival.at.final.pod", "container.discharge.at.final.pod"] as const).some((type) => {
    const key = milestoneKey(container, type, pod.place.unlocode, pod.visit)
    const existing = milestones.get(key)
    if (existing === undefined || existing.actual === null || existing.initial === existing.actual)
      return existing?.actual === null && !existing.retracted
    // A corrected actual is not a plan.
    const history = derived.find((milestone) => milestone.key === key)?.history
    return history?.some(({ classifier, date }) => classifier === "ACT" && date === existing.initial) !== true
  })
}

/** Whether the arrival or discharge at a final POD was notified as one at a transhipment port. */
const wasTranshipment = ({ key }: Milestone, { milestones }: NotifiedState): boolean => {
  const notified = milestones.get(key.replace("final.pod", "transhipment_port"))
  return notified !== undefined && notified.actual !== null && !notified.retracted
}

const withEvidence = (milestone: Milestone, from: FinalPodEvidence, to: FinalPodEvidence): Milestone =>
  milestone.finalPodEvidence === from ? { ...milestone, finalPodEvidence: to } : milestone

/**
 * The milestones of a journey, and whether those that need evidence of the final POD wait. A discharge that was
 * notified as one at a transhipment waits without a bound if any waits, and plans are not evidence: carriers drop them
 * while they rebook a container.
 */
export const decideFinalPod = (journey: Journey, before: NotifiedState, hold: FinalPodHold | undefined) => {
  const { milestones } = journey
  const holdMillis = hold?.holdMillis ?? 0
  const wasHub =
    holdMillis > 0 &&
    milestones.some(
      (one) => one.type === "container.discharge.at.final.pod" && isActual(one) && wasTranshipment(one, before)
    )
  const withPlans = wasHub
    ? milestones.map((one) => withEvidence(one, "planned", "none"))
    : hold?.hasLegByLegPlans !== true && wasFinalPodPlanned(journey, before)
      ? milestones.map((one) => withEvidence(one, "none", "planned"))
      : milestones
  const isWaiting = (milestone: Milestone): boolean => {
    const until = heldUntil(milestone, holdMillis)
    return until !== undefined && (wasHub || (hold?.now ?? until) < until)
  }
  return { milestones: withPlans, isHeld: hold !== undefined && withPlans.some(isWaiting) }
}

/**
 * Whether a milestone waits while another one waits for evidence of the final POD: it needs that evidence as well, or it is the
 * arrival at a port at which the arrival was notified as one at a transhipment.
 */
export const dependsOnHeldPod = (milestone: Milestone, notified: NotifiedState): boolean =>
  heldUntil(milestone, 0) !== undefined ||
  (milestone.type === "vessel.arrival.at.final.pod" && wasTranshipment(milestone, notified))
