import { messages } from "../../text/messages.ts"
import { Button } from "./Button.tsx"
import { TextField } from "./Field.tsx"
import type { Pair } from "./Pair.ts"

const texts = messages.common.pairs

interface PairsFieldProps {
  readonly legend: string
  readonly hint: string
  readonly pairs: ReadonlyArray<Pair>
  /** Why the pair at an index is not accepted. */
  readonly faultOf: (index: number) => string | undefined
  /** The values are not shown while they are written. */
  readonly isSecret?: boolean
  readonly onChange: (pairs: ReadonlyArray<Pair>) => void
}

/** Any number of names with their values. */
export const PairsField = ({ legend, hint, pairs, faultOf, isSecret = false, onChange }: PairsFieldProps) => {
  const change = (index: number, part: Partial<Pair>) =>
    onChange(pairs.map((pair, at) => (at === index ? { ...pair, ...part } : pair)))
  return (
    <fieldset className="pairs">
      <legend className="label">{legend}</legend>
      <p className="hint">{hint}</p>
      {pairs.map(({ name, value }, index) => (
        // The rows have no identity but their place.
        <div key={index} className="pair">
          <TextField
            label={texts.name}
            value={name}
            fault={faultOf(index)}
            onChange={(text) => change(index, { name: text })}
            autoFocus={name === "" && value === "" && index === pairs.length - 1}
            mono
          />
          <TextField
            label={texts.value}
            value={value}
            type={isSecret ? "password" : "text"}
            autoComplete="off"
            onChange={(text) => change(index, { value: text })}
            mono
          />
          <Button
            size="small"
            variant="quiet"
            aria-label={texts.removeOf(name === "" ? String(index + 1) : name)}
            onPress={() => onChange(pairs.filter((_, at) => at !== index))}
          >
            {texts.remove}
          </Button>
        </div>
      ))}
      <div>
        <Button
          size="small"
          aria-label={texts.addTo(legend)}
          onPress={() => onChange([...pairs, { name: "", value: "" }])}
        >
          {texts.add}
        </Button>
      </div>
    </fieldset>
  )
}
