import { Context, Effect, Layer, Schema } from "effect"
import { Instant } from "../../time/Instant.ts"
import type { ReferenceType } from "../references/ReferenceType.ts"
import { Scac } from "../references/Sealine.ts"
import type { CarrierEvent } from "./CarrierEvent.ts"
import type { RejectedEvent } from "./CarrierEventDecoder.ts"
import type { CarrierProfile } from "./CarrierProfile.ts"

/** Which carrier is asked for what. */
export interface SourceQuery {
  readonly scac: Scac
  /** A container, booking or bill of lading: upper case, without blanks and dashes. */
  readonly number: string
  readonly kind: ReferenceType
}

/** All that a carrier says of a shipment at one moment, however many pages it took. */
export interface SourceResponse {
  readonly events: ReadonlyArray<CarrierEvent>
  readonly rejected: ReadonlyArray<RejectedEvent>
  /** How often each value was met that means nothing to us, as `field=value`. */
  readonly unknown: Readonly<Record<string, number>>
  /** Every event could be read, so that what this answer lacks is retracted. */
  readonly complete: boolean
  /** Requests it took from the carrier's allowance. */
  readonly requests: number
}

const sourceErrorFields = {
  scac: Scac,
  /** Requests it took from the carrier's allowance. */
  requests: Schema.Int
}

/** The carrier does not know the shipment: not yet, no longer, or it is another carrier's. */
export class ShipmentUnknown extends Schema.TaggedError<ShipmentUnknown>()("ShipmentUnknown", {
  ...sourceErrorFields,
  number: Schema.String
}) {
  override get message(): string {
    return `${this.scac} does not know ${this.number}.`
  }
}

/** The carrier does not accept our credentials, or not for this. `message` says what it answered, and no secret. */
export class SourceUnauthorised extends Schema.TaggedError<SourceUnauthorised>()("SourceUnauthorised", {
  ...sourceErrorFields,
  message: Schema.String
}) {}

/** The carrier wants fewer requests, or our own limit is reached: nothing is asked before `until`. */
export class SourceThrottled extends Schema.TaggedError<SourceThrottled>()("SourceThrottled", {
  ...sourceErrorFields,
  until: Instant,
  message: Schema.String
}) {}

/**
 * - `not_configured`: there is no profile for the carrier, or it does not answer for this kind.
 * - `unreachable`, `timeout`, `server_error`: the carrier did not answer, not in time, or with a fault of its own.
 * - `unreadable`: the answer is not JSON, broken off, or a page for people.
 * - `too_large`: the answer has more bytes or pages than we read.
 * - `bad_paging`: its next page is another host's, or one that was read already.
 * - `unexpected_status`: a status that the standard does not have for a question, such as a redirect.
 */
export const UnavailableReason = Schema.Literals([
  "not_configured",
  "unreachable",
  "timeout",
  "server_error",
  "unreadable",
  "too_large",
  "bad_paging",
  "unexpected_status"
])
export type UnavailableReason = typeof UnavailableReason.Type

/** No answer that can be used. `message` is one sentence for people: what came and what to do; no secret. */
export class SourceUnavailable extends Schema.TaggedError<SourceUnavailable>()("SourceUnavailable", {
  ...sourceErrorFields,
  reason: UnavailableReason,
  message: Schema.String
}) {}

/** Why a carrier gave no snapshot. */
export type SourceError = ShipmentUnknown | SourceUnauthorised | SourceThrottled | SourceUnavailable

/** The carriers that can be asked where a shipment is. */
export class TrackingSource extends Context.Service<
  TrackingSource,
  {
    readonly carriers: ReadonlyArray<CarrierProfile>
    /** Asks one carrier for all it knows of a shipment now. Answers within its own time limit, or says why not. */
    readonly poll: (question: SourceQuery) => Effect.Effect<SourceResponse, SourceError>
  }
>()("@landfall/core/tracking/carriers/TrackingSource") {
  /** No carrier can be asked: what is known comes by the events that are sent. */
  static readonly none = Layer.succeed(TrackingSource, {
    carriers: [],
    poll: ({ scac }) =>
      Effect.fail(
        new SourceUnavailable({ scac, requests: 0, reason: "not_configured", message: `${scac} is not configured.` })
      )
  })
}
