import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { client } from "../../../client/Client.ts"
import { ConfirmDialog } from "../../../components/Dialog.tsx"
import { ErrorNote } from "../../../components/Feedback.tsx"
import { Button } from "../../../components/form/Button.tsx"
import { useToast } from "../../../components/Toasts.tsx"
import { messages } from "../../../text/messages.ts"
import type { Endpoint } from "./EndpointQueries.ts"

const texts = messages.endpoints.actions
const pauseTexts = messages.endpointDialogs.pause

/** Pauses an endpoint once that is confirmed, or resumes it. */
export const PauseAction = ({ endpoint }: { readonly endpoint: Endpoint }) => {
  const [isAsking, setAsking] = useState(false)
  const [error, setError] = useState<unknown>()
  const queryClient = useQueryClient()
  const toast = useToast()

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
      {endpoint.disabled ? (
        <Button onPress={resume}>{texts.resume}</Button>
      ) : (
        <Button onPress={() => setAsking(true)}>{texts.pause}</Button>
      )}
      {error === undefined ? null : <ErrorNote error={error} />}
      <ConfirmDialog
        title={pauseTexts.title}
        action={pauseTexts.action}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => setDisabled(true)}
      >
        <p>{pauseTexts.body}</p>
      </ConfirmDialog>
    </>
  )
}
