import { Option } from "effect"
import { type CarrierEvent, containerOf } from "./CarrierEvent.ts"

/** How many events one transaction stores and decides about: it must not keep others waiting. */
export const EVENTS_PER_BATCH = 500

/** How many names of containers and documents the events of one transaction may have together: each is a row of an index. */
export const NAMES_PER_BATCH = 10_000

/** The most names under which an event is stored: each of its documents with each container it refers to, and these. */
const nameCountOf = ({ documents, references }: CarrierEvent): number =>
  Math.max(1, references.length) * (documents.length + 1)

/** What an event is about: its container, else its first document. */
const subjectOf = (event: CarrierEvent): string =>
  Option.getOrElse(containerOf(event), () => {
    const [document] = event.documents
    return document === undefined ? "" : `${document.type} ${document.value}`
  })

interface Batch {
  readonly events: Array<CarrierEvent>
  names: number
}

/**
 * Divides received events into batches of at most `size` events and `NAMES_PER_BATCH` names; an event with more names is a batch
 * by itself. The events of one container stay together while they fit, so that their alerts follow from all of them. Pure.
 */
export const batchEvents = (
  events: ReadonlyArray<CarrierEvent>,
  size = EVENTS_PER_BATCH
): ReadonlyArray<ReadonlyArray<CarrierEvent>> => {
  const names = events.reduce((sum, event) => sum + nameCountOf(event), 0)
  if (events.length <= size && names <= NAMES_PER_BATCH) return [events]
  const batches: Array<Batch> = []
  const fits = (batch: Batch, more: Batch): boolean =>
    batch.events.length + more.events.length <= size && batch.names + more.names <= NAMES_PER_BATCH
  const add = (more: Batch): void => {
    const last = batches.at(-1)
    if (last === undefined || !fits(last, more)) batches.push(more)
    else {
      last.events.push(...more.events)
      last.names += more.names
    }
  }
  for (const ofSubject of Map.groupBy(events, subjectOf).values()) {
    let part: Batch = { events: [], names: 0 }
    for (const event of ofSubject) {
      const one: Batch = { events: [event], names: nameCountOf(event) }
      if (part.events.length > 0 && !fits(part, one)) {
        add(part)
        part = { events: [], names: 0 }
      }
      part.events.push(event)
      part.names += one.names
    }
    add(part)
  }
  return batches.map((batch) => batch.events)
}
