import type { MilestoneType } from "../../../../alerts/EventType.ts"
import type { MilestoneRule } from "../../MilestoneRule.ts"
import type { Movement } from "../movements/Movement.ts"
import type { RoutedVisit } from "../route/Route.ts"
import { draftMilestone, type MilestoneDraft } from "./MilestoneDraft.ts"

type SeaCode = "ARRI" | "DISC" | "LOAD" | "DEPA"

/** Whether a movement is of this vessel. A movement or parameter without a vessel matches any. */
const isOfVessel = (movement: Movement, vessel: string): boolean =>
  vessel === "" || movement.vessel === "" || movement.vessel === vessel

const draftAt = (
  routed: RoutedVisit,
  code: SeaCode,
  vessel: string,
  type: MilestoneType,
  rule: MilestoneRule
): ReadonlyArray<MilestoneDraft> => {
  const { visit } = routed
  const superseded = visit.superseded.filter((movement) => movement.code === code && isOfVessel(movement, vessel))
  const movements = vessel === "" ? visit[code] : visit[code].filter((movement) => isOfVessel(movement, vessel))
  return draftMilestone(type, visit.visit, { rule, movements }, superseded)
}

/**
 * Step 7 of derivation: the sea milestones of one port visit by its role, in journey order. Gates are in
 * `inlandMilestones`.
 */
export const seaMilestones = (routed: RoutedVisit): ReadonlyArray<MilestoneDraft> => {
  const { inboundVessel, outboundVessel } = routed
  switch (routed.role) {
    case "first-pol":
      return [
        ...draftAt(routed, "LOAD", "", "container.loaded.at.first.pol", "load-at-first-outbound-port"),
        ...draftAt(
          routed,
          "DEPA",
          outboundVessel,
          "vessel.departure.from.first.pol",
          "vessel-departure-from-first-outbound-port"
        )
      ]
    case "transhipment":
      return [
        ...draftAt(
          routed,
          "ARRI",
          inboundVessel,
          "vessel.arrival.at.transhipment_port",
          "vessel-arrival-at-change-of-vessel"
        ),
        ...draftAt(routed, "DISC", "", "container.discharge.at.transhipment_port", "discharge-at-change-of-vessel"),
        ...draftAt(routed, "LOAD", "", "container.loaded.at.transhipment_port", "load-at-change-of-vessel"),
        ...draftAt(
          routed,
          "DEPA",
          outboundVessel,
          "vessel.departure.from.transhipment_port",
          "vessel-departure-from-change-of-vessel"
        )
      ]
    case "final-pod":
      return [
        ...draftAt(routed, "ARRI", inboundVessel, "vessel.arrival.at.final.pod", "vessel-arrival-at-last-inbound-port"),
        ...draftAt(routed, "DISC", "", "container.discharge.at.final.pod", "discharge-at-last-inbound-port")
      ]
  }
}
