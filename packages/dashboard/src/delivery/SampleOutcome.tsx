import { useQuery } from "@tanstack/react-query"
import { client } from "../client/Client.ts"
import { dataInterval } from "../client/Polling.ts"
import { ErrorNote, Note } from "../components/Feedback.tsx"
import { messages } from "../text/messages.ts"
import { explainOutcome } from "./explainFailure.ts"

const texts = messages.endpointDialogs.example

const POLL_MILLIS = 500

/** The response of the receiver to a message that was just sent, as soon as it arrives. */
export const SampleOutcome = ({
  messageId,
  endpointId
}: {
  readonly messageId: string
  readonly endpointId: string
}) => {
  const {
    data: attempt,
    error,
    refetch
  } = useQuery({
    queryKey: ["sample", messageId],
    queryFn: async ({ signal }) => {
      const { data } = await client.messages.attempts({
        params: { id: messageId },
        query: { limit: 1, endpointId },
        signal
      })
      return data[0] ?? null
    },
    refetchInterval: (query) => (query.state.data == null ? dataInterval(POLL_MILLIS)(query) : false)
  })
  if (error !== null) return <ErrorNote error={error} onRetry={() => void refetch()} />
  return (
    <div aria-live="polite">
      {attempt == null ? (
        <Note>
          <strong>{texts.waiting}</strong>
        </Note>
      ) : attempt.status === "succeeded" ? (
        <Note tone="good">
          <strong>{texts.delivered(attempt.responseStatus ?? 200, attempt.durationMillis)}</strong>
        </Note>
      ) : (
        <Note tone="bad">
          <strong>{explainOutcome(attempt)}</strong>
          {attempt.responseBody === null || attempt.responseBody === "" ? null : (
            <code className="break">{attempt.responseBody}</code>
          )}
        </Note>
      )}
    </div>
  )
}
