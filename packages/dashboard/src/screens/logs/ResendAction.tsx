import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { client } from "../../client/Client.ts"
import { ErrorNote } from "../../components/Feedback.tsx"
import { Button } from "../../components/form/Button.tsx"
import { useToast } from "../../components/Toasts.tsx"
import { messages } from "../../text/messages.ts"

const texts = messages.logs.message

/** Sends a message to an endpoint again, immediately. */
export const ResendAction = ({
  messageId,
  endpointId
}: {
  readonly messageId: string
  readonly endpointId: string
}) => {
  const [error, setError] = useState<unknown>()
  const [isPending, setPending] = useState(false)
  const queryClient = useQueryClient()
  const toast = useToast()

  const resend = () => {
    setError(undefined)
    setPending(true)
    client.tasks
      .resend({ params: { id: messageId, endpointId } })
      .then(() => {
        toast(texts.resent)
        return queryClient.invalidateQueries({ queryKey: ["messages", messageId] })
      })
      .catch(setError)
      .finally(() => setPending(false))
  }

  return (
    <>
      <Button size="small" onPress={resend} isPending={isPending}>
        {texts.resend}
      </Button>
      {error === undefined ? null : <ErrorNote error={error} />}
    </>
  )
}
