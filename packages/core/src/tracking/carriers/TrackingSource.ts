import { Context, Effect, Layer, Schema } from "effect"
import { Instant } from "../../time/Instant.ts"
import type { ReferenceType } from "../references/ReferenceType.ts"
import { Scac } from "../references/Sealine.ts"
import type { CarrierEvent } from "./CarrierEvent.ts"
import type { RejectedEvent } from "./CarrierEventDecoder.ts"
import type { CarrierProfile } from "./CarrierProfile.ts"

/** One query to a carrier: which carrier is polled for which reference. */
export interface SourceQuery {
  readonly scac: Scac
  /** A container, booking or bill of lading: upper case, without blanks and dashes. */
  readonly number: string
  readonly kind: ReferenceType
}

/** A carrier's complete response about a shipment, over all of its pages. */
export interface SourceResponse {
  readonly events: ReadonlyArray<CarrierEvent>
  readonly rejected: ReadonlyArray<RejectedEvent>
  /** Occurrences of each unknown value, by `field=value`. */
  readonly unknown: Readonly<Record<string, number>>
  /** Every event was decoded, so that events missing from this response are retracted. */
  readonly complete: boolean
  /**
   * The source retracts events explicitly and may omit old ones (Track & Trace 3.0), so that none is retracted because it is
   * missing.
   */
  readonly explicitRetractions?: boolean
  /** Requests used of the carrier's daily allowance. */
  readonly requests: number
}

const sourceErrorFields = {
  scac: Scac,
  /** Requests used of the carrier's daily allowance. */
  requests: Schema.Int
}

/** The carrier does not know the shipment: not yet, no longer, or it is of another carrier. */
export class ShipmentUnknown extends Schema.TaggedError<ShipmentUnknown>()("ShipmentUnknown", {
  ...sourceErrorFields,
  number: Schema.String
}) {
  override get message(): string {
    return `${this.scac} does not know ${this.number}.`
  }
}

/**
 * The carrier rejects the credentials, or their use for this query. `message` describes the response without secrets.
 */
export class SourceUnauthorised extends Schema.TaggedError<SourceUnauthorised>()("SourceUnauthorised", {
  ...sourceErrorFields,
  message: Schema.String
}) {}

/** The carrier's rate limit or the configured one is reached. No request is sent before `until`. */
export class SourceThrottled extends Schema.TaggedError<SourceThrottled>()("SourceThrottled", {
  ...sourceErrorFields,
  until: Instant,
  message: Schema.String
}) {}

/**
 * - `not_configured`: the carrier has no profile, or its profile does not support the reference type.
 * - `unreachable`, `timeout`, `server_error`: the carrier did not respond, not in time, or with a 5xx status.
 * - `unreadable`: the response is not JSON, is cut off, or is an HTML page.
 * - `too_large`: the response exceeds the limit of bytes or pages.
 * - `bad_paging`: the next page is on another host, or was read already.
 * - `rejected`: the carrier rejects this query, with status 400, 409, 410 or 422; others may succeed.
 * - `unexpected_status`: a status that DCSA does not define for a query, such as a redirect.
 */
export const UnavailableReason = Schema.Literals([
  "not_configured",
  "unreachable",
  "timeout",
  "server_error",
  "unreadable",
  "too_large",
  "bad_paging",
  "rejected",
  "unexpected_status"
])
export type UnavailableReason = typeof UnavailableReason.Type

/** No usable response. `message` is one sentence: what was received and what to do, without secrets. */
export class SourceUnavailable extends Schema.TaggedError<SourceUnavailable>()("SourceUnavailable", {
  ...sourceErrorFields,
  reason: UnavailableReason,
  message: Schema.String
}) {}

/** Why a poll returned no response. */
export type SourceError = ShipmentUnknown | SourceUnauthorised | SourceThrottled | SourceUnavailable

/** The carriers that can be polled at one time. An operator can change them while a process runs. */
export interface SourceCarriers {
  readonly profiles: ReadonlyArray<CarrierProfile>
  /** The fingerprint of each carrier's profile and keys; empty where unknown. */
  readonly fingerprints: ReadonlyMap<Scac, string>
}

/** Polls carriers. */
export class TrackingSource extends Context.Service<
  TrackingSource,
  {
    /** The carriers that can be polled now; the same object until they change. */
    readonly carriers: Effect.Effect<SourceCarriers>
    /** Completes once the carriers differ from `known`. */
    readonly changeFrom: (known: SourceCarriers) => Effect.Effect<void>
    /** Polls one carrier for every event of a shipment. Succeeds or fails within the source's time limit. */
    readonly poll: (query: SourceQuery) => Effect.Effect<SourceResponse, SourceError>
  }
>()("@landfall/core/tracking/carriers/TrackingSource") {
  /** A source whose carriers do not change. */
  static readonly fixed = (
    profiles: ReadonlyArray<CarrierProfile>,
    poll: (query: SourceQuery) => Effect.Effect<SourceResponse, SourceError>,
    fingerprints: SourceCarriers["fingerprints"] = new Map()
  ) => {
    const carriers: SourceCarriers = { profiles, fingerprints }
    return TrackingSource.of({ carriers: Effect.succeed(carriers), changeFrom: () => Effect.never, poll })
  }

  /** No carrier can be polled. Events arrive by push only. */
  static readonly none = Layer.sync(TrackingSource, () =>
    TrackingSource.fixed([], ({ scac }) =>
      Effect.fail(
        new SourceUnavailable({ scac, requests: 0, reason: "not_configured", message: `${scac} is not configured.` })
      )
    )
  )
}

/** The profiles of the carriers that a source can poll now. */
export const profilesOf = ({ carriers }: TrackingSource["Service"]): Effect.Effect<ReadonlyArray<CarrierProfile>> =>
  Effect.map(carriers, ({ profiles }) => profiles)
