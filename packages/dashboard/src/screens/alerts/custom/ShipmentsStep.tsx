import { useQuery } from "@tanstack/react-query"
import { ErrorNote } from "../../../components/Feedback.tsx"
import { Choices } from "../../../components/form/Choices.tsx"
import { Checkbox } from "../../../components/form/Field.tsx"
import { Card } from "../../../components/Page.tsx"
import { messages } from "../../../text/messages.ts"
import { trackedCountQuery } from "../SetupQueries.ts"
import { EnteredShipments } from "./EnteredShipments.tsx"
import type { StepProps } from "./StepProps.ts"
import { isComplete } from "./Steps.ts"
import { TrackedShipments } from "./TrackedShipments.tsx"

const texts = messages.customSetup.shipments

/** The number of tracked shipments in words; undefined until it is loaded. */
export const useTrackedCount = () => {
  const { data, error, refetch } = useQuery(trackedCountQuery)
  const count = data === undefined ? undefined : `${data.more ? "> " : ""}${data.count.toLocaleString()}`
  return { count, error, refetch }
}

/** Which shipments the endpoint is notified of. */
export const ShipmentsStep = ({ draft, change, showsFaults }: StepProps) => {
  const { count, error, refetch } = useTrackedCount()
  return (
    <>
      <Card title={texts.title}>
        <div className="stack">
          {showsFaults && !isComplete("shipments", draft) ? (
            <p className="fault" role="alert">
              {texts.missing}
            </p>
          ) : null}
          <Choices
            label={texts.which}
            value={draft.shipments}
            options={[
              { value: "all", label: texts.all, hint: texts.allHint(count ?? "…") },
              { value: "chosen", label: texts.chosen, hint: texts.chosenHint }
            ]}
            // Whoever chooses some shipments does not mean all later ones, unless the box is ticked again.
            onChange={(shipments) => change({ shipments, future: shipments === "all" })}
          />
          {count !== undefined || error === null ? null : <ErrorNote error={error} onRetry={() => void refetch()} />}
          <Checkbox isSelected={draft.future} onChange={(future) => change({ future })}>
            {texts.future}
          </Checkbox>
        </div>
      </Card>
      {draft.shipments === "all" ? null : (
        <>
          <Card title={texts.tracked}>
            <TrackedShipments chosen={draft.chosen} onChange={(chosen) => change({ chosen })} />
          </Card>
          <Card title={texts.enter}>
            <EnteredShipments lines={draft.lines} onChange={(lines) => change({ lines })} />
          </Card>
        </>
      )}
    </>
  )
}
