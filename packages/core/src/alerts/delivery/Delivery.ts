import { Schema } from "effect"
import { SkipReason } from "../Message.ts"
import { FailureReason } from "../sending/AlertTransport.ts"

/** Waits for its next attempt. */
export const Pending = Schema.TaggedStruct("Pending", { attempts: Schema.Int, dueAt: Schema.DateTimeUtc })
/** Leased by one worker, which sends it; after `until`, another worker may claim it. */
export const Leased = Schema.TaggedStruct("Leased", { attempts: Schema.Int, until: Schema.DateTimeUtc })
/** The receiver responded with 2xx. */
export const Succeeded = Schema.TaggedStruct("Succeeded", { attempts: Schema.Int, at: Schema.DateTimeUtc })
/** Every attempt of the retry policy failed, or the receiver responded with 410 Gone. */
export const Exhausted = Schema.TaggedStruct("Exhausted", { attempts: Schema.Int, at: Schema.DateTimeUtc })
/** Never sent, or stopped before the retry policy ended. */
export const Skipped = Schema.TaggedStruct("Skipped", {
  attempts: Schema.Int,
  reason: SkipReason,
  at: Schema.DateTimeUtc
})

/** The state of one message at one endpoint. `transition` in `DeliveryStateMachine` changes it. */
export const DeliveryState = Schema.Union([Pending, Leased, Succeeded, Exhausted, Skipped])
export type DeliveryState = typeof DeliveryState.Type

/** The receiver responded with this status; `body` is the first 4 KiB of the response body. */
export const Responded = Schema.TaggedStruct("Responded", {
  status: Schema.Int,
  body: Schema.String,
  headers: Schema.optionalKey(Schema.Record(Schema.String, Schema.String))
})
/** No response arrived. */
export const NoResponse = Schema.TaggedStruct("NoResponse", { reason: FailureReason, message: Schema.String })

/** The outcome of an attempt: a response, or the reason of its absence. */
export const AttemptOutcome = Schema.Union([Responded, NoResponse])
export type AttemptOutcome = typeof AttemptOutcome.Type

/** The cause of an attempt: the retry policy (`automatic`), or a request to send the message again (`manual`). */
export const AttemptTrigger = Schema.Literals(["automatic", "manual"])
export type AttemptTrigger = typeof AttemptTrigger.Type

/**
 * One attempt to deliver a message. `number` counts from 1; `responseStartMillis` is the time from the start of the
 * attempt to the first byte of the response. `requestHeaders` are those that were sent, with hidden custom values.
 */
export class Attempt extends Schema.Class<Attempt>("@landfall/core/alerts/delivery/Attempt")({
  number: Schema.Int,
  startedAt: Schema.DateTimeUtc,
  durationMillis: Schema.Int,
  responseStartMillis: Schema.Option(Schema.Int),
  trigger: AttemptTrigger,
  requestHeaders: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
  outcome: AttemptOutcome
}) {}

/** A delivery with everything that its transitions depend on. */
export interface Delivery {
  readonly state: DeliveryState
  /** Attempts made before the current run of the retry policy. A resend starts the policy again. */
  readonly attemptsBefore: number
  /** The cause of the attempts of the current run. */
  readonly trigger: AttemptTrigger
}
