import { Option } from "effect"
import { hoursBetween } from "../../time/Instant.ts"
import type { CarrierEvent } from "../carriers/CarrierEvent.ts"
import { deriveContainerJourneys, type Journey } from "../journey/Journey.ts"
import { isActual, type Milestone } from "../journey/Milestone.ts"
import type { TranshipmentOutcomes } from "./TranshipmentRecord.ts"

/** The containers of one booking that are counted: they travel alike, and few show how their carrier reports. */
const CONTAINERS_PER_SHIPMENT = 5

const isSamePlace = (a: Milestone, b: Milestone): boolean =>
  a.place.unlocode === b.place.unlocode && a.visit === b.visit

/** The dwells of a container between two vessels. */
const dwellsOf = ({ milestones }: Journey): TranshipmentOutcomes["dwells"] =>
  milestones.flatMap((discharge) => {
    if (discharge.type !== "container.discharge.at.transhipment_port" || !isActual(discharge)) return []
    const load = milestones.find(
      (other) =>
        other.type === "container.loaded.at.transhipment_port" && isActual(other) && isSamePlace(discharge, other)
    )
    const hours = load === undefined ? -1 : hoursBetween(discharge.date, load.date)
    return hours < 0 ? [] : [{ port: discharge.place.unlocode, hours }]
  })

const FINAL = "container.discharge.at.final.pod"

/**
 * The evidence of a discharge when it was received, by the events known then; undefined where it did not look final, or
 * was certain.
 */
const evidenceAtReceipt = (
  discharge: Milestone,
  container: string,
  events: ReadonlyArray<CarrierEvent>
): "none" | "planned" | undefined => {
  const receivedBefore = events.filter(({ receivedAt }) => receivedAt <= discharge.source.receivedAt)
  for (const { milestones } of deriveContainerJourneys(receivedBefore, container)) {
    const atReceipt = milestones.find(
      (milestone) => milestone.type === FINAL && isActual(milestone) && isSamePlace(milestone, discharge)
    )
    const evidence = atReceipt?.finalPodEvidence
    if (evidence === "none" || evidence === "planned") return evidence
  }
  return undefined
}

const finalPodsOf = (
  { container, milestones }: Journey,
  carrier: string,
  events: ReadonlyArray<CarrierEvent>
): TranshipmentOutcomes["finalPods"] =>
  milestones.flatMap((discharge) => {
    const wrong = discharge.type === "container.discharge.at.transhipment_port"
    if (Option.isNone(container) || !isActual(discharge) || !(wrong || discharge.type === FINAL)) return []
    const evidence = evidenceAtReceipt(discharge, container.value, events)
    return evidence === undefined ? [] : [{ carrier, evidence, wrong }]
  })

/**
 * The outcomes of the completed journeys of a shipment, for its carrier and its ports of transhipment: each discharge
 * by its evidence when its event was received, compared with its final role. Pure. Events that were received together,
 * as those of a first response, do not show when a carrier states which leg.
 *
 * @param carrier undefined while it is unknown; then only the dwells are returned
 */
export const transhipmentOutcomes = (
  journeys: ReadonlyArray<Journey>,
  events: ReadonlyArray<CarrierEvent>,
  carrier: string | undefined
): TranshipmentOutcomes => {
  const ended = journeys.filter(({ end }) => Option.isSome(end)).slice(0, CONTAINERS_PER_SHIPMENT)
  return {
    finalPods: carrier === undefined ? [] : ended.flatMap((journey) => finalPodsOf(journey, carrier, events)),
    dwells: ended.flatMap(dwellsOf)
  }
}
