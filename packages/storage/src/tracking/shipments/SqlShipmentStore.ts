import type { AccountId } from "@landfall/core/accounts/Account"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import type { ShipmentId } from "@landfall/core/alerts/ShipmentId"
import { countLateAttributions } from "@landfall/core/tracking/carriers/CallAttribution"
import type { CarrierEvent } from "@landfall/core/tracking/carriers/CarrierEvent"
import type { ShipmentLabels } from "@landfall/core/tracking/shipments/Shipment"
import { ShipmentChanges } from "@landfall/core/tracking/shipments/ShipmentChanges"
import {
  attributedPart,
  type ReceiveResult,
  type ShipmentDecision,
  ShipmentNotFound,
  ShipmentStore,
  type TrackRequest
} from "@landfall/core/tracking/shipments/ShipmentStore"
import { relabelShipment, stopShipment } from "@landfall/core/tracking/shipments/ShipmentTransitions"
import { trackingPrice } from "@landfall/core/tracking/shipments/TrackingOutcome"
import type { Credits } from "@landfall/core/usage/Credits"
import { UsageStore } from "@landfall/core/usage/Usage"
import { type DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { makeAccountCounts } from "../../limits/AccountCounts.ts"
import { readByIndex } from "../../sql/IndexPlans.ts"
import { insertThen } from "../../sql/JsonRows.ts"
import { inOneRoundTrip } from "../../sql/RoundTrips.ts"
import { rowLocks } from "../../sql/RowLocks.ts"
import { mapToStorageError } from "../../sql/StorageErrorMapping.ts"
import { makeScheduledDecisions } from "./ScheduledDecisions.ts"
import { makeFindShipments, makeShipmentReads } from "./ShipmentReads.ts"
import { NO_DECISIONS, TrackingRows } from "./TrackingRows.ts"

/** The methods of `ShipmentStore` by which shipments and events are stored. */
const makeShipmentWrites = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const usage = yield* UsageStore
  const locks = rowLocks(sql)
  const counts = yield* makeAccountCounts
  const {
    events: carrierEvents,
    calls,
    matched,
    untracked,
    subscribers,
    tracking,
    planOf,
    decideOn,
    writeChanges
  } = yield* TrackingRows
  const { existing } = makeFindShipments(sql)

  const track = Effect.fn("ShipmentStore.track")(
    function* (
      accountId: AccountId,
      requests: ReadonlyArray<TrackRequest>,
      creditsPerShipment: Credits,
      now: DateTime.Utc,
      decide: ShipmentDecision
    ) {
      if (requests.length === 0) return []
      const [, , known, accountPlan] = yield* inOneRoundTrip(sql, [
        readByIndex(sql),
        locks.lockAccount(accountId),
        tracking.readKnown(accountId, requests),
        planOf(accountId)
      ])
      const plan = yield* tracking.makePlan(accountId, requests, known, now)
      const { tracked, changes, rows } = yield* tracking.decideOn(accountId, accountPlan, plan, now, decide)
      const following = [
        counts.addShipments(accountId, plan.created.size),
        usage.debit(accountId, trackingPrice(tracked, creditsPerShipment), now),
        writeChanges(accountId, changes, now)
      ] as const
      yield* insertThen(sql, rows, inOneRoundTrip(sql, following))
      return tracked
    },
    sql.withTransaction,
    mapToStorageError("ShipmentStore.track")
  )

  const receive = Effect.fn("ShipmentStore.receive")(
    function* (accountId: AccountId, events: ReadonlyArray<CarrierEvent>, now: DateTime.Utc, decide: ShipmentDecision) {
      const [, , attributed] = yield* inOneRoundTrip(sql, [
        readByIndex(sql),
        locks.lockAccount(accountId),
        calls.attribute(accountId, events)
      ])
      const { changed, added, inserted } = yield* carrierEvents.store(accountId, attributed.events)
      const { shipments, events: concerned } = yield* matched.concernedShipments(accountId, changed)
      const unrelated = yield* untracked.mark(accountId, inserted, concerned, added)
      const subscribersOf = yield* subscribers.ofShipments(shipments)
      const { messages, excess } =
        shipments.length === 0
          ? NO_DECISIONS
          : yield* decideOn(accountId, shipments, subscribersOf, now, decide, { added })
      const own = added.size - countLateAttributions(attributed, events, added)
      const received: ReceiveResult = {
        added: own - unrelated - excess,
        excess: unrelated + excess,
        repeated: events.length - own,
        shipments: shipments.map(({ id }) => id),
        messages,
        ...attributedPart(attributed.attributed)
      }
      return received
    },
    sql.withTransaction,
    mapToStorageError("ShipmentStore.receive")
  )

  const stop = Effect.fn("ShipmentStore.stop")(
    function* (accountId: AccountId, id: ShipmentId, now: DateTime.Utc) {
      yield* locks.lockAccount(accountId)
      const shipment = yield* existing(accountId, id)
      const stopped = stopShipment(shipment, "requested", now)
      const changes = new ShipmentChanges()
      changes.update(shipment, stopped)
      yield* writeChanges(accountId, changes, now)
      return stopped
    },
    sql.withTransaction,
    mapToStorageError("ShipmentStore.stop")
  )

  const relabel = Effect.fn("ShipmentStore.relabel")(
    function* (accountId: AccountId, id: ShipmentId, labels: ShipmentLabels, now: DateTime.Utc) {
      yield* locks.lockAccount(accountId)
      const shipment = yield* existing(accountId, id)
      const relabelled = relabelShipment(shipment, labels, now)
      const changes = new ShipmentChanges()
      changes.update(shipment, relabelled)
      yield* writeChanges(accountId, changes, now)
      return relabelled
    },
    sql.withTransaction,
    mapToStorageError("ShipmentStore.relabel")
  )

  const unregister = Effect.fn("ShipmentStore.unregister")(function* (
    accountId: AccountId,
    endpointId: EndpointId,
    id: ShipmentId
  ) {
    const removed = yield* sql`DELETE FROM registration
        WHERE account_id = ${accountId} AND shipment_id = ${id} AND endpoint_id = ${endpointId}
        RETURNING shipment_id`
    if (removed.length === 0) return yield* new ShipmentNotFound({ id })
  }, mapToStorageError("ShipmentStore.unregister"))

  return { track, receive, stop, relabel, unregister }
})

const make = Effect.gen(function* () {
  return ShipmentStore.of({
    ...(yield* makeShipmentReads),
    ...(yield* makeShipmentWrites),
    ...(yield* makeScheduledDecisions)
  })
})

/** `ShipmentStore` in the tables `shipment`, `registration`, `carrier_event` and `carrier_event_name`. */
export const layer = Layer.effect(ShipmentStore, make)
