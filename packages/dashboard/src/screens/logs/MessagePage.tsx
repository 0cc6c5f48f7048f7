import { useQuery } from "@tanstack/react-query"
import { Link, useParams } from "@tanstack/react-router"
import { Code } from "../../components/Code.tsx"
import { ErrorNote, Skeleton, Status } from "../../components/Feedback.tsx"
import { Card, Facts, Page } from "../../components/Page.tsx"
import { Time } from "../../components/Time.tsx"
import { messages } from "../../text/messages.ts"
import { AttemptCard } from "./AttemptCard.tsx"
import { DeliveryCard } from "./DeliveryCard.tsx"
import { type Message, messageAttemptsQuery, messageQuery, messageStatus, STATUS_TONES } from "./LogQueries.ts"

const texts = messages.logs.message

/** Whether an attempt is one of an endpoint that has not received the message: the newest is explained beside the endpoint. */
const isUndelivered = (id: string, message: Message | undefined) => {
  const status = message?.deliveries.find(({ endpointId }) => endpointId === id)?.status
  return ({ endpointId }: { readonly endpointId: string }) => endpointId === id && status !== "succeeded"
}

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
      crumb={crumb}
      subtitle={
        <span className="row">
          {status === undefined ? (
            <Skeleton width="5rem" />
          ) : (
            <Status tone={STATUS_TONES[status]}>{messages.logs.statuses[status]}</Status>
          )}
          {message === undefined ? null : <Time at={message.createdAt} />}
          {message?.example === true ? messages.logs.example : null}
        </span>
      }
    >
      <div className="stack">
        {message?.deliveries.map((delivery) => (
          <DeliveryCard
            key={delivery.endpointId}
            messageId={id}
            delivery={delivery}
            attempts={attempts?.data.filter(({ endpointId }) => endpointId === delivery.endpointId)}
          />
        ))}
        {attempts?.data.map((attempt) => (
          <AttemptCard
            key={`${attempt.endpointId} ${attempt.number} ${attempt.startedAt}`}
            attempt={attempt}
            isExplained={attempt === attempts.data.find(isUndelivered(attempt.endpointId, message))}
          />
        ))}
        <Card title={texts.request}>
          {message === undefined ? (
            <Skeleton />
          ) : (
            <div className="stack">
              <Facts
                items={[
                  [texts.id, <code key="id">{message.id}</code>],
                  ...(message.shipmentId === null
                    ? []
                    : [[texts.shipment, <code key="shipment">{message.shipmentId}</code>] as const])
                ]}
              />
              <Code
                label={texts.requestHeaders}
                text={[
                  "content-type: application/json",
                  `webhook-id: ${message.id}`,
                  `webhook-timestamp, webhook-signature: ${texts.signed}`
                ].join("\n")}
                wrap
              />
              <Code label={texts.requestBody} text={JSON.stringify(message.payload, undefined, 2)} />
            </div>
          )}
        </Card>
      </div>
    </Page>
  )
}
