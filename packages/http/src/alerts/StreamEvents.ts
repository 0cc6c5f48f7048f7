/** The newest messages of an account, whose changes are streamed. */
export const WATCHED_MESSAGES = 100

/** One event of a stream. After `reset` the reader must read the list of messages again. */
export interface StreamEvent {
  readonly name: "message" | "reset"
  /** The newest message that the reader knows after this event. */
  readonly id: string
  readonly data: string
}

/** The newest messages of an account, oldest first: each id with the message as it is sent. */
export type NewestMessages = ReadonlyMap<string, string>

const newestIdOf = (messages: NewestMessages): string => [...messages.keys()].at(-1) ?? ""

const resetTo = (id: string): StreamEvent => ({ name: "reset", id, data: "{}" })

/**
 * The events that readers of the last read receive after the next one. `reset` where more messages than are watched
 * were posted between the two, so that some were never read.
 */
export const changesBetween = (known: NewestMessages, newest: NewestMessages): ReadonlyArray<StreamEvent> => {
  const id = newestIdOf(newest)
  const isGap = newest.size >= WATCHED_MESSAGES && ![...newest.keys()].some((message) => known.has(message))
  if (isGap) return [resetTo(id)]
  return [...newest].flatMap(([message, data]) =>
    known.get(message) === data ? [] : [{ name: "message", id, data } as const]
  )
}

/** The events that a reader with the messages up to `since` has missed among the newest ones. */
export const missedEvents = (newest: NewestMessages, since: string): ReadonlyArray<StreamEvent> => {
  const ids = [...newest.keys()]
  const at = ids.indexOf(since)
  if (at < 0) return [resetTo(ids.at(-1) ?? since)]
  return ids.slice(at + 1).map((id) => ({ name: "message", id, data: newest.get(id) ?? "" }))
}
