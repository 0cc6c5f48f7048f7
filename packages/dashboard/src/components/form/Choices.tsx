import type { ReactNode } from "react"
import { Radio, RadioGroup } from "react-aria-components"

interface ChoicesProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: ReadonlyArray<{ readonly value: Value; readonly label: string; readonly hint?: ReactNode }>
  readonly onChange: (value: Value) => void
}

/** One of few values that are all shown, each with what it means. */
export const Choices = <Value extends string>({ label, value, options, onChange }: ChoicesProps<Value>) => (
  <RadioGroup
    className="choices"
    aria-label={label}
    value={value}
    onChange={(chosen) => {
      const option = options.find((known) => known.value === chosen)
      if (option !== undefined) onChange(option.value)
    }}
  >
    {options.map((option) => (
      <Radio key={option.value} value={option.value} className="choice">
        <span className="choice-mark" aria-hidden="true" />
        <span>
          {option.label}
          {option.hint === undefined ? null : <span className="hint choice-hint">{option.hint}</span>}
        </span>
      </Radio>
    ))}
  </RadioGroup>
)
