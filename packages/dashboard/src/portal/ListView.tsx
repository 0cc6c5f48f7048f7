import { useInfiniteQuery, useQuery } from "@tanstack/react-query"
import { DataTable } from "../components/DataTable.tsx"
import { Awaited, Empty, ErrorNote, Status } from "../components/Feedback.tsx"
import { Button } from "../components/form/Button.tsx"
import { LinkButton } from "../components/form/LinkButton.tsx"
import {
  type Endpoint,
  endpointsQuery,
  statsQuery,
  successRate,
  TONES
} from "../screens/endpoints/operations/EndpointQueries.ts"
import { messages } from "../text/messages.ts"

const texts = messages.portal
const columns = messages.endpoints.columns

const Health = ({ id }: { readonly id: string }) => {
  const { data, error } = useQuery(statsQuery(id))
  return data === undefined ? (
    <Awaited error={error} width="5rem" />
  ) : (
    <Status tone={TONES[data.health.status]}>{messages.endpoints.status[data.health.status]}</Status>
  )
}

const Success = ({ id }: { readonly id: string }) => {
  const { data, error } = useQuery(statsQuery(id))
  if (data === undefined) return <Awaited error={error} width="3rem" isBeside />
  return data.attempts.successRate === null ? "–" : successRate(data.attempts.successRate)
}

const nameOf = ({ description, url }: Endpoint): string => description ?? url

/** The endpoints of the application, with their health. */
export const ListView = ({ onOpen }: { readonly onOpen: (id: string) => void }) => {
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage, refetch } = useInfiniteQuery(endpointsQuery)
  const endpoints = data?.pages.flatMap((page) => page.data)
  return (
    <div className="stack">
      {error === null ? null : <ErrorNote error={error} onRetry={() => void refetch()} />}
      {endpoints?.length === 0 ? (
        <Empty title={texts.none} />
      ) : (
        <DataTable
          label={texts.endpoints}
          rows={endpoints}
          hasFailed={error !== null}
          keyOf={({ id }) => id}
          columns={[
            {
              title: columns.url,
              isName: true,
              cell: (endpoint) => (
                <span className="stack-s">
                  <LinkButton data-row aria-label={texts.openOf(nameOf(endpoint))} onPress={() => onOpen(endpoint.id)}>
                    <span className="break">{nameOf(endpoint)}</span>
                  </LinkButton>
                  {endpoint.description === null ? null : <span className="small muted break">{endpoint.url}</span>}
                </span>
              )
            },
            { title: columns.status, cell: ({ id }) => <Health id={id} /> },
            { title: columns.success, cell: ({ id }) => <Success id={id} />, isNumber: true }
          ]}
        />
      )}
      {hasNextPage ? (
        <Button isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
          {messages.common.loadMore}
        </Button>
      ) : null}
    </div>
  )
}
