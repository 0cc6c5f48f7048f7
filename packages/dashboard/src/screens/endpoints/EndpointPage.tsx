import { useQuery } from "@tanstack/react-query"
import { Link, useParams } from "@tanstack/react-router"
import { Awaited, ErrorNote, Placeholder, Status } from "../../components/Feedback.tsx"
import { ButtonLink } from "../../components/form/Button.tsx"
import { Page } from "../../components/Page.tsx"
import { TEST_RECEIVER_URL } from "../../delivery/TestReceiver.ts"
import { messages } from "../../text/messages.ts"
import { AttemptsCard } from "./AttemptsCard.tsx"
import { Condition } from "./Condition.tsx"
import { HealthCard } from "./HealthCard.tsx"
import { EndpointActions } from "./operations/EndpointActions.tsx"
import { type EndpointStats, endpointQuery, statsQuery, TONES } from "./operations/EndpointQueries.ts"
import { ReceivedMessagesCard } from "./ReceivedMessagesCard.tsx"
import { RecoverCard } from "./RecoverCard.tsx"
import { SecretCard } from "./SecretCard.tsx"
import { SettingsCard } from "./SettingsCard.tsx"

const texts = messages.endpoints

const LastAttempt = ({ stats: { lastAttempt } }: { readonly stats: EndpointStats }) =>
  lastAttempt === null ? null : (
    <ButtonLink size="small" to="/logs/$id" params={{ id: lastAttempt.messageId }}>
      {texts.openAttempt}
    </ButtonLink>
  )

/** One endpoint: its health, its attempts, its settings and its secret. */
export const EndpointPage = () => {
  const { id } = useParams({ from: "/shell/endpoints/$id" })
  const { data: endpoint, error, refetch } = useQuery(endpointQuery(id))
  const { data: stats, error: statsError, isFetched, refetch: refetchStats } = useQuery(statsQuery(id))
  const crumb = <Link to="/endpoints">{texts.title}</Link>

  if (error !== null && endpoint === undefined) {
    return (
      <Page title={texts.title} crumb={crumb}>
        <ErrorNote error={error} onRetry={() => void refetch()} />
      </Page>
    )
  }
  return (
    <Page
      title={endpoint?.url ?? messages.common.loading}
      crumb={crumb}
      subtitle={
        <span className="row">
          {stats === undefined ? (
            <Awaited error={statsError} width="5rem" isBeside />
          ) : (
            <Status tone={TONES[stats.health.status]}>{texts.status[stats.health.status]}</Status>
          )}
          {endpoint?.description}
        </span>
      }
      actions={endpoint === undefined ? undefined : <EndpointActions endpoint={endpoint} />}
    >
      <div className="stack">
        {stats === undefined ? null : <Condition stats={stats} action={<LastAttempt stats={stats} />} />}
        {stats === undefined && statsError === null ? (
          <Placeholder />
        ) : (
          <HealthCard stats={stats} error={statsError} onRetry={() => void refetchStats()} />
        )}
        {endpoint === undefined || !isFetched ? null : (
          <>
            {endpoint.url === TEST_RECEIVER_URL ? (
              <ReceivedMessagesCard endpointId={id} />
            ) : (
              <AttemptsCard endpointId={id} />
            )}
            <div className="columns">
              <SettingsCard endpoint={endpoint} />
              <RecoverCard endpointId={id} />
            </div>
            <SecretCard endpointId={id} />
          </>
        )}
      </div>
    </Page>
  )
}
