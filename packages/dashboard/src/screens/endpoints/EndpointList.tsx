import { useQuery } from "@tanstack/react-query"
import { Link, useNavigate, useSearch } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { type Column, DataTable } from "../../components/DataTable.tsx"
import { Awaited, ErrorNote, Status } from "../../components/Feedback.tsx"
import { Button, ButtonLink } from "../../components/form/Button.tsx"
import { SearchField } from "../../components/form/SearchField.tsx"
import { Page } from "../../components/Page.tsx"
import { Time } from "../../components/Time.tsx"
import { explainOutcome } from "../../delivery/explainFailure.ts"
import { messages } from "../../text/messages.ts"
import { NoAlerts } from "../alerts/NoAlerts.tsx"
import {
  duration,
  type Endpoint,
  type EndpointStats,
  statsQuery,
  successRate,
  TONES
} from "./operations/EndpointQueries.ts"
import { useEndpoints } from "./operations/Endpoints.ts"

const texts = messages.endpoints

const matches = ({ url, description }: Endpoint, search: string): boolean =>
  `${url} ${description ?? ""}`.toLowerCase().includes(search.toLowerCase())

interface StatsCellProps {
  readonly id: string
  /** The width of the content, used until it is loaded. */
  readonly width: string
  /** Whether it is the first of its row, which loads all of them again. */
  readonly isFirst?: boolean
  readonly children: (stats: EndpointStats) => ReactNode
}

/** A cell of the table that shows a part of the health; the cells of a row share one request. */
const StatsCell = ({ id, width, isFirst = false, children }: StatsCellProps) => {
  const { data, error } = useQuery(statsQuery(id))
  return data === undefined ? (
    <Awaited error={error} width={width} isBeside={!isFirst} />
  ) : (
    (children(data) ?? <span className="muted">–</span>)
  )
}

/** Why the last attempt failed, under the name of the endpoint. */
const LastFailure = ({ id }: { readonly id: string }) => {
  const { data } = useQuery(statsQuery(id))
  const attempt = data?.lastAttempt ?? null
  return attempt?.status === "failed" ? <span className="fault">{explainOutcome(attempt)}</span> : null
}

const COLUMNS: ReadonlyArray<Column<Endpoint>> = [
  {
    isName: true,
    title: texts.columns.url,
    cell: ({ id, url, description }) => (
      <span className="stack-s">
        <Link to="/endpoints/$id" params={{ id }} className="break" data-row>
          <span className="clamp" title={url}>
            {url}
          </span>
        </Link>
        {description === null ? null : (
          <span className="small muted break clamp" title={description}>
            {description}
          </span>
        )}
        <LastFailure id={id} />
      </span>
    )
  },
  {
    title: texts.columns.status,
    cell: ({ id }) => (
      <StatsCell id={id} width="5rem" isFirst>
        {({ health }) => <Status tone={TONES[health.status]}>{texts.status[health.status]}</Status>}
      </StatsCell>
    )
  },
  {
    title: texts.columns.events,
    cell: ({ filterTypes }) => (filterTypes === null ? texts.allEvents : texts.events(filterTypes.length)),
    isWhole: true
  },
  {
    title: texts.columns.success,
    cell: ({ id }) => (
      <StatsCell id={id} width="3rem">
        {({ attempts }) => (attempts.successRate === null ? null : successRate(attempts.successRate))}
      </StatsCell>
    ),
    isNumber: true
  },
  {
    title: texts.columns.latency,
    cell: ({ id }) => (
      <StatsCell id={id} width="3rem">
        {({ attempts }) => (attempts.meanMillis === null ? null : duration(attempts.meanMillis))}
      </StatsCell>
    ),
    isNumber: true
  },
  {
    title: texts.columns.lastFailure,
    cell: ({ id }) => (
      <StatsCell id={id} width="6rem">
        {({ lastAttempt }) =>
          lastAttempt === null ? (
            <span className="muted">{texts.noAttempts}</span>
          ) : (
            <Time at={lastAttempt.startedAt} form="ago" />
          )
        }
      </StatsCell>
    )
  }
]

/** Every endpoint of the account, with its health. */
export const EndpointList = () => {
  const { search = "" } = useSearch({ from: "/shell/endpoints" })
  const navigate = useNavigate({ from: "/endpoints" })
  const { endpoints, error, hasNextPage, fetchNextPage, isFetchingNextPage, refetch } = useEndpoints({
    isWhole: search !== ""
  })
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
          <NoAlerts texts={texts.empty} />
        ) : (
          <>
            <SearchField
              label={texts.search}
              value={search}
              onChange={(value) => void navigate({ search: value === "" ? {} : { search: value }, replace: true })}
            />
            {error === null ? null : <ErrorNote error={error} onRetry={() => void refetch()} />}
            <DataTable
              label={texts.title}
              rows={shown}
              hasFailed={error !== null}
              columns={COLUMNS}
              keyOf={({ id }) => id}
            />
            {shown?.length === 0 && (search === "" || !hasNextPage) ? <p className="muted">{texts.noMatch}</p> : null}
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
