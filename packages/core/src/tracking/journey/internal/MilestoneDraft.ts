import { Option } from "effect"
import type { MilestoneType } from "../../../alerts/EventType.ts"
import type { TransportCall } from "../../carriers/CarrierEvent.ts"
import { type Milestone, type MilestoneRule, milestoneKey } from "../Milestone.ts"
import type { Movement } from "./Movement.ts"
import { winnerWithFallback } from "./Precedence.ts"

/** The movement that dates a milestone, and all that were told about it. */
export interface MilestoneDraft {
  readonly type: MilestoneType
  readonly rule: MilestoneRule
  readonly visit: number
  readonly winner: Movement
  readonly movements: ReadonlyArray<Movement>
}

export interface RuleCandidates {
  readonly rule: MilestoneRule
  readonly movements: ReadonlyArray<Movement>
}

const NO_CANDIDATES: RuleCandidates = { rule: "inland-departure-from-final-pod", movements: [] }

/**
 * A milestone out of its candidates; none when there is no candidate. `otherwise` are movements that tell the same less
 * exactly and count only when they are surer. `outdated` are kept in the history alone.
 */
export const draftMilestone = (
  type: MilestoneType,
  visit: number,
  first: RuleCandidates,
  outdated: ReadonlyArray<Movement>,
  otherwise: RuleCandidates = NO_CANDIDATES
): ReadonlyArray<MilestoneDraft> => {
  const winner = winnerWithFallback(first.movements, otherwise.movements)
  if (winner === undefined) return []
  const rule = first.movements.includes(winner) ? first.rule : otherwise.rule
  return [{ type, rule, visit, winner, movements: [...first.movements, ...otherwise.movements, ...outdated] }]
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
