interface ChoiceProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: ReadonlyArray<{ readonly value: Value; readonly label: string; readonly group?: string }>
  readonly onChange: (value: Value) => void
  readonly hideLabel?: boolean
}

/** One of several values. The select of the browser: it has the keyboard and the touch of the device. */
export const Choice = <Value extends string>({
  label,
  value,
  options,
  onChange,
  hideLabel = false
}: ChoiceProps<Value>) => {
  const groups = [...new Set(options.map(({ group }) => group))]
  const optionsOf = (group: string | undefined) =>
    options
      .filter((option) => option.group === group)
      .map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))
  return (
    <label className="field">
      <span className={hideLabel ? "visually-hidden" : "label"}>{label}</span>
      <select
        className="input"
        value={value}
        onChange={({ target }) => {
          const chosen = options.find((option) => option.value === target.value)
          if (chosen !== undefined) onChange(chosen.value)
        }}
      >
        {groups.map((group) =>
          group === undefined ? (
            optionsOf(group)
          ) : (
            <optgroup key={group} label={group}>
              {optionsOf(group)}
            </optgroup>
          )
        )}
      </select>
    </label>
  )
}
