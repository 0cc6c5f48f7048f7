import type { Instant } from "@landfall/core/time/Instant"
import type { CarrierEvent } from "@landfall/core/tracking/carriers/CarrierEvent"
import {
  CarrierEventDecoder,
  type DecodeResult,
  type RejectedEvent
} from "@landfall/core/tracking/carriers/CarrierEventDecoder"
import type { CarrierQuirks } from "@landfall/core/tracking/carriers/CarrierProfile"
import { Effect, Layer, Result } from "effect"
import { readEvent } from "./DcsaEvent.ts"
import { makeUnknownValueCounter, NO_QUIRKS } from "./DecodingContext.ts"
import { listEvents } from "./EventList.ts"
/** Rejections that are reported one by one; one more counts the others. */
export const MAX_REJECTIONS = 1000

/**
 * Decodes a DCSA Track & Trace 2.2 payload with the deviations of carriers: names in any case, bare or wrapped lists, one list
 * for each kind, single events, missing ids, vessels that are null. Malformed events are reported one by one, and the
 * others are accepted. An empty list is a valid response without events.
 */
export const decodeDcsa = (payload: unknown, receivedAt: Instant, quirks: CarrierQuirks = NO_QUIRKS): DecodeResult => {
  const reading = { receivedAt, quirks, tally: makeUnknownValueCounter() }
  const events: Array<CarrierEvent> = []
  const refused: Array<RejectedEvent> = []
  let omitted: { readonly first: number; count: number } | undefined
  for (const [index, listed] of listEvents(payload).entries()) {
    const event = readEvent(listed, reading)
    if (Result.isSuccess(event)) events.push(event.success)
    else if (refused.length < MAX_REJECTIONS) refused.push({ index, ...event.failure })
    else {
      omitted ??= { first: index, count: 0 }
      omitted.count++
    }
  }
  if (omitted !== undefined) {
    refused.push({ index: omitted.first, path: "$", reason: `holds ${omitted.count} more events that cannot be read` })
  }
  return { events, rejected: refused, unknown: reading.tally.counts() }
}

/** The `CarrierEventDecoder` for DCSA Track & Trace 2.2. */
export const DcsaDecoder = {
  layer: Layer.succeed(CarrierEventDecoder, {
    decode: (payload, receivedAt, quirks) => Effect.sync(() => decodeDcsa(payload, receivedAt, quirks))
  })
}
