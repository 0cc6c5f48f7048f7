import { Option } from "effect"
import type { MilestoneType } from "../../../../alerts/EventType.ts"
import type { TransportCall } from "../../../carriers/CarrierEvent.ts"
import { type Milestone, milestoneKey } from "../../Milestone.ts"
import type { MilestoneRule } from "../../MilestoneRule.ts"
import type { Movement } from "../movements/Movement.ts"
import { highestPrecedenceWithFallback } from "../movements/Precedence.ts"

/** A milestone before its history is rendered: the movement that dates it, and every movement that reports it. */
export interface MilestoneDraft {
  readonly type: MilestoneType
  readonly rule: MilestoneRule
  readonly visit: number
  readonly winner: Movement
  readonly movements: ReadonlyArray<Movement>
}

/** The movements from which one rule derives a milestone. */
export interface RuleCandidates {
  readonly rule: MilestoneRule
  readonly movements: ReadonlyArray<Movement>
}

const NO_CANDIDATES: RuleCandidates = { rule: "inland-departure-from-final-pod", movements: [] }

/**
 * Drafts a milestone from its candidates; empty when there is none. `fallback` are less exact movements, which win only
 * with a higher classifier. `superseded` movements appear only in the history.
 */
export const draftMilestone = (
  type: MilestoneType,
  visit: number,
  first: RuleCandidates,
  superseded: ReadonlyArray<Movement>,
  fallback: RuleCandidates = NO_CANDIDATES
): ReadonlyArray<MilestoneDraft> => {
  const winner = highestPrecedenceWithFallback(first.movements, fallback.movements)
  if (winner === undefined) return []
  const rule = first.movements.includes(winner) ? first.rule : fallback.rule
  return [{ type, rule, visit, winner, movements: [...first.movements, ...fallback.movements, ...superseded] }]
}

const byReceipt = (a: Movement, b: Movement): number =>
  a.event.receivedAt - b.event.receivedAt ||
  Option.getOrElse(a.event.createdDateTime, () => 0) - Option.getOrElse(b.event.createdDateTime, () => 0) ||
  a.at - b.at ||
  a.rank - b.rank

const voyageNumberOf = (movement: Movement, call: TransportCall): Option.Option<string> =>
  movement.code === "ARRI" || movement.code === "DISC"
    ? Option.orElse(call.importVoyage, () => call.exportVoyage)
    : Option.orElse(call.exportVoyage, () => call.importVoyage)

export const milestoneOf = (container: Option.Option<string>, draft: MilestoneDraft): Milestone => {
  const { type, rule, visit, winner, movements } = draft
  const call = winner.event.transportCall
  return {
    key: milestoneKey(container, type, winner.port, visit),
    type,
    place: winner.place,
    visit,
    date: winner.event.eventDateTime,
    classifier: winner.event.classifier,
    vessel: Option.isSome(call) ? call.value.vessel : Option.none(),
    voyage: Option.isSome(call) ? voyageNumberOf(winner, call.value) : Option.none(),
    rule,
    source: winner.reportedDate.source,
    history: movements.toSorted(byReceipt).map(({ reportedDate }) => reportedDate)
  }
}
