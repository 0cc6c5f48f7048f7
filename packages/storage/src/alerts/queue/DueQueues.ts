import type { AccountId } from "@landfall/core/accounts/Account"
import { NO_EXCLUSIONS, type QueueExclusions } from "@landfall/core/alerts/delivery/DeliveryQueue"
import type { QueueState } from "@landfall/core/alerts/delivery/QueueTurn"
import { RateLimit } from "@landfall/core/alerts/delivery/RateLimit"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import type { LimitValues } from "@landfall/core/limits/Limits"
import type { SqlClient } from "effect/sql"
import type { SealedDeliveryProfile } from "../../secrets/DeliveryProfile.ts"
import { idRows } from "../../sql/JsonRows.ts"
import { rowLocks } from "../../sql/RowLocks.ts"

/** The queue of an endpoint whose turn has come, with the columns that sending needs, as SQL returns it. */
export interface DueQueue extends SealedDeliveryProfile {
  readonly endpoint_id: EndpointId
  readonly account_id: AccountId
  readonly slot_at: number
  readonly url: string
  readonly rate_limit: number | null
  readonly verified_at: number | null
  readonly paused_until: number | null
  readonly disabled: number
  readonly removed_at: number | null
  readonly postponed_until: number | null
  readonly probing: number
  readonly probed_until: number | null
}

export const queueStateOf = (queue: DueQueue, limits: LimitValues): QueueState => ({
  endpointId: queue.endpoint_id,
  accountId: queue.account_id,
  inactive: queue.removed_at !== null || queue.disabled === 1,
  pausedUntil: queue.paused_until ?? undefined,
  postponedUntil: queue.postponed_until ?? undefined,
  rateLimit: queue.rate_limit === null ? undefined : RateLimit.make(queue.rate_limit),
  unverifiedAttemptsPerMinute: queue.verified_at === null ? limits["endpoint.unverifiedAttempts"] : undefined,
  slotAt: queue.slot_at,
  probing: queue.probing === 1,
  probedUntil: queue.probed_until ?? undefined
})

/** Reads the queues whose turn has come. On Postgres, claims skip the queues that another claim has locked. */
export const makeDueQueues = (sql: SqlClient.SqlClient) => {
  const { skipLockedOf } = rowLocks(sql)

  /** The condition on the queues `q`, joined with the endpoints `e` where accounts are excluded. */
  const notAmong = ({ excludedEndpoints, excludedAccounts }: QueueExclusions) => {
    const endpoints = sql`q.endpoint_id NOT IN (SELECT id FROM ${idRows(sql, excludedEndpoints)} AS excluded)`
    const accounts = sql`e.account_id NOT IN (SELECT id FROM ${idRows(sql, excludedAccounts)} AS excluded)`
    return sql.and([
      ...(excludedEndpoints.size === 0 ? [] : [endpoints]),
      ...(excludedAccounts.size === 0 ? [] : [accounts])
    ])
  }

  /** Up to `limit` queues whose turn has come, the longest waiting first, without those that another claim has locked. */
  const due = (now: number, limit: number, without: QueueExclusions) =>
    sql<DueQueue>`SELECT q.endpoint_id, q.slot_at, q.postponed_until, e.account_id, e.url, e.url_secret, e.headers, e.format, e.retry_policy, e.rate_limit,
        e.verified_at, e.paused_until, e.disabled, e.removed_at, e.secret, e.previous_secret, e.previous_secret_expires_at, e.probing,
        CASE WHEN e.probing = 1 THEN (SELECT max(due_at) FROM delivery
          WHERE endpoint_id = q.endpoint_id AND state = 'leased' AND due_at IS NOT NULL) END AS probed_until
      FROM endpoint_queue AS q JOIN endpoint AS e ON e.id = q.endpoint_id
      WHERE q.next_at <= ${now} AND ${notAmong(without)}
      ORDER BY q.next_at, q.served, q.endpoint_id LIMIT ${limit} ${skipLockedOf("q")}`.withoutTransform

  /** The instant at which the next queue is due, by the queue's clock; no row when none is. */
  const nextDue = (without: QueueExclusions = NO_EXCLUSIONS) => {
    const owners = without.excludedAccounts.size === 0 ? sql`` : sql`JOIN endpoint AS e ON e.id = q.endpoint_id`
    return sql`SELECT q.next_at FROM endpoint_queue AS q ${owners}
      WHERE q.next_at IS NOT NULL AND ${notAmong(without)} ORDER BY q.next_at LIMIT 1`
  }

  return { due, nextDue }
}
