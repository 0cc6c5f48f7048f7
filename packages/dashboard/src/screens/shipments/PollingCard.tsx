import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { client } from "../../client/Client.ts"
import { ErrorNote, Note } from "../../components/Feedback.tsx"
import { Button } from "../../components/form/Button.tsx"
import { Card, Facts } from "../../components/Page.tsx"
import { Time } from "../../components/Time.tsx"
import { useToast } from "../../components/Toasts.tsx"
import { messages } from "../../text/messages.ts"
import type { ShipmentJourney } from "./ShipmentQueries.ts"

const texts = messages.shipments.polling

/** When the carrier was polled, with what result, and when it is polled next. */
export const PollingCard = ({ shipment }: { readonly shipment: ShipmentJourney }) => {
  const { carrier, lastPolledAt, nextPollAt, lastError, warning } = shipment.polling
  const [error, setError] = useState<unknown>()
  const [isPending, setPending] = useState(false)
  const queryClient = useQueryClient()
  const toast = useToast()

  const refresh = () => {
    setPending(true)
    setError(undefined)
    client.shipments
      .refresh({ params: { id: shipment.id } })
      .then(({ status }) => {
        toast(status === "scheduled" ? texts.scheduled : texts.alreadyDue)
        return queryClient.invalidateQueries({ queryKey: ["shipments", shipment.id] })
      }, setError)
      .finally(() => setPending(false))
  }

  return (
    <Card
      title={texts.title}
      actions={
        carrier === null || shipment.status !== "tracking" ? undefined : (
          <Button size="small" isPending={isPending} onPress={refresh}>
            {texts.refresh}
          </Button>
        )
      }
    >
      <div className="stack">
        {warning === undefined ? null : <Note tone="warn">{texts.noSource}</Note>}
        {lastError === null ? null : (
          <Note tone="warn">
            <strong>{texts.failed}</strong>
            <span className="break">{lastError}</span>
            {nextPollAt === null ? null : <span>{texts.again}</span>}
          </Note>
        )}
        {shipment.heldEvents.length === 0 ? null : (
          <Note tone="warn">{texts.held(shipment.heldEvents.map(({ code }) => code).join(", "))}</Note>
        )}
        {error === undefined ? null : <ErrorNote error={error} />}
        <Facts
          items={[
            [texts.carrier, carrier ?? messages.common.none],
            [texts.last, lastPolledAt === null ? messages.common.never : <Time key="last" at={lastPolledAt} />],
            [texts.next, nextPollAt === null ? texts.notPlanned : <Time key="next" at={nextPollAt} />]
          ]}
        />
      </div>
    </Card>
  )
}
