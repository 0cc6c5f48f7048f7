import { queryOptions, useQuery } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { client } from "../../client/Client.ts"
import { messages } from "../../text/messages.ts"
import { SuggestionField } from "./SuggestionField.tsx"

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
  /** The element below the field. */
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
  useEffect(() => {
    const timer = setTimeout(() => setSearch(text.trim()), WAIT_MILLIS)
    return () => clearTimeout(timer)
  }, [text])
  const { data, isFetching, isError } = useQuery({ ...portsQuery(search), enabled: search.length > 1 })
  const isSearched = text.trim() === search && !isFetching
  // Whoever types and presses Enter immediately must not get a port that an earlier text found.
  const ports = search.length > 1 && isSearched ? (data?.data ?? []) : []
  const foundNone = isError ? texts.failed : texts.none
  const emptyText = text.trim().length < 2 ? texts.type : isSearched ? foundNone : messages.common.loading
  const change = (value: string) => {
    setText(value)
    onText?.(value)
  }
  return (
    <SuggestionField
      label={label}
      text={text}
      onText={change}
      items={ports}
      keyOf={({ code }) => code}
      onChoose={({ code }) => {
        onChoose?.(code)
        change(isCleared ? "" : code)
      }}
      emptyText={emptyText}
      input={placeholder === undefined ? {} : { placeholder }}
      hint={hint}
      fault={fault}
    >
      {({ code, name, country }) => (
        <>
          <span>
            {name} <span className="muted">{country}</span>
          </span>
          <code>{code}</code>
        </>
      )}
    </SuggestionField>
  )
}
