import type { Account } from "@landfall/core/accounts/Account"
import { includesAlerts } from "@landfall/core/accounts/Plan"
import type { CellName } from "@landfall/core/cells/CellName"
import { formatCount } from "@landfall/core/listing/Count"
import { type ConsumptionPeriod, isExpired, remainingCredits } from "@landfall/core/usage/ConsumptionPeriod"
import { Console, DateTime, Option } from "effect"

/** An account as JSON output has it. */
export const toAccountJson = (account: Account) => ({
  id: account.id,
  name: account.name,
  plan: account.plan,
  monthlyCredits: Option.getOrNull(account.monthlyCredits),
  createdAt: DateTime.formatIso(account.createdAt)
})

/** The cell of an account in JSON output; nothing in an installation of one database. */
export const cellJson = (cell: Option.Option<CellName>) => (Option.isSome(cell) ? { cell: cell.value } : {})

/** A credit period with the names of the HTTP API. */
export const toPeriodJson = (period: ConsumptionPeriod, now: DateTime.Utc) => ({
  id: period.id,
  credits: remainingCredits(period),
  creditsInitial: period.granted,
  periodStart: DateTime.formatIso(period.startsAt),
  periodEnd: DateTime.formatIso(period.endsAt),
  expired: isExpired(period, now)
})

const grantText = ({ monthlyCredits }: Account): string =>
  Option.match(monthlyCredits, {
    onNone: () => "no monthly credits",
    onSome: (credits) => `${formatCount(credits, "credit")} a month`
  })

/** One line about an account, with its cell where there are several. */
export const accountLine = (account: Account, cell: Option.Option<CellName> = Option.none()): string => {
  const place = Option.match(cell, { onNone: () => "", onSome: (name) => `${name}  ` })
  return `${account.id}  ${place}${account.plan.padEnd(13)}  ${grantText(account)}  ${account.name}`
}

/** One line about the current credit period; none when the account has none. */
export const periodLine = (period: Option.Option<ConsumptionPeriod>): string =>
  Option.match(period, {
    onNone: () => "no credit period",
    onSome: (current) =>
      `${formatCount(remainingCredits(current), "credit")} left until ${DateTime.formatIso(current.endsAt)}`
  })

/** The missing parts of an account, each with the command that adds it; empty when it can use everything. */
export const missingParts = (
  { id, plan }: Account,
  period: Option.Option<ConsumptionPeriod>,
  validKeys: number
): ReadonlyArray<string> => [
  ...(Option.exists(period, (current) => remainingCredits(current) > 0)
    ? []
    : [
        `It has no credits, so that metered operations respond with 402. Add some: landfall accounts top-up ${id} 1000`
      ]),
  ...(validKeys > 0 ? [] : [`It has no valid API key. Create one: landfall keys create --account ${id}`]),
  ...(includesAlerts(plan) ? [] : [`Its plan has no alerts. Change it: landfall accounts set-plan ${id} pay-as-you-go`])
]

export const printLines = (lines: ReadonlyArray<string>) => Console.log(lines.join("\n"))
