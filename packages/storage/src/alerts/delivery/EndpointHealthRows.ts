import type { AccountId } from "@landfall/core/accounts/Account"
import type { LeaseOutcome } from "@landfall/core/alerts/delivery/DeliveryQueue"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import { type EndpointHealth, HEALTHY } from "@landfall/core/alerts/endpoints/EndpointHealth"
import type { EndpointHealthRecord, HealthReview } from "@landfall/core/alerts/endpoints/HealthReview"
import { MessageId } from "@landfall/core/alerts/Message"
import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { ID_COLUMN, jsonColumns, jsonRows } from "../../sql/JsonRows.ts"
import { rowLocks } from "../../sql/RowLocks.ts"

const FailedMessages = Schema.fromJsonString(Schema.Array(MessageId))
const decodeMessages = Schema.decodeEffect(FailedMessages)

interface HealthRow {
  readonly id: EndpointId
  readonly account_id: AccountId
  readonly disabled: number
  readonly removed_at: number | null
  readonly probing: number
  readonly failing_since: number | null
  readonly failed_messages: string | null
  readonly failing_clock_from: number | null
  readonly failing_warned: number
}

const HEALTH_COLUMNS = jsonColumns({
  id: "TEXT",
  probing: "BIGINT",
  failing_since: "BIGINT",
  failed_messages: "TEXT",
  failing_clock_from: "BIGINT",
  failing_warned: "BIGINT"
})

const healthCells = ({ endpoint, health, probing }: HealthReview) =>
  health._tag === "Healthy"
    ? [endpoint.id, probing ? 1 : 0, null, null, null, 0]
    : [
        endpoint.id,
        probing ? 1 : 0,
        health.since,
        JSON.stringify(health.messages),
        health.clockFrom ?? null,
        health.warned ? 1 : 0
      ]

/** The health of endpoints in the table `endpoint`; to be used inside a transaction. */
export const makeEndpointHealthRows = (sql: SqlClient.SqlClient) => {
  const { forChange } = rowLocks(sql)

  const healthOf = Effect.fnUntraced(function* (row: HealthRow) {
    if (row.failing_since === null) return HEALTHY
    const health: EndpointHealth = {
      _tag: "Failing",
      since: row.failing_since,
      messages: yield* decodeMessages(row.failed_messages ?? "[]"),
      clockFrom: row.failing_clock_from ?? undefined,
      warned: row.failing_warned === 1
    }
    return health
  })

  /** The endpoints whose health attempts may change: those that failed now or before; nobody else changes them meanwhile. */
  const patients = Effect.fnUntraced(function* (outcomes: ReadonlyArray<LeaseOutcome>) {
    const all = new Set(outcomes.map(({ lease }) => lease.endpointId))
    const failed = new Set(outcomes.filter(({ next }) => next._tag !== "Succeed").map(({ lease }) => lease.endpointId))
    const idsOf = (ids: Iterable<EndpointId>) =>
      jsonRows(
        sql,
        ID_COLUMN,
        [...ids].map((id) => [id])
      )
    const rows = yield* sql<HealthRow>`SELECT id, account_id, disabled, removed_at, probing, failing_since,
        failed_messages, failing_clock_from, failing_warned
      FROM endpoint WHERE id IN (SELECT id FROM ${idsOf(all)} AS tried)
        AND (failing_since IS NOT NULL OR probing = 1 OR id IN (SELECT id FROM ${idsOf(failed)} AS failed))
      ORDER BY id ${forChange}`.withoutTransform
    const found = new Map<EndpointId, EndpointHealthRecord>()
    for (const row of rows) {
      found.set(row.id, {
        id: row.id,
        accountId: row.account_id,
        inactive: row.disabled === 1 || row.removed_at !== null,
        probing: row.probing === 1,
        health: yield* healthOf(row)
      })
    }
    return found
  })

  const save = Effect.fnUntraced(function* (diagnoses: ReadonlyArray<HealthReview>) {
    const changed = diagnoses.filter(
      ({ endpoint, health, probing }) => health !== endpoint.health || probing !== endpoint.probing
    )
    if (changed.length === 0) return
    yield* sql`UPDATE endpoint SET probing = changed.probing, failing_since = changed.failing_since,
        failed_messages = changed.failed_messages, failing_clock_from = changed.failing_clock_from,
        failing_warned = changed.failing_warned
      FROM ${jsonRows(sql, HEALTH_COLUMNS, changed.map(healthCells))} AS changed WHERE endpoint.id = changed.id`
  })

  return { findRecords: patients, save }
}
