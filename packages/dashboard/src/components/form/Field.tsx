import type { ReactNode } from "react"
import {
  Checkbox as AriaCheckbox,
  type CheckboxProps as AriaCheckboxProps,
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
  FieldError,
  Input,
  Label,
  Text,
  TextArea
} from "react-aria-components"

interface TextFieldProps extends Omit<AriaTextFieldProps, "className" | "style" | "children"> {
  readonly label: string
  readonly hint?: ReactNode
  /** Why the value is not accepted; it marks the field as invalid. */
  readonly fault?: string | undefined
  readonly placeholder?: string
  readonly rows?: number
  readonly mono?: boolean
}

/** A field for text with its label, an explanation and its fault. */
export const TextField = ({ label, hint, fault, placeholder, rows, mono = false, ...props }: TextFieldProps) => {
  const look = { className: mono ? "input mono" : "input", ...(placeholder === undefined ? {} : { placeholder }) }
  return (
    <AriaTextField {...props} className="field" isInvalid={fault !== undefined} validationBehavior="aria">
      <Label className="label">{label}</Label>
      {rows === undefined ? <Input {...look} /> : <TextArea {...look} rows={rows} />}
      {hint === undefined ? null : (
        <Text slot="description" className="hint">
          {hint}
        </Text>
      )}
      <FieldError className="fault">{fault}</FieldError>
    </AriaTextField>
  )
}

interface CheckboxProps extends Omit<AriaCheckboxProps, "className" | "style" | "children"> {
  readonly children: ReactNode
}

/** A box to tick, with its text. */
export const Checkbox = ({ children, ...props }: CheckboxProps) => (
  <AriaCheckbox {...props} className="check">
    {({ isIndeterminate }) => (
      <>
        <span className="check-box" aria-hidden="true">
          <svg
            aria-hidden="true"
            viewBox="0 0 12 12"
            width="12"
            height="12"
            fill="none"
            stroke="currentColor"
            strokeWidth="2"
          >
            <path d={isIndeterminate ? "M2.5 6h7" : "M2 6.5 4.8 9.2 10 3"} />
          </svg>
        </span>
        <span>{children}</span>
      </>
    )}
  </AriaCheckbox>
)
