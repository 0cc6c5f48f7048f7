import type { AccountId } from "../../accounts/Account.ts"
import type { ShipmentId } from "../../alerts/ShipmentId.ts"

/** An account with shipments at a carrier, and the one of them that has been due longest; undefined while none is due. */
export interface AccountPolls {
  readonly accountId: AccountId
  readonly longestDue: ShipmentId | undefined
}

/** How many accounts one claim of a carrier considers. */
export const ACCOUNTS_PER_CLAIM = 200

/** Whether the accounts of a carrier take turns: more of its shipments are due than a claim may poll. */
export const isScarce = (due: number, share: number): boolean => due > share

/**
 * The shipments of a carrier that are leased when its polls are scarce: first one of each account in turn, then those that
 * have been due longest.
 *
 * @param accounts `ACCOUNTS_PER_CLAIM` at most, in the order of their ids, after the account of the turn before
 * @param longestDue shipments of all accounts, the longest due first
 * @returns the shipments, and the account after which the next turn begins; empty for the first account
 */
export const selectDuePolls = (
  share: number,
  accounts: ReadonlyArray<AccountPolls>,
  longestDue: ReadonlyArray<ShipmentId>
): { readonly shipments: ReadonlyArray<ShipmentId>; readonly turnAfter: AccountId | "" } => {
  // An account whose shipments use up a carrier's allowance does not delay those of others.
  const shipments = new Set<ShipmentId>()
  let turnAfter: AccountId | "" = ""
  for (const { accountId, longestDue: first } of accounts) {
    if (shipments.size >= share) break
    turnAfter = accountId
    if (first !== undefined) shipments.add(first)
  }
  const isEnd = shipments.size < share && accounts.length < ACCOUNTS_PER_CLAIM
  for (const id of longestDue) if (shipments.size < share) shipments.add(id)
  return { shipments: [...shipments], turnAfter: isEnd ? "" : turnAfter }
}
