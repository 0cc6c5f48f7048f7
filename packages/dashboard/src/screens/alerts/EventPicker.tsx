import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { ErrorNote, Skeleton } from "../../components/Feedback.tsx"
import { Checkbox } from "../../components/Field.tsx"
import { SearchField } from "../../components/SearchField.tsx"
import { messages } from "../../text/messages.ts"
import { eventTypesQuery } from "../endpoints/EndpointQueries.ts"
import { type EventGroup, type EventType, groupEvents } from "./EventGroups.ts"

const texts = messages.alertSetup.events

interface EventPickerProps {
  readonly chosen: ReadonlySet<EventType>
  readonly onChange: (chosen: ReadonlySet<EventType>) => void
}

interface GroupProps extends EventPickerProps {
  readonly group: EventGroup
}

const withTypes = (chosen: ReadonlySet<EventType>, types: ReadonlyArray<EventType>, isChosen: boolean) => {
  const next = new Set(chosen)
  for (const type of types) {
    if (isChosen) next.add(type)
    else next.delete(type)
  }
  return next
}

const Group = ({ group: { title, types }, chosen, onChange }: GroupProps) => {
  const names = types.map(({ type }) => type)
  const count = names.filter((type) => chosen.has(type)).length
  return (
    <fieldset className="event-group">
      <legend className="visually-hidden">{title}</legend>
      <Checkbox
        isSelected={count === names.length}
        isIndeterminate={count > 0 && count < names.length}
        onChange={(isChosen) => onChange(withTypes(chosen, names, isChosen))}
      >
        <strong>{title}</strong>
      </Checkbox>
      <div className="event-types">
        {types.map(({ type, description }) => (
          <Checkbox
            key={type}
            isSelected={chosen.has(type)}
            onChange={(isChosen) => onChange(withTypes(chosen, [type], isChosen))}
          >
            <code className="break">{type}</code>
            <span className="hint event-meaning">
              {type.startsWith("date.changed.") ? `${texts.dateChange}.` : description}
            </span>
          </Checkbox>
        ))}
      </div>
    </fieldset>
  )
}

/** Chooses event types, grouped along the voyage. */
export const EventPicker = ({ chosen, onChange }: EventPickerProps) => {
  const { data, error, refetch } = useQuery(eventTypesQuery)
  const [search, setSearch] = useState("")
  if (error !== null) return <ErrorNote error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton />
  const groups = groupEvents(data.data, search)
  return (
    <div className="stack">
      <div className="spread">
        <span aria-live="polite">{texts.chosen(chosen.size)}</span>
      </div>
      <SearchField label={texts.search} value={search} onChange={setSearch} />
      {groups.length === 0 ? <p className="muted">{texts.noMatch}</p> : null}
      {groups.map((group) => (
        <Group key={group.name} group={group} chosen={chosen} onChange={onChange} />
      ))}
    </div>
  )
}
