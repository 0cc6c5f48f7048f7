import { Context, DateTime, Effect, Layer, Option, Result } from "effect"
import type { AccountId } from "../accounts/Account.ts"
import type { EndpointId, EndpointNotFound } from "../alerts/EndpointId.ts"
import type { Metadata } from "../alerts/endpoints/Endpoint.ts"
import type { StorageError } from "../faults/StorageError.ts"
import { PlaceDirectory } from "../geo/PlaceDirectory.ts"
import type { LimitExceeded } from "../limits/Limits.ts"
import { WorkOwner } from "../limits/WorkOwner.ts"
import { mapInSlices } from "../limits/WorkSlices.ts"
import { instantOf } from "../time/Instant.ts"
import type { Credits, CreditsExhausted } from "../usage/Credits.ts"
import type { Tariff } from "../usage/Tariff.ts"
import { BatchSizes } from "./carriers/BatchSizes.ts"
import type { CarrierEvent } from "./carriers/CarrierEvent.ts"
import { CarrierEventDecoder, type DecodeResult } from "./carriers/CarrierEventDecoder.ts"
import type { CarrierProfile } from "./carriers/CarrierProfile.ts"
import { batchEvents } from "./carriers/EventBatches.ts"
import { profilesOf, TrackingSource } from "./carriers/TrackingSource.ts"
import { decideOnEvents, decideOnRegistration } from "./decisions/ShipmentDecisions.ts"
import { hasNoSource } from "./polling/SourceQueries.ts"
import {
  type InvalidReference,
  parseShipmentReference,
  type ShipmentReference
} from "./references/ShipmentReference.ts"
import type { Shipment } from "./shipments/Shipment.ts"
import {
  addReceived,
  EMPTY_RECEIVE_RESULT,
  type ReceiveResult,
  type ShipmentDecision,
  ShipmentStore,
  type TrackRequest
} from "./shipments/ShipmentStore.ts"
import { trackingPrice } from "./shipments/TrackingOutcome.ts"

/** The accounts whose events of one notification are stored at the same time. */
const CONCURRENT_ACCOUNTS = 8

/** One shipment to track, as the customer sent it. */
export interface TrackInput {
  readonly endpointId: Option.Option<EndpointId>
  readonly number: string
  readonly type: Option.Option<string>
  readonly sealine: Option.Option<string>
  readonly label: Option.Option<string>
  readonly metadata: Option.Option<Metadata>
}

/** A shipment to track by its number, with changes: its type and carrier are inferred, and no endpoint is notified. */
export const trackInput = (number: string, changes: Partial<Omit<TrackInput, "number">> = {}): TrackInput => ({
  number,
  endpointId: Option.none(),
  type: Option.none(),
  sealine: Option.none(),
  label: Option.none(),
  metadata: Option.none(),
  ...changes
})

/** The outcome of one input. */
export type TrackOutcome =
  | { readonly _tag: "Accepted"; readonly input: TrackInput; readonly shipment: Shipment; readonly noSource: boolean }
  | { readonly _tag: "AlreadyTracked"; readonly input: TrackInput; readonly shipment: Shipment }
  | { readonly _tag: "Rejected"; readonly input: TrackInput; readonly fault: InvalidReference }

/** The outcomes of a request to track shipments, and the credits that it cost. */
export interface TrackResponse {
  /** One outcome for each input, in input order. */
  readonly outcomes: ReadonlyArray<TrackOutcome>
  readonly credits: Credits
  /** The events that the decisions considered, by `eventsConsidered`. */
  readonly considered: number
}

/** The result of a payload of events. */
export interface ReceiveResponse {
  readonly decoded: DecodeResult
  readonly received: ReceiveResult
  /** The events that the decisions considered, by `eventsConsidered`. */
  readonly considered: number
}

/** Counts an event without references, as decoders count unknown values. */
const MISSING_REFERENCES = "references=missing"

/** The counts of unknown values without the events that stored events of their calls explain. */
const withoutAttributed = (decoded: DecodeResult, attributed: number): DecodeResult => {
  if (attributed === 0) return decoded
  const { [MISSING_REFERENCES]: missing = 0, ...others } = decoded.unknown
  return {
    ...decoded,
    unknown: missing > attributed ? { ...others, [MISSING_REFERENCES]: missing - attributed } : others
  }
}

/** The weight of an endpoint, in events of its shipment: each endpoint has its own decision and alerts. */
const EVENTS_PER_ENDPOINT = 5

/** The events that a decision on a shipment reads, plus the weight of its endpoints. */
export const eventsConsidered = (events: number, endpoints: number): number => events + EVENTS_PER_ENDPOINT * endpoints

/** A decision that counts what it considers, and the endpoints for which it decides. */
const counted = (decide: ShipmentDecision) => {
  let considered = 0
  let endpoints = 0
  const counting: ShipmentDecision = (snapshot) => {
    const { length } = snapshot.subscribers
    considered += eventsConsidered(snapshot.events.length, length)
    endpoints += length
    return decide(snapshot)
  }
  return { decide: counting, considered: () => considered, endpoints: () => endpoints }
}

const parseReference = (input: TrackInput) =>
  parseShipmentReference({
    number: input.number,
    type: Option.getOrUndefined(input.type),
    sealine: Option.getOrUndefined(input.sealine)
  })

const requestOf = (input: TrackInput, reference: ShipmentReference): TrackRequest => ({
  reference,
  endpointId: input.endpointId,
  label: input.label,
  metadata: input.metadata
})

/** Tracks shipments and receives carriers' events about them. */
export class Shipments extends Context.Service<
  Shipments,
  {
    /**
     * Tracks shipments. An invalid input is rejected by itself; the valid ones are stored and debited together, or none
     * is. Fails when an endpoint does not belong to the account, and stores nothing then.
     */
    readonly track: (
      accountId: AccountId,
      inputs: ReadonlyArray<TrackInput>
    ) => Effect.Effect<TrackResponse, CreditsExhausted | EndpointNotFound | LimitExceeded | StorageError>
    /** Decodes and stores the events of a payload for an account in batches, and notifies its subscribers. */
    readonly receive: (accountId: AccountId, payload: unknown) => Effect.Effect<ReceiveResponse, StorageError>
    /** Decodes a carrier's notification and stores its events for every account that they concern. */
    readonly receiveNotification: (
      carrier: CarrierProfile,
      payload: unknown
    ) => Effect.Effect<DecodeResult, StorageError>
  }
>()("@landfall/core/tracking/Shipments") {
  static readonly layer = (tariff: Tariff) =>
    Layer.effect(
      Shipments,
      Effect.gen(function* () {
        const store = yield* ShipmentStore
        const decoder = yield* CarrierEventDecoder
        const source = yield* TrackingSource
        const places = yield* PlaceDirectory
        const price = tariff["shipment.track"]
        const batchSizes = new BatchSizes()

        const track = Effect.fn("Shipments.track")(function* (accountId: AccountId, inputs: ReadonlyArray<TrackInput>) {
          const now = yield* DateTime.now
          const parsed = yield* mapInSlices(inputs, (input) => ({ input, reference: parseReference(input) }))
          const valid = parsed.flatMap(({ input, reference }) =>
            Result.isSuccess(reference) ? [requestOf(input, reference.success)] : []
          )
          const { decide, considered } = counted(decideOnRegistration(now, yield* places))
          const tracked = valid.length === 0 ? [] : yield* store.track(accountId, valid, price, now, decide)
          const stored = tracked[Symbol.iterator]()
          const carriers = yield* profilesOf(source)
          const outcomes = yield* mapInSlices(parsed, ({ input, reference }): TrackOutcome => {
            if (Result.isFailure(reference)) return { _tag: "Rejected", input, fault: reference.failure }
            const next = stored.next()
            if (next.done === true) throw new Error("The store returned fewer shipments than requested")
            const { shipment, added } = next.value
            return added
              ? { _tag: "Accepted", input, shipment, noSource: hasNoSource(shipment, carriers) }
              : { _tag: "AlreadyTracked", input, shipment }
          })
          return { outcomes, credits: trackingPrice(tracked, price), considered: considered() }
        })

        /** Stores events in one transaction for each batch. Repeated after a failure, it stores those that are missing. */
        const receiveAll = Effect.fnUntraced(function* (
          accountId: AccountId,
          events: ReadonlyArray<CarrierEvent>,
          now: DateTime.Utc
        ) {
          const { decide, considered, endpoints } = counted(decideOnEvents(now, false, yield* places))
          let received = EMPTY_RECEIVE_RESULT
          for (const batch of batchEvents(events, () => batchSizes.sizeFor(accountId))) {
            // A transaction takes some milliseconds of the event loop: other requests run between two of them.
            if (received !== EMPTY_RECEIVE_RESULT) yield* Effect.yieldNow
            const endpointsSoFar = endpoints()
            received = addReceived(received, yield* store.receive(accountId, batch, now, decide))
            batchSizes.record(accountId, batch.length, endpoints() - endpointsSoFar)
          }
          return { received, considered: considered() }
        })

        const receive = Effect.fn("Shipments.receive")(function* (accountId: AccountId, payload: unknown) {
          const now = yield* DateTime.now
          const decoded = yield* decoder.decode(payload, instantOf(now))
          const result = yield* receiveAll(accountId, decoded.events, now)
          return { decoded: withoutAttributed(decoded, result.received.attributed ?? 0), ...result }
        })

        const receiveNotification = Effect.fn("Shipments.receiveNotification")(function* (
          carrier: CarrierProfile,
          payload: unknown
        ) {
          const now = yield* DateTime.now
          const decoded = yield* decoder.decode(payload, instantOf(now), carrier.quirks)
          const unreadable = decoded.rejected.flatMap(({ evidence }) => evidence ?? [])
          const matched = yield* store.matchAccounts(carrier.scac, [...decoded.events, ...unreadable])
          // An account that is locked, or whose events fail, delays those of no other account. The carrier repeats a
          // notification that failed, and what is stored is not stored again.
          const results = yield* Effect.forEach(
            matched,
            ({ accountId, events }) =>
              Effect.result(Effect.provideService(receiveAll(accountId, events, now), WorkOwner, accountId)),
            { concurrency: CONCURRENT_ACCOUNTS }
          )
          for (const result of results) yield* Effect.fromResult(result)
          return decoded
        })

        return Shipments.of({ track, receive, receiveNotification })
      })
    )
}
