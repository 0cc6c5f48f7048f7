import type { DateTime } from "effect"
import { AccountId } from "../../src/accounts/Account.ts"
import { ConsumptionPeriod, ConsumptionPeriodId, monthOf } from "../../src/usage/ConsumptionPeriod.ts"
import type { CreditLevel } from "../../src/usage/CreditLevel.ts"
import { Credits } from "../../src/usage/Credits.ts"

export const accountIdOf = (n: number) => AccountId.make(`acc_${String(n).padStart(26, "0")}`)

interface PeriodState {
  readonly toppedUp?: number
  readonly consumed?: number
  readonly notifiedLevel?: CreditLevel
  readonly carriedOver?: boolean
}

/** The period of an account that contains an instant. */
export const periodOf = (
  account: number,
  at: DateTime.Utc,
  granted: number,
  { toppedUp = 0, consumed = 0, notifiedLevel = 100, carriedOver = false }: PeriodState = {}
) =>
  new ConsumptionPeriod({
    id: ConsumptionPeriodId.make("0199a3c8-5d1e-7c40-9b6f-2f1f0c7b9a11"),
    accountId: accountIdOf(account),
    ...monthOf(at),
    granted: Credits.make(granted),
    toppedUp: Credits.make(toppedUp),
    consumed: Credits.make(consumed),
    notifiedLevel,
    carriedOver
  })
