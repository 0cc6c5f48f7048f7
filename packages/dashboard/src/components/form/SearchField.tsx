import { type ReactNode, useEffect, useState } from "react"
import { Icon } from "../../theme/Icon.tsx"

const WAIT_MILLIS = 200

/** A field in which a person searches: with a lens before its text, and the key that leads to it. */
export const SearchFrame = ({ children }: { readonly children: ReactNode }) => (
  <div className="search">
    <Icon path="M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9Zm3.3-1.2 3.2 3.2" />
    {children}
    <span className="search-key mono" aria-hidden="true">
      /
    </span>
  </div>
)

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
    <SearchFrame>
      <input
        className="input"
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return
          setText("")
          event.currentTarget.blur()
        }}
      />
    </SearchFrame>
  )
}
