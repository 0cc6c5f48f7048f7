import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { client } from "../../client/Client.ts"
import { Button } from "../../components/Button.tsx"
import { ConfirmDialog } from "../../components/Dialog.tsx"
import { ErrorNote } from "../../components/Feedback.tsx"
import { useToast } from "../../components/Toasts.tsx"
import { messages } from "../../text/messages.ts"
import { EditDialog } from "./EditDialog.tsx"
import type { Endpoint, EndpointStats } from "./EndpointQueries.ts"
import { ExampleDialog } from "./ExampleDialog.tsx"
import { RemoveDialog } from "./RemoveDialog.tsx"

const texts = messages.endpoints.actions
const pauseTexts = messages.endpointDialogs.pause

type Open = "none" | "edit" | "pause" | "example" | "remove"

/** What can be done with an endpoint. */
export const EndpointActions = ({
  endpoint,
  stats
}: {
  readonly endpoint: Endpoint
  readonly stats: EndpointStats | undefined
}) => {
  const [open, setOpen] = useState<Open>("none")
  const [error, setError] = useState<unknown>()
  const queryClient = useQueryClient()
  const toast = useToast()
  const close = () => setOpen("none")

  const setDisabled = async (disabled: boolean) => {
    await client.endpoints.change({ params: { id: endpoint.id }, payload: { disabled } })
    await queryClient.invalidateQueries({ queryKey: ["endpoints"] })
    toast(disabled ? pauseTexts.done : messages.endpointDialogs.resumed)
  }
  const resume = () => {
    setError(undefined)
    setDisabled(false).catch(setError)
  }

  return (
    <>
      <Button variant="primary" onPress={() => setOpen("example")}>
        {texts.example}
      </Button>
      <Button onPress={() => setOpen("edit")}>{texts.edit}</Button>
      {endpoint.disabled ? (
        <Button onPress={resume}>{texts.resume}</Button>
      ) : (
        <Button onPress={() => setOpen("pause")}>{texts.pause}</Button>
      )}
      <Button variant="danger" onPress={() => setOpen("remove")}>
        {texts.remove}
      </Button>
      {error === undefined ? null : <ErrorNote error={error} />}
      <ConfirmDialog
        title={pauseTexts.title}
        action={pauseTexts.action}
        isOpen={open === "pause"}
        onClose={close}
        onConfirm={() => setDisabled(true)}
      >
        <p>{pauseTexts.body}</p>
      </ConfirmDialog>
      <EditDialog endpoint={endpoint} isOpen={open === "edit"} onClose={close} />
      <ExampleDialog endpoint={endpoint} isOpen={open === "example"} onClose={close} />
      <RemoveDialog endpoint={endpoint} stats={stats} isOpen={open === "remove"} onClose={close} />
    </>
  )
}
