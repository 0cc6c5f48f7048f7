import type { AccountKeyView } from "@landfall/api/accounts/ApiKeysApi"
import type { ConsumptionPeriodView, UsageCountsView } from "@landfall/api/usage/ConsumptionApi"
import { queryOptions } from "@tanstack/react-query"
import { client } from "../../client/Client.ts"
import { RequestFailed } from "../../client/RequestFailed.ts"

export type Period = typeof ConsumptionPeriodView.Encoded
export type UsageCounts = typeof UsageCountsView.Encoded

export type ApiKey = typeof AccountKeyView.Encoded

/** The number of months in the chart. */
export const MONTHS = 12

const NOT_FOUND = 404

/** The current credit period; null for an account without one. */
export const periodQuery = queryOptions({
  queryKey: ["consumption", "current"],
  queryFn: ({ signal }) =>
    client.consumption.currentPeriod({ signal }).catch((error: unknown) => {
      if (error instanceof RequestFailed && error.status === NOT_FOUND) return null
      throw error
    })
})

export const periodsQuery = queryOptions({
  queryKey: ["consumption", "periods"],
  queryFn: ({ signal }) => client.consumption.periods({ signal })
})

/** The first instant of the UTC month that is `back` months before that of `now`. */
const monthStart = (now: Date, back: number): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1))

/** The last months, such as 2026-03, oldest first. */
export const monthsUntil = (now: Date): ReadonlyArray<string> =>
  Array.from({ length: MONTHS }, (_, index) =>
    monthStart(now, MONTHS - 1 - index)
      .toISOString()
      .slice(0, 7)
  )

/** The calls of the last months. */
export const usagesQuery = queryOptions({
  queryKey: ["consumption", "usages"],
  queryFn: ({ signal }) =>
    client.consumption.usages({ query: { startTime: monthStart(new Date(), MONTHS - 1).toISOString() }, signal })
})

/** The calls since an instant, by operation. */
export const operationUsagesQuery = (startTime: string) =>
  queryOptions({
    queryKey: ["consumption", "operations", startTime],
    queryFn: ({ signal }) => client.consumption.operationUsages({ query: { startTime }, signal })
  })

/** More keys than an account may have, so that one page has them all. */
const KEYS_PAGE = 250

/** The API keys of the account. */
export const keysQuery = queryOptions({
  queryKey: ["keys"],
  queryFn: ({ signal }) => client.apiKeys.list({ query: { limit: KEYS_PAGE }, signal })
})

export const tariffQuery = queryOptions({
  queryKey: ["tariff"],
  queryFn: ({ signal }) => client.tariff.get({ signal }),
  staleTime: Number.POSITIVE_INFINITY
})

export const limitsQuery = queryOptions({
  queryKey: ["limits"],
  queryFn: ({ signal }) => client.limits.get({ signal }),
  staleTime: Number.POSITIVE_INFINITY
})

/** The share of the credits that remains, 0 to 1. Top-ups can raise it above the initial credits. */
export const shareLeft = ({ credits, creditsInitial }: Period): number =>
  creditsInitial === 0 ? (credits > 0 ? 1 : 0) : Math.min(1, credits / creditsInitial)

/** The share at which the service notifies of few credits. */
export const LOW_SHARE = 0.2
