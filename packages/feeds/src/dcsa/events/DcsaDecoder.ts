import { runInSlices } from "@landfall/core/limits/WorkSlices"
import { formatCount } from "@landfall/core/listing/Count"
import type { Instant } from "@landfall/core/time/Instant"
import { hasNoReferences, makeCallAttribution } from "@landfall/core/tracking/carriers/CallAttribution"
import type { CarrierEvent } from "@landfall/core/tracking/carriers/CarrierEvent"
import {
  CarrierEventDecoder,
  type DecodeResult,
  type RejectedEvent
} from "@landfall/core/tracking/carriers/CarrierEventDecoder"
import type { CarrierQuirks } from "@landfall/core/tracking/carriers/CarrierProfile"
import { Effect, Layer, Result } from "effect"
import { makeUnknownValueCounter, NO_QUIRKS, type UnknownValueCounter } from "../fields/DecodingContext.ts"
import { readEvent } from "./DcsaEvent.ts"
import { type ListedEvent, listEvents } from "./EventList.ts"
import { attributePlaces, isUnplaced } from "./PlaceAttribution.ts"
import { evidenceOfRejected, namesOfRejected } from "./RejectedEvents.ts"

/** The number of rejections that are reported one by one. One more rejection has the count of the others. */
export const MAX_REJECTIONS = 1000

/**
 * Gives events of vessels without a container and a document the documents or containers of the other events of their
 * transport call. Those of calls that no other event of the payload names are counted as `references=missing`.
 */
const attributeByCall = (
  events: ReadonlyArray<CarrierEvent>,
  tally: UnknownValueCounter
): ReadonlyArray<CarrierEvent> => {
  if (!events.some(hasNoReferences)) return events
  const attribute = makeCallAttribution(events)
  return events.map((event) => {
    if (!hasNoReferences(event)) return event
    const attributed = attribute(event)
    if (attributed === undefined) tally.add("references", "missing")
    return attributed ?? event
  })
}

/** Decodes the events of a payload one after another. */
const makeDecoding = (payload: unknown, receivedAt: Instant, quirks: CarrierQuirks) => {
  const context = { receivedAt, quirks, tally: makeUnknownValueCounter() }
  const listed = listEvents(payload)
  const events: Array<CarrierEvent> = []
  const unplaced = new Map<number, ListedEvent>()
  const rejected: Array<RejectedEvent> = []
  let omitted: { readonly first: number; count: number } | undefined

  const decodeAt = (index: number): void => {
    const entry = listed[index]
    if (entry === undefined) return
    const event = readEvent(entry, context)
    if (Result.isSuccess(event)) {
      if (isUnplaced(event.success)) unplaced.set(events.length, entry)
      events.push(event.success)
    } else if (rejected.length < MAX_REJECTIONS) {
      const evidence = evidenceOfRejected(entry, event.failure, receivedAt)
      const names = namesOfRejected(entry)
      rejected.push({ index, ...event.failure, names, ...(evidence === undefined ? {} : { evidence }) })
    } else {
      omitted ??= { first: index, count: 0 }
      omitted.count++
    }
  }

  const result = (): DecodeResult => {
    if (omitted !== undefined) {
      rejected.push({
        index: omitted.first,
        path: "$",
        reason: `has ${formatCount(omitted.count, "more malformed event")}`
      })
    }
    const placed = attributePlaces(events, unplaced, context.tally)
    return { events: placed, rejected, unknown: context.tally.counts() }
  }

  /** Of events that a sender posts: nothing else states which shipments they concern. */
  const postedResult = (): DecodeResult => {
    const { events: placed, rejected: invalid } = result()
    const attributed = attributeByCall(placed, context.tally)
    return { events: attributed, rejected: invalid, unknown: context.tally.counts() }
  }

  return { count: listed.length, decodeAt, result, postedResult }
}

/**
 * Decodes a DCSA Track & Trace 2.2 payload with the deviations of carriers: names in any case, bare or wrapped lists, one list
 * for each kind, single events, missing ids, vessels that are null. Malformed events are reported one by one, and the
 * others are accepted. An empty list is a valid response without events.
 */
export const decodeDcsa = (payload: unknown, receivedAt: Instant, quirks: CarrierQuirks = NO_QUIRKS): DecodeResult => {
  const { count, decodeAt, result } = makeDecoding(payload, receivedAt, quirks)
  for (let index = 0; index < count; index++) decodeAt(index)
  return result()
}

/** The `CarrierEventDecoder` for DCSA Track & Trace 2.2: `decodeDcsa` in slices. */
export const DcsaDecoder = {
  layer: Layer.succeed(CarrierEventDecoder, {
    decode: (payload, receivedAt, quirks = NO_QUIRKS) =>
      Effect.suspend(() => {
        const { count, decodeAt, postedResult } = makeDecoding(payload, receivedAt, quirks)
        return Effect.map(runInSlices(count, decodeAt), postedResult)
      })
  })
}
