import { type Option, Schema } from "effect"
import type { Instant } from "../../time/Instant.ts"
import type { Place, ReportedVessel } from "../carriers/CarrierEvent.ts"

/** The role of a port of the route. `internal/route/Route.ts` decides it, and `seaMilestones` derives milestones from it. */
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

/** Why the last port of arrival counts as the final POD; `docs/methods/journeys.md` explains each value. */
export const FinalPodEvidence = Schema.Literals([
  "stated",
  "planned",
  "gate-out",
  "inland-plan",
  "trip-ended",
  "long-stay",
  "carrier-record",
  "leg-plan",
  "none"
])
export type FinalPodEvidence = typeof FinalPodEvidence.Type

/** Whether evidence is uncertain: a vessel may still take the container on. */
export const isAssumption = (evidence: FinalPodEvidence): boolean => evidence === "none" || evidence === "leg-plan"

/** `returned-empty`: the container was returned empty. `next-trip`: its next trip began. */
export type TripEndReason = "returned-empty" | "next-trip"

/** When a trip ended, and which event ended it. */
export interface TripEnd {
  readonly at: Instant
  readonly reason: TripEndReason
}
