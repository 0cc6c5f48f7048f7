import { useQuery } from "@tanstack/react-query"
import { Button } from "../../../components/form/Button.tsx"
import { TextField } from "../../../components/form/Field.tsx"
import { Card } from "../../../components/Page.tsx"
import { eventTypesQuery } from "../../../events/EventGroups.ts"
import { EventPicker } from "../../../events/EventPicker.tsx"
import { messages } from "../../../text/messages.ts"
import { DEFAULT_EVENTS } from "../SetupQueries.ts"
import type { StepProps } from "./StepProps.ts"
import { thresholdFaultOf } from "./Steps.ts"

const texts = messages.customSetup.events

/** Which events the endpoint is notified of. */
export const EventsStep = ({ draft, change, showsFaults }: StepProps) => {
  const { data } = useQuery(eventTypesQuery)
  const catalogue = data?.data.filter(({ family }) => family === "catalogue").map(({ type }) => type)
  return (
    <>
      <Card
        title={texts.title}
        actions={
          <fieldset className="actions presets">
            <legend className="visually-hidden">{texts.presets}</legend>
            <Button size="small" onPress={() => change({ events: DEFAULT_EVENTS })}>
              {texts.defaults}
            </Button>
            <Button
              size="small"
              isDisabled={catalogue === undefined}
              onPress={() => change({ events: catalogue ?? draft.events })}
            >
              {texts.catalogue}
            </Button>
            <Button size="small" onPress={() => change({ events: [] })}>
              {texts.none}
            </Button>
          </fieldset>
        }
      >
        <div className="stack">
          {showsFaults && draft.events.length === 0 ? (
            <p className="fault" role="alert">
              {messages.alertSetup.events.none}
            </p>
          ) : null}
          <EventPicker chosen={new Set(draft.events)} onChange={(events) => change({ events: [...events] })} />
        </div>
      </Card>
      {draft.events.some((type) => type.startsWith("date.changed.")) ? (
        <Card title={messages.endpoints.settings.threshold}>
          <TextField
            label={texts.threshold}
            hint={texts.thresholdHint}
            inputMode="numeric"
            value={draft.thresholdHours}
            fault={thresholdFaultOf(draft)}
            onChange={(thresholdHours) => change({ thresholdHours })}
          />
        </Card>
      ) : null}
    </>
  )
}
