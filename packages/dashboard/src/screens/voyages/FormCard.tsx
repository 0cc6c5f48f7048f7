import { useState } from "react"
import { Button } from "../../components/Button.tsx"
import { Choice, TextField } from "../../components/Field.tsx"
import { Card } from "../../components/Page.tsx"
import { PortField } from "../../components/PortField.tsx"
import { messages } from "../../text/messages.ts"
import { faultsOf, type Passage, type PassageRule, type VoyageFields } from "./VoyageForm.ts"

const texts = messages.voyages.form

const RULES: ReadonlyArray<PassageRule> = ["any", "avoid", "require"]
const isPassage = (name: string): name is Passage => name in messages.voyages.passages
const PASSAGES = Object.keys(messages.voyages.passages).filter(isPassage)

const Passages = ({
  passages,
  onChange
}: {
  readonly passages: VoyageFields["passages"]
  readonly onChange: (passages: VoyageFields["passages"]) => void
}) => {
  const rules = Object.values(passages)
  const [avoided, required] = (["avoid", "require"] as const).map(
    (rule) => rules.filter((chosen) => chosen === rule).length
  )
  return (
    <details className="history">
      <summary>
        {texts.passages}
        {rules.some((rule) => rule !== "any") ? (
          <span className="muted"> · {texts.chosen(avoided ?? 0, required ?? 0)}</span>
        ) : null}
      </summary>
      <div className="passages">
        {PASSAGES.map((passage) => (
          <Choice
            key={passage}
            label={messages.voyages.passages[passage]}
            value={passages[passage] ?? "any"}
            options={RULES.map((value) => ({ value, label: texts[value] }))}
            onChange={(rule) => onChange({ ...passages, [passage]: rule })}
          />
        ))}
      </div>
    </details>
  )
}

interface FormCardProps {
  readonly initial: VoyageFields
  readonly isPending: boolean
  readonly onSubmit: (fields: VoyageFields) => void
}

/** The two ports, the vessel and the options of a voyage. */
export const FormCard = ({ initial, isPending, onSubmit }: FormCardProps) => {
  const [fields, setFields] = useState(initial)
  const [isChecked, setChecked] = useState(false)
  const faults = faultsOf(fields)
  const change = (changes: Partial<VoyageFields>) => setFields((known) => ({ ...known, ...changes }))
  const isValid = Object.values(faults).every((fault) => fault === undefined)
  return (
    <Card title={texts.title}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          setChecked(true)
          if (isValid && !isPending) onSubmit(fields)
        }}
      >
        <div className="fields">
          <PortField
            label={texts.from}
            placeholder={texts.port}
            initial={fields.from}
            fault={isChecked ? faults.from : undefined}
            onText={(from) => change({ from })}
          />
          <PortField
            label={texts.to}
            placeholder={texts.port}
            initial={fields.to}
            fault={isChecked ? faults.to : undefined}
            onText={(to) => change({ to })}
          />
          <TextField
            label={texts.vessel}
            hint={texts.vesselHint}
            inputMode="numeric"
            value={fields.vessel}
            fault={isChecked ? faults.vessel : undefined}
            onChange={(vessel) => change({ vessel })}
          />
          <TextField
            label={texts.speed}
            hint={texts.speedHint}
            inputMode="decimal"
            value={fields.speed}
            fault={isChecked ? faults.speed : undefined}
            onChange={(speed) => change({ speed })}
          />
          <Choice
            label={texts.cargo}
            value={fields.cargo}
            options={(["dry", "reefer"] as const).map((value) => ({ value, label: texts.cargos[value] }))}
            onChange={(cargo) => change({ cargo })}
          />
        </div>
        <Passages passages={fields.passages} onChange={(passages) => change({ passages })} />
        <div>
          <Button type="submit" variant="primary" isPending={isPending}>
            {texts.submit}
          </Button>
        </div>
      </form>
    </Card>
  )
}
