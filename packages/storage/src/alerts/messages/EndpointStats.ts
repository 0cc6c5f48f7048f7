import type { AccountId } from "@landfall/core/accounts/Account"
import type { QueuePostponement } from "@landfall/core/alerts/delivery/QueuePostponement"
import { EndpointId } from "@landfall/core/alerts/EndpointId"
import { conditionOf, type EndpointCondition } from "@landfall/core/alerts/endpoints/EndpointCondition"
import { DisabledReason } from "@landfall/core/alerts/endpoints/EndpointHealth"
import {
  boundedCount,
  hourOf,
  MAX_COUNTED_DELIVERIES,
  MAX_STATS_WINDOW
} from "@landfall/core/alerts/operations/EndpointStats"
import type { TimeWindow } from "@landfall/core/alerts/operations/MessageLog"
import { PostponeReason } from "@landfall/core/alerts/sending/SendPostponed"
import { DateTime, Duration, Effect, Option, Schema } from "effect"
import { type SqlClient, SqlSchema } from "effect/sql"
import { healthOf } from "../endpoints/EndpointHealthRows.ts"

const ConditionRow = Schema.Struct({
  id: EndpointId,
  disabled: Schema.BooleanFromBit,
  disabledAt: Schema.NullOr(Schema.Int),
  disabledReason: Schema.NullOr(DisabledReason),
  probing: Schema.BooleanFromBit,
  failingSince: Schema.NullOr(Schema.Int),
  failingClockFrom: Schema.NullOr(Schema.Int),
  failingWarned: Schema.BooleanFromBit,
  pausedUntil: Schema.NullOr(Schema.Int),
  postponedUntil: Schema.NullOr(Schema.Int),
  postponedReason: Schema.NullOr(PostponeReason),
  postponedMessage: Schema.NullOr(Schema.String),
  updatedAt: Schema.Int
})

const conditionOfRow = (row: typeof ConditionRow.Type): EndpointCondition =>
  conditionOf({
    // The condition does not depend on which messages failed.
    health: healthOf(row, []),
    probing: row.probing,
    disabled: row.disabled
      ? Option.some({
          since: DateTime.makeUnsafe(row.disabledAt ?? row.updatedAt),
          reason: row.disabledReason ?? "owner"
        })
      : Option.none()
  })

const postponementOf = ({ postponedUntil, postponedReason, postponedMessage }: typeof ConditionRow.Type) =>
  postponedUntil === null || postponedReason === null || postponedMessage === null
    ? Option.none<QueuePostponement>()
    : Option.some({ until: postponedUntil, reason: postponedReason, message: postponedMessage })

const OwnedEndpoint = Schema.Struct({ accountId: Schema.String, id: EndpointId })

const BacklogRow = Schema.Struct({
  waiting: Schema.Int,
  retrying: Schema.Int,
  sending: Schema.Int,
  oldest: Schema.OptionFromNullOr(Schema.DateTimeUtcFromMillis)
})

const HourRow = Schema.Struct({
  startsAt: Schema.Int,
  succeeded: Schema.Int,
  failed: Schema.Int,
  exhausted: Schema.Int,
  durationMillis: Schema.Int,
  longestMillis: Schema.Int
})

const MAX_HOURS = Math.ceil(Duration.toHours(MAX_STATS_WINDOW)) + 1

/** Reads the condition of an endpoint, its backlog and the figures of its attempts. */
export const makeEndpointStats = (sql: SqlClient.SqlClient) => {
  const find = SqlSchema.findOneOption({
    Request: OwnedEndpoint,
    Result: ConditionRow,
    execute: ({ accountId, id }) => sql`SELECT id, disabled, disabled_at, disabled_reason, probing, failing_since,
        failing_clock_from, failing_warned, paused_until, postponed_until, postponed_reason, postponed_message, updated_at
      FROM endpoint LEFT JOIN endpoint_queue ON endpoint_id = id WHERE id = ${id} AND account_id = ${accountId} AND removed_at IS NULL`
  })

  const inState = (state: "waiting" | "pending" | "retry" | "leased", id: string) =>
    sql`(SELECT count(*) FROM (SELECT 1 FROM delivery WHERE endpoint_id = ${id}
      AND state = ${sql.literal(`'${state}'`)} AND due_at IS NOT NULL LIMIT ${MAX_COUNTED_DELIVERIES + 1}) AS counted)`

  const findBacklog = SqlSchema.findOne({
    Request: OwnedEndpoint,
    Result: BacklogRow,
    execute: ({
      accountId,
      id
    }) => sql`SELECT ${inState("pending", id)} + ${inState("waiting", id)} AS waiting, ${inState("retry", id)} AS retrying,
      ${inState("leased", id)} AS sending, (
        SELECT m.created_at FROM message AS m WHERE m.account_id = ${accountId} AND m.id = (
          SELECT message_id FROM delivery WHERE endpoint_id = ${id} AND state = 'pending' AND due_at IS NOT NULL
          ORDER BY due_at, message_id LIMIT 1)) AS oldest`
  })

  const findHours = SqlSchema.findAll({
    Request: Schema.Struct({ ...OwnedEndpoint.fields, from: Schema.Int, until: Schema.Int }),
    Result: HourRow,
    execute: ({
      accountId,
      id,
      from,
      until
    }) => sql`SELECT starts_at, succeeded, failed, exhausted, duration_millis, longest_millis
      FROM endpoint_hour WHERE account_id = ${accountId} AND endpoint_id = ${id} AND starts_at >= ${from} AND starts_at < ${until}
      ORDER BY starts_at LIMIT ${MAX_HOURS}`
  })

  /** The condition of an endpoint of the account; none when there is no such endpoint. By the queue's clock. */
  const condition = (accountId: AccountId, id: EndpointId) =>
    Effect.map(
      find({ accountId, id }),
      Option.map((row) => ({
        condition: conditionOfRow(row),
        pausedUntil: row.pausedUntil ?? 0,
        postponement: postponementOf(row)
      }))
    )

  const backlog = (accountId: AccountId, id: EndpointId) =>
    Effect.map(
      Effect.catchTag(findBacklog({ accountId, id }), "NoSuchElementError", Effect.die),
      ({ waiting, retrying, sending, oldest }) => ({
        waiting: boundedCount(waiting),
        retrying: boundedCount(retrying),
        sending: boundedCount(sending),
        oldestWaiting: oldest
      })
    )

  const hours = (accountId: AccountId, id: EndpointId, { since, until }: TimeWindow) =>
    findHours({ accountId, id, from: hourOf(since.epochMilliseconds), until: until.epochMilliseconds })

  return { condition, backlog, hours }
}
