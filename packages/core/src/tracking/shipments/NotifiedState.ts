import type { Instant } from "../../time/Instant.ts"

/** The event from which a milestone was notified, recorded for endpoints that receive retractions. */
export interface NotifiedSource {
  readonly id: string
  readonly receivedAt: Instant
  readonly rule: string
}

/** The last alert about a milestone that the endpoint was sent: a milestone, or a change of its date. */
export interface NotifiedAlert {
  /** The id of its message. */
  readonly id: string
  readonly type: string
  /** The date that it stated. */
  readonly date: Instant
  /** Whether it stated the date as actual. */
  readonly actual: boolean
}

/** The notified dates of one milestone. */
export interface NotifiedDate {
  /** The first known date. */
  readonly initial: Instant
  /** The date of the last notification, or the first known date before the first notification. */
  readonly last: Instant
  /** The date that was notified as actual; null before that. */
  readonly actual: Instant | null
  /** The milestone was notified as actual and no longer is. */
  readonly retracted: boolean
  readonly source?: NotifiedSource
  /** Absent before the first alert, and once another alert has superseded it. */
  readonly alert?: NotifiedAlert
}

/** The vessel on which the container leaves a port, as last notified or first known. */
export interface NotifiedSailing {
  readonly imo: string | null
  readonly name: string | null
  readonly voyage: string | null
  readonly departure: Instant | null
  /** The latest departure that was notified by `shipment.rolled`. */
  readonly rolledTo?: Instant
}

/** The notified route of one container: its ports and vessels. */
export interface NotifiedRoute {
  /** Port and visit, such as `CNSHA/1`, in route order; empty until a complete route is known. */
  readonly ports: ReadonlyArray<string>
  /** By port and visit, such as `CNSHA/1`. */
  readonly sailings: Readonly<Record<string, NotifiedSailing>>
}

/** The notified end of a shipment's trips; `undone` when the end was retracted afterwards. */
export interface NotifiedCompletion {
  readonly at: Instant
  readonly undone: boolean
}

/** The notified handling of one container. */
export interface NotifiedHandling {
  readonly emptyPickedUp?: Instant
  readonly emptyReturned?: Instant
  readonly availableForPickup?: Instant
  readonly lastFreeDay?: string | null
  readonly holds?: ReadonlyArray<string>
}

/**
 * The state that one registration was notified of. Alerts are the difference between this state and the current journeys. A
 * store keeps it with the registration.
 */
export interface NotifiedState {
  /** By milestone key. A `Map`, because an object whose keys name a container has a separate hidden class in V8. */
  readonly milestones: ReadonlyMap<string, NotifiedDate>
  /** When the trip of each container ended, by container. */
  readonly ended: Readonly<Record<string, Instant>>
  /** Routes by container. */
  readonly courses?: Readonly<Record<string, NotifiedRoute>>
  readonly completed?: NotifiedCompletion
  /** When the last event before the notified `shipment.stale` was received. */
  readonly silentSince?: Instant
  /** The handling of each container, by container; for endpoints that receive its types. */
  readonly handling?: Readonly<Record<string, NotifiedHandling>>
  /** The containers of a booking or bill of lading that were notified, or known at the registration. */
  readonly containers?: ReadonlyArray<string>
  /** The dates for which `shipment.arrival.overdue` was notified, by milestone key. */
  readonly overdue?: Readonly<Record<string, Instant>>
  /** The predicted arrivals that `eta.predicted.changed` notified last, or the first known ones, by milestone key. */
  readonly predicted?: Readonly<Record<string, Instant>>
  /** When `shipment.in.error` was notified. */
  readonly inErrorAt?: Instant
}

/** The alerts of one rule, and the state that a registration is notified of with them. */
export interface NotifiedUpdate<A> {
  readonly alerts: ReadonlyArray<A>
  readonly notified: NotifiedState
}

/** The state before the first notification. */
export const NOTHING_NOTIFIED: NotifiedState = { milestones: new Map(), ended: {} }
