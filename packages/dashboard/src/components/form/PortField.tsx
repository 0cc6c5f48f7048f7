import { queryOptions, useQuery } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { ComboBox, FieldError, Input, Label, ListBox, ListBoxItem, Popover, Text } from "react-aria-components"
import { client } from "../../client/Client.ts"
import { messages } from "../../text/messages.ts"

const texts = messages.common.ports

const MAX_RESULTS = 8
const WAIT_MILLIS = 150

/** The ports that match a text, best first. */
export const portsQuery = (search: string) =>
  queryOptions({
    queryKey: ["ports", search],
    queryFn: ({ signal }) => client.ports.list({ query: { search, limit: MAX_RESULTS }, signal }),
    staleTime: Number.POSITIVE_INFINITY
  })

interface PortFieldProps {
  readonly label: string
  readonly placeholder?: string
  /** What stands below the field. */
  readonly hint?: string
  /** The text that the field begins with. */
  readonly initial?: string
  /** Whether the field is emptied after a port is chosen, for the next one. */
  readonly isCleared?: boolean
  /** Why the port is not accepted; it marks the field as invalid. */
  readonly fault?: string | undefined
  readonly onChoose?: (code: string) => void
  /** Called with the text of the field whenever it changes. */
  readonly onText?: (text: string) => void
}

/** A field in which a port is found by its name or UN/LOCODE. */
export const PortField = ({
  label,
  placeholder,
  hint,
  initial = "",
  isCleared = false,
  fault,
  onChoose,
  onText
}: PortFieldProps) => {
  const [text, setText] = useState(initial)
  const [search, setSearch] = useState("")
  // A new field after each choice: the old one would open its list again for the text that it was given.
  const [choices, setChoices] = useState(0)
  useEffect(() => {
    const timer = setTimeout(() => setSearch(text.trim()), WAIT_MILLIS)
    return () => clearTimeout(timer)
  }, [text])
  const { data, isFetching } = useQuery({ ...portsQuery(search), enabled: search.length > 1 })
  const isSearched = text.trim() === search && !isFetching
  // Whoever types and presses Enter immediately must not get a port that an earlier text found.
  const ports = search.length > 1 && isSearched ? (data?.data ?? []) : []
  const emptyText = text.trim().length < 2 ? texts.type : isSearched ? texts.none : messages.common.loading
  const change = (value: string) => {
    setText(value)
    onText?.(value)
  }
  return (
    <ComboBox
      key={choices}
      autoFocus={choices > 0}
      className="field"
      items={ports}
      inputValue={text}
      onInputChange={change}
      selectedKey={null}
      onSelectionChange={(key) => {
        if (key === null) return
        onChoose?.(String(key))
        change(isCleared ? "" : String(key))
        setChoices(choices + 1)
      }}
      allowsCustomValue
      allowsEmptyCollection
      menuTrigger="input"
      isInvalid={fault !== undefined}
      validationBehavior="aria"
    >
      <Label className="label">{label}</Label>
      <Input className="input" {...(placeholder === undefined ? {} : { placeholder })} />
      {hint === undefined ? null : (
        <Text slot="description" className="hint">
          {hint}
        </Text>
      )}
      <FieldError className="fault">{fault}</FieldError>
      <Popover className="options">
        <ListBox className="option-list" renderEmptyState={() => <div className="option muted">{emptyText}</div>}>
          {(port: (typeof ports)[number]) => (
            <ListBoxItem id={port.code} textValue={`${port.name} ${port.code}`} className="option">
              <span>
                {port.name} <span className="muted">{port.country}</span>
              </span>
              <code>{port.code}</code>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  )
}
