import { Predicate } from "effect"

export type EventKind = "TRANSPORT" | "EQUIPMENT" | "SHIPMENT"

/** An undecoded event of a payload with its JSON path, and the kind that the name of its list states. */
export interface ListedEvent {
  readonly value: unknown
  readonly path: string
  readonly kind: EventKind | undefined
}

/** Names under which carriers wrap their lists. */
const WRAPPERS: ReadonlySet<string> = new Set(["events", "data", "payload", "items", "results"])

/** Names of lists that hold one kind of event. */
const LISTS_BY_KIND: ReadonlyMap<string, EventKind> = new Map([
  ["transportevents", "TRANSPORT"],
  ["equipmentevents", "EQUIPMENT"],
  ["shipmentevents", "SHIPMENT"]
])

/** The deepest nesting of lists; a deeper value is rejected as not an event. */
const MAX_DEPTH = 4

const isEvent = (names: ReadonlyArray<string>): boolean =>
  names.some((name) => name === "eventtype" || name.endsWith("eventtypecode") || name === "eventdatetime")

interface NamedList {
  readonly name: string
  readonly value: unknown
  readonly kind: EventKind | undefined
}

/** The lists within an object. */
const wrappedListsOf = (value: object, kind: EventKind | undefined): ReadonlyArray<NamedList> => {
  const names = Object.keys(value)
  if (isEvent(names.map((name) => name.toLowerCase()))) return []
  return Object.entries(value).flatMap(([name, list]: [string, unknown]): ReadonlyArray<NamedList> => {
    const key = name.toLowerCase()
    const listed = LISTS_BY_KIND.get(key)
    const isList = typeof list === "object" && list !== null && (listed !== undefined || WRAPPERS.has(key))
    return isList ? [{ name, value: list, kind: listed ?? kind }] : []
  })
}

const collectEvents = (
  value: unknown,
  path: string,
  kind: EventKind | undefined,
  depth: number
): ReadonlyArray<ListedEvent> => {
  if (depth < MAX_DEPTH && Array.isArray(value)) {
    return value.flatMap((item: unknown, index) => collectEvents(item, `${path}[${index}]`, kind, depth + 1))
  }
  const lists = depth < MAX_DEPTH && Predicate.isObject(value) ? wrappedListsOf(value, kind) : []
  if (lists.length === 0) return [{ value, path, kind }]
  return lists.flatMap((list) => collectEvents(list.value, `${path}.${list.name}`, list.kind, depth + 1))
}

/**
 * The events of a payload: a bare array, a wrapped list (`{events: []}`, `{data: []}`), a list for each kind
 * (`{transportEvents: [], …}`), or a single event. Any other value is returned as one event, which the decoder rejects with
 * its path. `root` is the path of the payload itself.
 */
export const listEvents = (payload: unknown, root = "$"): ReadonlyArray<ListedEvent> =>
  collectEvents(payload, root, undefined, 0)
