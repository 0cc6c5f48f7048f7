import { Option } from "effect"
import { type CarrierEvent, containerOf } from "./CarrierEvent.ts"

/** How many events one transaction stores and decides about: it must not keep others waiting. */
export const EVENTS_PER_BATCH = 500

/** What an event is about: its container, else its first document. */
const subjectOf = (event: CarrierEvent): string =>
  Option.getOrElse(containerOf(event), () => {
    const [document] = event.documents
    return document === undefined ? "" : `${document.type} ${document.value}`
  })

/**
 * Divides received events into batches of at most `size`. Those of one container stay together while they fit, so that
 * their alerts follow from all of them. Pure.
 */
export const batchEvents = (
  events: ReadonlyArray<CarrierEvent>,
  size = EVENTS_PER_BATCH
): ReadonlyArray<ReadonlyArray<CarrierEvent>> => {
  if (events.length <= size) return [events]
  const batches: Array<Array<CarrierEvent>> = []
  for (const ofSubject of Map.groupBy(events, subjectOf).values()) {
    for (let from = 0; from < ofSubject.length; from += size) {
      const part = ofSubject.slice(from, from + size)
      const last = batches.at(-1)
      if (last !== undefined && last.length + part.length <= size) last.push(...part)
      else batches.push(part)
    }
  }
  return batches
}
