import { useQuery } from "@tanstack/react-query"
import { Link, useParams } from "@tanstack/react-router"
import { Code } from "../../components/Code.tsx"
import { EventTypeText } from "../../components/EventType.tsx"
import { ErrorNote, Skeleton, Status } from "../../components/Feedback.tsx"
import { Card, Facts, Page } from "../../components/Page.tsx"
import { Time } from "../../components/Time.tsx"
import { eventName } from "../../text/EventNames.ts"
import { messages } from "../../text/messages.ts"
import { ShipmentNumber } from "../shipments/ShipmentNumber.tsx"
import { AttemptCard } from "./AttemptCard.tsx"
import { DeliveryCard } from "./DeliveryCard.tsx"
import {
  type Message,
  type MessageDetail,
  messageAttemptsQuery,
  messageQuery,
  messageStatus,
  STATUS_TONES
} from "./LogQueries.ts"

const texts = messages.logs.message

/** Whether an attempt is one of an endpoint that has not received the message: the newest is explained beside the endpoint. */
const isUndelivered = (id: string, message: Message | undefined) => {
  const status = message?.deliveries.find(({ endpointId }) => endpointId === id)?.status
  return ({ endpointId }: { readonly endpointId: string }) => endpointId === id && status !== "succeeded"
}

/** What every attempt sends: the ids, and the body. */
const RequestFacts = ({ message }: { readonly message: MessageDetail }) => (
  <div className="stack">
    <Facts
      items={[
        [texts.id, <code key="id">{message.id}</code>],
        ...(message.shipmentId === null
          ? []
          : [
              [
                texts.shipment,
                <Link key="shipment" to="/shipments/$id" params={{ id: message.shipmentId }} className="mono">
                  <ShipmentNumber id={message.shipmentId} />
                </Link>
              ] as const
            ])
      ]}
    />
    <Code label={texts.requestBody} language="json" text={JSON.stringify(message.payload, undefined, 2)} wrap />
  </div>
)

/** One message: what became of it at each endpoint, every attempt, and its request. */
export const MessagePage = () => {
  const { id } = useParams({ from: "/shell/logs/$id" })
  const { data: message, error, refetch } = useQuery(messageQuery(id))
  const { data: attempts } = useQuery(messageAttemptsQuery(id))
  const crumb = <Link to="/logs">{texts.crumb}</Link>
  if (error !== null) {
    return (
      <Page title={messages.logs.title} crumb={crumb}>
        <ErrorNote error={error} onRetry={() => void refetch()} />
      </Page>
    )
  }
  const status = message === undefined ? undefined : messageStatus(message)
  return (
    <Page
      title={message?.type ?? messages.common.loading}
      {...(message === undefined ? {} : { heading: <EventTypeText type={message.type} /> })}
      crumb={crumb}
      subtitle={
        <span className="row">
          {status === undefined ? (
            <Skeleton width="5rem" />
          ) : (
            <Status tone={STATUS_TONES[status]}>{messages.logs.statuses[status]}</Status>
          )}
          {message === undefined ? null : <Time at={message.createdAt} />}
          {message === undefined ? null : eventName(message.type)}
          {message?.example === true ? <span className="tag">{messages.logs.example}</span> : null}
        </span>
      }
    >
      <div className="stack">
        {message === undefined ? (
          <Card title={messages.common.loading}>
            <Skeleton />
          </Card>
        ) : (
          message.deliveries.map((delivery) => (
            <DeliveryCard
              key={delivery.endpointId}
              messageId={id}
              delivery={delivery}
              attempts={attempts?.data.filter(({ endpointId }) => endpointId === delivery.endpointId)}
            />
          ))
        )}
        <div className="columns">
          <div className="stack">
            {attempts === undefined ? (
              <Card title={texts.attempts}>
                <Skeleton />
              </Card>
            ) : attempts.data.length === 0 ? (
              <Card title={texts.attempts}>
                <p className="muted">{texts.none}</p>
              </Card>
            ) : (
              attempts.data.map((attempt) => (
                <AttemptCard
                  key={`${attempt.endpointId} ${attempt.number} ${attempt.startedAt}`}
                  attempt={attempt}
                  isExplained={attempt === attempts.data.find(isUndelivered(attempt.endpointId, message))}
                />
              ))
            )}
          </div>
          <Card title={texts.request}>{message === undefined ? <Skeleton /> : <RequestFacts message={message} />}</Card>
        </div>
      </div>
    </Page>
  )
}
