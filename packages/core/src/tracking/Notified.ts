import { Schema } from "effect"
import { Instant } from "./Instant.ts"

/** What an endpoint knows of one milestone. */
export const NotifiedDate = Schema.Struct({
  /** The first date known. */
  initial: Instant,
  /** The date last told, or the first known while none was told. */
  last: Instant,
  /** The date told as actual, once it was; null before. */
  actual: Schema.NullOr(Instant),
  /** The actual was told and is no longer so. */
  retracted: Schema.Boolean
})
export type NotifiedDate = typeof NotifiedDate.Type

/**
 * What one registration has been told, by the key of the milestone, and when the trip of each container ended. It is
 * stored with the registration as the JSON that it is.
 */
export const Notified = Schema.Struct({
  milestones: Schema.Record(Schema.String, NotifiedDate),
  ended: Schema.Record(Schema.String, Instant)
})
export type Notified = typeof Notified.Type

/** Nothing told yet. */
export const NOTHING_NOTIFIED: Notified = { milestones: {}, ended: {} }
