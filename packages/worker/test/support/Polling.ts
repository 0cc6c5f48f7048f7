import { ShipmentId } from "@landfall/core/alerts/ShipmentId"
import { instantOf } from "@landfall/core/time/Instant"
import { CarrierProfile } from "@landfall/core/tracking/carriers/CarrierProfile"
import {
  ShipmentUnknown,
  type SourceCarriers,
  type SourceError,
  type SourceQuery,
  type SourceResponse,
  SourceUnavailable,
  TrackingSource
} from "@landfall/core/tracking/carriers/TrackingSource"
import { exampleShipment } from "@landfall/core/tracking/decisions/ExampleAlertData"
import { type PollFigures, PollMetrics } from "@landfall/core/tracking/polling/PollMetrics"
import { PollQueue } from "@landfall/core/tracking/polling/PollQueue"
import { newPoll } from "@landfall/core/tracking/polling/PollRecord"
import { Scac } from "@landfall/core/tracking/references/Sealine"
import type { Shipment } from "@landfall/core/tracking/shipments/Shipment"
import { MemoryState } from "@landfall/testing/memory/state/MemoryState"
import * as MemoryPollQueue from "@landfall/testing/memory/tracking/MemoryPollQueue"
import { containerOf, equipmentEventOf, hoursLater, transportEventOf } from "@landfall/testing/samples/EventSamples"
import { accountOf, SAMPLE_TIME, ulidOf } from "@landfall/testing/samples/Samples"
import * as Poller from "@landfall/worker/tracking/Poller"
import { Clock, DateTime, Effect, Latch, Layer, Logger, Option, Result, Schema } from "effect"
import { TestClock } from "effect/testing"

export const MAEU = Scac.make("MAEU")
export const HLCU = Scac.make("HLCU")
export const ONEY = Scac.make("ONEY")

export const carrier = (scac: Scac, changes: Record<string, unknown> = {}): CarrierProfile =>
  Schema.decodeUnknownSync(CarrierProfile)({
    scac,
    name: scac,
    baseUrl: "https://api.carrier.example",
    kinds: ["CT"],
    dailyAllowance: 1_000_000,
    ...changes
  })

export interface RecordedQuery extends SourceQuery {
  /** Milliseconds since the epoch. */
  readonly at: number
}

export type Respond = (query: SourceQuery) => Effect.Effect<SourceResponse, SourceError>

/** Carriers that respond by a function, and record the queries that they receive. A test can change them. */
export const scriptedCarriers = (
  profiles: ReadonlyArray<CarrierProfile>,
  respond: Respond,
  fingerprints: SourceCarriers["fingerprints"] = new Map()
) => {
  const queries: Array<RecordedQuery> = []
  let carriers: SourceCarriers = { profiles, fingerprints }
  let changed = Latch.makeUnsafe(false)
  const layer = Layer.succeed(TrackingSource, {
    carriers: Effect.sync(() => carriers),
    changeFrom: (carriersBefore) => Effect.suspend(() => (carriersBefore === carriers ? changed.await : Effect.void)),
    poll: (query) =>
      Effect.flatMap(Clock.currentTimeMillis, (at) => {
        queries.push({ ...query, at })
        return respond(query)
      })
  })
  const change = (next: SourceCarriers): void => {
    carriers = next
    changed.openUnsafe()
    changed = Latch.makeUnsafe(false)
  }
  return { queries, layer, change, of: (scac: Scac) => queries.filter((query) => query.scac === scac) }
}

/** A snapshot of a container that is at sea and due in thirty days. */
export const snapshotOf = (number: string, requests = 1): SourceResponse => {
  const loaded = equipmentEventOf(number)
  const fields = { equipmentReference: Option.some(number) }
  return {
    events: [
      loaded,
      transportEventOf({
        ...fields,
        eventDateTime: hoursLater(1),
        classifier: "ACT",
        code: "DEPA",
        place: loaded.place
      }),
      transportEventOf(fields)
    ],
    rejected: [],
    unknown: {},
    complete: true,
    requests
  }
}

export const respondFound: Respond = ({ number }) => Effect.succeed(snapshotOf(number))
export const respondUnknown: Respond = ({ scac, number }) =>
  Effect.fail(new ShipmentUnknown({ scac, number, requests: 1 }))
export const respondUnavailable: Respond = ({ scac }) =>
  Effect.fail(
    new SourceUnavailable({ scac, requests: 1, reason: "server_error", message: `${scac} responded with 500.` })
  )

export const shipmentOf = (n: number, sealine: Option.Option<Scac>): Shipment => ({
  ...exampleShipment(accountOf(1).id, SAMPLE_TIME),
  id: ShipmentId.make(`shp_${ulidOf(n)}`),
  number: containerOf(n, "TGHU"),
  sealine
})

/** Adds tracked containers with polls due now, of one carrier, or without a sealine. */
export const addShipments = (count: number, sealine: Option.Option<Scac>, first = 0) =>
  Effect.gen(function* () {
    const state = yield* MemoryState
    const shipments = Array.from({ length: count }, (_, index) => shipmentOf(first + index, sealine))
    yield* state.transact(() => {
      for (const shipment of shipments) {
        state.shipments.set(shipment.id, shipment)
        state.polls.set(shipment.id, { shipmentId: shipment.id, poll: newPoll(instantOf(SAMPLE_TIME)) })
      }
      return Result.void
    })
    return shipments
  })

export const settings = { ...Poller.defaultPollerSettings, concurrency: 3 }
/** The queue without arrival signals: no test adds shipments while the poller runs. */
const queueWithoutArrivals = Layer.effect(
  PollQueue,
  Effect.map(PollQueue, (queue) => ({ ...queue, arrival: Effect.never }))
)
export const memory = queueWithoutArrivals.pipe(
  Layer.provideMerge(MemoryPollQueue.layer),
  Layer.provideMerge(MemoryState.layer)
)

/** Metrics that record every figure. */
export const recordedMetrics = () => {
  const polls: Array<PollFigures> = []
  const layer = Layer.succeed(PollMetrics, { recordPoll: (poll) => void polls.push(poll) })
  return { polls, layer }
}

/** Runs the poller for some minutes on the shipments of `prepare`. */
export const runPoller = <A>(
  source: ReturnType<typeof scriptedCarriers>,
  prepare: Effect.Effect<A, never, MemoryState>,
  minutes: number,
  changes: Partial<Poller.PollerSettings> = {},
  metrics: Layer.Layer<PollMetrics> = PollMetrics.none
) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(DateTime.toEpochMillis(SAMPLE_TIME))
    const prepared = yield* prepare
    yield* Layer.build(Poller.layer({ ...settings, ...changes }).pipe(Layer.provide([source.layer, metrics])))
    for (let minute = 0; minute < minutes; minute++) yield* TestClock.adjust("1 minute")
    return { prepared, state: yield* MemoryState }
  }).pipe(Effect.provide(Logger.layer([])), Effect.scoped)
