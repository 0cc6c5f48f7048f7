import { nextSlice } from "@landfall/core/limits/SliceTurns"
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
import { iterateEvents, type ListedEvent } from "./EventList.ts"
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
  const listed = iterateEvents(payload)
  const events: Array<CarrierEvent> = []
  const unplaced = new Map<number, ListedEvent>()
  const rejected: Array<RejectedEvent> = []
  let omitted: { readonly first: number; count: number } | undefined
  let nextIndex = 0

  const decode = (entry: ListedEvent): void => {
    const index = nextIndex++
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

  /**
   * The result for posted events: no query states which shipments they concern, so that they are attributed by their
   * calls.
   */
  const postedResult = (): DecodeResult => {
    const { events: placed, rejected: invalid } = result()
    const attributed = attributeByCall(placed, context.tally)
    return { events: attributed, rejected: invalid, unknown: context.tally.counts() }
  }

  /** Decodes the events of a number of steps; false at the end of the payload. */
  const next = (steps: number): boolean => {
    for (let step = 0; step < steps; step++) {
      const { done, value } = listed.next()
      if (done === true) return false
      if (value !== undefined) decode(value)
    }
    return true
  }

  return { next, result, postedResult }
}

/** The events that are decoded, and counted, in one step: some 0.5 ms of work. */
const DECODED_EVENTS = 40
const COUNTED_EVENTS = 1_000

/** Decodes a payload in slices, between which other work runs. */
const decodeInSlices = Effect.fnUntraced(function* (payload: unknown, receivedAt: Instant, quirks: CarrierQuirks) {
  const decoding = makeDecoding(payload, receivedAt, quirks)
  while (decoding.next(DECODED_EVENTS)) yield* nextSlice
  return decoding
})

/** The number of events in a payload, counted in slices. */
export const countEvents = Effect.fnUntraced(function* (payload: unknown) {
  let [count, step] = [0, 0]
  for (const listed of iterateEvents(payload)) {
    if (listed !== undefined) count++
    if (++step % COUNTED_EVENTS === 0) yield* nextSlice
  }
  return count
})

/**
 * Decodes a DCSA Track & Trace 2.2 payload with the deviations of carriers: names in any case, bare or wrapped lists, one list
 * for each kind, single events, missing ids, vessels that are null. Malformed events are reported one by one, and the
 * others are accepted. An empty list is a valid response without events.
 */
export const decodeDcsa = (payload: unknown, receivedAt: Instant, quirks: CarrierQuirks = NO_QUIRKS): DecodeResult => {
  const { next, result } = makeDecoding(payload, receivedAt, quirks)
  next(Number.POSITIVE_INFINITY)
  return result()
}

/** `decodeDcsa` in slices, between which other work runs. */
export const decodeDcsaInSlices = (
  payload: unknown,
  receivedAt: Instant,
  quirks: CarrierQuirks
): Effect.Effect<DecodeResult> => Effect.map(decodeInSlices(payload, receivedAt, quirks), ({ result }) => result())

/** The `CarrierEventDecoder` for DCSA Track & Trace 2.2: `decodeDcsa` in slices. */
export const DcsaDecoder = {
  layer: Layer.succeed(CarrierEventDecoder, {
    count: countEvents,
    decode: (payload, receivedAt, quirks = NO_QUIRKS) =>
      Effect.map(decodeInSlices(payload, receivedAt, quirks), ({ postedResult }) => postedResult())
  })
}
