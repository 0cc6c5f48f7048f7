import { useQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { ButtonLink } from "../../components/form/Button.tsx"
import { Card, Page } from "../../components/Page.tsx"
import { TaskProgress } from "../../components/TaskProgress.tsx"
import { SampleOutcome } from "../../delivery/SampleOutcome.tsx"
import { messages } from "../../text/messages.ts"
import { TrackButton } from "../shipments/TrackDialog.tsx"
import { trackedCountQuery } from "./SetupQueries.ts"

const texts = messages.alertSetup.done

/** The work that a set-up has started. */
export interface SetupResult {
  readonly endpointId: string
  readonly messageId: string
  /** The task that enrols every shipment; absent when they were enrolled one by one. */
  readonly taskId?: string
}

interface SetupDoneProps {
  readonly result: SetupResult
  /** The registration of shipments that were chosen one by one. */
  readonly registration?: ReactNode
}

/** The end of a set-up: the outcome of the sample, and how far the enrolment is. */
export const SetupDone = ({ result: { endpointId, messageId, taskId }, registration }: SetupDoneProps) => {
  const { data: tracked } = useQuery(trackedCountQuery)
  const hasNone = registration == null && tracked?.count === 0
  return (
    <Page title={texts.title}>
      <div className="stack setup">
        <Card title={texts.sample}>
          <SampleOutcome messageId={messageId} endpointId={endpointId} />
        </Card>
        {taskId === undefined ? null : (
          <Card title={texts.enrolment}>
            <TaskProgress id={taskId} progress={texts.enrolling} completed={texts.enrolled} />
          </Card>
        )}
        {registration}
        <Card title={texts.next}>
          <div className="stack">
            <p className="muted">{texts.verify}</p>
            {hasNone ? <p className="muted">{texts.track}</p> : null}
            <div className="actions">
              <ButtonLink variant="primary" to="/endpoints/$id" params={{ id: endpointId }}>
                {texts.endpoint}
              </ButtonLink>
              {hasNone ? <TrackButton variant="default" /> : null}
              <ButtonLink to="/logs/$id" params={{ id: messageId }}>
                {texts.message}
              </ButtonLink>
            </div>
          </div>
        </Card>
      </div>
    </Page>
  )
}
