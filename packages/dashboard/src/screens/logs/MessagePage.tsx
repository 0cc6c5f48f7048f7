import { useQuery } from "@tanstack/react-query"
import { Link, useParams, useRouterState } from "@tanstack/react-router"
import { EventTypeText } from "../../components/EventType.tsx"
import { ErrorNote } from "../../components/Feedback.tsx"
import { Page } from "../../components/Page.tsx"
import { messages } from "../../text/messages.ts"
import { messageQuery } from "./LogQueries.ts"
import { MessageContent, MessageSubtitle } from "./MessageContent.tsx"

const texts = messages.logs.message

/** One message: its delivery to each endpoint, every attempt, and its request. */
export const MessagePage = () => {
  const { id } = useParams({ from: "/shell/logs/$id" })
  const { data: message, error, refetch } = useQuery(messageQuery(id))
  const search = useRouterState({ select: ({ location }) => location.state.logFilters ?? {} })
  const crumb = (
    <Link to="/logs" search={search}>
      {texts.crumb}
    </Link>
  )
  if (error !== null && message === undefined) {
    return (
      <Page title={messages.logs.title} crumb={crumb}>
        <ErrorNote error={error} onRetry={() => void refetch()} />
      </Page>
    )
  }
  return (
    <Page
      title={message?.type ?? messages.common.loading}
      {...(message === undefined ? {} : { heading: <EventTypeText type={message.type} /> })}
      crumb={crumb}
      subtitle={<MessageSubtitle message={message} />}
    >
      <MessageContent
        id={id}
        message={message}
        isResendable
        endpointLink={(endpointId, name) => (
          <Link to="/endpoints/$id" params={{ id: endpointId }} className="break">
            {name}
          </Link>
        )}
        shipmentLink={(shipmentId, number) => (
          <Link to="/shipments/$id" params={{ id: shipmentId }} className="mono">
            {number}
          </Link>
        )}
      />
    </Page>
  )
}
