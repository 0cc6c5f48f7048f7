import { useQuery } from "@tanstack/react-query"
import { client } from "../client/Client.ts"
import { Code } from "../components/Code.tsx"
import { EventTypeText } from "../components/EventType.tsx"
import { ErrorNote, Skeleton } from "../components/Feedback.tsx"
import { Button } from "../components/form/Button.tsx"
import { Card } from "../components/Page.tsx"
import { Time } from "../components/Time.tsx"
import { AttemptCard } from "../screens/logs/AttemptCard.tsx"
import { messageQuery } from "../screens/logs/LogQueries.ts"
import { ResendAction } from "../screens/logs/ResendAction.tsx"
import { eventName } from "../text/EventNames.ts"
import { messages } from "../text/messages.ts"

const texts = messages.portal

const SHOWN = 50
const POLL_MILLIS = 2_000

interface MessageViewProps {
  readonly id: string
  readonly endpointId: string
  readonly isEditor: boolean
  readonly onBack: () => void
}

/** One message: each attempt at the endpoint, and the body that was sent. */
export const MessageView = ({ id, endpointId, isEditor, onBack }: MessageViewProps) => {
  const { data: message, error, refetch } = useQuery(messageQuery(id))
  const { data: attempts } = useQuery({
    queryKey: ["messages", id, "attempts", endpointId],
    queryFn: ({ signal }) => client.messages.attempts({ params: { id }, query: { limit: SHOWN, endpointId }, signal }),
    refetchInterval: POLL_MILLIS
  })
  return (
    <div className="stack">
      <div>
        <Button size="small" onPress={onBack} autoFocus>
          {texts.backToEndpoint}
        </Button>
      </div>
      <div className="spread">
        <div className="stack-tight">
          <h1 className="break">
            {message === undefined ? messages.common.loading : <EventTypeText type={message.type} />}
          </h1>
          <span className="row muted">
            {message === undefined ? <Skeleton width="10rem" /> : <Time at={message.createdAt} />}
            {message === undefined ? null : eventName(message.type)}
            {message?.example === true ? <span className="tag">{messages.logs.example}</span> : null}
          </span>
        </div>
        {isEditor ? <ResendAction messageId={id} endpointId={endpointId} /> : null}
      </div>
      {error === null ? null : <ErrorNote error={error} onRetry={() => void refetch()} />}
      {attempts?.data.map((attempt) => (
        <AttemptCard key={`${attempt.number} ${attempt.startedAt}`} attempt={attempt} />
      ))}
      <Card title={texts.message}>
        {message === undefined ? (
          <Skeleton />
        ) : (
          <Code label={texts.message} language="json" text={JSON.stringify(message.payload, undefined, 2)} wrap />
        )}
      </Card>
    </div>
  )
}
