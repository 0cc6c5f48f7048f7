import { useQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { Code } from "../../components/Code.tsx"
import { Dialog } from "../../components/Dialog.tsx"
import { ErrorNote, Note, Skeleton } from "../../components/Feedback.tsx"
import { Facts } from "../../components/Page.tsx"
import { Sentence } from "../../components/Sentence.tsx"
import { Time } from "../../components/Time.tsx"
import { eventName } from "../../text/EventNames.ts"
import { messages } from "../../text/messages.ts"
import { evidenceOf } from "./Evidence.ts"
import { type Message, messageQuery } from "./ShipmentQueries.ts"

const texts = messages.shipments.alerts

const factsOf = (payload: unknown): ReadonlyArray<readonly [string, ReactNode]> => {
  const { rule, date, move, eventId, receivedAt, finalPod, supersedes } = evidenceOf(payload)
  const facts: ReadonlyArray<readonly [string, ReactNode | undefined]> = [
    [texts.rule, rule],
    [texts.date, date === undefined ? undefined : <Time key="date" at={date} form="minute" />],
    [
      texts.moved,
      move === undefined ? undefined : (
        <Sentence
          key="move"
          text={texts.fromTo}
          parts={{
            previous: <Time at={move.previous} form="minute" />,
            current: <Time at={move.current} form="minute" />,
            change: move.words
          }}
        />
      )
    ],
    [texts.finalPod, finalPod],
    [texts.supersedes, supersedes],
    [texts.event, eventId],
    [texts.received, receivedAt === undefined ? undefined : <Time key="received" at={receivedAt} form="minute" />]
  ]
  return facts.filter(([, value]) => value !== undefined)
}

/** Why an alert was sent: the rule, the carrier's event, and the whole body. */
export const EvidenceDialog = ({ message, onClose }: { readonly message: Message; readonly onClose: () => void }) => {
  const { data, error, refetch } = useQuery(messageQuery(message.id))
  return (
    <Dialog title={texts.why(eventName(message.type) ?? message.type)} isOpen onClose={onClose}>
      {message.example ? <Note>{texts.example}</Note> : null}
      {error === null ? null : <ErrorNote error={error} onRetry={() => void refetch()} />}
      {data === undefined ? (
        <Skeleton />
      ) : (
        <>
          <Facts items={factsOf(data.payload)} />
          <Code label={texts.body} language="json" text={JSON.stringify(data.payload, null, 2)} wrap />
        </>
      )}
    </Dialog>
  )
}
