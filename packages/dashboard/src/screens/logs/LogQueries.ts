import type { MessageDetail as MessageDetailView, MessagesQuery, MessageView } from "@landfall/api/alerts/MessagesApi"
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query"
import { client } from "../../client/Client.ts"
import { pollInterval } from "../../client/Polling.ts"
import type { Tone } from "../../components/Tone.ts"
import type { LogFilters } from "./LogFilters.ts"

export type Message = typeof MessageView.Encoded
export type MessageDetail = typeof MessageDetailView.Encoded
export type Delivery = Message["deliveries"][number]

type ListQuery = Omit<typeof MessagesQuery.Encoded, "limit" | "iterator">

const HOUR_MILLIS = 3_600_000
const MINUTE_MILLIS = 60_000

/** The start of the window, at a full minute: the same filters are the same list for a while. */
const sinceOf = (hours: string): string =>
  new Date(Math.floor((Date.now() - Number(hours) * HOUR_MILLIS) / MINUTE_MILLIS) * MINUTE_MILLIS).toISOString()

const queryOf = ({ hours, ...filters }: LogFilters): ListQuery =>
  ({ ...filters, ...(hours === undefined ? {} : { since: sinceOf(hours) }) }) as ListQuery

const PAGE_ROWS = 100

/** Messages, newest first, page by page. */
export const messagesQuery = (filters: LogFilters) =>
  infiniteQueryOptions({
    queryKey: ["messages", "list", filters],
    queryFn: ({ pageParam, signal }) =>
      client.messages.list({
        query: { ...queryOf(filters), limit: PAGE_ROWS, ...(pageParam === null ? {} : { iterator: pageParam }) },
        signal
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ done, iterator }) => (done ? null : iterator),
    // The list is unchanged while somebody reads it: `newestQuery` returns the messages that have arrived since.
    staleTime: Number.POSITIVE_INFINITY
  })

const LIVE_MILLIS = 2_000

/** The newest messages, and the current state of those that are shown, every two seconds. */
export const newestQuery = (filters: LogFilters) =>
  queryOptions({
    queryKey: ["messages", "newest", filters],
    queryFn: ({ signal }) => client.messages.list({ query: { ...queryOf(filters), limit: PAGE_ROWS }, signal }),
    refetchInterval: pollInterval(LIVE_MILLIS)
  })

export const messageQuery = (id: string) =>
  queryOptions({
    queryKey: ["messages", id],
    queryFn: ({ signal }) => client.messages.get({ params: { id }, signal }),
    refetchInterval: pollInterval(LIVE_MILLIS)
  })

export const messageAttemptsQuery = (id: string) =>
  queryOptions({
    queryKey: ["messages", id, "attempts"],
    queryFn: ({ signal }) => client.messages.attempts({ params: { id }, query: { limit: 100 }, signal }),
    refetchInterval: pollInterval(LIVE_MILLIS)
  })

export type ShownStatus = Delivery["status"] | "retrying" | "none"

/** The state of a delivery as people name it: one that waits after an attempt is being retried. */
export const shownStatus = ({ status, attempts }: Pick<Delivery, "status" | "attempts">): ShownStatus =>
  status === "pending" && attempts > 0 ? "retrying" : status

const WORST_FIRST: ReadonlyArray<ShownStatus> = ["exhausted", "retrying", "pending", "sending", "skipped", "succeeded"]

/** The state of a message: the worst of its deliveries. */
export const messageStatus = ({ deliveries }: Pick<Message, "deliveries">): ShownStatus => {
  const states = new Set(deliveries.map(shownStatus))
  return WORST_FIRST.find((status) => states.has(status)) ?? "none"
}

export const STATUS_TONES: Readonly<Record<ShownStatus, Tone>> = {
  pending: "idle",
  sending: "idle",
  succeeded: "good",
  exhausted: "bad",
  skipped: "idle",
  retrying: "warn",
  none: "idle"
}
