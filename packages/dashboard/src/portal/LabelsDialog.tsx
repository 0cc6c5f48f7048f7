import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { client } from "../client/Client.ts"
import { ConfirmDialog } from "../components/Dialog.tsx"
import { TextField } from "../components/form/Field.tsx"
import { useToast } from "../components/Toasts.tsx"
import type { Endpoint } from "../screens/endpoints/operations/EndpointQueries.ts"
import { messages } from "../text/messages.ts"

const texts = messages.endpointDialogs.edit

interface LabelsDialogProps {
  readonly endpoint: Endpoint
  readonly isOpen: boolean
  readonly onClose: () => void
}

const Fields = ({ endpoint, isOpen, onClose }: LabelsDialogProps) => {
  const [url, setUrl] = useState(endpoint.url)
  const [description, setDescription] = useState(endpoint.description ?? "")
  const queryClient = useQueryClient()
  const toast = useToast()
  const isFixed = endpoint.headers !== null

  const save = async () => {
    await client.endpoints.change({
      params: { id: endpoint.id },
      payload: {
        ...(url === endpoint.url ? {} : { url }),
        description: description === "" ? null : description
      }
    })
    await queryClient.invalidateQueries({ queryKey: ["endpoints"] })
    toast(texts.saved)
  }

  return (
    <ConfirmDialog title={texts.title} action={messages.common.save} isOpen={isOpen} onClose={onClose} onConfirm={save}>
      <TextField
        label={texts.url}
        hint={isFixed ? messages.portal.urlFixed : texts.urlHint}
        type="url"
        value={url}
        onChange={setUrl}
        isReadOnly={isFixed}
        mono
      />
      <TextField label={texts.description} hint={texts.descriptionHint} value={description} onChange={setDescription} />
    </ConfirmDialog>
  )
}

/** Changes the URL and the description of an endpoint. It starts from the stored values each time it is opened. */
export const LabelsDialog = (props: LabelsDialogProps) => <Fields key={String(props.isOpen)} {...props} />
