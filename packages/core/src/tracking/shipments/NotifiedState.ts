import { Schema } from "effect"
import { Instant } from "../../time/Instant.ts"

/** The event that a milestone was told from, for an endpoint that wants to hear when it is taken back. */
export const NotifiedSource = Schema.Struct({ id: Schema.String, receivedAt: Instant, rule: Schema.String })
export type NotifiedSource = typeof NotifiedSource.Type

/** What an endpoint knows of one milestone. */
export const NotifiedDate = Schema.Struct({
  /** The first date known. */
  initial: Instant,
  /** The date last told, or the first known while none was told. */
  last: Instant,
  /** The date told as actual, once it was; null before. */
  actual: Schema.NullOr(Instant),
  /** The actual was told and is no longer so. */
  retracted: Schema.Boolean,
  source: Schema.optionalKey(NotifiedSource)
})
export type NotifiedDate = typeof NotifiedDate.Type

/** The ship with which the box is to leave a port, as last told or first known. */
export const NotifiedSailing = Schema.Struct({
  imo: Schema.NullOr(Schema.String),
  name: Schema.NullOr(Schema.String),
  voyage: Schema.NullOr(Schema.String),
  departure: Schema.NullOr(Instant),
  /** The latest departure told as that of a rolled box. */
  rolledTo: Schema.optionalKey(Instant)
})
export type NotifiedSailing = typeof NotifiedSailing.Type

/** What an endpoint knows of the course of one container, its ports and ships. */
export const NotifiedRoute = Schema.Struct({
  /** `CNSHA/1`: port and visit, in order; empty while no whole route is known. */
  ports: Schema.Array(Schema.String),
  /** By port and visit. */
  sailings: Schema.Record(Schema.String, NotifiedSailing)
})
export type NotifiedRoute = typeof NotifiedRoute.Type

/** The end of a shipment's trips that an endpoint knows of; `undone` once the shipment turned out not to be over. */
export const NotifiedCompletion = Schema.Struct({ at: Instant, undone: Schema.Boolean })
export type NotifiedCompletion = typeof NotifiedCompletion.Type

/**
 * What one registration has been told, by the key of the milestone, and when the trip of each container ended. It is
 * stored with the registration as the JSON that it is.
 */
export const NotifiedState = Schema.Struct({
  milestones: Schema.Record(Schema.String, NotifiedDate),
  ended: Schema.Record(Schema.String, Instant),
  /** By container. */
  courses: Schema.optionalKey(Schema.Record(Schema.String, NotifiedRoute)),
  completed: Schema.optionalKey(NotifiedCompletion),
  /** The last news before the silence that was told. */
  silentSince: Schema.optionalKey(Instant),
  /** When it was told that the shipment is in error. */
  inErrorAt: Schema.optionalKey(Instant)
})
export type NotifiedState = typeof NotifiedState.Type

/** Nothing told yet. */
export const NOTHING_NOTIFIED: NotifiedState = { milestones: {}, ended: {} }
