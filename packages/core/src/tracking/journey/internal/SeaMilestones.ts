import type { MilestoneType } from "../../../alerts/EventType.ts"
import type { MilestoneRule } from "../Milestone.ts"
import { draftOf, type MilestoneDraft } from "./MilestoneDraft.ts"
import type { Movement } from "./Movement.ts"
import type { RoutedVisit } from "./Route.ts"

type SeaCode = "ARRI" | "DISC" | "LOAD" | "DEPA"

/** A movement of the ship the box is on. A movement that names no ship may be of any. */
const isOf = (movement: Movement, ship: string): boolean =>
  ship === "" || movement.vessel === "" || movement.vessel === ship

const at = (
  routed: RoutedVisit,
  code: SeaCode,
  ship: string,
  type: MilestoneType,
  rule: MilestoneRule
): ReadonlyArray<MilestoneDraft> => {
  const { visit } = routed
  const stale = visit.stale.filter((movement) => movement.code === code && isOf(movement, ship))
  const movements = ship === "" ? visit[code] : visit[code].filter((movement) => isOf(movement, ship))
  return draftOf(type, visit.visit, { rule, movements }, stale)
}

/** The milestones by ship of one stay, in the order in which they happen. The gates are the land side's business. */
export const seaMilestones = (routed: RoutedVisit): ReadonlyArray<MilestoneDraft> => {
  const { inboundShip, outboundShip } = routed
  switch (routed.role) {
    case "first-pol":
      return [
        ...at(routed, "LOAD", "", "container.loaded.at.first.pol", "load-at-first-outbound-port"),
        ...at(
          routed,
          "DEPA",
          outboundShip,
          "vessel.departure.from.first.pol",
          "vessel-departure-from-first-outbound-port"
        )
      ]
    case "transhipment":
      return [
        ...at(routed, "ARRI", inboundShip, "vessel.arrival.at.transhipment_port", "vessel-arrival-at-change-of-vessel"),
        ...at(routed, "DISC", "", "container.discharge.at.transhipment_port", "discharge-at-change-of-vessel"),
        ...at(routed, "LOAD", "", "container.loaded.at.transhipment_port", "load-at-change-of-vessel"),
        ...at(
          routed,
          "DEPA",
          outboundShip,
          "vessel.departure.from.transhipment_port",
          "vessel-departure-from-change-of-vessel"
        )
      ]
    case "final-pod":
      return [
        ...at(routed, "ARRI", inboundShip, "vessel.arrival.at.final.pod", "vessel-arrival-at-last-inbound-port"),
        ...at(routed, "DISC", "", "container.discharge.at.final.pod", "discharge-at-last-inbound-port")
      ]
  }
}
