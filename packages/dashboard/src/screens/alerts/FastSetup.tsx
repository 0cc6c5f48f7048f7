import { useQuery, useQueryClient } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useEffect, useRef, useState } from "react"
import { client } from "../../client/Client.ts"
import { newIdempotencyKey } from "../../client/Request.ts"
import { ErrorNote, Note, Skeleton } from "../../components/Feedback.tsx"
import { Button, ButtonLink } from "../../components/form/Button.tsx"
import { Checkbox } from "../../components/form/Field.tsx"
import { Card, Page } from "../../components/Page.tsx"
import type { EventType } from "../../events/EventGroups.ts"
import { EventPicker } from "../../events/EventPicker.tsx"
import { messages } from "../../text/messages.ts"
import type { Destination } from "./Destination.ts"
import { DestinationFields } from "./DestinationFields.tsx"
import { SetupDone, type SetupResult } from "./SetupDone.tsx"
import {
  DEFAULT_EVENTS,
  destinationFaultOf,
  findRejection,
  priceQuery,
  trackedCountQuery,
  urlOf
} from "./SetupQueries.ts"

const texts = messages.alertSetup

/** How many shipments are enrolled, and what that costs. */
const EnrolmentCost = () => {
  const trackedCount = useQuery(trackedCountQuery)
  const creditPrice = useQuery(priceQuery)
  const failed = [trackedCount, creditPrice].find(({ error }) => error !== null)
  const { data: tracked } = trackedCount
  const { data: price } = creditPrice
  if (failed !== undefined) return <ErrorNote error={failed.error} onRetry={() => void failed.refetch()} />
  if (tracked === undefined || price === undefined) return <Skeleton width="24rem" />
  const cost = tracked.count * price.credits
  return (
    <div className="stack-s">
      <p>
        {texts.shipments.count(tracked.count, tracked.more)}{" "}
        {cost === 0 ? null : <span className="muted">{texts.shipments.cost(cost, price.left)}</span>}
      </p>
      {price.left !== null && cost > price.left ? <Note tone="warn">{texts.shipments.tooFew}</Note> : null}
    </div>
  )
}

/** Sets up an alert on one screen: a URL, every tracked shipment, two events. */
export const FastSetup = () => {
  const [destination, setDestination] = useState<Destination>({ kind: "url", url: "" })
  const [urlFault, setUrlFault] = useState<string>()
  const [future, setFuture] = useState(true)
  const [events, setEvents] = useState<ReadonlySet<EventType>>(new Set(DEFAULT_EVENTS))
  const [picks, setPicks] = useState(false)
  const [idempotencyKey, setIdempotencyKey] = useState(newIdempotencyKey)
  // The endpoint that an earlier attempt has created: the next one changes it.
  const [endpointId, setEndpointId] = useState<string>()
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<unknown>()
  const [result, setResult] = useState<SetupResult>()
  const queryClient = useQueryClient()
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    if (urlFault !== undefined) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus()
  }, [urlFault])

  const create = async () => {
    setPending(true)
    setError(undefined)
    try {
      const rejection = await findRejection(queryClient, destination)
      setUrlFault(rejection)
      if (rejection !== undefined) return
      const filterTypes = [...events]
      const payload = { url: urlOf(destination), filterTypes }
      const endpoint =
        endpointId === undefined
          ? await client.endpoints.create({ headers: { "idempotency-key": idempotencyKey }, payload })
          : await client.endpoints.change({ params: { id: endpointId }, payload })
      setEndpointId(endpoint.id)
      const params = { id: endpoint.id }
      const [sampleType = DEFAULT_EVENTS[0] ?? "container.discharge.at.final.pod"] = filterTypes
      const [task, sample] = await Promise.all([
        client.tasks.enrolAll({ params, payload: { future } }),
        client.endpoints.sendExample({ params, payload: { eventType: sampleType } })
      ])
      await queryClient.invalidateQueries({ queryKey: ["endpoints"] })
      setResult({ endpointId: endpoint.id, messageId: sample.id, taskId: task.id })
    } catch (failure) {
      setError(failure)
      // The next attempt can have another URL, which is another request.
      setIdempotencyKey(newIdempotencyKey())
    } finally {
      setPending(false)
    }
  }

  const submit = () => {
    const fault = destinationFaultOf(destination)
    setUrlFault(fault)
    if (fault === undefined && events.size > 0) void create()
  }

  if (result !== undefined) return <SetupDone result={result} />
  return (
    <Page
      title={texts.fast.title}
      subtitle={texts.fast.subtitle}
      crumb={<Link to="/endpoints">{texts.fast.crumb}</Link>}
      actions={<ButtonLink to="/alerts/custom">{texts.fast.custom}</ButtonLink>}
    >
      <form
        ref={form}
        className="stack setup"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isPending) submit()
        }}
      >
        <Card title={texts.url.label}>
          <DestinationFields
            destination={destination}
            fault={urlFault}
            onChange={(changed) => {
              setDestination(changed)
              setUrlFault(undefined)
            }}
          />
        </Card>
        <Card title={texts.shipments.title}>
          <div className="stack">
            <EnrolmentCost />
            <Checkbox isSelected={future} onChange={setFuture}>
              {texts.shipments.future}
            </Checkbox>
          </div>
        </Card>
        <Card
          title={texts.events.title}
          actions={
            picks ? undefined : (
              <Button size="small" onPress={() => setPicks(true)}>
                {texts.events.edit}
              </Button>
            )
          }
        >
          {picks ? (
            <EventPicker chosen={events} onChange={setEvents} />
          ) : (
            <div className="stack-s">
              <p>{texts.events.defaults}</p>
              <ul className="muted">
                {[...events].map((type) => (
                  <li key={type}>
                    <code className="break">{type}</code>
                  </li>
                ))}
              </ul>
            </div>
          )}
          {events.size === 0 ? <p className="fault">{texts.events.none}</p> : null}
        </Card>
        {error === undefined ? null : <ErrorNote error={error} />}
        <div className="actions">
          <Button type="submit" variant="primary" isPending={isPending} isDisabled={events.size === 0}>
            {texts.submit}
          </Button>
        </div>
      </form>
    </Page>
  )
}
