import { Context, type Effect } from "effect"
import type { Instant } from "../../time/Instant.ts"
import type { CarrierEvent, UnknownEvent } from "./CarrierEvent.ts"
import type { CarrierQuirks } from "./CarrierProfile.ts"

/** The readable fields of an event that cannot be decoded; absent ones are unknown. */
export interface UnreadableEvent {
  readonly container?: string
  readonly code?: string
  readonly unlocode?: string
}

/** An event that could not be decoded: its position in the payload and the reason. */
export interface RejectedEvent {
  /** Position in the payload from 0, counting every event. */
  readonly index: number
  /** JSON path of the invalid value, such as `$[3].eventDateTime`. */
  readonly path: string
  readonly reason: string
  /** Absent when no field can be read. */
  readonly names?: UnreadableEvent
  /** The event as it is stored, of the kind `UNREADABLE` and without effect; absent when it names no container and no document. */
  readonly evidence?: UnknownEvent
}

/** The kind of stored events that cannot be decoded; their remark states why. */
export const UNREADABLE = "UNREADABLE"

/** The events of a payload, its rejected events and its unknown values. */
export interface DecodeResult {
  readonly events: ReadonlyArray<CarrierEvent>
  readonly rejected: ReadonlyArray<RejectedEvent>
  /**
   * Occurrences of each unknown value, by `field=value`, and of each unknown property, by its path. Events with them are
   * stored, and journeys ignore them.
   */
  readonly unknown: Readonly<Record<string, number>>
}

/** Decodes carriers' payloads. It accepts valid events, reports each invalid one, and never fails as a whole. */
export class CarrierEventDecoder extends Context.Service<
  CarrierEventDecoder,
  {
    /**
     * Decodes a parsed JSON payload. `receivedAt` becomes a field of every event; `quirks` are those of the carrier
     * that sent it, where known.
     */
    readonly decode: (payload: unknown, receivedAt: Instant, quirks?: CarrierQuirks) => Effect.Effect<DecodeResult>
    /** The number of events in a payload, valid or not. */
    readonly count: (payload: unknown) => Effect.Effect<number>
  }
>()("@landfall/core/tracking/carriers/CarrierEventDecoder") {}
