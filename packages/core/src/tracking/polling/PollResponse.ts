import type { CarrierEvent } from "../carriers/CarrierEvent.ts"
import { storedEventKey } from "../carriers/EventIdentity.ts"

/** The response of a carrier about one shipment. */
export interface PollResponse {
  readonly events: ReadonlyArray<CarrierEvent>
  /** Every event was decoded, so that the carrier no longer reports an event that is missing from the response. */
  readonly complete: boolean
}

/** How a response differs from those before it about the same shipment. Events are named by `storedEventKey`. */
export interface ResponseComparison {
  /** The events that the carrier reports from now on. */
  readonly reported: ReadonlySet<string>
  /** Those that it no longer reports; always empty after an incomplete response. */
  readonly missing: ReadonlyArray<string>
  /** `reported` differs from the events reported before. */
  readonly changed: boolean
}

/**
 * The most events that a carrier is known to have reported about a shipment. Incomplete responses only add: of more events
 * the latest count, and the others are not retracted.
 */
export const MAX_REPORTED_EVENTS = 5_000

/** Compares a response with the events that the carrier reported before. An incomplete response only adds. Pure. */
export const compareResponse = (
  before: ReadonlySet<string>,
  { events, complete }: PollResponse
): ResponseComparison => {
  const current = new Set(events.map(storedEventKey))
  const missing = complete ? [...before].filter((key) => !current.has(key)) : []
  const reported = complete ? current : new Set([...new Set([...current, ...before])].slice(0, MAX_REPORTED_EVENTS))
  const changed = reported.size !== before.size || [...reported].some((key) => !before.has(key))
  return { reported, missing, changed }
}

/**
 * The stored events to retract: of those missing from a complete response, the ones that no carrier reports about
 * another shipment. Pure.
 *
 * @param missing stored events whose keys the response is missing
 * @param reportedElsewhere the events last reported about each of the other shipments that these events concern
 */
export const retractedEvents = <E extends { readonly event: CarrierEvent }>(
  missing: ReadonlyArray<E>,
  reportedElsewhere: ReadonlyArray<Iterable<string>>
): ReadonlyArray<E> => {
  const reported = new Set<string>()
  for (const keys of reportedElsewhere) for (const key of keys) reported.add(key)
  return missing.filter(({ event }) => !reported.has(storedEventKey(event)))
}
