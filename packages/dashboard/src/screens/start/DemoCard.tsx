import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useEffect, useEffectEvent, useRef, useState } from "react"
import { client } from "../../client/Client.ts"
import { ErrorNote, Note } from "../../components/Feedback.tsx"
import { ButtonLink } from "../../components/form/Button.tsx"
import { Card } from "../../components/Page.tsx"
import { messages } from "../../text/messages.ts"
import { shipmentQuery } from "../shipments/ShipmentQueries.ts"
import { VoyageCard } from "../shipments/VoyageCard.tsx"
import { DEMO_STEPS, demoContainer, eventsOf } from "./DemoJourney.ts"

const texts = messages.start.demo

const STEP_MILLIS = 1_800

const pause = () => new Promise((resolve) => setTimeout(resolve, STEP_MILLIS))

const Journey = ({ shipmentId }: { readonly shipmentId: string }) => {
  const { data, error, refetch } = useQuery(shipmentQuery(shipmentId))
  if (data !== undefined) return <VoyageCard journey={data.journeys[0]} />
  return error === null ? null : <ErrorNote error={error} onRetry={() => void refetch()} />
}

/** Tracks a container that does not exist, and sends the events of its journey one by one. */
export const DemoCard = () => {
  const [shipmentId, setShipmentId] = useState<string>()
  const [done, setDone] = useState(0)
  const [error, setError] = useState<unknown>()
  const [startedAt] = useState(Date.now)
  const isStarted = useRef(false)
  const queryClient = useQueryClient()

  /** Continues where it failed, when it runs again: an event that was received before changes nothing. */
  const run = async () => {
    setError(undefined)
    const container = demoContainer(Math.floor(startedAt / 1000))
    const payload = { number: container, reference: texts.reference }
    const id = shipmentId ?? (await client.shipments.track({ payload })).id
    setShipmentId(id)
    for (const [index, step] of DEMO_STEPS.entries()) {
      if (index < done) continue
      await client.trackingEvents.receive({ payload: eventsOf(step, index, container, startedAt) })
      await queryClient.invalidateQueries({ queryKey: ["shipments", id] })
      setDone(index + 1)
      await pause()
    }
  }
  const start = useEffectEvent(() => void run().catch(setError))

  useEffect(() => {
    // React runs effects twice in development: the journey is tracked once.
    if (isStarted.current) return
    isStarted.current = true
    start()
  }, [])

  const isFinished = done === DEMO_STEPS.length
  return (
    <div className="stack">
      <Card title={texts.title}>
        <div className="stack">
          <div className="progress" aria-hidden="true">
            <div className="progress-bar" style={{ width: `${(done / DEMO_STEPS.length) * 100}%` }} />
          </div>
          <p aria-live="polite">
            {done === 0 ? messages.common.loading : `${texts.running(done, DEMO_STEPS.length)}: `}
            <strong>{DEMO_STEPS[done - 1]?.title}</strong>
          </p>
          {error === undefined ? null : <ErrorNote error={error} onRetry={() => void run().catch(setError)} />}
          {isFinished && shipmentId !== undefined ? (
            <Note tone="good">
              <span>{texts.finished}</span>
              <div>
                <ButtonLink to="/shipments/$id" params={{ id: shipmentId }} variant="primary">
                  {texts.open}
                </ButtonLink>
              </div>
            </Note>
          ) : null}
        </div>
      </Card>
      {shipmentId === undefined ? null : <Journey shipmentId={shipmentId} />}
    </div>
  )
}
