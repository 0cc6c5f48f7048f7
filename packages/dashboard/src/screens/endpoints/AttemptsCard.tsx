import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { type Column, DataTable } from "../../components/DataTable.tsx"
import { EventType } from "../../components/EventType.tsx"
import { ErrorNote, Status } from "../../components/Feedback.tsx"
import { Card } from "../../components/Page.tsx"
import { Time } from "../../components/Time.tsx"
import { explainOutcome } from "../../delivery/explainFailure.ts"
import { messages } from "../../text/messages.ts"
import { type Attempt, attemptsQuery, duration } from "./operations/EndpointQueries.ts"

const texts = messages.endpoints.attempts

const SHOWN = 8

const isRepeated = (attempt: Attempt, attempts: ReadonlyArray<Attempt>): boolean => {
  const newer = attempts[attempts.indexOf(attempt) - 1]
  return newer !== undefined && newer.status === "failed" && explainOutcome(newer) === explainOutcome(attempt)
}

/** The columns. Of attempts in a row that failed alike, the newest alone is explained. */
const columnsOf = (attempts: ReadonlyArray<Attempt>): ReadonlyArray<Column<Attempt>> => [
  { title: texts.time, cell: ({ startedAt }) => <Time at={startedAt} /> },
  {
    title: texts.type,
    isName: true,
    cell: ({ messageId, type }) => (
      <Link to="/logs/$id" params={{ id: messageId }} data-row>
        <EventType type={type} />
      </Link>
    )
  },
  {
    title: texts.result,
    cell: (attempt) => (
      <span className="stack-s">
        <span>
          <Status tone={attempt.status === "succeeded" ? "good" : "bad"}>
            {attempt.responseStatus ?? texts[attempt.status]}
          </Status>
        </span>
        {attempt.status === "failed" && !isRepeated(attempt, attempts) ? (
          <span className="small">{explainOutcome(attempt)}</span>
        ) : null}
      </span>
    )
  },
  { title: texts.duration, cell: ({ durationMillis }) => duration(durationMillis), isNumber: true }
]

/** The newest attempts of the endpoint, which appear while the page is open. */
export const AttemptsCard = ({ endpointId }: { readonly endpointId: string }) => {
  const { data, error, refetch } = useQuery(attemptsQuery(endpointId, SHOWN))
  return (
    <Card
      title={texts.title}
      actions={
        <Link to="/logs" search={{ endpointId }}>
          {texts.all}
        </Link>
      }
    >
      {error === null ? null : <ErrorNote error={error} onRetry={() => void refetch()} />}
      {data?.data.length === 0 ? (
        <p className="muted">{texts.none}</p>
      ) : (
        <DataTable
          label={texts.title}
          rows={data?.data}
          hasFailed={error !== null}
          columns={columnsOf(data?.data ?? [])}
          keyOf={({ messageId, number }) => `${messageId} ${number}`}
        />
      )}
    </Card>
  )
}
