import type { AttemptView } from "@landfall/api/alerts/AttemptView"
import type { ReactNode } from "react"
import { Note, Status } from "../../components/Feedback.tsx"
import { Card } from "../../components/Page.tsx"
import { Sentence } from "../../components/Sentence.tsx"
import { Time } from "../../components/Time.tsx"
import { explainOutcome } from "../../delivery/explainFailure.ts"
import { messages } from "../../text/messages.ts"
import { type Delivery, STATUS_TONES, shownStatus } from "./LogQueries.ts"
import { ResendAction } from "./ResendAction.tsx"

const texts = messages.logs.message

interface DeliveryCardProps {
  readonly messageId: string
  readonly delivery: Delivery
  /** The name and the URL of the endpoint; its id where it was deleted. */
  readonly name: string
  readonly url: string
  /** The attempts at this endpoint, newest first. */
  readonly attempts: ReadonlyArray<typeof AttemptView.Encoded> | undefined
  readonly isResendable: boolean
  /** The way to the endpoint. */
  readonly link: (endpointId: string, name: string) => ReactNode
}

/** The delivery of a message to one endpoint: its state, why it failed, its next attempt, and resending. */
export const DeliveryCard = ({ messageId, delivery, name, url, attempts, isResendable, link }: DeliveryCardProps) => {
  const { endpointId, nextAttemptAt, skipReason } = delivery
  const status = shownStatus(delivery)
  const last = attempts?.[0]
  const hasFailed = last?.status === "failed" && status !== "succeeded"

  return (
    <Card
      title={name}
      actions={
        <div className="actions">
          <Status tone={STATUS_TONES[status]}>{messages.logs.statuses[status]}</Status>
          {isResendable ? <ResendAction messageId={messageId} endpointId={endpointId} /> : null}
        </div>
      }
    >
      <div className="stack-s">
        {link(endpointId, url)}
        {skipReason === null ? null : <Note tone="warn">{messages.delivery.skipped[skipReason]}</Note>}
        {hasFailed ? (
          <Note tone={status === "exhausted" ? "bad" : "warn"}>
            <strong>{texts.why}</strong>
            <span>{explainOutcome(last)}</span>
            {nextAttemptAt === null ? (
              <span>{texts.noNext}</span>
            ) : (
              <span>
                <Sentence text={texts.next} parts={{ time: <Time at={nextAttemptAt} /> }} />
              </span>
            )}
          </Note>
        ) : null}
      </div>
    </Card>
  )
}
