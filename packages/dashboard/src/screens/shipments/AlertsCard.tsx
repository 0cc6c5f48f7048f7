import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { type Column, DataTable } from "../../components/DataTable.tsx"
import { EventType } from "../../components/EventType.tsx"
import { ErrorNote, Status } from "../../components/Feedback.tsx"
import { Button } from "../../components/form/Button.tsx"
import { Card } from "../../components/Page.tsx"
import { Time } from "../../components/Time.tsx"
import { eventName } from "../../text/EventNames.ts"
import { messages } from "../../text/messages.ts"
import { EvidenceDialog } from "./EvidenceDialog.tsx"
import { alertsQuery, type Message } from "./ShipmentQueries.ts"

const texts = messages.shipments.alerts

const SHOWN = 20
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
  const columns: ReadonlyArray<Column<Message>> = [
    {
      title: texts.type,
      isName: true,
      cell: ({ id, type }) => (
        <span className="stack-tight">
          <Link to="/logs/$id" params={{ id }} data-row>
            {eventName(type) ?? type}
          </Link>
          <span className="small muted">
            <EventType type={type} />
          </span>
        </span>
      )
    },
    { title: texts.time, cell: ({ createdAt }) => <Time at={createdAt} /> },
    { title: texts.deliveries, cell: ({ deliveries }) => <Deliveries deliveries={deliveries} /> },
    {
      title: texts.evidence,
      isAction: true,
      cell: (message) => (
        <Button size="small" aria-label={texts.showFor(message.type)} onPress={() => setOpened(message)}>
          {texts.show}
        </Button>
      )
    }
  ]
  return (
    <Card title={texts.title}>
      {error === null ? null : <ErrorNote error={error} onRetry={() => void refetch()} />}
      {data?.data.length === 0 ? (
        <p className="muted">{texts.none}</p>
      ) : (
        <DataTable
          label={texts.title}
          rows={data?.data}
          hasFailed={error !== null}
          columns={columns}
          keyOf={({ id }) => id}
        />
      )}
      {opened === undefined ? null : <EvidenceDialog message={opened} onClose={() => setOpened(undefined)} />}
    </Card>
  )
}
