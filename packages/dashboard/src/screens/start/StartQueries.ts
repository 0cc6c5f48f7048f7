import { queryOptions } from "@tanstack/react-query"
import { client } from "../../client/Client.ts"
import { dataInterval } from "../../client/Polling.ts"
import type { ListedShipment, Summary } from "../shipments/ShipmentQueries.ts"

/** The shipments that the start reads first. */
const NEWEST = 50
/** The shipments that it reads afterwards, page by page. */
const PAGE_ROWS = 250
const MOST_PAGES = 4

export const DAY_MILLIS = 86_400_000
const ARRIVAL_DAYS = 14
const CHANGES_SHOWN = 100
export const REFETCH_MILLIS = 30_000

/** The newest shipments. */
export const newestQuery = queryOptions({
  queryKey: ["shipments", "newest"],
  queryFn: ({ signal }) => client.shipments.list({ query: { limit: NEWEST, summary: "true" }, signal }),
  refetchInterval: dataInterval(REFETCH_MILLIS)
})

const OLDER_INTERVAL_MILLIS = 300_000

/** The shipments after the newest ones, up to 1,000, and whether these are all. */
export const olderQuery = (iterator: string | null) =>
  queryOptions({
    queryKey: ["shipments", "older", iterator],
    queryFn: async ({ signal }) => {
      const data: Array<ListedShipment> = []
      let next = iterator
      for (let page = 0; page < MOST_PAGES && next !== null; page++) {
        const read = await client.shipments.list({
          query: { limit: PAGE_ROWS, summary: "true", iterator: next },
          signal
        })
        data.push(...read.data)
        next = read.done ? null : read.iterator
      }
      return { data, isWhole: next === null }
    },
    enabled: iterator !== null,
    staleTime: OLDER_INTERVAL_MILLIS,
    refetchInterval: dataInterval(OLDER_INTERVAL_MILLIS),
    // The iterator moves on with every new shipment: the previous rows are shown until the next response.
    placeholderData: (before) => before
  })

/** The event of a registration, which is not a change of the journey. */
const ADDED = "shipment.added.to.endpoint"

/** The alerts of the last 24 hours that a change of a journey has caused. */
export const changesQuery = queryOptions({
  queryKey: ["messages", "day"],
  queryFn: ({ signal }) =>
    client.messages.list({
      query: { since: new Date(Date.now() - DAY_MILLIS).toISOString(), example: "false", limit: CHANGES_SHOWN },
      signal
    }),
  select: ({ data, done }) => ({ data: data.filter(({ type }) => type !== ADDED), done }),
  refetchInterval: dataInterval(REFETCH_MILLIS)
})

/** The arrival of a tracked shipment, when it is in the next 14 days. */
export const soonArrival = (
  { status, summary = null }: ListedShipment,
  now: number
): NonNullable<Summary["arrival"]> | undefined => {
  const arrival = summary?.arrival ?? null
  if (status !== "tracking" || arrival === null || arrival.classifier === "ACT") return undefined
  const wait = Date.parse(arrival.date) - now
  return wait >= 0 && wait <= ARRIVAL_DAYS * DAY_MILLIS ? arrival : undefined
}
