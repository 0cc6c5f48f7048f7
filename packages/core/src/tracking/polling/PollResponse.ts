import { Option } from "effect"
import type { CarrierEvent } from "../carriers/CarrierEvent.ts"
import type { UnreadableEvent } from "../carriers/CarrierEventDecoder.ts"
import { containerOf, storedEventKey } from "../carriers/EventIdentity.ts"
import { isFutureActual } from "../carriers/FutureActuals.ts"

/** The response of a carrier about one shipment. */
export interface PollResponse {
  readonly events: ReadonlyArray<CarrierEvent>
  /** Every event was decoded, so that the carrier no longer reports an event that is missing from the response. */
  readonly complete: boolean
  /**
   * The events that were not decoded. Earlier reported events that may be among them count as reported. Absent: any may
   * be.
   */
  readonly unreadable?: ReadonlyArray<UnreadableEvent>
}

/** How a response differs from those before it about the same shipment. Events are named by `storedEventKey`. */
export interface ResponseComparison {
  /** The events that the carrier reports from now on. */
  readonly reported: ReadonlySet<string>
  /** Those that it no longer reports. */
  readonly missing: ReadonlyArray<string>
  /** `reported` differs from the events reported before. */
  readonly changed: boolean
}

/**
 * The maximum number of events that are stored as reported about a shipment. Incomplete responses add: of more events
 * the latest count, and the others are not retracted.
 */
export const MAX_REPORTED_EVENTS = 5_000

/** Whether an event that was reported before, by its key, may be one that cannot be read now. */
const matchesUnreadable = (key: string, { container, code, unlocode }: UnreadableEvent): boolean => {
  const [subject, kind = "", place] = key.split("|")
  return (
    (container === undefined || subject === "" || subject === container) &&
    (code === undefined || kind.endsWith(` ${code}`)) &&
    (unlocode === undefined || place === "" || place === unlocode)
  )
}

/** The report that a future actual may replace: of the same move with its correct date. */
const namesOf = (event: CarrierEvent): UnreadableEvent => {
  const container = Option.getOrUndefined(containerOf(event))
  const place = event._tag === "ShipmentEvent" ? undefined : Option.getOrUndefined(event.place)
  return {
    code: event.code,
    ...(container === undefined ? {} : { container }),
    ...(place === undefined ? {} : { unlocode: place.unlocode })
  }
}

/**
 * Compares a response with the events that the carrier reported before. An event that is missing from an incomplete response is
 * retracted only if none of its unreadable events may be it, and from any response only if no future actual of it may be it. Pure.
 */
export const compareResponse = (
  before: ReadonlySet<string>,
  { events, complete, unreadable = [{}] }: PollResponse
): ResponseComparison => {
  const current = new Set(events.map(storedEventKey))
  const future = events.filter(isFutureActual).map(namesOf)
  const doubtful = complete ? future : [...unreadable, ...future]
  const isMissing = (key: string): boolean =>
    !current.has(key) && !doubtful.some((event) => matchesUnreadable(key, event))
  const missing = [...before].filter(isMissing)
  const missingKeys = new Set(missing)
  const isWhole = complete && doubtful.length === 0
  const retained = isWhole ? [] : [...before].filter((key) => !missingKeys.has(key))
  const reported = isWhole ? current : new Set([...new Set([...current, ...retained])].slice(0, MAX_REPORTED_EVENTS))
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
