import { type Query, QueryCache, QueryClient } from "@tanstack/react-query"
import { isSignedOut, RequestFailed } from "./RequestFailed.ts"

const MAX_RETRIES = 2

/** A request is repeated when the server was not available, or requested a short wait. */
const isRetryable = (error: unknown): boolean =>
  error instanceof RequestFailed && (error.status === 0 || error.status === 429 || error.status >= 500)

/** Holds the responses of the server. `onSignedOut` runs when the session has ended. */
export const makeQueryClient = (onSignedOut: () => void): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({ onError: (error) => (isSignedOut(error) ? onSignedOut() : undefined) }),
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        retry: (count, error) => count < MAX_RETRIES && isRetryable(error)
      }
    }
  })

/** Repeats the shown queries that have failed. */
export const retryFailed = (queryClient: QueryClient): void => {
  const failed = { type: "active", predicate: ({ state }: Query) => state.status === "error" } as const
  void queryClient.refetchQueries(failed, { cancelRefetch: false })
}
