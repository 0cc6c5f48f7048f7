import { Instant } from "@landfall/core/time/Instant"
import { decodeDcsa } from "@landfall/feeds/dcsa/events/DcsaDecoder"
import { transhipmentVoyage } from "@landfall/testing/journeys/Voyage"
import { containerOf } from "@landfall/testing/samples/EventSamples"
import { DateTime } from "effect"

/** Voyages begin as they are registered, so that all that happens in them is news. */
const VOYAGE_START = DateTime.nowUnsafe()

export const NOW = Instant.make(DateTime.toEpochMillis(VOYAGE_START))

/** The containers of a feed, each with a booking of its own. */
export const containersOf = (count: number): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, serial) => containerOf(serial))

/** What carriers tell of each container, telling by telling: from the first plan to the empty return. */
const eventBatchesOf = (container: string) =>
  transhipmentVoyage({ container, booking: `B-${container}`, start: VOYAGE_START }).map(({ events }) => events)

/** All that is told of containers, in the order of time, as the bodies of requests of about so many events. */
export const requestBodiesOf = (containers: ReadonlyArray<string>, eventsAtOnce: number): ReadonlyArray<string> => {
  const journeys = containers.map(eventBatchesOf)
  const longest = Math.max(...journeys.map((tellings) => tellings.length))
  const events = Array.from({ length: longest }, (_, step) =>
    journeys.flatMap((tellings) => tellings[step] ?? [])
  ).flat()
  return Array.from({ length: Math.ceil(events.length / eventsAtOnce) }, (_, batch) =>
    JSON.stringify(events.slice(batch * eventsAtOnce, (batch + 1) * eventsAtOnce))
  )
}

/** Every event of each container, read. */
export const eventsByContainer = (containers: ReadonlyArray<string>) =>
  containers.map((container) => ({ container, events: decodeDcsa(eventBatchesOf(container).flat(), NOW).events }))
