import { Link } from "@tanstack/react-router"
import { DataTable } from "../../components/DataTable.tsx"
import { ErrorNote, Skeleton, Status } from "../../components/Feedback.tsx"
import { ButtonLink } from "../../components/form/Button.tsx"
import { Card } from "../../components/Page.tsx"
import { explainOutcome } from "../../delivery/explainFailure.ts"
import { endpointName } from "../../delivery/TestReceiver.ts"
import { messages } from "../../text/messages.ts"
import { TONES } from "../endpoints/operations/EndpointQueries.ts"
import { useFailingEndpoints } from "./FailingEndpoints.ts"

const texts = messages.start.failing

/** The endpoints that do not receive their alerts, each with the reason. */
export const FailingEndpointsCard = () => {
  const { failing, count, error, refetch } = useFailingEndpoints()
  return (
    <Card title={texts.title}>
      {error === null ? null : <ErrorNote error={error} onRetry={() => void refetch()} />}
      {failing === undefined ? (
        error === null ? (
          <Skeleton />
        ) : null
      ) : count === 0 ? (
        <div className="stack">
          <p className="muted">{texts.noEndpoint}</p>
          <div>
            <ButtonLink to="/alerts/new">{texts.setUp}</ButtonLink>
          </div>
        </div>
      ) : failing.length === 0 ? (
        error === null ? (
          <p className="muted">{texts.none}</p>
        ) : null
      ) : (
        <DataTable
          label={texts.title}
          rows={failing}
          keyOf={({ endpoint }) => endpoint.id}
          columns={[
            {
              title: texts.endpoint,
              isName: true,
              cell: ({ endpoint }) => (
                <Link to="/endpoints/$id" params={{ id: endpoint.id }} className="break" data-row>
                  {endpointName(endpoint)}
                </Link>
              )
            },
            {
              title: texts.status,
              cell: ({ stats }) => (
                <Status tone={TONES[stats.health.status]}>{messages.endpoints.status[stats.health.status]}</Status>
              )
            },
            {
              title: texts.reason,
              cell: ({ stats }) =>
                stats.lastAttempt?.status === "failed" ? (
                  <span className="stack-tight">
                    <span>{explainOutcome(stats.lastAttempt)}</span>
                    <Link to="/logs/$id" params={{ id: stats.lastAttempt.messageId }} className="small">
                      {messages.endpoints.openAttempt}
                    </Link>
                  </span>
                ) : stats.health.status === "disabled" ? (
                  messages.endpoints.disabledBy[stats.health.reason ?? "owner"]
                ) : (
                  "–"
                )
            }
          ]}
        />
      )}
    </Card>
  )
}
