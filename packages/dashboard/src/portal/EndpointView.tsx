import { useQuery } from "@tanstack/react-query"
import { DataTable } from "../components/DataTable.tsx"
import { EventType } from "../components/EventType.tsx"
import { ErrorNote, Status } from "../components/Feedback.tsx"
import { Button } from "../components/form/Button.tsx"
import { Card } from "../components/Page.tsx"
import { Time } from "../components/Time.tsx"
import { explainOutcome } from "../delivery/explainFailure.ts"
import { Condition } from "../screens/endpoints/Condition.tsx"
import { HealthCard } from "../screens/endpoints/HealthCard.tsx"
import { attemptsQuery, duration, endpointQuery, statsQuery } from "../screens/endpoints/operations/EndpointQueries.ts"
import { RecoverCard } from "../screens/endpoints/RecoverCard.tsx"
import { SecretCard } from "../screens/endpoints/SecretCard.tsx"
import { messages } from "../text/messages.ts"
import { EditorActions } from "./EditorActions.tsx"

const texts = messages.portal
const columns = messages.endpoints.attempts

const SHOWN = 100

interface EndpointViewProps {
  readonly id: string
  readonly isEditor: boolean
  readonly onBack: () => void
  readonly onOpen: (messageId: string) => void
}

/** One endpoint: its health, and its attempts as they are made. */
export const EndpointView = ({ id, isEditor, onBack, onOpen }: EndpointViewProps) => {
  const { data: endpoint, error, refetch } = useQuery(endpointQuery(id))
  const { data: stats } = useQuery(statsQuery(id))
  const attempts = useQuery(attemptsQuery(id, SHOWN))
  return (
    <div className="stack">
      <div>
        <Button size="small" onPress={onBack} autoFocus>
          {texts.back}
        </Button>
      </div>
      <div className="page-head">
        <div className="page-head-text">
          <h1 className="break">{endpoint?.description ?? endpoint?.url ?? messages.common.loading}</h1>
          {endpoint === undefined || endpoint.description === null ? null : (
            <p className="muted break">{endpoint.url}</p>
          )}
        </div>
        {isEditor && endpoint !== undefined ? (
          <div className="actions">
            <EditorActions endpoint={endpoint} />
          </div>
        ) : null}
      </div>
      {error === null ? null : <ErrorNote error={error} onRetry={() => void refetch()} />}
      {stats === undefined ? null : <Condition stats={stats} />}
      <HealthCard stats={stats} />
      <Card title={texts.attempts}>
        {attempts.data?.data.length === 0 ? (
          <p className="muted">{texts.noAttempts}</p>
        ) : (
          <DataTable
            label={texts.attempts}
            rows={attempts.data?.data}
            hasFailed={attempts.error !== null}
            keyOf={({ messageId, number }) => `${messageId} ${number}`}
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
      </Card>
      {isEditor ? (
        <>
          <RecoverCard endpointId={id} />
          <SecretCard endpointId={id} />
        </>
      ) : null}
    </div>
  )
}
