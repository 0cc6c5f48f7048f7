import { Schema } from "effect"
import { Instant } from "../../time/Instant.ts"

/** The event from which a milestone was notified, recorded for endpoints that receive retractions. */
export const NotifiedSource = Schema.Struct({ id: Schema.String, receivedAt: Instant, rule: Schema.String })
export type NotifiedSource = typeof NotifiedSource.Type

/** The last alert about a milestone that the endpoint was sent: a milestone, or a change of its date. */
export const NotifiedAlert = Schema.Struct({
  /** The id of its message. */
  id: Schema.String,
  type: Schema.String,
  /** The date that it stated. */
  date: Instant,
  /** Whether it stated the date as actual. */
  actual: Schema.Boolean
})
export type NotifiedAlert = typeof NotifiedAlert.Type

/** The notified dates of one milestone. */
export const NotifiedDate = Schema.Struct({
  /** The first known date. */
  initial: Instant,
  /** The date of the last notification, or the first known date before the first notification. */
  last: Instant,
  /** The date that was notified as actual; null before that. */
  actual: Schema.NullOr(Instant),
  /** The milestone was notified as actual and no longer is. */
  retracted: Schema.Boolean,
  source: Schema.optionalKey(NotifiedSource),
  /** Absent before the first alert, and once another alert has superseded it. */
  alert: Schema.optionalKey(NotifiedAlert)
})
export type NotifiedDate = typeof NotifiedDate.Type

/** The vessel on which the container leaves a port, as last notified or first known. */
export const NotifiedSailing = Schema.Struct({
  imo: Schema.NullOr(Schema.String),
  name: Schema.NullOr(Schema.String),
  voyage: Schema.NullOr(Schema.String),
  departure: Schema.NullOr(Instant),
  /** The latest departure that was notified by `shipment.rolled`. */
  rolledTo: Schema.optionalKey(Instant)
})
export type NotifiedSailing = typeof NotifiedSailing.Type

/** The notified route of one container: its ports and vessels. */
export const NotifiedRoute = Schema.Struct({
  /** Port and visit, such as `CNSHA/1`, in route order; empty until a complete route is known. */
  ports: Schema.Array(Schema.String),
  /** By port and visit, such as `CNSHA/1`. */
  sailings: Schema.Record(Schema.String, NotifiedSailing)
})
export type NotifiedRoute = typeof NotifiedRoute.Type

/** The notified end of a shipment's trips; `undone` when the end was retracted afterwards. */
export const NotifiedCompletion = Schema.Struct({ at: Instant, undone: Schema.Boolean })
export type NotifiedCompletion = typeof NotifiedCompletion.Type

/**
 * The state that one registration was notified of. Alerts are the difference between this state and the current journeys. It
 * is stored with the registration as this JSON.
 */
export const NotifiedState = Schema.Struct({
  /** By milestone key. */
  milestones: Schema.Record(Schema.String, NotifiedDate),
  /** When the trip of each container ended, by container. */
  ended: Schema.Record(Schema.String, Instant),
  /** Routes by container. */
  courses: Schema.optionalKey(Schema.Record(Schema.String, NotifiedRoute)),
  completed: Schema.optionalKey(NotifiedCompletion),
  /** When the last event before the notified `shipment.stale` was received. */
  silentSince: Schema.optionalKey(Instant),
  /** When `shipment.in.error` was notified. */
  inErrorAt: Schema.optionalKey(Instant)
})
export type NotifiedState = typeof NotifiedState.Type

/** The state before the first notification. */
export const NOTHING_NOTIFIED: NotifiedState = { milestones: {}, ended: {} }
