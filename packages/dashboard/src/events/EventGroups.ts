import { queryOptions } from "@tanstack/react-query"
import { client } from "../client/Client.ts"
import { messages } from "../text/messages.ts"

export type EventTypeView = Awaited<ReturnType<typeof client.eventTypes.list>>["data"][number]
export type EventType = EventTypeView["type"]

/** The catalogue. */
export const eventTypesQuery = queryOptions({
  queryKey: ["event-types"],
  queryFn: ({ signal }) => client.eventTypes.list({ signal }),
  staleTime: Number.POSITIVE_INFINITY
})

type GroupName = keyof typeof messages.alertSetup.events.groups

/** The part of the voyage that a type of the catalogue belongs to: a change of date is beside its milestone. */
const PLACES: ReadonlyArray<readonly [pattern: RegExp, group: GroupName]> = [
  [/\.pre\.pol$/, "origin"],
  [/\.first\.pol$/, "loading"],
  [/\.transhipment_port$/, "transhipment"],
  [/\.final\.pod$/, "discharge"],
  [/\.post\.pod$/, "destination"]
]

/** The group of an event type. */
export const groupOf = ({ type, family }: Pick<EventTypeView, "type" | "family">): GroupName => {
  if (family === "opt-in") return "optIn"
  if (family === "operational") return "operational"
  return PLACES.find(([pattern]) => pattern.test(type))?.[1] ?? "tracking"
}

export interface EventGroup {
  readonly name: GroupName
  readonly title: string
  readonly types: ReadonlyArray<EventTypeView>
}

const titles = messages.alertSetup.events.groups

/** The types that contain a text in their name or description, grouped along the voyage. Empty groups are omitted. */
export const groupEvents = (types: ReadonlyArray<EventTypeView>, search: string): ReadonlyArray<EventGroup> => {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const matches = ({ type, description }: EventTypeView) => {
    const text = `${type} ${description}`.toLowerCase()
    return words.every((word) => text.includes(word))
  }
  // The keys of an object are in the order in which they were written.
  const names = Object.keys(titles) as ReadonlyArray<GroupName>
  return names
    .map((name) => ({
      name,
      title: titles[name],
      types: types.filter((type) => groupOf(type) === name && matches(type))
    }))
    .filter((group) => group.types.length > 0)
}
