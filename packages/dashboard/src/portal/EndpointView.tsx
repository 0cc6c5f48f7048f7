import { useQuery } from "@tanstack/react-query"
import { ErrorNote } from "../components/Feedback.tsx"
import { Condition } from "../screens/endpoints/Condition.tsx"
import { HealthCard } from "../screens/endpoints/HealthCard.tsx"
import { endpointQuery, statsQuery } from "../screens/endpoints/operations/EndpointQueries.ts"
import { RecoverCard } from "../screens/endpoints/RecoverCard.tsx"
import { SecretCard } from "../screens/endpoints/SecretCard.tsx"
import { messages } from "../text/messages.ts"
import { AttemptsCard } from "./AttemptsCard.tsx"
import { EditorActions } from "./EditorActions.tsx"
import { BackLink, FailedEntry } from "./EntryView.tsx"

const texts = messages.portal

interface EndpointViewProps {
  readonly id: string
  readonly isEditor: boolean
  readonly onBack: () => void
  /** Shows the log of this endpoint alone. */
  readonly onShowLog: () => void
  readonly onOpen: (messageId: string) => void
}

/** One endpoint: its health, and its attempts as they are made. */
export const EndpointView = ({ id, isEditor, onBack, onShowLog, onOpen }: EndpointViewProps) => {
  const { data: endpoint, error, refetch } = useQuery(endpointQuery(id))
  const { data: stats, error: statsError, refetch: refetchStats } = useQuery(statsQuery(id))
  const backLink = <BackLink text={texts.back} onBack={onBack} />
  if (error !== null && endpoint === undefined) {
    return <FailedEntry title={texts.endpoints} backLink={backLink} error={error} onRetry={() => void refetch()} />
  }
  return (
    <div className="stack">
      {backLink}
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
      <HealthCard stats={stats} error={statsError} onRetry={() => void refetchStats()} />
      <AttemptsCard endpointId={id} onShowLog={onShowLog} onOpen={onOpen} />
      {isEditor ? (
        <>
          <RecoverCard endpointId={id} />
          <SecretCard endpointId={id} />
        </>
      ) : null}
    </div>
  )
}
