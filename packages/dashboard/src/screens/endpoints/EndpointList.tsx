import { useInfiniteQuery, useQuery } from "@tanstack/react-query"
import { Link, useNavigate, useSearch } from "@tanstack/react-router"
import { Button, ButtonLink } from "../../components/Button.tsx"
import { Empty, ErrorNote, Skeleton, SkeletonRows, Status } from "../../components/Feedback.tsx"
import { Page } from "../../components/Page.tsx"
import { SearchField } from "../../components/SearchField.tsx"
import { Time } from "../../components/Time.tsx"
import { explainOutcome } from "../../delivery/explainFailure.ts"
import { messages } from "../../text/messages.ts"
import { duration, type Endpoint, endpointsQuery, percent, statsQuery, TONES } from "./EndpointQueries.ts"

const texts = messages.endpoints

const COLUMNS = Object.values(texts.columns)

const matches = ({ url, description }: Endpoint, search: string): boolean =>
  `${url} ${description ?? ""}`.toLowerCase().includes(search.toLowerCase())

const LastAttempt = ({
  attempt
}: {
  readonly attempt: Parameters<typeof explainOutcome>[0] & { startedAt: string; status: string }
}) => (
  <span className="stack-s">
    <Time at={attempt.startedAt} />
    {attempt.status === "failed" ? <span className="small fault">{explainOutcome(attempt)}</span> : null}
  </span>
)

const EndpointRow = ({ endpoint }: { readonly endpoint: Endpoint }) => {
  const { data: stats } = useQuery(statsQuery(endpoint.id))
  return (
    <tr>
      <td data-label={texts.columns.url}>
        <span className="stack-s">
          <Link to="/endpoints/$id" params={{ id: endpoint.id }} className="break" data-row>
            {endpoint.url}
          </Link>
          {endpoint.description === null ? null : <span className="small muted break">{endpoint.description}</span>}
        </span>
      </td>
      <td data-label={texts.columns.status}>
        {stats === undefined ? (
          <Skeleton width="5rem" />
        ) : (
          <Status tone={TONES[stats.health.status]}>{texts.status[stats.health.status]}</Status>
        )}
      </td>
      <td data-label={texts.columns.events} className="nowrap">
        {endpoint.filterTypes === null ? texts.allEvents : texts.events(endpoint.filterTypes.length)}
      </td>
      <td data-label={texts.columns.success} className="number">
        {stats === undefined ? (
          <Skeleton width="3rem" />
        ) : stats.attempts.successRate === null ? (
          <span className="muted">–</span>
        ) : (
          percent(stats.attempts.successRate)
        )}
      </td>
      <td data-label={texts.columns.latency} className="number nowrap">
        {stats === undefined ? (
          <Skeleton width="3rem" />
        ) : stats.attempts.meanMillis === null ? (
          <span className="muted">–</span>
        ) : (
          duration(stats.attempts.meanMillis)
        )}
      </td>
      <td data-label={texts.columns.lastFailure}>
        {stats === undefined ? (
          <Skeleton width="6rem" />
        ) : stats.lastAttempt === null ? (
          <span className="muted">{texts.noAttempts}</span>
        ) : (
          <LastAttempt attempt={stats.lastAttempt} />
        )}
      </td>
    </tr>
  )
}

/** Every endpoint of the account, with its health. */
export const EndpointList = () => {
  const { search = "" } = useSearch({ from: "/shell/endpoints" })
  const navigate = useNavigate({ from: "/endpoints" })
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage, refetch } = useInfiniteQuery(endpointsQuery)
  const endpoints = data?.pages.flatMap((page) => page.data)
  const shown = endpoints?.filter((endpoint) => matches(endpoint, search))

  return (
    <Page
      title={texts.title}
      subtitle={texts.subtitle}
      actions={
        <ButtonLink to="/alerts/new" variant="primary">
          {texts.fast}
        </ButtonLink>
      }
    >
      <div className="stack">
        {endpoints?.length === 0 ? (
          <Empty title={texts.empty.title}>{texts.empty.body}</Empty>
        ) : (
          <>
            <SearchField
              label={texts.search}
              value={search}
              onChange={(value) => void navigate({ search: value === "" ? {} : { search: value }, replace: true })}
            />
            {error === null ? null : <ErrorNote error={error} onRetry={() => void refetch()} />}
            <div className="table-wrap">
              <table className="table" data-narrow="cards" aria-busy={endpoints === undefined}>
                <thead>
                  <tr>
                    {COLUMNS.map((column) => (
                      <th key={column} scope="col">
                        {column}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {shown === undefined ? (
                    <SkeletonRows rows={3} columns={COLUMNS.length} />
                  ) : (
                    shown.map((endpoint) => <EndpointRow key={endpoint.id} endpoint={endpoint} />)
                  )}
                </tbody>
              </table>
            </div>
            {shown?.length === 0 ? <p className="muted">{texts.noMatch}</p> : null}
            {hasNextPage ? (
              <div>
                <Button isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
                  {messages.common.loadMore}
                </Button>
              </div>
            ) : null}
          </>
        )}
      </div>
    </Page>
  )
}
