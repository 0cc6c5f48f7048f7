import { AccountId } from "@landfall/core/accounts/Account"
import { ConsumptionPeriod, ConsumptionPeriodId, decisionThreshold } from "@landfall/core/usage/ConsumptionPeriod"
import { CreditLevel } from "@landfall/core/usage/CreditLevel"
import { Credits } from "@landfall/core/usage/Credits"
import { type DateTime, Effect, Schema } from "effect"
import { type SqlClient, SqlSchema } from "effect/sql"
import { type Cells, ID_COLUMN, insertRows, jsonColumns, jsonRows } from "../sql/JsonRows.ts"
import { rowLocks } from "../sql/RowLocks.ts"

const PeriodRow = Schema.Struct({
  id: ConsumptionPeriodId,
  accountId: AccountId,
  startsAt: Schema.DateTimeUtcFromMillis,
  endsAt: Schema.DateTimeUtcFromMillis,
  granted: Credits,
  toppedUp: Credits,
  consumed: Credits,
  notifiedLevel: CreditLevel,
  carriedOver: Schema.BooleanFromBit
}).pipe(Schema.decodeTo(ConsumptionPeriod))

const PERIOD_COLUMNS = jsonColumns({
  id: "TEXT",
  account_id: "TEXT",
  starts_at: "BIGINT",
  ends_at: "BIGINT",
  granted: "BIGINT",
  topped_up: "BIGINT",
  consumed: "BIGINT",
  notified_level: "BIGINT",
  carried_over: "BIGINT",
  decide_from: "BIGINT"
})

const periodCells = (period: ConsumptionPeriod): Cells => [
  period.id,
  period.accountId,
  period.startsAt.epochMilliseconds,
  period.endsAt.epochMilliseconds,
  period.granted,
  period.toppedUp,
  period.consumed,
  period.notifiedLevel,
  period.carriedOver ? 1 : 0,
  decisionThreshold(period)
]

const PeriodAt = Schema.Struct({ accountId: AccountId, at: Schema.DateTimeUtcFromMillis })

/** The statements on `credit_period`. */
export const makePeriodRows = (sql: SqlClient.SqlClient) => {
  const locks = rowLocks(sql)

  const isPeriodAt = (accountId: string, at: number) =>
    sql`account_id = ${accountId} AND starts_at <= ${at} AND ends_at > ${at}`

  const lockOf = SqlSchema.findAll({
    Request: Schema.Struct({ accountIds: Schema.Array(AccountId), first: Schema.Int }),
    Result: PeriodRow,
    execute: ({ accountIds, first }) =>
      sql`SELECT * FROM credit_period
        WHERE account_id IN (SELECT id FROM ${jsonRows(
          sql,
          ID_COLUMN,
          accountIds.map((id) => [id])
        )} AS debited) AND ends_at > ${first}
        ORDER BY account_id, starts_at ${locks.forChange}`
  })

  return {
    /** The period that contains an instant. */
    find: SqlSchema.findOneOption({
      Request: PeriodAt,
      Result: PeriodRow,
      execute: ({ accountId, at }) => sql`SELECT * FROM credit_period WHERE ${isPeriodAt(accountId, at)}`
    }),

    /** Every period of an account, newest first. */
    list: SqlSchema.findAll({
      Request: AccountId,
      Result: PeriodRow,
      execute: (accountId) => sql`SELECT * FROM credit_period WHERE account_id = ${accountId} ORDER BY starts_at DESC`
    }),

    /** Locks and returns the newest period of an account. Run it in a transaction. */
    lockNewest: SqlSchema.findOneOption({
      Request: AccountId,
      Result: PeriodRow,
      execute: (accountId) =>
        sql`SELECT * FROM credit_period WHERE account_id = ${accountId}
          ORDER BY starts_at DESC LIMIT 1 ${locks.forChange}`
    }),

    /** Locks and returns the periods of accounts that end after an instant, oldest first. Run it in a transaction. */
    lockFrom: (accountIds: Iterable<AccountId>, first: DateTime.Utc) =>
      lockOf({ accountIds: [...new Set(accountIds)], first: first.epochMilliseconds }),

    /** Debits one period, if the debit needs no decision. It is one statement, so that no other debit can come between. */
    debitUndecided: (accountId: AccountId, credits: number, at: DateTime.Utc) =>
      sql`UPDATE credit_period SET consumed = consumed + ${credits}
        WHERE ${isPeriodAt(accountId, at.epochMilliseconds)} AND consumed + ${credits} < decide_from
        RETURNING 1 AS debited`,

    insert: (periods: ReadonlyArray<ConsumptionPeriod>) =>
      insertRows(sql, "credit_period", PERIOD_COLUMNS, periods.map(periodCells)),

    /** Writes periods that the transaction has locked. */
    update: (periods: ReadonlyArray<ConsumptionPeriod>) => {
      if (periods.length === 0) return Effect.void
      return Effect.asVoid(sql`UPDATE credit_period SET topped_up = changed.topped_up, consumed = changed.consumed,
          notified_level = changed.notified_level, carried_over = changed.carried_over, decide_from = changed.decide_from
        FROM ${jsonRows(sql, PERIOD_COLUMNS, periods.map(periodCells))} AS changed
        WHERE credit_period.account_id = changed.account_id AND credit_period.id = changed.id`)
    }
  }
}

export type PeriodRows = ReturnType<typeof makePeriodRows>
