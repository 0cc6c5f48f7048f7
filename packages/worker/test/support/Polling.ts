import { ShipmentId } from "@landfall/core/alerts/ShipmentId"
import { instantOf } from "@landfall/core/time/Instant"
import { CarrierProfile } from "@landfall/core/tracking/carriers/CarrierProfile"
import {
  ShipmentUnknown,
  type SourceError,
  type SourceQuery,
  type SourceResponse,
  SourceUnavailable,
  TrackingSource
} from "@landfall/core/tracking/carriers/TrackingSource"
import { exampleShipment } from "@landfall/core/tracking/examples/ExampleAlertData"
import { PollQueue } from "@landfall/core/tracking/polling/PollQueue"
import { newPoll } from "@landfall/core/tracking/polling/PollRecord"
import { Scac } from "@landfall/core/tracking/references/Sealine"
import { Shipment } from "@landfall/core/tracking/shipments/Shipment"
import { MemoryState } from "@landfall/testing/memory/state/MemoryState"
import * as MemoryPollQueue from "@landfall/testing/memory/tracking/MemoryPollQueue"
import { containerOf, equipmentEventOf, hoursLater, transportEventOf } from "@landfall/testing/samples/EventSamples"
import { accountOf, SAMPLE_TIME, ulidOf } from "@landfall/testing/samples/Samples"
import * as Poller from "@landfall/worker/Poller"
import { Clock, DateTime, Effect, Layer, Logger, Option, Result, Schema } from "effect"
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

export interface Asked extends SourceQuery {
  /** Milliseconds since the epoch. */
  readonly at: number
}

export type Answer = (question: SourceQuery) => Effect.Effect<SourceResponse, SourceError>

/** Carriers that answer as told, and what they were asked. */
export const carriersThat = (profiles: ReadonlyArray<CarrierProfile>, answer: Answer) => {
  const asked: Array<Asked> = []
  const layer = Layer.succeed(TrackingSource, {
    carriers: profiles,
    poll: (question) =>
      Effect.flatMap(Clock.currentTimeMillis, (at) => {
        asked.push({ ...question, at })
        return answer(question)
      })
  })
  return { asked, layer, of: (scac: Scac) => asked.filter((question) => question.scac === scac) }
}

/** The box is at sea and due in thirty days. */
export const snapshotOf = (number: string, requests = 1): SourceResponse => {
  const loaded = equipmentEventOf(number)
  const box = { equipmentReference: Option.some(number) }
  return {
    events: [
      loaded,
      transportEventOf({ ...box, eventDateTime: hoursLater(1), classifier: "ACT", code: "DEPA", place: loaded.place }),
      transportEventOf(box)
    ],
    rejected: [],
    unknown: {},
    complete: true,
    requests
  }
}

export const found: Answer = ({ number }) => Effect.succeed(snapshotOf(number))
export const unknown: Answer = ({ scac, number }) => Effect.fail(new ShipmentUnknown({ scac, number, requests: 1 }))
export const down: Answer = ({ scac }) =>
  Effect.fail(new SourceUnavailable({ scac, requests: 1, reason: "server_error", message: `${scac} answered 500.` }))

export const shipmentOf = (n: number, sealine: Option.Option<Scac>): Shipment =>
  new Shipment({
    ...exampleShipment(accountOf(1).id, SAMPLE_TIME),
    id: ShipmentId.make(`shp_${ulidOf(n)}`),
    number: containerOf(n, "TGHU"),
    sealine
  })

/** Has so many boxes followed, of one carrier, or of any when none is named. */
export const follow = (count: number, sealine: Option.Option<Scac>, first = 0) =>
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
/** Nobody adds shipments while these run. */
const undisturbed = Layer.effect(
  PollQueue,
  Effect.map(PollQueue, (queue) => ({ ...queue, arrival: Effect.never }))
)
export const memory = undisturbed.pipe(Layer.provideMerge(MemoryPollQueue.layer), Layer.provideMerge(MemoryState.layer))

/** Runs the poller for some minutes on what `prepare` has followed. */
export const polled = <A>(
  source: ReturnType<typeof carriersThat>,
  prepare: Effect.Effect<A, never, MemoryState>,
  minutes: number,
  changes: Partial<Poller.PollerSettings> = {}
) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(DateTime.toEpochMillis(SAMPLE_TIME))
    const prepared = yield* prepare
    yield* Layer.build(Poller.layer({ ...settings, ...changes }).pipe(Layer.provide(source.layer)))
    for (let minute = 0; minute < minutes; minute++) yield* TestClock.adjust("1 minute")
    return { prepared, state: yield* MemoryState }
  }).pipe(Effect.provide(Logger.layer([])), Effect.scoped)
