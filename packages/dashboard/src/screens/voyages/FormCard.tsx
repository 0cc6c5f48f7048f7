import { useEffect, useState } from "react"
import { Disclosure } from "../../components/Disclosure.tsx"
import { Button } from "../../components/form/Button.tsx"
import { Choice } from "../../components/form/Choice.tsx"
import { TextField } from "../../components/form/Field.tsx"
import { PortField } from "../../components/form/PortField.tsx"
import { Card } from "../../components/Page.tsx"
import { usePort } from "../../components/PortName.tsx"
import { messages } from "../../text/messages.ts"
import { faultsOf, isPassage, type PassageRule, type VoyageFields } from "./VoyageForm.ts"

const texts = messages.voyages.form

const RULES: ReadonlyArray<PassageRule> = ["any", "avoid", "require"]
const UNLOCODE = /^[A-Z]{2}[A-Z2-9]{3}$/
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
    <Disclosure
      summary={
        <>
          {texts.passages}
          {rules.some((rule) => rule !== "any") ? (
            <span className="muted">{texts.chosen(avoided ?? 0, required ?? 0)}</span>
          ) : null}
        </>
      }
    >
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
    </Disclosure>
  )
}

interface PortOfVoyageProps {
  readonly label: string
  readonly value: string
  readonly fault: string | undefined
  readonly onText: (text: string) => void
}

/** A port by its UN/LOCODE, with its name below the field once it is chosen. */
const PortOfVoyage = ({ label, value, fault, onText }: PortOfVoyageProps) => {
  const code = value.trim().toUpperCase()
  const port = usePort(UNLOCODE.test(code) ? code : "")
  return (
    <PortField
      label={label}
      placeholder={texts.port}
      hint={port === undefined ? texts.portHint : `${port.name}, ${port.country}`}
      initial={value}
      fault={fault}
      onText={onText}
    />
  )
}

interface FormCardProps {
  readonly initial: VoyageFields
  readonly isPending: boolean
  /** Called with the fields as they are typed. */
  readonly onChange: (fields: VoyageFields) => void
  /** The emissions are requested, which costs a credit. */
  readonly onCompute: (fields: VoyageFields) => void
  /** The route alone is requested. */
  readonly onRoute: (fields: VoyageFields) => void
}

/** The two ports, the vessel and the options of a voyage. */
export const FormCard = ({ initial, isPending, onChange, onCompute, onRoute }: FormCardProps) => {
  const [fields, setFields] = useState(initial)
  /** The fields whose faults are shown: all, or those that a route needs. */
  const [checked, setChecked] = useState<"none" | "route" | "all">("none")
  const all = faultsOf(fields)
  const shows = (field: keyof typeof all): string | undefined =>
    checked === "all" || (checked === "route" && (field === "from" || field === "to")) ? all[field] : undefined
  const change = (changes: Partial<VoyageFields>) => setFields((known) => ({ ...known, ...changes }))
  const isValid = Object.values(all).every((fault) => fault === undefined)
  useEffect(() => onChange(fields), [fields, onChange])
  const showRoute = () => {
    setChecked("route")
    if (all.from === undefined && all.to === undefined) onRoute(fields)
  }
  return (
    <Card title={texts.title}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          setChecked("all")
          if (isValid && !isPending) onCompute(fields)
        }}
      >
        <div className="fields">
          <PortOfVoyage
            label={texts.from}
            value={fields.from}
            fault={shows("from")}
            onText={(from) => change({ from })}
          />
          <PortOfVoyage label={texts.to} value={fields.to} fault={shows("to")} onText={(to) => change({ to })} />
        </div>
        <div className="fields">
          <TextField
            label={texts.vessel}
            hint={texts.vesselHint}
            inputMode="numeric"
            value={fields.vessel}
            fault={shows("vessel")}
            onChange={(vessel) => change({ vessel })}
          />
          <TextField
            label={texts.speed}
            hint={texts.speedHint}
            inputMode="decimal"
            value={fields.speed}
            fault={shows("speed")}
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
        <div className="row">
          <Button type="submit" variant="primary" isPending={isPending}>
            {texts.submit}
          </Button>
          <Button onPress={showRoute}>{texts.route}</Button>
        </div>
      </form>
    </Card>
  )
}
