import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { DataTable } from "../../components/DataTable.tsx"
import { EventType } from "../../components/EventType.tsx"
import { ErrorNote } from "../../components/Feedback.tsx"
import { Card } from "../../components/Page.tsx"
import { messages } from "../../text/messages.ts"
import { attemptColumns, attemptKey } from "./attemptColumns.tsx"
import { type Attempt, attemptsQuery } from "./operations/EndpointQueries.ts"

const texts = messages.endpoints.attempts

const SHOWN = 8

const linkTo = ({ messageId, type }: Attempt) => (
  <Link to="/logs/$id" params={{ id: messageId }} data-row>
    <EventType type={type} />
  </Link>
)

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
          columns={attemptColumns(data?.data ?? [], linkTo)}
          keyOf={attemptKey}
        />
      )}
    </Card>
  )
}
