import { useInfiniteQuery } from "@tanstack/react-query"
import { useEffect, useMemo } from "react"
import { endpointsQuery } from "./EndpointQueries.ts"

/** The maximum number of endpoints that are loaded without a press. */
const MAX_LOADED = 1_000

/** The endpoints of the account, a page at a time; where a search or a choice is among all of them, every page is loaded. */
export const useEndpoints = ({ isWhole }: { readonly isWhole: boolean }) => {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(endpointsQuery)
  const endpoints = useMemo(() => data?.pages.flatMap((page) => page.data), [data])
  const count = endpoints?.length ?? 0
  const goesOn = isWhole && hasNextPage && !isFetchingNextPage && error === null && count < MAX_LOADED
  useEffect(() => {
    if (goesOn) void fetchNextPage()
  }, [goesOn, fetchNextPage])
  return { endpoints, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch }
}
