import { Option } from "effect"
import type { CarrierEvent } from "./CarrierEvent.ts"
import { containerOf } from "./EventIdentity.ts"

/** The maximum number of events in one transaction, which must not delay others. */
export const EVENTS_PER_BATCH = 500

/** The maximum number of names of containers and documents in one transaction: each is a row of an index. */
export const NAMES_PER_BATCH = 10_000

/**
 * The maximum number of names under which an event is stored: each of its documents with each container it refers to,
 * and these.
 */
const nameCountOf = ({ documents, references }: CarrierEvent): number =>
  Math.max(1, references.length) * (documents.length + 1)

/** The subject of an event: its container, else its first document. */
const subjectOf = (event: CarrierEvent): string =>
  Option.getOrElse(containerOf(event), () => {
    const [document] = event.documents
    return document === undefined ? "" : `${document.type} ${document.value}`
  })

interface Batch {
  readonly events: Array<CarrierEvent>
  names: number
}

const emptyBatch = (): Batch => ({ events: [], names: 0 })

const fits = (batch: Batch, { events, names }: Batch, size: number): boolean =>
  batch.events.length + events.length <= size && batch.names + names <= NAMES_PER_BATCH

const append = (batch: Batch, { events, names }: Batch): void => {
  batch.events.push(...events)
  batch.names += names
}

/** The events of each subject, divided where they are too many for one transaction. */
const partsOf = function* (events: ReadonlyArray<CarrierEvent>): Generator<Batch> {
  for (const ofSubject of Map.groupBy(events, subjectOf).values()) {
    let part = emptyBatch()
    for (const event of ofSubject) {
      const one: Batch = { events: [event], names: nameCountOf(event) }
      if (part.events.length > 0 && !fits(part, one, EVENTS_PER_BATCH)) {
        yield part
        part = emptyBatch()
      }
      append(part, one)
    }
    yield part
  }
}

/**
 * Divides received events into batches, one for each transaction, of at most `EVENTS_PER_BATCH` events and
 * `NAMES_PER_BATCH` names; an event with more names is a batch by itself. The events of one container stay together
 * while they fit, so that their alerts follow from all of them. Pure.
 *
 * @param size the maximum number of events of a batch with several containers; called for each batch, after the
 *   previous one was consumed
 */
export const batchEvents = function* (
  events: ReadonlyArray<CarrierEvent>,
  size: () => number = () => EVENTS_PER_BATCH
): Generator<ReadonlyArray<CarrierEvent>> {
  let most = Math.min(size(), EVENTS_PER_BATCH)
  const names = events.reduce((sum, event) => sum + nameCountOf(event), 0)
  if (events.length <= most && names <= NAMES_PER_BATCH) return yield events
  let batch = emptyBatch()
  for (const part of partsOf(events)) {
    if (batch.events.length > 0 && !fits(batch, part, most)) {
      yield batch.events
      batch = emptyBatch()
      most = Math.min(size(), EVENTS_PER_BATCH)
    }
    append(batch, part)
  }
  yield batch.events
}
