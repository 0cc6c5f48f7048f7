import type { SkipReason } from "@landfall/core/alerts/Delivery"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import type { MessageId } from "@landfall/core/alerts/Message"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { columns, jsonRows } from "../JsonRows.ts"
import { rowLocks } from "../RowLocks.ts"
import type { SealedRing } from "./OpenSecrets.ts"

/** How many rows a later look takes in, when the one before met deliveries that must not be sent. */
const LATER_LOOK = 256
/** How often one claim looks again: what it sets aside is bounded, so that no claim takes long. */
const LOOKS = 8

/** A due delivery with all that sending it takes, as SQL gives it. Instants in milliseconds since the epoch. */
export interface Candidate extends SealedRing {
  readonly message_id: MessageId
  readonly endpoint_id: EndpointId
  readonly attempts: number
  readonly body: string
  readonly url: string
  readonly disabled: number
  readonly removed_at: number | null
  readonly paused_until: number | null
}

/** What is to be done with a due delivery. */
type Fate =
  | { readonly _tag: "Send" }
  | { readonly _tag: "Skip"; readonly reason: SkipReason }
  | { readonly _tag: "Postpone"; readonly until: number }

const SEND: Fate = { _tag: "Send" }

const fateOf = (candidate: Candidate, now: number): Fate => {
  if (candidate.removed_at !== null) return { _tag: "Skip", reason: "endpoint_deleted" }
  if (candidate.disabled === 1) return { _tag: "Skip", reason: "endpoint_disabled" }
  if (candidate.paused_until !== null && candidate.paused_until > now) {
    return { _tag: "Postpone", until: candidate.paused_until }
  }
  return SEND
}

const KEY = columns({ message_id: "TEXT", endpoint_id: "TEXT" })
const ASIDE = columns({
  message_id: "TEXT",
  endpoint_id: "TEXT",
  state: "TEXT",
  due_at: "BIGINT",
  skip_reason: "TEXT",
  settled_at: "BIGINT"
})

const asideRow = (
  { message_id, endpoint_id }: Candidate,
  fate: Exclude<Fate, { readonly _tag: "Send" }>,
  now: number
) =>
  fate._tag === "Skip"
    ? [message_id, endpoint_id, "skipped", null, fate.reason, now]
    : [message_id, endpoint_id, "pending", fate.until, null, null]

/**
 * Leases due deliveries, the longest due first; of those due at once the older message first. Due deliveries of
 * endpoints that are gone, disabled or paused are met here and set aside for good or until later, so that however many
 * there are, no claim steps over the same one twice. To be run in a transaction.
 */
export const makeClaim = (sql: SqlClient.SqlClient) => {
  const { skipLocked } = rowLocks(sql)

  // The columns are written by this package alone; decoding thousands a second by schema would cost more than reading.
  const dueNow = (now: number, limit: number) =>
    sql<Candidate>`SELECT d.message_id, d.endpoint_id, d.attempts, m.body, e.url, e.secret, e.previous_secret,
        e.previous_secret_expires_at, e.disabled, e.removed_at, e.paused_until
      FROM (
        SELECT message_id, endpoint_id, attempts, due_at FROM delivery
        WHERE due_at <= ${now} ORDER BY due_at, message_id, endpoint_id LIMIT ${limit}
        ${skipLocked}
      ) AS d
      JOIN message AS m ON m.id = d.message_id
      JOIN endpoint AS e ON e.id = d.endpoint_id
      ORDER BY d.due_at, d.message_id, d.endpoint_id`.withoutTransform

  const lease = (candidates: ReadonlyArray<Candidate>, token: string, until: number) => {
    const keys = candidates.map(({ message_id, endpoint_id }) => [message_id, endpoint_id])
    return sql`UPDATE delivery SET state = 'leased', lease_token = ${token}, due_at = ${until}
      FROM ${jsonRows(sql, KEY, keys)} AS claimed
      WHERE delivery.message_id = claimed.message_id AND delivery.endpoint_id = claimed.endpoint_id`
  }

  const setAside = (rows: ReadonlyArray<ReturnType<typeof asideRow>>) =>
    sql`UPDATE delivery
      SET state = aside.state, due_at = aside.due_at, skip_reason = aside.skip_reason, settled_at = aside.settled_at,
        lease_token = NULL
      FROM ${jsonRows(sql, ASIDE, rows)} AS aside
      WHERE delivery.message_id = aside.message_id AND delivery.endpoint_id = aside.endpoint_id`

  return Effect.fnUntraced(function* (limit: number, token: string, now: number, until: number) {
    const claimed: Array<Candidate> = []
    for (let look = 0; look < LOOKS && claimed.length < limit; look++) {
      const wanted = limit - claimed.length
      const seen = look === 0 ? wanted : Math.max(wanted, LATER_LOOK)
      const due = yield* dueNow(now, seen)
      const sendable: Array<Candidate> = []
      const aside: Array<ReturnType<typeof asideRow>> = []
      for (const candidate of due) {
        const fate = fateOf(candidate, now)
        if (fate._tag !== "Send") aside.push(asideRow(candidate, fate, now))
        else if (sendable.length < wanted) sendable.push(candidate)
      }
      if (sendable.length > 0) yield* lease(sendable, token, until)
      if (aside.length > 0) yield* setAside(aside)
      claimed.push(...sendable)
      if (due.length < seen) break
    }
    return claimed
  })
}
