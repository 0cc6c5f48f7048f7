import { useQuery } from "@tanstack/react-query"
import { EventTypeText } from "../components/EventType.tsx"
import { ErrorNote } from "../components/Feedback.tsx"
import { LinkButton } from "../components/form/LinkButton.tsx"
import { messageQuery } from "../screens/logs/LogQueries.ts"
import { MessageContent, MessageSubtitle } from "../screens/logs/MessageContent.tsx"
import { messages } from "../text/messages.ts"
import { BackLink, FailedEntry } from "./EntryView.tsx"

interface MessageViewProps {
  readonly id: string
  readonly isEditor: boolean
  readonly backText: string
  readonly onBack: () => void
  readonly onOpenEndpoint: (id: string) => void
}

/** One message: its delivery to each endpoint of the application, every attempt, and its request. */
export const MessageView = ({ id, isEditor, backText, onBack, onOpenEndpoint }: MessageViewProps) => {
  const { data: message, error, refetch } = useQuery(messageQuery(id))
  const backLink = <BackLink text={backText} onBack={onBack} />
  if (error !== null && message === undefined) {
    return <FailedEntry title={messages.logs.title} backLink={backLink} error={error} onRetry={() => void refetch()} />
  }
  return (
    <div className="stack">
      {backLink}
      <div className="page-head">
        <div className="page-head-text">
          <h1 className="break">
            {message === undefined ? messages.common.loading : <EventTypeText type={message.type} />}
          </h1>
          <div className="muted break">
            <MessageSubtitle message={message} />
          </div>
        </div>
      </div>
      {error === null ? null : <ErrorNote error={error} onRetry={() => void refetch()} />}
      <MessageContent
        id={id}
        message={message}
        isResendable={isEditor}
        endpointLink={(endpointId, name) => (
          <div>
            <LinkButton onPress={() => onOpenEndpoint(endpointId)}>
              <span className="break">{name}</span>
            </LinkButton>
          </div>
        )}
        shipmentLink={(_, number) => <span className="mono">{number}</span>}
      />
    </div>
  )
}
