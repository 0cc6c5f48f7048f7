import { useInfiniteQuery, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { client } from "../client/Client.ts"
import { DataTable } from "../components/DataTable.tsx"
import { EventType } from "../components/EventType.tsx"
import { Status } from "../components/Feedback.tsx"
import { Button } from "../components/form/Button.tsx"
import { Card } from "../components/Page.tsx"
import { Time } from "../components/Time.tsx"
import { explainOutcome } from "../delivery/explainFailure.ts"
import { type Attempt, attemptsQuery, duration } from "../screens/endpoints/operations/EndpointQueries.ts"
import { messages } from "../text/messages.ts"

const texts = messages.portal
const columns = messages.endpoints.attempts

const PAGE_ROWS = 100

/** An attempt by what no other one has. */
const attemptKey = ({ messageId, number }: Attempt): string => `${messageId} ${number}`

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

/** The attempts of an endpoint, newest first: those of the moment stay current, and older ones are loaded on request. */
const useAttempts = (id: string) => {
  const { data: newest, error } = useQuery(attemptsQuery(id, PAGE_ROWS))
  const [older, setOlder] = useState<Older>()
  const { data, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
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
    error,
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
  readonly onOpen: (messageId: string) => void
}

/** The attempts of an endpoint, each with its result and the way to its message. */
export const AttemptsCard = ({ endpointId, onOpen }: AttemptsCardProps) => {
  const { attempts, error, hasMore, isLoadingMore, loadMore } = useAttempts(endpointId)
  return (
    <Card title={texts.attempts}>
      <div className="stack">
        {attempts?.length === 0 ? (
          <p className="muted">{texts.noAttempts}</p>
        ) : (
          <DataTable
            label={texts.attempts}
            rows={attempts}
            hasFailed={error !== null}
            keyOf={attemptKey}
            columns={[
              { title: columns.time, cell: ({ startedAt }) => <Time at={startedAt} /> },
              { title: columns.type, isName: true, cell: ({ type }) => <EventType type={type} /> },
              {
                title: columns.result,
                cell: (attempt) => (
                  <span className="stack-s">
                    <span>
                      <Status tone={attempt.status === "succeeded" ? "good" : "bad"}>
                        {attempt.responseStatus ?? columns[attempt.status]}
                      </Status>
                    </span>
                    {attempt.status === "failed" ? <span className="small">{explainOutcome(attempt)}</span> : null}
                  </span>
                )
              },
              { title: columns.duration, cell: ({ durationMillis }) => duration(durationMillis), isNumber: true },
              {
                title: texts.open,
                isAction: true,
                cell: ({ messageId, type }) => (
                  <Button size="small" aria-label={texts.openOf(type)} onPress={() => onOpen(messageId)}>
                    {texts.open}
                  </Button>
                )
              }
            ]}
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
