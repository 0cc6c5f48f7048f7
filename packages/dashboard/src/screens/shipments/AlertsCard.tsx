import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { Button } from "../../components/Button.tsx"
import { ErrorNote, SkeletonRows, Status } from "../../components/Feedback.tsx"
import { Card } from "../../components/Page.tsx"
import { Time } from "../../components/Time.tsx"
import { messages } from "../../text/messages.ts"
import { EvidenceDialog } from "./EvidenceDialog.tsx"
import { alertsQuery, type Message } from "./ShipmentQueries.ts"

const texts = messages.shipments.alerts

const SHOWN = 20
const COLUMNS = [texts.type, texts.time, texts.deliveries, texts.evidence]
const TONES = { pending: "warn", sending: "warn", succeeded: "good", exhausted: "bad", skipped: "idle" } as const

/** The states of the deliveries of an alert, each once with its number. */
const Deliveries = ({ deliveries }: { readonly deliveries: Message["deliveries"] }) => {
  if (deliveries.length === 0) return <span className="muted">{texts.notDelivered}</span>
  const states = [...new Set(deliveries.map(({ status }) => status))]
  return (
    <span className="row">
      {states.map((state) => {
        const count = deliveries.filter(({ status }) => status === state).length
        return (
          <Status key={state} tone={TONES[state]}>
            {count === 1 ? texts.statuses[state] : `${texts.statuses[state]} ${count}`}
          </Status>
        )
      })}
    </span>
  )
}

/** The alerts about a shipment, newest first, each with the evidence behind it. */
export const AlertsCard = ({ shipmentId }: { readonly shipmentId: string }) => {
  const { data, error, refetch } = useQuery(alertsQuery(shipmentId, SHOWN))
  const [opened, setOpened] = useState<Message>()
  return (
    <Card title={texts.title}>
      {error === null ? null : <ErrorNote error={error} onRetry={() => void refetch()} />}
      {data?.data.length === 0 ? (
        <p className="muted">{texts.none}</p>
      ) : (
        <div className="table-wrap">
          <table className="table" data-narrow="cards" aria-busy={data === undefined && error === null}>
            <thead>
              <tr>
                {COLUMNS.map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data === undefined ? (
                <SkeletonRows rows={3} columns={COLUMNS.length} />
              ) : (
                data.data.map((message) => (
                  <tr key={message.id}>
                    <td data-label={texts.type}>
                      <code className="break">{message.type}</code>
                    </td>
                    <td data-label={texts.time}>
                      <Time at={message.createdAt} />
                    </td>
                    <td data-label={texts.deliveries}>
                      <Deliveries deliveries={message.deliveries} />
                    </td>
                    <td data-label={texts.evidence}>
                      <Button size="small" aria-label={texts.showFor(message.type)} onPress={() => setOpened(message)}>
                        {texts.show}
                      </Button>
                    </td>
                  </tr>
                ))
              )}
            </tbody>
          </table>
        </div>
      )}
      {opened === undefined ? null : <EvidenceDialog message={opened} onClose={() => setOpened(undefined)} />}
    </Card>
  )
}
