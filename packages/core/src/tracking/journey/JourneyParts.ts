import type { Option } from "effect"
import type { Instant } from "../../time/Instant.ts"
import type { Place, ReportedVessel } from "../carriers/CarrierEvent.ts"

/** The role of a port of the route. `internal/Route.ts` decides it, and `seaMilestones` derives milestones from it. */
export type PortRole = "first-pol" | "transhipment" | "final-pod"

/**
 * One sea leg: from one port of the route to the next on one vessel. `from` or `to` is none while that port is unknown.
 */
export interface SeaLeg {
  readonly from: Option.Option<Place>
  readonly to: Option.Option<Place>
  readonly vessel: Option.Option<ReportedVessel>
  readonly voyage: Option.Option<string>
}

/** `returned-empty`: the container came back empty. `next-trip`: its next trip began. */
export type TripEndReason = "returned-empty" | "next-trip"

export interface TripEnd {
  readonly at: Instant
  readonly reason: TripEndReason
}
