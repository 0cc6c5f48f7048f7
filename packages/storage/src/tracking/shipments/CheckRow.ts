import type { AccountId } from "@landfall/core/accounts/Account"
import type { ShipmentId } from "@landfall/core/alerts/ShipmentId"
import { Instant } from "@landfall/core/time/Instant"
import type { CheckPlan, CheckProgress } from "@landfall/core/tracking/polling/CheckPlan"
import type { ReferenceType } from "@landfall/core/tracking/references/ReferenceType"
import type { Scac } from "@landfall/core/tracking/references/Sealine"
import type { LastCheck } from "@landfall/core/tracking/shipments/ShipmentStore"
import { Option } from "effect"

/** A check that is due. Rows of our own writing, claimed by the hundred. */
export interface DueRow {
  readonly shipment_id: ShipmentId
  readonly account_id: AccountId
  readonly number: string
  readonly scac: Scac
  readonly kind: ReferenceType
  readonly matched: number
  readonly tried: number
  readonly last: LastCheck["_tag"]
  readonly failures: number
  readonly quiet_until: number | null
  readonly answered_at: number | null
}

/** The columns of `DueRow`. */
export const DUE_COLUMNS =
  "shipment_id, account_id, number, scac, kind, matched, tried, last, failures, quiet_until, answered_at"

/** How the last question went, as its row tells it. */
export const lastOf = ({
  last,
  failures,
  quiet_until
}: Pick<DueRow, "last" | "failures" | "quiet_until">): LastCheck => {
  switch (last) {
    case "Never":
    case "Answered":
    case "NoSource":
      return { _tag: last }
    case "Throttled":
      return { _tag: last, until: Instant.make(quiet_until ?? 0) }
    default:
      return { _tag: last, failures }
  }
}

/** When a carrier last answered, as the row tells it. */
export const answeredAtOf = ({ answered_at }: Pick<DueRow, "answered_at">): Option.Option<Instant> =>
  Option.map(Option.fromNullOr(answered_at), Instant.make)

export const progressOf = (row: DueRow): CheckProgress => ({
  question: { scac: row.scac, number: row.number, kind: row.kind },
  matched: row.matched === 1,
  tried: row.tried,
  last: lastOf(row),
  answeredAt: answeredAtOf(row)
})

/** What a plan leaves in the row of its check, by column. */
export const plannedCells = ({ progress, next, error }: CheckPlan) => ({
  scac: progress.question.scac,
  kind: progress.question.kind,
  matched: progress.matched ? 1 : 0,
  tried: progress.tried,
  last: progress.last._tag,
  failures: "failures" in progress.last ? progress.last.failures : 0,
  answered_at: Option.getOrNull(progress.answeredAt),
  quiet_until: progress.last._tag === "Throttled" ? progress.last.until : null,
  due_at: next._tag === "Check" ? next.at : null,
  why: next.why,
  error: Option.getOrNull(error)
})
