import { Choices } from "../../../components/form/Choices.tsx"
import { TextField } from "../../../components/form/Field.tsx"
import { PairsField } from "../../../components/form/PairsField.tsx"
import { Card } from "../../../components/Page.tsx"
import { messages } from "../../../text/messages.ts"
import { headerFaultOf, metadataFaultOf } from "../../endpoints/operations/PairFaults.ts"
import { DestinationFields } from "../DestinationFields.tsx"
import { destinationFaultOf } from "../SetupQueries.ts"
import type { StepProps } from "./StepProps.ts"
import { rateLimitFaultOf, secretFaultOf } from "./Steps.ts"

const texts = messages.customSetup.endpoint

/** Where alerts go, and how they are delivered. */
export const EndpointStep = ({ draft, change, showsFaults }: StepProps) => {
  const shown = (fault: string | undefined) => (showsFaults ? fault : undefined)
  return (
    <>
      <Card title={texts.destination}>
        <DestinationFields
          destination={draft.destination}
          fault={shown(destinationFaultOf(draft.destination))}
          onChange={(destination) => change({ destination })}
        />
      </Card>
      <Card title={texts.label}>
        <div className="stack">
          <TextField
            label={texts.description}
            hint={texts.descriptionHint}
            value={draft.description}
            maxLength={1024}
            onChange={(description) => change({ description })}
          />
          <PairsField
            legend={texts.metadata}
            hint={texts.metadataHint}
            pairs={draft.metadata}
            faultOf={(index) => shown(metadataFaultOf(draft.metadata, index))}
            onChange={(metadata) => change({ metadata })}
          />
        </div>
      </Card>
      <Card title={texts.delivery}>
        <div className="stack">
          <TextField
            label={texts.rateLimit}
            hint={texts.rateLimitHint}
            inputMode="numeric"
            value={draft.rateLimit}
            fault={rateLimitFaultOf(draft)}
            onChange={(rateLimit) => change({ rateLimit })}
          />
          <PairsField
            legend={texts.headers}
            hint={texts.headersHint}
            pairs={draft.headers}
            isSecret
            faultOf={(index) => shown(headerFaultOf(draft.headers, index))}
            onChange={(headers) => change({ headers })}
          />
        </div>
      </Card>
      <Card title={texts.secret}>
        <div className="stack">
          <Choices
            label={texts.secret}
            value={draft.secretMode}
            options={[
              { value: "new", label: texts.secretNew, hint: texts.secretNewHint },
              { value: "own", label: texts.secretOwn, hint: texts.secretOwnHint }
            ]}
            onChange={(secretMode) => change({ secretMode })}
          />
          {draft.secretMode === "new" ? null : (
            <TextField
              label={texts.secretLabel}
              hint={texts.secretHint}
              type="password"
              autoComplete="off"
              value={draft.secret}
              fault={shown(secretFaultOf(draft))}
              onChange={(secret) => change({ secret })}
              mono
            />
          )}
        </div>
      </Card>
    </>
  )
}
