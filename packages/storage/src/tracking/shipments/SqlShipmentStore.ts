import { AccountId } from "@landfall/core/accounts/Account"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import type { OptInEventType } from "@landfall/core/alerts/EventType"
import { ShipmentId } from "@landfall/core/alerts/ShipmentId"
import type { PageRequest } from "@landfall/core/listing/Page"
import { addedLate } from "@landfall/core/tracking/carriers/CallAttribution"
import type { CarrierEvent } from "@landfall/core/tracking/carriers/CarrierEvent"
import type { ShipmentLabels } from "@landfall/core/tracking/shipments/Shipment"
import { ShipmentChanges } from "@landfall/core/tracking/shipments/ShipmentChanges"
import {
  type ReceiveResult,
  type ShipmentDecision,
  type ShipmentFilter,
  ShipmentNotFound,
  type ShipmentSnapshot,
  ShipmentStore,
  type TrackRequest,
  withAttributed
} from "@landfall/core/tracking/shipments/ShipmentStore"
import { relabelShipment, stopShipment } from "@landfall/core/tracking/shipments/ShipmentTransitions"
import { trackingPrice } from "@landfall/core/tracking/shipments/TrackingOutcome"
import type { Credits } from "@landfall/core/usage/Credits"
import { UsageStore } from "@landfall/core/usage/Usage"
import { type DateTime, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { makeAccountCounts } from "../../limits/AccountCounts.ts"
import { accountFences } from "../../sql/AccountFences.ts"
import { readByIndex } from "../../sql/IndexPlans.ts"
import { insertThen, jsonRows, OWNED_ID_COLUMNS } from "../../sql/JsonRows.ts"
import { readTransaction } from "../../sql/ReadTransaction.ts"
import { inOneRoundTrip } from "../../sql/RoundTrips.ts"
import { rowLocks } from "../../sql/RowLocks.ts"
import { mapToStorageError } from "../../sql/StorageErrorMapping.ts"
import { makeConcernedAccounts } from "../events/ConcernedAccounts.ts"
import { makeDemoRounds } from "./DemoRounds.ts"
import { makeShipmentPages } from "./ShipmentPages.ts"
import { makeShipmentReviews } from "./ShipmentReviews.ts"
import { ShipmentRow } from "./ShipmentRow.ts"
import { NOTHING_DECIDED, TrackingRows } from "./TrackingRows.ts"

const ShipmentKey = Schema.Struct({ accountId: AccountId, id: ShipmentId })
const decodeShipmentsOfAccounts = Schema.decodeUnknownEffect(Schema.Array(ShipmentKey))

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const usage = yield* UsageStore
  const locks = rowLocks(sql)
  const { andUnfenced } = accountFences(sql)
  const counts = yield* makeAccountCounts
  const {
    events: carrierEvents,
    calls,
    matched,
    untracked,
    subscribers,
    tracking,
    planOf,
    pollEvidence,
    decideOn,
    writeChanges
  } = yield* TrackingRows
  const demoRounds = makeDemoRounds(sql)
  const reviews = makeShipmentReviews(sql)
  const pages = makeShipmentPages(sql)

  const findOwned = SqlSchema.findOneOption({
    Request: ShipmentKey,
    Result: ShipmentRow,
    execute: ({ accountId, id }) => sql`SELECT * FROM shipment WHERE id = ${id} AND account_id = ${accountId}`
  })
  const findByIds = SqlSchema.findAll({
    Request: Schema.Array(ShipmentKey),
    Result: ShipmentRow,
    execute: (keys) => {
      const rows = keys.map(({ accountId, id }) => [accountId, id])
      return sql`SELECT * FROM shipment
        WHERE (account_id, id) IN (SELECT account_id, id FROM ${jsonRows(sql, OWNED_ID_COLUMNS, rows)} AS named) ORDER BY id`
    }
  })

  const existing = Effect.fnUntraced(function* (accountId: AccountId, id: ShipmentId) {
    const found = yield* findOwned({ accountId, id })
    return Option.isSome(found) ? found.value : yield* new ShipmentNotFound({ id })
  })

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
          ? NOTHING_DECIDED
          : yield* decideOn(accountId, shipments, subscribersOf, now, decide, { added })
      const own = added.size - addedLate(attributed, events, added)
      const received: ReceiveResult = {
        added: own - unrelated - excess,
        excess: unrelated + excess,
        repeated: events.length - own,
        shipments: shipments.map(({ id }) => id),
        messages,
        ...withAttributed(attributed.attributed)
      }
      return received
    },
    sql.withTransaction,
    mapToStorageError("ShipmentStore.receive")
  )

  const snapshot = Effect.fn("ShipmentStore.snapshot")(
    function* (accountId: AccountId, id: ShipmentId) {
      const shipment = yield* existing(accountId, id)
      const plan = yield* planOf(accountId)
      const events = yield* matched.eventsOf(accountId, [shipment])
      const subscribersOf = yield* subscribers.ofShipments([shipment])
      const current: ShipmentSnapshot = {
        plan,
        shipment,
        events: events.get(id) ?? [],
        subscribers: subscribersOf.get(id) ?? []
      }
      return current
    },
    readTransaction(sql),
    mapToStorageError("ShipmentStore.snapshot")
  )

  const snapshots = Effect.fn("ShipmentStore.snapshots")(
    function* (accountId: AccountId, ids: ReadonlyArray<ShipmentId>) {
      const shipments = yield* findByIds(ids.map((id) => ({ accountId, id })))
      if (shipments.length === 0) return []
      const plan = yield* planOf(accountId)
      const events = yield* matched.eventsOf(accountId, shipments)
      const subscribersOf = yield* subscribers.ofShipments(shipments)
      return shipments.map(
        (shipment): ShipmentSnapshot => ({
          plan,
          shipment,
          events: events.get(shipment.id) ?? [],
          subscribers: subscribersOf.get(shipment.id) ?? []
        })
      )
    },
    readTransaction(sql),
    mapToStorageError("ShipmentStore.snapshots")
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
        WHERE shipment_id = ${id} AND endpoint_id = ${endpointId}
          AND shipment_id IN (SELECT id FROM shipment WHERE id = ${id} AND account_id = ${accountId})
        RETURNING shipment_id`
    if (removed.length === 0) return yield* new ShipmentNotFound({ id })
  }, mapToStorageError("ShipmentStore.unregister"))

  const runDemoRounds = Effect.fn("ShipmentStore.runDemoRounds")(
    function* (now: DateTime.Utc, intervalMillis: number, limit: number, decide: ShipmentDecision) {
      const rounds = yield* demoRounds.due(now, limit)
      yield* demoRounds.advance(rounds, now, intervalMillis)
      const keys = rounds.map(({ accountId, registration }) => ({ accountId, id: registration.shipmentId }))
      const shipments = yield* findByIds(keys)
      const registrations = rounds.map(({ registration }) => registration)
      const subscribersOf = yield* subscribers.withEndpoints(registrations, shipments)
      for (const [accountId, ofAccount] of Map.groupBy(shipments, (shipment) => shipment.accountId)) {
        yield* decideOn(accountId, ofAccount, subscribersOf, now, decide)
      }
      return { rounds: rounds.length, nextDueAt: yield* demoRounds.nextDueAt() }
    },
    sql.withTransaction,
    mapToStorageError("ShipmentStore.runDemoRounds")
  )

  const runReviews = Effect.fn("ShipmentStore.runReviews")(
    function* (now: DateTime.Utc, limit: number, decide: ShipmentDecision) {
      const due = yield* reviews.due(now, limit)
      const subscribersOf = yield* subscribers.ofShipments(due)
      const evidence = yield* pollEvidence(due)
      for (const [accountId, ofAccount] of Map.groupBy(due, (shipment) => shipment.accountId)) {
        yield* decideOn(accountId, ofAccount, subscribersOf, now, decide, { evidence })
      }
      return { reviews: due.length, nextDueAt: yield* reviews.nextDueAt() }
    },
    sql.withTransaction,
    mapToStorageError("ShipmentStore.runReviews")
  )

  // Quoted as in the JSON of a filter, so that no type matches a longer one.
  const subscribedTo = Effect.fn("ShipmentStore.subscribedTo")(function* (
    type: OptInEventType,
    after: Option.Option<ShipmentId>,
    limit: number
  ) {
    const named = `%"${type}"%`
    const rows = yield* sql`SELECT account_id, id FROM shipment
      WHERE status = 'tracking' AND id > ${Option.getOrElse(after, () => "")} ${andUnfenced()} AND id IN (
        SELECT shipment_id FROM registration WHERE endpoint_id IN (
          SELECT id FROM endpoint WHERE removed_at IS NULL AND disabled = 0 AND filter_types LIKE ${named}))
      ORDER BY id LIMIT ${limit}`
    return yield* decodeShipmentsOfAccounts(rows)
  }, mapToStorageError("ShipmentStore.subscribedTo"))

  const decideOnShipments = Effect.fn("ShipmentStore.decideOn")(
    function* (accountId: AccountId, ids: ReadonlyArray<ShipmentId>, now: DateTime.Utc, decide: ShipmentDecision) {
      if (ids.length === 0) return 0
      yield* locks.lockAccount(accountId)
      const all = yield* findByIds(ids.map((id) => ({ accountId, id })))
      const found = all.filter(({ status }) => status === "tracking")
      if (found.length === 0) return 0
      const subscribersOf = yield* subscribers.ofShipments(found)
      const evidence = yield* pollEvidence(found)
      return (yield* decideOn(accountId, found, subscribersOf, now, decide, { evidence })).messages
    },
    sql.withTransaction,
    mapToStorageError("ShipmentStore.decideOn")
  )

  return ShipmentStore.of({
    track,
    receive,
    matchAccounts: Effect.fn("ShipmentStore.matchAccounts")(
      makeConcernedAccounts(sql),
      readTransaction(sql),
      mapToStorageError("ShipmentStore.matchAccounts")
    ),
    find: Effect.fn("ShipmentStore.find")(existing, mapToStorageError("ShipmentStore.find")),
    snapshot,
    snapshots,
    list: Effect.fn("ShipmentStore.list")(
      (accountId: AccountId, page: PageRequest, filter: ShipmentFilter = {}) => pages(accountId, filter, page),
      mapToStorageError("ShipmentStore.list")
    ),
    relabel,
    stop,
    unregister,
    runDemoRounds,
    subscribedTo,
    decideOn: decideOnShipments,
    runReviews
  })
})

/** `ShipmentStore` in the tables `shipment`, `registration`, `carrier_event` and `carrier_event_name`. */
export const layer = Layer.effect(ShipmentStore, make)
