import type { AccountId } from "@landfall/core/accounts/Account"
import type { Responded } from "@landfall/core/alerts/delivery/Delivery"
import { type BucketPolicy, debitTokens, FULL, type FullAt, hasTokens } from "@landfall/core/limits/TokenBucket"

/** What is stored of a response besides its status. */
export type StoredResponse = Pick<typeof Responded.Type, "body" | "headers">

/** The characters of responses that a worker stores of one account: 128 Ki a second, after the first 16 Mi. */
const STORED_CHARACTERS: BucketPolicy = { perSecond: 128 * 1024, capacity: 16 * 1024 * 1024 }

/** The length of each response that is stored in any case, in characters. */
export const SHORT_LENGTH = 256

const SWEEP_MILLIS = 60_000

const lengthOf = (headers: StoredResponse["headers"] = {}): number => {
  let length = 0
  for (const name in headers) length += name.length + (headers[name] ?? "").length
  return length
}

const shorten = (body: string): string =>
  body.length <= SHORT_LENGTH ? body : body.slice(0, SHORT_LENGTH).toWellFormed()

/**
 * Makes the function that returns the stored part of a response. Attempts are retained for months: an endpoint that
 * fails with 4 KiB, and whose deliveries are sent again and again, would fill the disk that all accounts share.
 *
 * @param now milliseconds of a monotonic clock
 */
export const makeResponseBudget = (now: () => number) => {
  const buckets = new Map<AccountId, FullAt>()
  let sweptAt = now()

  /** A full bucket needs no memory. */
  const dropFull = (at: number): void => {
    if (at - sweptAt < SWEEP_MILLIS) return
    sweptAt = at
    for (const [account, fullAt] of buckets) if (fullAt <= at) buckets.delete(account)
  }

  return (accountId: AccountId, response: StoredResponse): StoredResponse => {
    const { body, headers } = response
    const length = body.length + lengthOf(headers)
    if (length <= SHORT_LENGTH) return response
    const at = now()
    dropFull(at)
    const fullAt = buckets.get(accountId) ?? FULL
    if (!hasTokens(STORED_CHARACTERS, fullAt, at, length)) return { body: shorten(body) }
    buckets.set(accountId, debitTokens(STORED_CHARACTERS, fullAt, at, length))
    return response
  }
}
