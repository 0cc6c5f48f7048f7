import { Suspense, useState } from "react"
import { EventType } from "../../components/EventType.tsx"
import { Button } from "../../components/form/Button.tsx"
import { Id } from "../../components/Id.tsx"
import { Card, Facts } from "../../components/Page.tsx"
import { Pairs } from "../../components/Pairs.tsx"
import { Time } from "../../components/Time.tsx"
import { messages } from "../../text/messages.ts"
import { EventsDialog } from "./operations/Dialogs.ts"
import type { Endpoint } from "./operations/EndpointQueries.ts"

const texts = messages.endpoints.settings

const EventList = ({ types }: { readonly types: Endpoint["filterTypes"] }) =>
  types === null ? (
    messages.endpoints.allEvents
  ) : (
    <ul>
      {types.map((type) => (
        <li key={type}>
          <EventType type={type} />
        </li>
      ))}
    </ul>
  )

/** The button that opens the choice of events. */
const EventsAction = ({ endpoint }: { readonly endpoint: Endpoint }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="small" onPress={() => setOpen(true)}>
        {texts.editEvents}
      </Button>
      <Suspense>{isOpen ? <EventsDialog endpoint={endpoint} isOpen onClose={() => setOpen(false)} /> : null}</Suspense>
    </>
  )
}

/** The settings of the owner. */
export const SettingsCard = ({ endpoint }: { readonly endpoint: Endpoint }) => (
  <Card title={texts.title} actions={<EventsAction endpoint={endpoint} />}>
    <Facts
      items={[
        [texts.events, <EventList key="events" types={endpoint.filterTypes} />],
        [texts.format, texts.formats[endpoint.format]],
        [texts.rateLimit, endpoint.rateLimit === null ? texts.noLimit : texts.perSecond(endpoint.rateLimit)],
        [texts.threshold, texts.thresholdValue(endpoint.dateChangeThresholdHours)],
        [texts.headers, <Pairs key="headers" pairs={endpoint.headers} />],
        [texts.metadata, <Pairs key="metadata" pairs={endpoint.metadata} />],
        [texts.created, <Time key="created" at={endpoint.createdAt} form="minute" />],
        [texts.id, <Id key="id" value={endpoint.id} />]
      ]}
    />
  </Card>
)
