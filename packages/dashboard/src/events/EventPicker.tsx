import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { EventType as EventTypeCode } from "../components/EventType.tsx"
import { ErrorNote, Skeleton } from "../components/Feedback.tsx"
import { Checkbox } from "../components/form/Field.tsx"
import { SearchField } from "../components/form/SearchField.tsx"
import { messages } from "../text/messages.ts"
import { type EventGroup, type EventType, type EventTypeView, eventTypesQuery, groupEvents } from "./EventGroups.ts"

const texts = messages.alertSetup.events

interface EventPickerProps {
  readonly chosen: ReadonlySet<EventType>
  readonly onChange: (chosen: ReadonlySet<EventType>) => void
  /** Hides the types about the whole account, but for those that are chosen. */
  readonly isLimitedToApplication?: boolean
}

interface GroupProps extends EventPickerProps {
  readonly group: EventGroup
}

const DATE_CHANGE = "date.changed."

const withTypes = (chosen: ReadonlySet<EventType>, types: ReadonlyArray<EventType>, isChosen: boolean) => {
  const next = new Set(chosen)
  for (const type of types) {
    if (isChosen) next.add(type)
    else next.delete(type)
  }
  return next
}

/** A milestone with the types about it: that it became actual, and that its date changed. */
interface Occurrence {
  readonly name: string
  readonly meaning: string
  readonly types: ReadonlyArray<EventTypeView>
}

const occurrencesOf = (types: ReadonlyArray<EventTypeView>): ReadonlyArray<Occurrence> => {
  const nameOf = ({ type }: EventTypeView) => type.replace(DATE_CHANGE, "")
  return [...new Set(types.map(nameOf))].map((name) => {
    const own = types.filter((type) => nameOf(type) === name)
    return { name, types: own, meaning: own[0]?.description ?? name }
  })
}

/** The types that a box selects: beside a date change, the milestone itself; any other event alone. */
const labelOf = (type: EventType, isAlone: boolean): string =>
  type.startsWith(DATE_CHANGE) ? texts.dateChange : isAlone ? texts.notify : texts.milestone

const Group = ({ group: { title, types }, chosen, onChange }: GroupProps) => {
  const names = types.map(({ type }) => type)
  const count = names.filter((type) => chosen.has(type)).length
  return (
    <fieldset className="event-group">
      <legend className="visually-hidden">{title}</legend>
      <div className="event-group-head">
        <Checkbox
          isSelected={count === names.length}
          isIndeterminate={count > 0 && count < names.length}
          onChange={(isChosen) => onChange(withTypes(chosen, names, isChosen))}
        >
          <strong>{title}</strong>
        </Checkbox>
        <span className="small muted nowrap">{texts.countOf(count, names.length)}</span>
      </div>
      {occurrencesOf(types).map(({ name, meaning, types: own }) => (
        <div key={name} className="event-row">
          <div className="event-text">
            <span>{meaning}</span>
            <span className="small muted">
              <EventTypeCode type={name} />
            </span>
          </div>
          <div className="event-boxes">
            {own.map(({ type }) => (
              <Checkbox
                key={type}
                isSelected={chosen.has(type)}
                onChange={(isChosen) => onChange(withTypes(chosen, [type], isChosen))}
              >
                {labelOf(type, own.length === 1)}
                <span className="visually-hidden"> {type}</span>
              </Checkbox>
            ))}
          </div>
        </div>
      ))}
    </fieldset>
  )
}

/** The groups of the voyage come first; those that are sent on request alone are separate. */
const isOnRequest = ({ name }: EventGroup): boolean => name === "optIn" || name === "operational"

/** Chooses event types, grouped along the voyage. */
export const EventPicker = ({ chosen, onChange, isLimitedToApplication = false }: EventPickerProps) => {
  const { data, error, refetch } = useQuery(eventTypesQuery)
  const [search, setSearch] = useState("")
  if (error !== null) return <ErrorNote error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton />
  const isOffered = ({ type, family }: EventTypeView) =>
    !isLimitedToApplication || family !== "operational" || chosen.has(type)
  const groups = groupEvents(data.data.filter(isOffered), search)
  const show = (group: EventGroup) => <Group key={group.name} group={group} chosen={chosen} onChange={onChange} />
  const onRequest = groups.filter(isOnRequest)
  return (
    <div className="stack">
      <div className="event-search">
        <SearchField label={texts.search} value={search} onChange={setSearch} />
        <span className="small" aria-live="polite">
          {texts.chosen(chosen.size)}
        </span>
      </div>
      {groups.length === 0 ? <p className="muted">{texts.noMatch}</p> : null}
      {groups.filter((group) => !isOnRequest(group)).map(show)}
      {onRequest.length === 0 ? null : (
        <div className="event-apart">
          <p className="small muted">{texts.onRequest}</p>
          {onRequest.map(show)}
        </div>
      )}
    </div>
  )
}
