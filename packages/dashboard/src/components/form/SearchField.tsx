import { useEffect, useState } from "react"

const WAIT_MILLIS = 200

interface SearchFieldProps {
  readonly label: string
  readonly value: string
  /** Called when the person pauses. */
  readonly onChange: (value: string) => void
}

/** The field to which `/` leads. */
export const SearchField = ({ label, value, onChange }: SearchFieldProps) => {
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  useEffect(() => {
    if (text === value) return
    const timer = setTimeout(() => onChange(text), WAIT_MILLIS)
    return () => clearTimeout(timer)
  }, [text, value, onChange])
  return (
    <input
      className="input"
      type="search"
      aria-label={label}
      placeholder={`${label}  ( / )`}
      value={text}
      onChange={({ target }) => setText(target.value)}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return
        setText("")
        event.currentTarget.blur()
      }}
    />
  )
}
