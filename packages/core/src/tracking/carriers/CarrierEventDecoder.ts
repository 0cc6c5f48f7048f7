import { Context, type Effect } from "effect"
import type { Instant } from "../../time/Instant.ts"
import type { CarrierEvent } from "./CarrierEvent.ts"
import type { CarrierQuirks } from "./CarrierProfile.ts"

/** An event that could not be read: its place in the payload and why. */
export interface RejectedEvent {
  /** Counted through the whole payload from 0, the good events too. */
  readonly index: number
  /** JSON path of what is wrong, such as `$[3].eventDateTime`. */
  readonly path: string
  readonly reason: string
}

export interface DecodeResult {
  readonly events: ReadonlyArray<CarrierEvent>
  readonly rejected: ReadonlyArray<RejectedEvent>
  /** How often each value was met that means nothing to us, as `field=value`: kept, and left out of journeys. */
  readonly unknown: Readonly<Record<string, number>>
}

/** Reads what carriers send. Good events are taken, bad ones reported one by one; it never fails as a whole. */
export class CarrierEventDecoder extends Context.Service<
  CarrierEventDecoder,
  {
    /**
     * Reads a payload as it came from JSON. `receivedAt` becomes a field of every event; `quirks` are those of the
     * carrier that sent it, where that is known.
     */
    readonly decode: (payload: unknown, receivedAt: Instant, quirks?: CarrierQuirks) => Effect.Effect<DecodeResult>
  }
>()("@landfall/core/tracking/carriers/CarrierEventDecoder") {}
