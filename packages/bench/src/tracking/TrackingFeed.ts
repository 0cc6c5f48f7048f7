import { Instant } from "@landfall/core/time/Instant"
import { decodeDcsa } from "@landfall/feeds/dcsa/events/DcsaDecoder"
import { transhipmentVoyage } from "@landfall/testing/journeys/Voyage"
import { containerOf } from "@landfall/testing/samples/EventSamples"
import { DateTime } from "effect"

/** Voyages begin when they are registered, so that every event in them is new. */
const VOYAGE_START = DateTime.nowUnsafe()

export const NOW = Instant.make(DateTime.toEpochMillis(VOYAGE_START))

/** The containers of a feed. */
export const containersOf = (count: number): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, serial) => containerOf(serial))

/** The batches of events of a container and its booking, from the first plan to the empty return. */
const eventBatchesOf = (container: string) =>
  transhipmentVoyage({ container, booking: `B-${container}`, start: VOYAGE_START }).map(({ events }) => events)

/** The events of all containers in order of time, as request bodies of `eventsAtOnce` events. */
export const requestBodiesOf = (containers: ReadonlyArray<string>, eventsAtOnce: number): ReadonlyArray<string> => {
  const journeys = containers.map(eventBatchesOf)
  const longest = Math.max(...journeys.map((batches) => batches.length))
  const events = Array.from({ length: longest }, (_, step) => journeys.flatMap((batches) => batches[step] ?? [])).flat()
  return Array.from({ length: Math.ceil(events.length / eventsAtOnce) }, (_, batch) =>
    JSON.stringify(events.slice(batch * eventsAtOnce, (batch + 1) * eventsAtOnce))
  )
}

/** Every event of each container, decoded. */
export const eventsByContainer = (containers: ReadonlyArray<string>) =>
  containers.map((container) => ({ container, events: decodeDcsa(eventBatchesOf(container).flat(), NOW).events }))
