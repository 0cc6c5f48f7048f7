import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { client } from "../../../client/Client.ts"
import { ConfirmDialog } from "../../../components/Dialog.tsx"
import { Checkbox } from "../../../components/form/Field.tsx"
import { useToast } from "../../../components/Toasts.tsx"
import type { EventType } from "../../../events/EventGroups.ts"
import { EventPicker } from "../../../events/EventPicker.tsx"
import { messages } from "../../../text/messages.ts"
import type { Endpoint } from "./EndpointQueries.ts"

const texts = messages.endpointDialogs.events

interface EventsDialogProps {
  readonly endpoint: Endpoint
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly isLimitedToApplication?: boolean
}

const Fields = ({ endpoint, isOpen, onClose, isLimitedToApplication = false }: EventsDialogProps) => {
  const [isWhole, setWhole] = useState(endpoint.filterTypes === null)
  const [chosen, setChosen] = useState<ReadonlySet<EventType>>(new Set(endpoint.filterTypes))
  const queryClient = useQueryClient()
  const toast = useToast()

  const save = async () => {
    const filterTypes = isWhole ? null : [...chosen]
    await client.endpoints.change({ params: { id: endpoint.id }, payload: { filterTypes } })
    await queryClient.invalidateQueries({ queryKey: ["endpoints"] })
    toast(texts.saved)
  }

  return (
    <ConfirmDialog
      title={texts.title}
      action={messages.common.save}
      size="wide"
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={save}
      isDisabled={!isWhole && chosen.size === 0}
    >
      <Checkbox isSelected={isWhole} onChange={setWhole}>
        {texts.whole}
      </Checkbox>
      {isWhole ? null : (
        <EventPicker chosen={chosen} onChange={setChosen} isLimitedToApplication={isLimitedToApplication} />
      )}
    </ConfirmDialog>
  )
}

/** Changes which events an endpoint receives. It starts from the stored values each time it is opened. */
export const EventsDialog = (props: EventsDialogProps) => <Fields key={String(props.isOpen)} {...props} />
