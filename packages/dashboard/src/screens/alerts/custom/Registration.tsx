import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { ErrorNote, Note } from "../../../components/Feedback.tsx"
import { Card } from "../../../components/Page.tsx"
import { Progress } from "../../../components/Progress.tsx"
import { lineFaultSentence } from "../../../text/Faults.ts"
import { messages } from "../../../text/messages.ts"
import { lineOf, registerLines } from "./CreateAlert.ts"
import type { Draft } from "./Draft.ts"
import { linesQuery } from "./EnteredShipments.tsx"
import { readLines } from "./Lines.ts"

const texts = messages.customSetup.registration

interface RegistrationProps {
  readonly endpointId: string
  readonly draft: Draft
  readonly onEnd: () => void
}

/** Registers the chosen and the entered shipments on the new endpoint, with progress; loaded again, it continues. */
export const Registration = ({ endpointId, draft, onEnd }: RegistrationProps) => {
  const queryClient = useQueryClient()
  const [progress, setProgress] = useState({ done: 0, total: 0 })
  // The shipments that it registers are fixed when it begins: the draft is cleared when it ends.
  const [{ chosen, lines }] = useState(draft)
  const { data, error, refetch } = useQuery({
    queryKey: ["registration", endpointId],
    queryFn: async () => {
      const entered = readLines(lines).length === 0 ? [] : (await queryClient.fetchQuery(linesQuery(lines))).valid
      const all = [...chosen.map(lineOf), ...entered]
      setProgress({ done: 0, total: all.length })
      const registered = await registerLines(endpointId, all, (done) => setProgress({ done, total: all.length }))
      // The result is there before the draft is cleared: without either, the page would show no registration.
      queryClient.setQueryData(["registration", endpointId], registered)
      onEnd()
      void queryClient.invalidateQueries({ queryKey: ["shipments"] })
      return registered
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false
  })
  return (
    <Card title={texts.title}>
      <div className="stack-s">
        {error === null ? null : (
          <>
            <p>{texts.failed}</p>
            <ErrorNote error={error} onRetry={() => void refetch()} />
          </>
        )}
        {data === undefined ? (
          <Progress {...progress} text={texts.progress(progress.done, progress.total)} />
        ) : (
          <p aria-live="polite">{texts.done(data.count)}</p>
        )}
        {data === undefined || data.rejected.length === 0 ? null : (
          <Note tone="warn">
            <strong>{texts.rejected(data.rejected.length)}</strong>
            <ul>
              {data.rejected.map(({ number, reason }) => (
                <li key={number} className="small break">
                  <span className="mono">{number}</span>: {lineFaultSentence(reason, number)}
                </li>
              ))}
            </ul>
          </Note>
        )}
      </div>
    </Card>
  )
}
