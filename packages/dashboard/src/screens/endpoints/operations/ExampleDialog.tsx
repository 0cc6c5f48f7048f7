import { useQuery } from "@tanstack/react-query"
import { type ReactNode, useRef, useState } from "react"
import { client } from "../../../client/Client.ts"
import { ConfirmDialog, Dialog } from "../../../components/Dialog.tsx"
import { ErrorNote } from "../../../components/Feedback.tsx"
import { Choice } from "../../../components/form/Choice.tsx"
import { SampleOutcome } from "../../../delivery/SampleOutcome.tsx"
import { eventTypesQuery } from "../../../events/EventGroups.ts"
import { messages } from "../../../text/messages.ts"
import type { Endpoint } from "./EndpointQueries.ts"

const texts = messages.endpointDialogs.example

const DEFAULT_TYPE = "container.discharge.at.final.pod"

interface ExampleDialogProps {
  readonly endpoint: Endpoint
  readonly isOpen: boolean
  readonly onClose: () => void
  /** The way to the message that was sent, where its page can be opened. */
  readonly detail?: (messageId: string) => ReactNode
}

type EventType = Parameters<typeof client.endpoints.sendExample>[0]["payload"]["eventType"]

/** Sends an example of an event type, and shows the response of the receiver. */
export const ExampleDialog = ({ endpoint, isOpen, onClose, detail }: ExampleDialogProps) => {
  const { data: types, error, refetch } = useQuery({ ...eventTypesQuery, enabled: isOpen })
  const [type, setType] = useState<EventType>(DEFAULT_TYPE)
  const [messageId, setMessageId] = useState<string>()
  // The dialog stays open with the outcome, also for the handler that was made before the example was sent.
  const isSent = useRef(false)
  const all = types?.data.map((known) => known.type) ?? [type]

  const send = async () => {
    const message = await client.endpoints.sendExample({ params: { id: endpoint.id }, payload: { eventType: type } })
    isSent.current = true
    setMessageId(message.id)
  }
  const close = () => {
    isSent.current = false
    setMessageId(undefined)
    onClose()
  }

  return messageId === undefined ? (
    <ConfirmDialog
      title={texts.title}
      action={texts.action}
      isOpen={isOpen}
      onClose={() => (isSent.current ? undefined : onClose())}
      onConfirm={send}
    >
      <p className="muted">{texts.body}</p>
      <Choice
        label={texts.type}
        value={type}
        options={all.map((value) => ({ value, label: value }))}
        onChange={setType}
      />
      {error === null ? null : <ErrorNote error={error} onRetry={() => void refetch()} />}
    </ConfirmDialog>
  ) : (
    <Dialog title={texts.title} isOpen={isOpen} onClose={close}>
      <SampleOutcome messageId={messageId} endpointId={endpoint.id} />
      {detail === undefined ? null : <div className="dialog-foot">{detail(messageId)}</div>}
    </Dialog>
  )
}
