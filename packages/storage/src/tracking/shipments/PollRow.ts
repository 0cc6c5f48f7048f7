import type { AccountId } from "@landfall/core/accounts/Account"
import type { ShipmentId } from "@landfall/core/alerts/ShipmentId"
import { Instant } from "@landfall/core/time/Instant"
import type { PollPlan, PollProgress } from "@landfall/core/tracking/polling/PollPlan"
import type { ReferenceType } from "@landfall/core/tracking/references/ReferenceType"
import type { Scac } from "@landfall/core/tracking/references/Sealine"
import type { LastPoll } from "@landfall/core/tracking/shipments/ShipmentStore"
import { Option } from "effect"

/** A check that is due. Rows of our own writing, claimed by the hundred. */
export interface DuePollRow {
  readonly shipment_id: ShipmentId
  readonly account_id: AccountId
  readonly number: string
  readonly scac: Scac
  readonly kind: ReferenceType
  readonly matched: number
  readonly tried: number
  readonly last: LastPoll["_tag"]
  readonly failures: number
  readonly quiet_until: number | null
  readonly answered_at: number | null
}

/** The columns of `DuePollRow`. */
export const DUE_POLL_COLUMNS =
  "shipment_id, account_id, number, scac, kind, matched, tried, last, failures, quiet_until, answered_at"

/** How the last question went, as its row tells it. */
export const lastPollOf = ({
  last,
  failures,
  quiet_until
}: Pick<DuePollRow, "last" | "failures" | "quiet_until">): LastPoll => {
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
export const respondedAtOf = ({ answered_at }: Pick<DuePollRow, "answered_at">): Option.Option<Instant> =>
  Option.map(Option.fromNullOr(answered_at), Instant.make)

export const pollProgressOf = (row: DuePollRow): PollProgress => ({
  query: { scac: row.scac, number: row.number, kind: row.kind },
  matched: row.matched === 1,
  tried: row.tried,
  last: lastPollOf(row),
  lastResponseAt: respondedAtOf(row)
})

/** What a plan leaves in the row of its check, by column. */
export const pollPlanCells = ({ progress, next, error }: PollPlan) => ({
  scac: progress.query.scac,
  kind: progress.query.kind,
  matched: progress.matched ? 1 : 0,
  tried: progress.tried,
  last: progress.last._tag,
  failures: "failures" in progress.last ? progress.last.failures : 0,
  answered_at: Option.getOrNull(progress.lastResponseAt),
  quiet_until: progress.last._tag === "Throttled" ? progress.last.until : null,
  due_at: next._tag === "Check" ? next.at : null,
  why: next.why,
  error: Option.getOrNull(error)
})
