import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { client } from "../../../client/Client.ts"
import { ConfirmDialog } from "../../../components/Dialog.tsx"
import { Awaited } from "../../../components/Feedback.tsx"
import { TextField } from "../../../components/form/Field.tsx"
import { useToast } from "../../../components/Toasts.tsx"
import { messages } from "../../../text/messages.ts"
import { type Endpoint, registeredCountQuery, statsQuery } from "./EndpointQueries.ts"

const texts = messages.endpointDialogs.remove

interface RemoveDialogProps {
  readonly endpoint: Endpoint
  readonly isOpen: boolean
  readonly onClose: () => void
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url)

/** Deletes an endpoint, once the person has typed its host. */
export const RemoveDialog = ({ endpoint, isOpen, onClose }: RemoveDialogProps) => {
  const [typed, setTyped] = useState("")
  const registered = useQuery({ ...registeredCountQuery(endpoint.id), enabled: isOpen })
  const stats = useQuery({ ...statsQuery(endpoint.id), enabled: isOpen })
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const toast = useToast()
  const host = hostOf(endpoint.url)

  const remove = async () => {
    await client.endpoints.remove({ params: { id: endpoint.id } })
    await navigate({ to: "/endpoints" })
    queryClient.removeQueries({ queryKey: ["endpoints", endpoint.id] })
    await queryClient.invalidateQueries({ queryKey: ["endpoints", "list"] })
    toast(texts.done)
  }

  return (
    <ConfirmDialog
      title={texts.title}
      action={texts.action}
      variant="danger"
      isOpen={isOpen}
      onClose={() => {
        setTyped("")
        onClose()
      }}
      onConfirm={remove}
      isDisabled={typed.trim() !== host}
    >
      <p>{texts.body}</p>
      <ul className="plain-list">
        <li>
          {registered.data === undefined ? (
            <Awaited error={registered.error} width="14rem" />
          ) : (
            texts.shipments(registered.data.count, registered.data.more)
          )}
        </li>
        <li>
          {stats.data === undefined ? (
            <Awaited error={stats.error} width="14rem" />
          ) : (
            texts.waiting(stats.data.deliveries.waiting.count + stats.data.deliveries.retrying.count)
          )}
        </li>
      </ul>
      <p className="muted">{texts.stays}</p>
      <TextField label={texts.confirm} hint={<code>{host}</code>} value={typed} onChange={setTyped} mono />
    </ConfirmDialog>
  )
}
