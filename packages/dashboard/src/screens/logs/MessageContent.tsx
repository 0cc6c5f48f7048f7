import { useQueries, useQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { isNotFound } from "../../client/RequestFailed.ts"
import { Code } from "../../components/Code.tsx"
import { ErrorNote, Placeholder, Skeleton, Status } from "../../components/Feedback.tsx"
import { Id } from "../../components/Id.tsx"
import { Card, Facts } from "../../components/Page.tsx"
import { Time } from "../../components/Time.tsx"
import { endpointName } from "../../delivery/TestReceiver.ts"
import { eventName } from "../../text/EventNames.ts"
import { messages } from "../../text/messages.ts"
import { endpointQuery } from "../endpoints/operations/EndpointQueries.ts"
import { AttemptCard } from "./AttemptCard.tsx"
import { DeliveryCard } from "./DeliveryCard.tsx"
import { type Message, type MessageDetail, messageAttemptsQuery, messageStatus, STATUS_TONES } from "./LogQueries.ts"

const texts = messages.logs.message

/** Whether an attempt is one of an endpoint that has not received the message: the newest is explained beside the endpoint. */
const isUndelivered = (id: string, message: Message | undefined) => {
  const status = message?.deliveries.find(({ endpointId }) => endpointId === id)?.status
  return ({ endpointId }: { readonly endpointId: string }) => endpointId === id && status !== "succeeded"
}

/** The state of a message, the time of its creation, and the meaning of its type. */
export const MessageSubtitle = ({ message }: { readonly message: MessageDetail | undefined }) => {
  if (message === undefined) {
    return (
      <span className="row">
        <Skeleton width="5rem" />
      </span>
    )
  }
  const status = messageStatus(message)
  return (
    <span className="row">
      <Status tone={STATUS_TONES[status]}>{messages.logs.statuses[status]}</Status>
      <Time at={message.createdAt} />
      {eventName(message.type)}
      {message.example ? <span className="tag">{messages.logs.example}</span> : null}
    </span>
  )
}

interface MessageContentProps {
  readonly id: string
  /** Undefined while it is loaded. */
  readonly message: MessageDetail | undefined
  readonly isResendable: boolean
  /** The way to an endpoint. */
  readonly endpointLink: (endpointId: string, name: string) => ReactNode
  /** The way to the shipment, where there is one. */
  readonly shipmentLink: (shipmentId: string, number: string) => ReactNode
}

/** The delivery of a message to each endpoint, every attempt, and its request. */
export const MessageContent = ({ id, message, isResendable, endpointLink, shipmentLink }: MessageContentProps) => {
  const { data: attempts, error, refetch } = useQuery(messageAttemptsQuery(id))
  const endpoints = useQueries({
    queries: (message?.deliveries ?? []).map(({ endpointId }) => endpointQuery(endpointId))
  })
  if (
    message === undefined ||
    (attempts === undefined && error === null) ||
    endpoints.some(({ isPending }) => isPending)
  ) {
    return <Placeholder />
  }
  // A deleted endpoint is unknown, and has its id alone.
  const failed = endpoints.find(({ error: reason }) => reason !== null && !isNotFound(reason))
  const isOfSeveral = message.deliveries.length > 1
  // The cards do not query them: a card that is shown when a query has failed would send it again, and be hidden meanwhile.
  const known = new Map(endpoints.flatMap(({ data }) => (data === undefined ? [] : [[data.id, data]])))
  const nameOf = (endpointId: string): string => {
    const endpoint = known.get(endpointId)
    return endpoint === undefined ? endpointId : endpointName(endpoint)
  }
  return (
    <div className="stack">
      {failed === undefined ? null : <ErrorNote error={failed.error} onRetry={() => void failed.refetch()} />}
      {message.deliveries.map((delivery) => (
        <DeliveryCard
          key={delivery.endpointId}
          messageId={id}
          delivery={delivery}
          name={nameOf(delivery.endpointId)}
          url={known.get(delivery.endpointId)?.url ?? delivery.endpointId}
          attempts={attempts?.data.filter(({ endpointId }) => endpointId === delivery.endpointId)}
          isResendable={isResendable}
          link={endpointLink}
        />
      ))}
      <div className="columns">
        <div className="stack">
          {attempts === undefined ? (
            <Card title={texts.attempts}>
              <ErrorNote error={error} onRetry={() => void refetch()} />
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
                {...(isOfSeveral ? { endpoint: nameOf(attempt.endpointId) } : {})}
              />
            ))
          )}
        </div>
        <Card title={texts.request}>
          <div className="stack">
            <Facts
              items={[
                [texts.id, <Id key="id" value={message.id} />],
                ...(message.shipmentId === null
                  ? []
                  : [
                      [
                        texts.shipment,
                        shipmentLink(message.shipmentId, message.shipmentNumber ?? message.shipmentId)
                      ] as const
                    ])
              ]}
            />
            <Code label={texts.requestBody} language="json" text={JSON.stringify(message.payload, undefined, 2)} wrap />
          </div>
        </Card>
      </div>
    </div>
  )
}
