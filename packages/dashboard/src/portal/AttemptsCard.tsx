import { useInfiniteQuery, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { client } from "../client/Client.ts"
import { DataTable } from "../components/DataTable.tsx"
import { EventType } from "../components/EventType.tsx"
import { ErrorNote } from "../components/Feedback.tsx"
import { Button } from "../components/form/Button.tsx"
import { LinkButton } from "../components/form/LinkButton.tsx"
import { Card } from "../components/Page.tsx"
import { attemptColumns, attemptKey } from "../screens/endpoints/attemptColumns.tsx"
import { type Attempt, attemptsQuery } from "../screens/endpoints/operations/EndpointQueries.ts"
import { messages } from "../text/messages.ts"

const texts = messages.portal

const PAGE_ROWS = 100

/** Attempts, each once: as it is first. */
const distinct = (attempts: ReadonlyArray<Attempt>): ReadonlyArray<Attempt> => {
  const known = new Map<string, Attempt>()
  for (const attempt of attempts) if (!known.has(attemptKey(attempt))) known.set(attemptKey(attempt), attempt)
  return [...known.values()]
}

/** Where the older attempts begin, and the newer ones at the time when they were requested. */
interface Older {
  readonly iterator: string
  readonly newer: ReadonlyArray<Attempt>
}

/** The attempts of an endpoint, newest first: the newest stay current, and older ones are loaded on request. */
const useAttempts = (id: string) => {
  const { data: newest, error: newestError, refetch } = useQuery(attemptsQuery(id, PAGE_ROWS))
  const [older, setOlder] = useState<Older>()
  const {
    data,
    error: olderError,
    hasNextPage,
    isFetching,
    fetchNextPage
  } = useInfiniteQuery({
    queryKey: ["endpoints", id, "older-attempts", older?.iterator],
    queryFn: ({ pageParam, signal }) =>
      client.endpointMonitoring.attempts({ params: { id }, query: { limit: PAGE_ROWS, iterator: pageParam }, signal }),
    initialPageParam: older?.iterator ?? "",
    getNextPageParam: ({ done, iterator }) => (done ? null : iterator),
    enabled: older !== undefined,
    staleTime: Number.POSITIVE_INFINITY
  })
  const known = [...(newest?.data ?? []), ...(older?.newer ?? []), ...(data?.pages.flatMap((page) => page.data) ?? [])]
  const next = newest?.iterator ?? null
  const isFirst = older === undefined
  return {
    /** Undefined while they are loaded. */
    attempts: newest === undefined ? undefined : distinct(known),
    error: newest === undefined ? newestError : olderError,
    refetch,
    hasMore: isFirst ? newest?.done === false && next !== null : hasNextPage || isFetching,
    isLoadingMore: isFetching,
    loadMore: () => {
      if (isFirst && newest !== undefined && next !== null) setOlder({ iterator: next, newer: newest.data })
      else if (hasNextPage && !isFetching) void fetchNextPage()
    }
  }
}

interface AttemptsCardProps {
  readonly endpointId: string
  readonly onShowLog: () => void
  readonly onOpen: (messageId: string) => void
}

/** The attempts of an endpoint, each with its result and the way to its message. */
export const AttemptsCard = ({ endpointId, onShowLog, onOpen }: AttemptsCardProps) => {
  const { attempts, error, refetch, hasMore, isLoadingMore, loadMore } = useAttempts(endpointId)
  return (
    <Card title={texts.attempts} actions={<LinkButton onPress={onShowLog}>{texts.logOfEndpoint}</LinkButton>}>
      <div className="stack">
        {error === null ? null : <ErrorNote error={error} onRetry={() => void refetch()} />}
        {attempts?.length === 0 ? (
          <p className="muted">{texts.noAttempts}</p>
        ) : (
          <DataTable
            label={texts.attempts}
            rows={attempts}
            hasFailed={error !== null}
            keyOf={attemptKey}
            columns={attemptColumns(attempts ?? [], ({ messageId, type }) => (
              <LinkButton data-row aria-label={texts.openOf(type)} onPress={() => onOpen(messageId)}>
                <EventType type={type} />
              </LinkButton>
            ))}
          />
        )}
        {hasMore ? (
          <div>
            <Button size="small" isPending={isLoadingMore} onPress={loadMore}>
              {messages.common.loadMore}
            </Button>
          </div>
        ) : null}
      </div>
    </Card>
  )
}
