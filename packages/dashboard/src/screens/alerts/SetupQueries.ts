import { type QueryClient, queryOptions } from "@tanstack/react-query"
import { client } from "../../client/Client.ts"
import { RequestFailed } from "../../client/RequestFailed.ts"
import { TEST_RECEIVER_URL } from "../../delivery/TestReceiver.ts"
import type { EventType } from "../../events/EventGroups.ts"
import { faultSentence } from "../../text/Faults.ts"
import { messages } from "../../text/messages.ts"
import type { Destination } from "./Destination.ts"

const texts = messages.alertSetup.url

/** The events of a new alert, unless others are chosen. */
export const DEFAULT_EVENTS: ReadonlyArray<EventType> = [
  "container.discharge.at.final.pod",
  "date.changed.container.discharge.at.final.pod"
]

const PAGE_ROWS = 250
const MAX_PAGES = 20

/** The shipments that the account tracks, counted up to 5,000; the demo container is never enrolled. */
export const trackedCountQuery = queryOptions({
  queryKey: ["shipments", "tracked-count"],
  queryFn: async ({ signal }) => {
    let count = 0
    let iterator: string | undefined
    for (let page = 0; page < MAX_PAGES; page++) {
      const { data, ...rest } = await client.shipments.list({
        query: { limit: PAGE_ROWS, ...(iterator === undefined ? {} : { iterator }) },
        signal
      })
      count += data.filter(({ status, number }) => status === "tracking" && number !== "ZZZZ0000000").length
      if (rest.done || rest.iterator === null) return { count, more: false }
      iterator = rest.iterator
    }
    return { count, more: true }
  }
})

/** The price of enrolling one shipment, and the credits that are left; null without a credit period. */
export const priceQuery = queryOptions({
  queryKey: ["setup", "price"],
  queryFn: async ({ signal }) => {
    const [{ operations }, period] = await Promise.all([
      client.tariff.get({ signal }),
      client.consumption.currentPeriod({ signal }).catch((error: unknown) => {
        if (error instanceof RequestFailed && error.status === 404) return null
        throw error
      })
    ])
    const credits = operations.find(({ operation }) => operation === "shipment.track")?.credits ?? 0
    return { credits, left: period?.credits ?? null }
  }
})

/** Why a URL cannot receive alerts, as far as its form shows; the server checks the rest. */
export const urlFaultOf = (url: string): string | undefined => {
  if (url.trim() === "") return texts.missing
  return URL.canParse(url.trim()) && /^[a-z][a-z\d+.-]*:\/\/[^/]/i.test(url.trim()) ? undefined : texts.malformed
}

/** The URL of a destination. */
export const urlOf = ({ kind, url }: Destination): string => (kind === "test" ? TEST_RECEIVER_URL : url.trim())

/** Why a destination cannot be used, as far as its form shows. */
export const destinationFaultOf = ({ kind, url }: Destination): string | undefined =>
  kind === "test" ? undefined : urlFaultOf(url)

/** The check of a URL by the server: its rules, its host and the addresses of the host. */
export const urlCheckQuery = (url: string) =>
  queryOptions({
    queryKey: ["url-check", url.trim()],
    queryFn: async ({ signal }) => {
      await client.endpoints.check({ payload: { url: url.trim() }, signal })
      return true
    },
    retry: false,
    staleTime: 60_000
  })

/** Why the server rejects a URL; undefined for a failure of something else. */
export const rejectionOf = (error: unknown): string | undefined =>
  error instanceof RequestFailed && error.status === 400 ? faultSentence(error.details[0] ?? error.message) : undefined

/** Why the server rejects a destination, which its field states; undefined when it accepts it, or cannot check it. */
export const findRejection = async (
  queryClient: QueryClient,
  { kind, url }: Destination
): Promise<string | undefined> => {
  if (kind === "test") return undefined
  try {
    await queryClient.fetchQuery(urlCheckQuery(url))
    return undefined
  } catch (error) {
    return rejectionOf(error)
  }
}
