import { isConnectionLost } from "./Connection.ts"

/** While messages are streamed, pages still poll now and then. */
const SLOW_POLL_MILLIS = 30_000

let isStreaming = false

/** Sets whether messages are streamed. Returns whether they were before. */
export const setStreaming = (streaming: boolean): boolean => {
  const before = isStreaming
  isStreaming = streaming
  return before
}

interface PolledQuery {
  readonly state: { readonly status: string; readonly data: unknown }
}

/** Whether a query has failed and shows nothing else: the failure stays until it is retried, and does not flicker. */
export const isFailed = ({ state }: PolledQuery): boolean => state.status === "error" && state.data === undefined

/** The interval at which a page polls for data. */
export const dataInterval = (millis: number) => (query: PolledQuery) => (isFailed(query) ? (false as const) : millis)

/** The interval at which a page polls for data that the stream reports too; never while the connection is lost. */
export const pollInterval = (millis: number) => (query: PolledQuery) =>
  isConnectionLost() || isFailed(query) ? (false as const) : isStreaming ? Math.max(millis, SLOW_POLL_MILLIS) : millis
