import type { AccountId } from "@landfall/core/accounts/Account"
import type { LeaseOutcome } from "@landfall/core/alerts/delivery/DeliveryQueue"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import {
  type EndpointHealth,
  type EndpointHealthRecord,
  HEALTHY,
  type HealthReview
} from "@landfall/core/alerts/endpoints/EndpointHealth"
import { MessageId } from "@landfall/core/alerts/Message"
import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { type Cells, ID_COLUMN, jsonColumns, jsonRows, OWNED_ID_COLUMNS } from "../../sql/JsonRows.ts"
import { rowLocks } from "../../sql/RowLocks.ts"

const HEALTH_COLUMNS = jsonColumns({
  account_id: "TEXT",
  id: "TEXT",
  probing: "BIGINT",
  failing_since: "BIGINT",
  failed_messages: "TEXT",
  failing_clock_from: "BIGINT",
  failing_warned: "BIGINT"
})

type HealthChange = Pick<HealthReview, "health" | "probing"> & {
  readonly endpoint: Pick<EndpointHealthRecord, "accountId" | "id">
}

const healthCells = ({ endpoint: { accountId, id }, health, probing }: HealthChange): Cells =>
  health._tag === "Healthy"
    ? [accountId, id, probing ? 1 : 0, null, null, null, 0]
    : [
        accountId,
        id,
        probing ? 1 : 0,
        health.since,
        JSON.stringify(health.messages),
        health.clockFrom ?? null,
        health.warned ? 1 : 0
      ]

/** The columns that hold the health of an endpoint, without the messages that failed. */
export interface HealthColumns {
  readonly failingSince: number | null
  readonly failingClockFrom: number | null
  readonly failingWarned: boolean
}

/** Decodes the health of an endpoint. */
export const healthOf = (
  { failingSince, failingClockFrom, failingWarned }: HealthColumns,
  messages: ReadonlyArray<MessageId>
): EndpointHealth =>
  failingSince === null
    ? HEALTHY
    : {
        _tag: "Failing",
        since: failingSince,
        messages,
        clockFrom: failingClockFrom ?? undefined,
        warned: failingWarned
      }

const decodeMessages = Schema.decodeEffect(Schema.fromJsonString(Schema.Array(MessageId)))

interface HealthRow {
  readonly id: EndpointId
  readonly accountId: AccountId
  readonly url: string
  readonly verifiedAt: number | null
  readonly disabled: number
  readonly removedAt: number | null
  readonly probing: number
  readonly failingSince: number | null
  readonly failedMessages: string | null
  readonly failingClockFrom: number | null
  readonly failingWarned: number
}

const toRecord = Effect.fnUntraced(function* (row: HealthRow) {
  const messages = yield* decodeMessages(row.failedMessages ?? "[]")
  const record: EndpointHealthRecord = {
    id: row.id,
    accountId: row.accountId,
    url: row.url,
    verified: row.verifiedAt !== null,
    inactive: row.disabled === 1 || row.removedAt !== null,
    probing: row.probing === 1,
    health: healthOf({ ...row, failingWarned: row.failingWarned === 1 }, messages)
  }
  return record
})

/** The health of endpoints in the table `endpoint`. Use them in a transaction. */
export const makeEndpointHealthRows = (sql: SqlClient.SqlClient) => {
  const { forChange } = rowLocks(sql)

  /** The endpoints that outcomes may change, locked: those that fail now, failed before, are probed or are not verified. */
  const findRecords = Effect.fnUntraced(function* (outcomes: ReadonlyArray<LeaseOutcome>) {
    const all = new Map(outcomes.map(({ lease }) => [lease.endpointId, lease.accountId]))
    const attempted = jsonRows(
      sql,
      OWNED_ID_COLUMNS,
      Array.from(all, ([id, accountId]) => [accountId, id])
    )
    const failed = new Set(outcomes.filter(({ next }) => next._tag !== "Succeed").map(({ lease }) => lease.endpointId))
    const idsOf = (ids: Iterable<EndpointId>) =>
      jsonRows(
        sql,
        ID_COLUMN,
        [...ids].map((id) => [id])
      )
    const rows =
      yield* sql<HealthRow>`SELECT id, account_id, url, verified_at, disabled, removed_at, probing, failing_since,
        failed_messages, failing_clock_from, failing_warned
      FROM endpoint WHERE (account_id, id) IN (SELECT account_id, id FROM ${attempted} AS attempted)
        AND (failing_since IS NOT NULL OR probing = 1 OR verified_at IS NULL OR id IN (SELECT id FROM ${idsOf(failed)} AS failed))
      ORDER BY id ${forChange}`
    const records = yield* Effect.forEach(rows, toRecord)
    return new Map(records.map((record) => [record.id, record]))
  })

  const write = Effect.fnUntraced(function* (changes: ReadonlyArray<HealthChange>) {
    if (changes.length === 0) return
    yield* sql`UPDATE endpoint SET probing = changed.probing, failing_since = changed.failing_since,
        failed_messages = changed.failed_messages, failing_clock_from = changed.failing_clock_from,
        failing_warned = changed.failing_warned
      FROM ${jsonRows(sql, HEALTH_COLUMNS, changes.map(healthCells))} AS changed
      WHERE endpoint.account_id = changed.account_id AND endpoint.id = changed.id`
  })

  return { findRecords, write }
}
