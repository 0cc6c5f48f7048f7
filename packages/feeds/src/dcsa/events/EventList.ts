import { Predicate } from "effect"

export type EventKind = "TRANSPORT" | "EQUIPMENT" | "SHIPMENT"

/** An undecoded event of a payload with its JSON path, and the kind that the name of its list states. */
export interface ListedEvent {
  readonly value: unknown
  readonly path: string
  readonly kind: EventKind | undefined
  /** The fields that the object around its list states of all of its events (HMM); absent without any. */
  readonly around?: SharedFields
}

/** The fields that HMM states once, beside its lists of events. */
export interface SharedFields {
  readonly booking: string | undefined
  readonly container: string | undefined
  /** The transport calls by their id. */
  readonly calls: ReadonlyMap<string, Readonly<Record<string, unknown>>>
}

/** Names under which carriers wrap their lists. */
const WRAPPERS: ReadonlySet<string> = new Set(["events", "data", "payload", "items", "results"])

/** Names of lists that hold one kind of event. */
const LISTS_BY_KIND: ReadonlyMap<string, EventKind> = new Map([
  ["transportevents", "TRANSPORT"],
  ["equipmentevents", "EQUIPMENT"],
  ["shipmentevents", "SHIPMENT"],
  // HMM
  ["transportevent", "TRANSPORT"],
  ["equipmentevent", "EQUIPMENT"],
  ["shipmentevent", "SHIPMENT"]
])

/** The deepest nesting of lists; a deeper value is rejected as not an event. */
const MAX_DEPTH = 4

const isEvent = (names: ReadonlyArray<string>): boolean =>
  names.some((name) => name === "eventtype" || name.endsWith("eventtypecode") || name === "eventdatetime")

const valueIn = (value: object, name: string): unknown =>
  Object.entries(value).find(([key]) => key.toLowerCase() === name)?.[1]

const textIn = (value: unknown, name: string): string | undefined => {
  const text = Predicate.isObject(value) ? valueIn(value, name) : undefined
  return typeof text === "string" && text.trim() !== "" ? text.trim() : undefined
}

/** The fields that an object states of all events in its lists: the booking, the container, and the transport calls. */
const sharedFieldsOf = (value: object): SharedFields | undefined => {
  const booking = textIn(valueIn(value, "shipment"), "carrierbookingreference")
  const container = textIn(valueIn(value, "equipment"), "equipmentreference")
  const listed = valueIn(value, "transportcall")
  const calls = new Map<string, Readonly<Record<string, unknown>>>()
  for (const call of Array.isArray(listed) ? listed : []) {
    const id = textIn(call, "transportcallid")
    if (id !== undefined && Predicate.isObject(call)) calls.set(id, call)
  }
  return booking === undefined && container === undefined && calls.size === 0
    ? undefined
    : { booking, container, calls }
}

const withoutNulls = (value: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(value).filter(([, item]) => item !== null && item !== undefined))

/** An event with the fields that are stated around its list and not in the event itself. */
export const withSharedFields = (value: unknown, { booking, container, calls }: SharedFields): unknown => {
  if (!Predicate.isObject(value)) return value
  const documents = valueIn(value, "documentreferences")
  const call = valueIn(value, "transportcall")
  const listed = calls.get(textIn(call, "transportcallid") ?? "")
  return {
    ...value,
    ...(booking === undefined || (Array.isArray(documents) && documents.length > 0)
      ? {}
      : { documentReferences: [{ documentReferenceType: "BKG", documentReferenceValue: booking }] }),
    ...(container === undefined || textIn(value, "equipmentreference") !== undefined
      ? {}
      : { equipmentReference: container }),
    ...(listed === undefined || !Predicate.isObject(call)
      ? {}
      : { transportCall: { ...listed, ...withoutNulls(call) } })
  }
}

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

/** Lists the events of a value one by one; undefined at each list, so that lists without events count as steps too. */
function* eventsIn(
  value: unknown,
  path: string,
  kind: EventKind | undefined,
  depth: number,
  around?: SharedFields
): Generator<ListedEvent | undefined, void> {
  if (depth < MAX_DEPTH && Array.isArray(value)) {
    yield undefined
    for (let index = 0; index < value.length; index++) {
      yield* eventsIn(value[index], `${path}[${index}]`, kind, depth + 1, around)
    }
    return
  }
  const lists = depth < MAX_DEPTH && Predicate.isObject(value) ? wrappedListsOf(value, kind) : []
  if (lists.length === 0 || !Predicate.isObject(value)) {
    yield { value, path, kind, ...(around === undefined ? {} : { around }) }
    return
  }
  const shared = lists.some((list) => list.kind !== undefined) ? sharedFieldsOf(value) : around
  for (const list of lists) yield* eventsIn(list.value, `${path}.${list.name}`, list.kind, depth + 1, shared)
}

/**
 * The events of a payload: a bare array, a wrapped list (`{events: []}`, `{data: []}`), a list for each kind
 * (`{transportEvents: [], …}`), or a single event. Any other value is returned as one event, which the decoder rejects with
 * its path. `root` is the path of the payload itself. Elements of undefined are not events.
 */
export const iterateEvents = (payload: unknown, root = "$"): Generator<ListedEvent | undefined, void> =>
  eventsIn(payload, root, undefined, 0)

/** `iterateEvents` as a list. */
export const listEvents = (payload: unknown, root = "$"): ReadonlyArray<ListedEvent> =>
  [...iterateEvents(payload, root)].filter((listed) => listed !== undefined)
