import { AccountId } from "@landfall/core/accounts/Account"
import { nextDemoRoundAt } from "@landfall/core/tracking/decisions/DemoRound"
import type { Registration } from "@landfall/core/tracking/shipments/Shipment"
import { type DateTime, Effect, Option, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { accountFences } from "../../sql/AccountFences.ts"
import { jsonColumns, jsonRows } from "../../sql/JsonRows.ts"
import { rowLocks } from "../../sql/RowLocks.ts"
import { RegistrationRow } from "./ShipmentRow.ts"

const NEXT_ROUND_COLUMNS = jsonColumns({
  account_id: "TEXT",
  shipment_id: "TEXT",
  endpoint_id: "TEXT",
  demo_due_at: "BIGINT"
})
const decodeRegistration = Schema.decodeUnknownEffect(RegistrationRow)
const decodeDemoDueAt = Schema.decodeUnknownEffect(Schema.Struct({ demoDueAt: Schema.Int }))
const decodeAccount = Schema.decodeUnknownEffect(Schema.Struct({ accountId: AccountId }))

/** A due demo round. `dueAt` is in milliseconds since the epoch. */
export interface DemoRound {
  readonly accountId: AccountId
  readonly registration: Registration
  readonly dueAt: number
}

/** Reads the due demo rounds and schedules the next; use it inside a transaction. */
export const makeDemoRounds = (sql: SqlClient.SqlClient) => {
  const locks = rowLocks(sql)
  const { andUnfenced } = accountFences(sql)

  const due = Effect.fnUntraced(function* (now: DateTime.Utc, limit: number) {
    const at = now.epochMilliseconds
    const locked = yield* locks.lockAccountsOf(sql`SELECT shipment_id FROM registration WHERE demo_due_at <= ${at}
      ${andUnfenced()}
      ORDER BY demo_due_at, shipment_id, endpoint_id LIMIT ${limit}`)
    const rows = yield* sql`SELECT * FROM registration WHERE demo_due_at <= ${at} AND ${locked} ${andUnfenced()}
      ORDER BY demo_due_at, shipment_id, endpoint_id LIMIT ${limit}`
    return yield* Effect.forEach(rows, (row) =>
      Effect.map(
        Effect.all([decodeAccount(row), decodeRegistration(row), decodeDemoDueAt(row)]),
        ([{ accountId }, registration, { demoDueAt }]): DemoRound => ({ accountId, registration, dueAt: demoDueAt })
      )
    )
  })

  /** Schedules the rounds after these. */
  const advance = (rounds: ReadonlyArray<DemoRound>, now: DateTime.Utc, intervalMillis: number) => {
    const rows = rounds.map(({ accountId, registration: { shipmentId, endpointId }, dueAt }) => [
      accountId,
      shipmentId,
      endpointId,
      nextDemoRoundAt(dueAt, intervalMillis, now.epochMilliseconds)
    ])
    return sql`UPDATE registration SET demo_due_at = next.demo_due_at
      FROM ${jsonRows(sql, NEXT_ROUND_COLUMNS, rows)} AS next
      WHERE registration.account_id = next.account_id AND registration.shipment_id = next.shipment_id
        AND registration.endpoint_id = next.endpoint_id`
  }

  const nextDueAt = Effect.fnUntraced(function* () {
    const rows = yield* sql`SELECT demo_due_at FROM registration WHERE demo_due_at IS NOT NULL
      ${andUnfenced()} ORDER BY demo_due_at LIMIT 1`
    const row = rows[0]
    return row === undefined ? Option.none() : Option.some((yield* decodeDemoDueAt(row)).demoDueAt)
  })

  return { due, advance, nextDueAt }
}
