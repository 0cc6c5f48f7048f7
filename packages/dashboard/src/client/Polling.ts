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

/** The interval at which a page polls for data that the stream reports too; never while the connection is lost. */
export const pollInterval = (millis: number) => () =>
  isConnectionLost() ? (false as const) : isStreaming ? Math.max(millis, SLOW_POLL_MILLIS) : millis
