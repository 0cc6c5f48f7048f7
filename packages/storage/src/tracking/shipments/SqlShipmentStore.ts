import { AccountId } from "@landfall/core/accounts/Account"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import { ShipmentId } from "@landfall/core/alerts/ShipmentId"
import type { PageRequest } from "@landfall/core/listing/Page"
import type { CarrierEvent } from "@landfall/core/tracking/carriers/CarrierEvent"
import {
  type Decide,
  type Received,
  ShipmentNotFound,
  type ShipmentSnapshot,
  ShipmentStore,
  type TrackRequest
} from "@landfall/core/tracking/shipments/ShipmentStore"
import { Credits } from "@landfall/core/usage/Credits"
import { UsageStore } from "@landfall/core/usage/Usage"
import { type DateTime, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { IDS, jsonRows } from "../../sql/JsonRows.ts"
import { listPage } from "../../sql/Listing.ts"
import { readTransaction } from "../../sql/ReadTransaction.ts"
import { rowLocks } from "../../sql/RowLocks.ts"
import { storageFaults } from "../../sql/StorageFaults.ts"
import { makeConcernedAccounts } from "../events/ConcernedAccounts.ts"
import { makeCheckTimes } from "./CheckTimes.ts"
import { makeDemoRounds } from "./DemoRounds.ts"
import { makeReviews } from "./Reviews.ts"
import { ShipmentRow } from "./ShipmentRow.ts"
import { makeTracking } from "./Tracking.ts"
import { TrackingRows } from "./TrackingRows.ts"

const Owned = Schema.Struct({ accountId: AccountId, id: ShipmentId })
const decodeShipments = Schema.decodeUnknownEffect(Schema.Array(ShipmentRow))

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const usage = yield* UsageStore
  const locks = rowLocks(sql)
  const { intake, spokenOf, subscribers, planOf, lastChecksOf, decideOn, writeChanges } = yield* TrackingRows
  const trackAll = yield* makeTracking(spokenOf, subscribers)
  const demoRounds = makeDemoRounds(sql)
  const reviews = makeReviews(sql)
  const checks = makeCheckTimes(sql)

  const findOwned = SqlSchema.findOneOption({
    Request: Owned,
    Result: ShipmentRow,
    execute: ({ accountId, id }) => sql`SELECT * FROM shipment WHERE id = ${id} AND account_id = ${accountId}`
  })
  const findByIds = SqlSchema.findAll({
    Request: Schema.Array(ShipmentId),
    Result: ShipmentRow,
    execute: (ids) => {
      const asked = ids.map((id) => [id])
      return sql`SELECT * FROM shipment WHERE id IN (SELECT id FROM ${jsonRows(sql, IDS, asked)} AS asked) ORDER BY id`
    }
  })
  const markStopped = SqlSchema.findOneOption({
    Request: Schema.Struct({ ...Owned.fields, now: Schema.DateTimeUtcFromMillis }),
    Result: ShipmentRow,
    execute: ({ accountId, id, now }) =>
      sql`UPDATE shipment SET status = 'stopped', stop_reason = 'requested', review_at = NULL, updated_at = ${now}
        WHERE id = ${id} AND account_id = ${accountId} AND status <> 'stopped' RETURNING *`
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
      decide: Decide
    ) {
      if (requests.length === 0) return []
      yield* locks.account(accountId)
      const { tracked, changes } = yield* trackAll(accountId, yield* planOf(accountId), requests, now, decide)
      const added = tracked.filter((one) => one.added).length
      yield* usage.debit(accountId, Credits.make(added * creditsPerShipment), now)
      yield* writeChanges(accountId, changes, now)
      return tracked
    },
    sql.withTransaction,
    storageFaults("ShipmentStore.track")
  )

  const receive = Effect.fn("ShipmentStore.receive")(
    function* (accountId: AccountId, events: ReadonlyArray<CarrierEvent>, now: DateTime.Utc, decide: Decide) {
      yield* locks.account(accountId)
      const { news, added } = yield* intake.takeIn(accountId, events)
      const shipments = yield* spokenOf.trackedBy(accountId, news)
      const heard = yield* subscribers.of(shipments.map(({ id }) => id))
      const messages = shipments.length === 0 ? 0 : yield* decideOn(accountId, shipments, heard, now, decide)
      const received: Received = {
        added,
        repeated: events.length - added,
        shipments: shipments.map(({ id }) => id),
        messages
      }
      return received
    },
    sql.withTransaction,
    storageFaults("ShipmentStore.receive")
  )

  const snapshot = Effect.fn("ShipmentStore.snapshot")(
    function* (accountId: AccountId, id: ShipmentId) {
      const shipment = yield* existing(accountId, id)
      const plan = yield* planOf(accountId)
      const events = yield* spokenOf.eventsOf(accountId, [shipment])
      const heard = yield* subscribers.of([id])
      const taken: ShipmentSnapshot = {
        plan,
        shipment,
        events: events.get(id) ?? [],
        subscribers: heard.get(id) ?? []
      }
      return taken
    },
    readTransaction(sql),
    storageFaults("ShipmentStore.snapshot")
  )

  const stop = Effect.fn("ShipmentStore.stop")(
    function* (accountId: AccountId, id: ShipmentId, now: DateTime.Utc) {
      yield* locks.account(accountId)
      const stopped = yield* markStopped({ accountId, id, now })
      if (Option.isNone(stopped)) return yield* existing(accountId, id)
      yield* sql`DELETE FROM registration WHERE shipment_id = ${id}`
      yield* checks.end([id])
      return stopped.value
    },
    sql.withTransaction,
    storageFaults("ShipmentStore.stop")
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
  }, storageFaults("ShipmentStore.unregister"))

  const runDemoRounds = Effect.fn("ShipmentStore.runDemoRounds")(
    function* (now: DateTime.Utc, intervalMillis: number, limit: number, decide: Decide) {
      const rounds = yield* demoRounds.due(now, limit)
      yield* demoRounds.advance(rounds, now, intervalMillis)
      const shipments = yield* findByIds(rounds.map(({ registration }) => registration.shipmentId))
      const heard = yield* subscribers.joined(rounds.map(({ registration }) => registration))
      for (const [accountId, own] of Map.groupBy(shipments, (shipment) => shipment.accountId)) {
        yield* decideOn(accountId, own, heard, now, decide)
      }
      return { rounds: rounds.length, nextDueAt: yield* demoRounds.nextDueAt() }
    },
    sql.withTransaction,
    storageFaults("ShipmentStore.runDemoRounds")
  )

  const runReviews = Effect.fn("ShipmentStore.runReviews")(
    function* (now: DateTime.Utc, limit: number, decide: Decide) {
      const due = yield* reviews.due(now, limit)
      const ids = due.map(({ id }) => id)
      const heard = yield* subscribers.of(ids)
      const lastChecks = yield* lastChecksOf(ids)
      for (const [accountId, own] of Map.groupBy(due, (shipment) => shipment.accountId)) {
        yield* decideOn(accountId, own, heard, now, decide, lastChecks)
      }
      return { reviews: due.length, nextDueAt: yield* reviews.nextDueAt() }
    },
    sql.withTransaction,
    storageFaults("ShipmentStore.runReviews")
  )

  return ShipmentStore.of({
    track,
    receive,
    concerned: Effect.fn("ShipmentStore.concerned")(
      makeConcernedAccounts(sql),
      readTransaction(sql),
      storageFaults("ShipmentStore.concerned")
    ),
    find: Effect.fn("ShipmentStore.find")(existing, storageFaults("ShipmentStore.find")),
    snapshot,
    list: Effect.fn("ShipmentStore.list")(
      (accountId: AccountId, page: PageRequest) =>
        listPage(sql, page, "newest first", ({ where, orderAndLimit }) =>
          Effect.flatMap(
            sql`SELECT * FROM shipment WHERE account_id = ${accountId} AND ${where} ${orderAndLimit}`,
            decodeShipments
          )
        ),
      storageFaults("ShipmentStore.list")
    ),
    stop,
    unregister,
    runDemoRounds,
    runReviews
  })
})

/** `ShipmentStore` in the tables `shipment`, `registration`, `carrier_event` and `carrier_event_name`. */
export const layer = Layer.effect(ShipmentStore, make)
