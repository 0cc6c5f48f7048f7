import { AccountId } from "@landfall/core/accounts/Account"
import { Plan } from "@landfall/core/accounts/Plan"
import type { ShipmentId } from "@landfall/core/alerts/ShipmentId"
import type { Shipment } from "@landfall/core/tracking/shipments/Shipment"
import type { ShipmentDecision, ShipmentSnapshot, Subscriber } from "@landfall/core/tracking/shipments/ShipmentStore"
import { Context, type DateTime, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { makeOutboxRows } from "../../alerts/messages/OutboxRows.ts"
import { ID_COLUMN, jsonRows } from "../../sql/JsonRows.ts"
import { makeCarrierEventRows } from "../events/CarrierEventRows.ts"
import { makeEventCache } from "../events/EventCache.ts"
import { type DuePollRow, lastPollOf, respondedAtOf } from "./PollRow.ts"
import { makeWriteShipmentChanges, ShipmentChanges } from "./ShipmentChanges.ts"
import { makeShipmentEventMatching } from "./ShipmentEventMatching.ts"
import { makeSubscribers } from "./Subscribers.ts"

type LastPollRow = Pick<DuePollRow, "shipment_id" | "last" | "failures" | "quiet_until" | "answered_at">
type LastPolls = ReadonlyMap<ShipmentId, Pick<ShipmentSnapshot, "lastPoll" | "lastResponseAt">>
const NO_LAST_POLLS: LastPolls = new Map()

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const bodies = yield* makeEventCache
  const intake = yield* makeCarrierEventRows(bodies)
  const spokenOf = yield* makeShipmentEventMatching(bodies)
  const subscribers = makeSubscribers(sql)
  const writeChanges = makeWriteShipmentChanges(sql, yield* makeOutboxRows)

  const findPlan = SqlSchema.findOneOption({
    Request: AccountId,
    Result: Schema.Struct({ plan: Plan }),
    execute: (accountId) => sql`SELECT plan FROM account WHERE id = ${accountId}`
  })

  const planOf = (accountId: AccountId) =>
    Effect.map(findPlan(accountId), (found): Plan => (Option.isSome(found) ? found.value.plan : "free"))

  /** How the last question about each of these shipments went, and when one was answered; those that were never asked about are left out. */
  const lastChecksOf = Effect.fnUntraced(function* (ids: ReadonlyArray<ShipmentId>) {
    if (ids.length === 0) return NO_LAST_POLLS
    const asked = ids.map((id) => [id])
    const rows = yield* sql<LastPollRow>`SELECT c.shipment_id, c.last, c.failures, c.quiet_until, c.answered_at
      FROM ${jsonRows(sql, ID_COLUMN, asked)} AS asked CROSS JOIN shipment_check AS c
      WHERE c.shipment_id = asked.id AND c.last <> 'Never'`.withoutTransform
    return new Map(
      rows.map((row) => {
        const answered = respondedAtOf(row)
        return [
          row.shipment_id,
          { lastPoll: lastPollOf(row), ...(Option.isSome(answered) && { lastResponseAt: answered.value }) }
        ]
      })
    )
  })

  /** Takes a decision about each of these shipments with these subscribers, and stores what follows. */
  const decideOn = Effect.fnUntraced(function* (
    accountId: AccountId,
    shipments: ReadonlyArray<Shipment>,
    subscribersOf: ReadonlyMap<ShipmentId, ReadonlyArray<Subscriber>>,
    now: DateTime.Utc,
    decide: ShipmentDecision,
    lastChecks: LastPolls = NO_LAST_POLLS
  ) {
    const plan = yield* planOf(accountId)
    const events = yield* spokenOf.eventsOf(accountId, shipments)
    const changes = new ShipmentChanges()
    for (const shipment of shipments) {
      const heard = subscribersOf.get(shipment.id) ?? []
      changes.apply(decide, {
        plan,
        shipment,
        events: events.get(shipment.id) ?? [],
        subscribers: heard,
        ...lastChecks.get(shipment.id)
      })
    }
    yield* writeChanges(accountId, changes, now)
    return changes.outbox.length
  })

  return { intake, spokenOf, subscribers, planOf, lastChecksOf, decideOn, writeChanges }
})

/** The rows of shipments, registrations and carriers' events, for the stores that take decisions about them. */
export class TrackingRows extends Context.Service<TrackingRows, Effect.Success<typeof make>>()(
  "@landfall/storage/tracking/shipments/TrackingRows"
) {
  static readonly layer = Layer.effect(TrackingRows, make)
}
