import { type QueryClient, useQueryClient } from "@tanstack/react-query"
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from "react"
import { useConnection } from "./Connection.ts"
import { listen } from "./EventStream.ts"
import { isFailed, setStreaming } from "./Polling.ts"
import { retryFailed } from "./Queries.ts"

/** Bursts of messages cause one request. */
const GROUP_MILLIS = 300

const StreamingContext = createContext(false)

/** Whether messages are streamed; pages poll otherwise. */
export const useIsStreaming = (): boolean => useContext(StreamingContext)

/**
 * The data that a message can change: lists and pages of messages, the figures of endpoints, the alerts of shipments.
 */
const isAffected = (queryKey: ReadonlyArray<unknown>): boolean => {
  const [kind, , part] = queryKey
  if (kind === "messages") return queryKey[1] !== "list"
  if (kind === "endpoints") return part === "stats" || part === "attempts"
  return kind === "sample" || (kind === "shipments" && part === "alerts")
}

const refresh = (queryClient: QueryClient) =>
  void queryClient.invalidateQueries({ predicate: (query) => isAffected(query.queryKey) && !isFailed(query) })

/** Keeps the shown data current while the tab is visible. */
export const MessageStream = ({ children }: { readonly children: ReactNode }) => {
  const queryClient = useQueryClient()
  const [isStreaming, setIsStreaming] = useState(false)
  const { isLost } = useConnection()
  const wasLost = useRef(isLost)
  useEffect(() => {
    // Queries that failed meanwhile are repeated, which also restarts the intervals.
    if (wasLost.current && !isLost) {
      refresh(queryClient)
      retryFailed(queryClient)
    }
    wasLost.current = isLost
  }, [isLost, queryClient])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let controller: AbortController | undefined
    const onEvent = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        refresh(queryClient)
      }, GROUP_MILLIS)
    }
    const onLive = (live: boolean) => {
      // The intervals of the shown queries change with the next response.
      if (setStreaming(live) && !live) refresh(queryClient)
      setIsStreaming(live)
    }
    const stop = () => {
      controller?.abort()
      controller = undefined
      onLive(false)
    }
    const follow = () => {
      if (document.visibilityState === "hidden") return stop()
      if (controller !== undefined) return
      controller = new AbortController()
      void listen({ onEvent, onLive }, controller.signal)
    }
    follow()
    document.addEventListener("visibilitychange", follow)
    return () => {
      document.removeEventListener("visibilitychange", follow)
      clearTimeout(timer)
      stop()
    }
  }, [queryClient])
  return <StreamingContext.Provider value={isStreaming}>{children}</StreamingContext.Provider>
}
