import type { Instant } from "../../time/Instant.ts"
import type { Journey } from "../journey/Journey.ts"
import type { FinalPodEvidence } from "../journey/JourneyParts.ts"
import { isLastPortFinal, isLegByLegCarrier, type TranshipmentRecord, usualDwellMillis } from "./TranshipmentRecord.ts"

/** The carrier and the ports of a shipment, where known. */
export interface TranshipmentContext {
  readonly record: TranshipmentRecord
  /** Undefined while it is unknown. */
  readonly carrier: string | undefined
}

/** The discharge at the final POD of a journey, where the events alone are not certain evidence of it. */
const uncertainDischarge = ({ milestones }: Journey) =>
  milestones.find(
    ({ type, finalPodEvidence: evidence }) =>
      type === "container.discharge.at.final.pod" && (evidence === "none" || evidence === "planned")
  )

const weigh = (
  evidence: "none" | "planned",
  port: string,
  stay: number,
  { record, carrier }: TranshipmentContext
): FinalPodEvidence => {
  if (evidence === "planned" && !(carrier !== undefined && isLegByLegCarrier(record, carrier))) return evidence
  if (stay > usualDwellMillis(record, port)) return "long-stay"
  if (evidence === "planned") return "leg-plan"
  return carrier !== undefined && isLastPortFinal(record, carrier) ? "carrier-record" : evidence
}

/**
 * Journeys with the evidence of their final PODs by the record of their carrier and ports: a stay longer than usual
 * between two vessels at the port, and how often such a port was final at this carrier. Pure.
 */
export const weighEvidence = (
  journeys: ReadonlyArray<Journey>,
  context: TranshipmentContext,
  now: Instant
): ReadonlyArray<Journey> => {
  if (!journeys.some(uncertainDischarge)) return journeys
  return journeys.map((journey) => {
    const discharge = uncertainDischarge(journey)
    const statedEvidence = discharge?.finalPodEvidence
    if (discharge === undefined || (statedEvidence !== "none" && statedEvidence !== "planned")) return journey
    const evidence = weigh(statedEvidence, discharge.place.unlocode, now - discharge.date, context)
    if (evidence === statedEvidence) return journey
    const milestones = journey.milestones.map((milestone) =>
      milestone.finalPodEvidence === undefined ? milestone : { ...milestone, finalPodEvidence: evidence }
    )
    return { ...journey, milestones }
  })
}

/** When stays become longer than usual, for the journeys whose final POD they make certain. */
export const longStayInstants = (
  journeys: ReadonlyArray<Journey>,
  { record }: TranshipmentContext
): ReadonlyArray<number> =>
  journeys.flatMap(({ milestones }) => {
    const discharge = milestones.find(
      ({ type, finalPodEvidence: evidence }) =>
        type === "container.discharge.at.final.pod" && (evidence === "none" || evidence === "leg-plan")
    )
    return discharge === undefined ? [] : [discharge.date + usualDwellMillis(record, discharge.place.unlocode) + 1]
  })
