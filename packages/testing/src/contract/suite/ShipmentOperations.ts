import type { Account } from "@landfall/core/accounts/Account"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import type { MessageDraft } from "@landfall/core/alerts/Message"
import { instantOf } from "@landfall/core/time/Instant"
import { CarrierEvent } from "@landfall/core/tracking/carriers/CarrierEvent"
import { deduplicateEvents } from "@landfall/core/tracking/carriers/EventIdentity"
import { DEMO_CONTAINER } from "@landfall/core/tracking/references/ContainerNumber"
import { Scac } from "@landfall/core/tracking/references/Sealine"
import { DocumentNumber, type ShipmentReference } from "@landfall/core/tracking/references/ShipmentReference"
import {
  type ShipmentDecision,
  type ShipmentSnapshot,
  ShipmentStore,
  type TrackRequest
} from "@landfall/core/tracking/shipments/ShipmentStore"
import { Credits } from "@landfall/core/usage/Credits"
import { DateTime, Effect, Option, Schema } from "effect"
import { containerOf } from "../../samples/EventSamples.ts"
import { assertSame } from "./Assertions.ts"
import { draftTo } from "./DeliverySamples.ts"

const encodeEvents = Schema.encodeSync(Schema.Array(CarrierEvent))

export const FREE = Credits.make(0)

const MSC = Scac.make("MSCU")

export const containerReference = (serial: number, sealine?: string): ShipmentReference => ({
  _tag: "Container",
  number: containerOf(serial),
  sealine: Option.map(Option.fromUndefinedOr(sealine), (code) => Scac.make(code))
})
export const bookingOf = (number: string): ShipmentReference => ({
  _tag: "Booking",
  number: DocumentNumber.make(number),
  sealine: MSC
})
export const billOf = (number: string): ShipmentReference => ({
  _tag: "BillOfLading",
  number: DocumentNumber.make(number),
  sealine: MSC
})
export const bookingOrBillOf = (number: string): ShipmentReference => ({
  _tag: "BookingOrBill",
  number: DocumentNumber.make(number),
  sealine: MSC
})
export const demoReference: ShipmentReference = { _tag: "Demo", number: DEMO_CONTAINER }

export const requestOf = (reference: ShipmentReference, endpointId?: EndpointId): TrackRequest => ({
  reference,
  endpointId: Option.fromUndefinedOr(endpointId),
  label: Option.none(),
  metadata: Option.none()
})

/** Changes nothing and sends nothing. */
export const changeNothing: ShipmentDecision = ({ shipment }) => ({ shipment, registrations: [], outbox: [] })

/** Sends one message to each subscriber, and records it in the sequence and in the notified state of each. */
export const notifySubscribers: ShipmentDecision = ({ shipment, subscribers }) => ({
  shipment: { ...shipment, sequence: shipment.sequence + subscribers.length },
  registrations: subscribers.map(({ registration }) => ({
    ...registration,
    notified: { ...registration.notified, ended: { notified: instantOf(registration.registeredAt) } }
  })),
  outbox: subscribers.map(({ registration }, index): MessageDraft => {
    const body = JSON.stringify({ shipment: shipment.number, sequence: shipment.sequence + index + 1 })
    return draftTo([registration.endpointId], { shipmentId: Option.some(shipment.id), body, example: false })
  })
})

/** Counts decisions in the sequence of the shipment. */
export const countDecisions: ShipmentDecision = ({ shipment }) => ({
  shipment: { ...shipment, sequence: shipment.sequence + 1 },
  registrations: [],
  outbox: []
})

export const throwError: ShipmentDecision = () => {
  throw new Error("no decision")
}

/** Records every snapshot in order, and decides like another decision. */
export const recordSnapshots = (decide: ShipmentDecision) => {
  const snapshots: Array<ShipmentSnapshot> = []
  const recording: ShipmentDecision = (snapshot) => {
    snapshots.push(snapshot)
    return decide(snapshot)
  }
  return { snapshots, decide: recording }
}

/** Asserts that two lists have the same events in any order. */
export const assertSameEvents = (actual: ReadonlyArray<CarrierEvent>, expected: ReadonlyArray<CarrierEvent>): void =>
  assertSame(encodeEvents(deduplicateEvents(actual)), encodeEvents(deduplicateEvents(expected)))

/** Tracks one shipment free of charge at the time of the clock. */
export const trackShipment = Effect.fnUntraced(function* (
  account: Account,
  request: TrackRequest,
  decide: ShipmentDecision = changeNothing
) {
  const store = yield* ShipmentStore
  const [tracked] = yield* store.track(account.id, [request], FREE, yield* DateTime.now, decide)
  return tracked?.shipment ?? (yield* Effect.die(new Error("track returned nothing")))
})

/** Receives events at the time of the clock. */
export const receiveEvents = Effect.fnUntraced(function* (
  account: Account,
  events: ReadonlyArray<CarrierEvent>,
  decide: ShipmentDecision = changeNothing
) {
  return yield* (yield* ShipmentStore).receive(account.id, events, yield* DateTime.now, decide)
})
