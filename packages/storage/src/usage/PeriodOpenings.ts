import { AccountId } from "@landfall/core/accounts/Account"
import { ConsumptionPeriod, ConsumptionPeriodId } from "@landfall/core/usage/ConsumptionPeriod"
import { CarryOver, openPeriod } from "@landfall/core/usage/PeriodOpening"
import { type DateTime, Effect, Option, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { SqlClient, SqlSchema } from "effect/sql"
import { rowLocks } from "../sql/RowLocks.ts"
import type { PeriodRows } from "./PeriodRows.ts"

const AccountRow = Schema.Struct({ monthlyCredits: Schema.OptionFromNullOr(Schema.Int) })

/** Opens credit periods. Run it in a transaction. */
export const makePeriodOpenings = Effect.fnUntraced(function* (periods: PeriodRows) {
  const sql = yield* SqlClient.SqlClient
  const random = yield* SecureRandom.SecureRandom
  const carryOver = yield* CarryOver
  const locks = rowLocks(sql)

  const lockAccount = SqlSchema.findOneOption({
    Request: AccountId,
    Result: AccountRow,
    execute: (id) => sql`SELECT monthly_credits FROM account WHERE id = ${id} ${locks.forChange}`
  })

  /**
   * Opens the period of an account that contains an instant, unless it exists or the account receives no credits. Returns
   * whether the account exists. The lock on the account serialises the openings of several servers.
   *
   * @param always opens the period even without credits, to receive a top-up
   */
  return Effect.fnUntraced(function* (accountId: AccountId, at: DateTime.Utc, always = false) {
    const account = yield* lockAccount(accountId)
    if (Option.isNone(account)) return false
    if (Option.isSome(yield* periods.find({ accountId, at }))) return true
    const newest = Option.getOrUndefined(yield* periods.lockNewest(accountId))
    const { monthlyCredits } = account.value
    const { opened, closed } = openPeriod({ accountId, at, monthlyCredits, newest, carryOver, always })
    const added = yield* Effect.forEach(opened, (draft) =>
      Effect.map(random.uuidV7(), (id) => new ConsumptionPeriod({ ...draft, id: ConsumptionPeriodId.make(id) }))
    )
    yield* periods.insert(added)
    if (closed !== undefined) yield* periods.update([closed])
    return true
  })
})
