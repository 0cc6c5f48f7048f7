import { Context, DateTime, Effect, Layer, Option, Result } from "effect"
import type { AccountId } from "../accounts/Account.ts"
import type { EndpointId } from "../alerts/EndpointId.ts"
import type { Metadata } from "../alerts/endpoints/Endpoint.ts"
import type { StorageError } from "../faults/StorageError.ts"
import { instantOf } from "../time/Instant.ts"
import { Credits, type CreditsExhausted } from "../usage/Credits.ts"
import type { Tariff } from "../usage/Tariff.ts"
import { CarrierEventDecoder, type DecodeResult } from "./carriers/CarrierEventDecoder.ts"
import type { CarrierProfile } from "./carriers/CarrierProfile.ts"
import { TrackingSource } from "./carriers/TrackingSource.ts"
import { decideOnEvents, decideOnRegistration } from "./changes/ShipmentDecisions.ts"
import { hasNoSource } from "./polling/SourceQueries.ts"
import {
  type InvalidReference,
  parseShipmentReference,
  type ShipmentReference
} from "./references/ShipmentReference.ts"
import type { Shipment } from "./shipments/Shipment.ts"
import { type ReceiveResult, ShipmentStore, type TrackRequest } from "./shipments/ShipmentStore.ts"

/** One line of what a caller wants followed, as it was sent. */
export interface TrackInput {
  readonly endpointId: Option.Option<EndpointId>
  readonly number: string
  readonly type: Option.Option<string>
  readonly sealine: Option.Option<string>
  readonly label: Option.Option<string>
  readonly metadata: Option.Option<Metadata>
}

/** What became of a line. */
export type TrackOutcome =
  | { readonly _tag: "Accepted"; readonly input: TrackInput; readonly shipment: Shipment; readonly noSource: boolean }
  | { readonly _tag: "AlreadyTracked"; readonly input: TrackInput; readonly shipment: Shipment }
  | { readonly _tag: "Rejected"; readonly input: TrackInput; readonly fault: InvalidReference }

export interface TrackResponse {
  /** One outcome for each line, in the order of the lines. */
  readonly outcomes: ReadonlyArray<TrackOutcome>
  readonly credits: Credits
}

const parseReference = (line: TrackInput) =>
  parseShipmentReference({
    number: line.number,
    type: Option.getOrUndefined(line.type),
    sealine: Option.getOrUndefined(line.sealine)
  })

const requestOf = (line: TrackInput, reference: ShipmentReference): TrackRequest => ({
  reference,
  endpointId: line.endpointId,
  label: line.label,
  metadata: line.metadata
})

export class Shipments extends Context.Service<
  Shipments,
  {
    /**
     * Tracks what the lines name. A line with a fault is rejected by itself; the others are stored together and cost
     * their credits, or none is. Endpoints are expected to be the account's own.
     */
    readonly track: (
      accountId: AccountId,
      lines: ReadonlyArray<TrackInput>
    ) => Effect.Effect<TrackResponse, CreditsExhausted | StorageError>
    /** Reads what a carrier sent and tells every subscriber what is news to it. */
    readonly receive: (
      accountId: AccountId,
      payload: unknown
    ) => Effect.Effect<{ readonly decoded: DecodeResult; readonly received: ReceiveResult }, StorageError>
    /** Reads what a carrier has pushed and tells it to every account that follows something of it. */
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
        const { carriers } = yield* TrackingSource
        const price = tariff["shipment.track"]

        const track = Effect.fn("Shipments.track")(function* (accountId: AccountId, lines: ReadonlyArray<TrackInput>) {
          const now = yield* DateTime.now
          const parsed = lines.map((line) => ({ line, reference: parseReference(line) }))
          const good = parsed.flatMap(({ line, reference }) =>
            Result.isSuccess(reference) ? [requestOf(line, reference.success)] : []
          )
          const tracked =
            good.length === 0 ? [] : yield* store.track(accountId, good, price, now, decideOnRegistration(now))
          const stored = tracked[Symbol.iterator]()
          const outcomes = parsed.map(({ line, reference }): TrackOutcome => {
            if (Result.isFailure(reference)) return { _tag: "Rejected", input: line, fault: reference.failure }
            const next = stored.next()
            if (next.done === true) throw new Error("The store answered fewer shipments than it was asked for")
            const { shipment, added } = next.value
            return added
              ? { _tag: "Accepted", input: line, shipment, noSource: hasNoSource(shipment, carriers) }
              : { _tag: "AlreadyTracked", input: line, shipment }
          })
          const added = tracked.filter(({ added }) => added).length
          return { outcomes, credits: Credits.make(added * price) }
        })

        const receive = Effect.fn("Shipments.receive")(function* (accountId: AccountId, payload: unknown) {
          const now = yield* DateTime.now
          const decoded = yield* decoder.decode(payload, instantOf(now))
          const received = yield* store.receive(accountId, decoded.events, now, decideOnEvents(now))
          return { decoded, received }
        })

        const receiveFrom = Effect.fn("Shipments.receiveFrom")(function* (carrier: CarrierProfile, payload: unknown) {
          const now = yield* DateTime.now
          const decoded = yield* decoder.decode(payload, instantOf(now), carrier.quirks)
          for (const { accountId, events } of yield* store.matchAccounts(carrier.scac, decoded.events)) {
            yield* store.receive(accountId, events, now, decideOnEvents(now))
          }
          return decoded
        })

        return Shipments.of({ track, receive, receiveNotification: receiveFrom })
      })
    )
}
