import type { AccountId } from "@landfall/core/accounts/Account"
import type { ShipmentId } from "@landfall/core/alerts/ShipmentId"
import type { ShipmentDecision } from "@landfall/core/tracking/shipments/ShipmentStore"
import { type DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { rowLocks } from "../../sql/RowLocks.ts"
import { mapToStorageError } from "../../sql/StorageErrorMapping.ts"
import { makeDemoRounds } from "./DemoRounds.ts"
import { makeFindShipments } from "./ShipmentReads.ts"
import { makeShipmentReviews } from "./ShipmentReviews.ts"
import { TrackingRows } from "./TrackingRows.ts"

/** The methods of `ShipmentStore` that decide on shipments without a request and without events: the background loops call them. */
export const makeScheduledDecisions = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const locks = rowLocks(sql)
  const { subscribers, pollEvidence, decideOn } = yield* TrackingRows
  const { findByIds } = makeFindShipments(sql)
  const demoRounds = makeDemoRounds(sql)
  const reviews = makeShipmentReviews(sql)

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

  const decideOnShipments = Effect.fn("ShipmentStore.decideOn")(
    function* (accountId: AccountId, ids: ReadonlyArray<ShipmentId>, now: DateTime.Utc, decide: ShipmentDecision) {
      if (ids.length === 0) return 0
      yield* locks.lockAccount(accountId)
      const all = yield* findByIds(ids.map((id) => ({ accountId, id })))
      const tracked = all.filter(({ status }) => status === "tracking")
      if (tracked.length === 0) return 0
      const subscribersOf = yield* subscribers.ofShipments(tracked)
      const evidence = yield* pollEvidence(tracked)
      return (yield* decideOn(accountId, tracked, subscribersOf, now, decide, { evidence })).messages
    },
    sql.withTransaction,
    mapToStorageError("ShipmentStore.decideOn")
  )

  return { runDemoRounds, runReviews, decideOn: decideOnShipments }
})
