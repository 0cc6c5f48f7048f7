import { Schema } from "effect"
import { SkipReason } from "../Message.ts"
import { FailureReason } from "../sending/AlertTransport.ts"

/** Waits for its next attempt. */
export const Pending = Schema.TaggedStruct("Pending", { attempts: Schema.Int, dueAt: Schema.DateTimeUtc })
/** A worker is sending it; after `until` another may take it over. */
export const Leased = Schema.TaggedStruct("Leased", { attempts: Schema.Int, until: Schema.DateTimeUtc })
/** The receiver answered 2xx. */
export const Succeeded = Schema.TaggedStruct("Succeeded", { attempts: Schema.Int, at: Schema.DateTimeUtc })
/** Every attempt of the policy failed, or the receiver said that it is gone for good. */
export const Exhausted = Schema.TaggedStruct("Exhausted", { attempts: Schema.Int, at: Schema.DateTimeUtc })
/** Never sent, or given up before the policy ended. */
export const Skipped = Schema.TaggedStruct("Skipped", {
  attempts: Schema.Int,
  reason: SkipReason,
  at: Schema.DateTimeUtc
})

/** What has become of one message at one endpoint. */
export const DeliveryState = Schema.Union([Pending, Leased, Succeeded, Exhausted, Skipped])
export type DeliveryState = typeof DeliveryState.Type
/** The receiver answered with this status; `body` is the first 4 KiB of what it said. */
export const Answered = Schema.TaggedStruct("Answered", { status: Schema.Int, body: Schema.String })
/** No answer came. */
export const Unanswered = Schema.TaggedStruct("Unanswered", { reason: FailureReason, message: Schema.String })

export const AttemptOutcome = Schema.Union([Answered, Unanswered])
export type AttemptOutcome = typeof AttemptOutcome.Type

/** What made an attempt: the delivery's own time, or somebody who asked for it again. */
export const AttemptTrigger = Schema.Literals(["automatic", "manual"])
export type AttemptTrigger = typeof AttemptTrigger.Type

/** One try to deliver. `number` counts from 1; `responseStartMillis` runs from the start to the answer's first byte. */
export class Attempt extends Schema.Class<Attempt>("@landfall/core/alerts/delivery/Attempt")({
  number: Schema.Int,
  startedAt: Schema.DateTimeUtc,
  durationMillis: Schema.Int,
  responseStartMillis: Schema.Option(Schema.Int),
  trigger: AttemptTrigger,
  outcome: AttemptOutcome
}) {}
