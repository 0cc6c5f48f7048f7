import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { ErrorNote, SkeletonRows, Status } from "../../components/Feedback.tsx"
import { Card } from "../../components/Page.tsx"
import { Time } from "../../components/Time.tsx"
import { explainOutcome } from "../../delivery/explainFailure.ts"
import { messages } from "../../text/messages.ts"
import { attemptsQuery, duration } from "./EndpointQueries.ts"

const texts = messages.endpoints.attempts

const SHOWN = 8
const COLUMNS = [texts.time, texts.type, texts.result, texts.duration]

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
        <div className="table-wrap">
          <table className="table" data-narrow="cards" aria-busy={data === undefined}>
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
              {data === undefined ? (
                <SkeletonRows rows={3} columns={COLUMNS.length} />
              ) : (
                data.data.map((attempt) => (
                  <tr key={`${attempt.messageId} ${attempt.number}`}>
                    <td data-label={texts.time}>
                      <Time at={attempt.startedAt} />
                    </td>
                    <td data-label={texts.type}>
                      <Link to="/logs/$id" params={{ id: attempt.messageId }} data-row>
                        <code className="break">{attempt.type}</code>
                      </Link>
                    </td>
                    <td data-label={texts.result}>
                      <span className="stack-s">
                        <span>
                          <Status tone={attempt.status === "succeeded" ? "good" : "bad"}>
                            {attempt.responseStatus ?? texts[attempt.status]}
                          </Status>
                        </span>
                        {attempt.status === "failed" ? <span className="small">{explainOutcome(attempt)}</span> : null}
                      </span>
                    </td>
                    <td data-label={texts.duration} className="nowrap">
                      {duration(attempt.durationMillis)}
                    </td>
                  </tr>
                ))
              )}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  )
}
