import type { AccountId } from "@landfall/core/accounts/Account"
import type { ShipmentId } from "@landfall/core/alerts/ShipmentId"
import { Instant, instantOf } from "@landfall/core/time/Instant"
import type { PollProgress } from "@landfall/core/tracking/polling/PollPlan"
import { newPoll, type PollRecord } from "@landfall/core/tracking/polling/PollRecord"
import type { ReferenceType } from "@landfall/core/tracking/references/ReferenceType"
import type { Scac } from "@landfall/core/tracking/references/Sealine"
import type { Shipment } from "@landfall/core/tracking/shipments/Shipment"
import type { LastPoll } from "@landfall/core/tracking/shipments/ShipmentStore"
import { type DateTime, Option } from "effect"
import { type Cells, jsonColumns } from "../../sql/JsonRows.ts"

/** The values of the column `last`, by the outcome that they store. */
const STORED_OUTCOMES = {
  Never: "Never",
  NoSource: "NoSource",
  Responded: "Answered",
  Unknown: "Unknown",
  Unauthorised: "Unauthorised",
  Throttled: "Throttled",
  Unavailable: "Away"
} as const satisfies Record<LastPoll["_tag"], string>

/** A poll that is due. The adapter wrote these rows and claims them by the hundred, so they are read unchecked. */
export interface DuePollRow {
  readonly shipment_id: ShipmentId
  readonly account_id: AccountId
  readonly number: string
  readonly scac: Scac
  readonly kind: ReferenceType
  readonly matched: number
  readonly tried: number
  readonly last: (typeof STORED_OUTCOMES)[LastPoll["_tag"]]
  readonly failures: number
  readonly quiet_until: number | null
  readonly answered_at: number | null
  readonly restarted_at: number | null
}

/** The columns of `DuePollRow`. */
export const DUE_POLL_COLUMNS =
  "shipment_id, account_id, number, scac, kind, matched, tried, last, failures, quiet_until, answered_at, restarted_at"

const lastPollOf = ({
  last,
  failures,
  quiet_until
}: Pick<DuePollRow, "last" | "failures" | "quiet_until">): LastPoll => {
  switch (last) {
    case "Never":
    case "NoSource":
      return { _tag: last }
    case "Answered":
      return { _tag: "Responded" }
    case "Away":
      return { _tag: "Unavailable", failures }
    case "Throttled":
      return { _tag: last, until: Instant.make(quiet_until ?? 0) }
    default:
      return { _tag: last, failures }
  }
}

/** The outcome of the last poll, and the times of the last response and of the last restart. */
export const lastPollFieldsOf = (
  row: Pick<DuePollRow, "last" | "failures" | "quiet_until" | "answered_at" | "restarted_at">
): Pick<PollRecord, "last" | "lastResponseAt" | "restartedAt"> => ({
  last: lastPollOf(row),
  lastResponseAt: Option.map(Option.fromNullOr(row.answered_at), Instant.make),
  restartedAt: Option.map(Option.fromNullOr(row.restarted_at), Instant.make)
})

export const pollProgressOf = (row: DuePollRow): PollProgress => ({
  query: { scac: row.scac, number: row.number, kind: row.kind },
  matched: row.matched === 1,
  tried: row.tried,
  ...lastPollFieldsOf(row)
})

const lastPollCells = (last: LastPoll) => ({
  last: STORED_OUTCOMES[last._tag],
  failures: "failures" in last ? last.failures : 0,
  quiet_until: last._tag === "Throttled" ? last.until : null
})

/** The columns that fields of a record change, with their values. */
export const pollCells = (changes: Partial<PollRecord>) => {
  const { query, matched, tried, last, lastResponseAt, dueAt, leaseToken, lastPolledAt, reason, error, restartedAt } =
    changes
  return {
    ...(query !== undefined && {
      scac: Option.getOrNull(Option.map(query, ({ scac }) => scac)),
      kind: Option.getOrNull(Option.map(query, ({ kind }) => kind))
    }),
    ...(matched !== undefined && { matched: matched ? 1 : 0 }),
    ...(tried !== undefined && { tried }),
    ...(last !== undefined && lastPollCells(last)),
    ...(lastResponseAt !== undefined && { answered_at: Option.getOrNull(lastResponseAt) }),
    ...(dueAt !== undefined && { due_at: Option.getOrNull(dueAt) }),
    ...(leaseToken !== undefined && { lease_token: Option.getOrNull(leaseToken) }),
    ...(lastPolledAt !== undefined && { checked_at: Option.getOrNull(lastPolledAt) }),
    ...(reason !== undefined && { why: Option.getOrNull(reason) }),
    ...(error !== undefined && { error: Option.getOrNull(error) }),
    ...(restartedAt !== undefined && { restarted_at: Option.getOrNull(restartedAt) })
  }
}

/** The columns of `newPollCells`; the others have the values of a new poll by default. */
export const NEW_POLL_COLUMNS = jsonColumns({
  shipment_id: "TEXT",
  account_id: "TEXT",
  number: "TEXT",
  due_at: "BIGINT"
})

export const newPollCells = ({ id, accountId, number }: Shipment, now: DateTime.Utc): Cells => [
  id,
  accountId,
  number,
  Option.getOrNull(newPoll(instantOf(now)).dueAt)
]
