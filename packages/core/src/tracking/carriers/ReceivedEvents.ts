import type { CarrierEvent } from "./CarrierEvent.ts"
import { mergeDuplicates, storedEventKey } from "./EventIdentity.ts"

/** Received events by `storedEventKey`, the copies of one event merged. */
export const mergeReceived = (events: ReadonlyArray<CarrierEvent>): ReadonlyMap<string, CarrierEvent> => {
  const merged = new Map<string, CarrierEvent>()
  for (const event of events) {
    const key = storedEventKey(event)
    const copy = merged.get(key)
    merged.set(key, copy === undefined ? event : mergeDuplicates(copy, event))
  }
  return merged
}

/** The changes of stored events by received ones. */
export interface EventChanges {
  /** The events to store, by `storedEventKey`: those that are new, and those that replace a stored one. */
  readonly changed: ReadonlyMap<string, CarrierEvent>
  /** The keys of stored events that are replaced. */
  readonly replaced: ReadonlyArray<string>
  /** The keys of those changed events that were not stored before. */
  readonly added: ReadonlySet<string>
}

/**
 * Compares received events with the stored ones of the same keys. An event that adds nothing to its stored copy changes
 * nothing; one that was written later, or names more documents, replaces it. Pure.
 *
 * @param received as `mergeReceived` gives them
 * @param stored by `storedEventKey`
 */
export const changesByReceived = (
  received: ReadonlyMap<string, CarrierEvent>,
  stored: ReadonlyMap<string, CarrierEvent>
): EventChanges => {
  const changed = new Map(received)
  const replaced: Array<string> = []
  for (const [key, storedEvent] of stored) {
    const event = received.get(key)
    if (event === undefined) continue
    const merged = mergeDuplicates(storedEvent, event)
    if (merged === storedEvent) changed.delete(key)
    else {
      replaced.push(key)
      changed.set(key, merged)
    }
  }
  const outdated = new Set(replaced)
  return { changed, replaced, added: new Set([...changed.keys()].filter((key) => !outdated.has(key))) }
}
