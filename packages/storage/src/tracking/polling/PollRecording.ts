import { AccountId } from "@landfall/core/accounts/Account"
import { ShipmentId } from "@landfall/core/alerts/ShipmentId"
import { instantOf } from "@landfall/core/time/Instant"
import { usageOfPoll } from "@landfall/core/tracking/polling/CarrierUsage"
import type { PollPlan } from "@landfall/core/tracking/polling/PollPlan"
import type { PollOutcome } from "@landfall/core/tracking/polling/PollQueue"
import { recordPoll } from "@landfall/core/tracking/polling/PollRecord"
import type { ShipmentDecision } from "@landfall/core/tracking/shipments/ShipmentStore"
import { Effect, Option, Schema } from "effect"
import { type SqlClient, SqlSchema } from "effect/sql"
import type { LeaseClock } from "../../sql/LeaseClock.ts"
import { rowLocks } from "../../sql/RowLocks.ts"
import { mapToStorageError } from "../../sql/StorageErrorMapping.ts"
import { pollCells } from "../shipments/PollRow.ts"
import { ShipmentRow } from "../shipments/ShipmentRow.ts"
import type { TrackingRows } from "../shipments/TrackingRows.ts"
import type { makeCarrierHealthRows } from "./CarrierHealthRows.ts"
import type { makeCarrierQueues } from "./CarrierQueues.ts"
import type { makePollResponses } from "./PollResponseRows.ts"

const ShipmentKey = Schema.Struct({ accountId: AccountId, id: ShipmentId })

/** The result of storing a poll without a response. */
const NOTHING_STORED: Effect.Success<ReturnType<ReturnType<typeof makePollResponses>["store"]>> = {
  others: [],
  added: new Set()
}

/** The statements that recording a poll uses. */
interface RecordingRows {
  readonly tracking: TrackingRows["Service"]
  readonly carriers: ReturnType<typeof makeCarrierQueues>
  readonly responses: ReturnType<typeof makePollResponses>
  readonly health: ReturnType<typeof makeCarrierHealthRows>
}

/** Makes the function that records the outcome of a poll: its response, the decisions on shipments, and the next poll. */
export const makePollRecording = (
  sql: SqlClient.SqlClient,
  clock: LeaseClock["Service"],
  { tracking, carriers, responses, health }: RecordingRows
) => {
  const { lockAccount } = rowLocks(sql)

  const findShipment = SqlSchema.findAll({
    Request: ShipmentKey,
    Result: ShipmentRow,
    execute: ({ accountId, id }) => sql`SELECT * FROM shipment WHERE account_id = ${accountId} AND id = ${id}`
  })

  /** Decides on the polled shipment, and returns the plan of its next poll. */
  const decideOnPolled = Effect.fnUntraced(function* ({ lease, now, decide }: PollOutcome, added: ReadonlySet<string>) {
    let planned = Option.none<PollPlan>()
    const shipments = yield* findShipment({ accountId: lease.accountId, id: lease.shipmentId })
    const subscribersOf = yield* tracking.subscribers.ofShipments(shipments)
    const decision: ShipmentDecision = (snapshot) => {
      const { change, plan } = decide(snapshot)
      planned = Option.some(plan)
      return change
    }
    yield* tracking.decideOn(lease.accountId, shipments, subscribersOf, now, decision, { added })
    return Option.isSome(planned) ? planned.value : yield* Effect.die("The polled shipment is not stored")
  })

  return Effect.fn("PollQueue.record")(
    function* (outcome: PollOutcome) {
      const { lease, now } = outcome
      const { shipmentId: id, accountId } = lease
      yield* lockAccount(accountId)
      const held = yield* sql`UPDATE shipment_check SET lease_token = NULL
        WHERE account_id = ${accountId} AND shipment_id = ${id} AND lease_token = ${lease.token} RETURNING shipment_id`
      if (held.length === 0) return false
      const { others, added } = Option.isNone(outcome.response)
        ? NOTHING_STORED
        : yield* responses.store(accountId, id, outcome.response.value)
      const plan = yield* decideOnPolled(outcome, added)
      if (others.length > 0) {
        const subscribersOf = yield* tracking.subscribers.ofShipments(others)
        yield* tracking.decideOn(accountId, others, subscribersOf, now, outcome.decideOthers, { added })
      }
      yield* sql`UPDATE shipment_check SET ${sql.update(pollCells(recordPoll(plan, instantOf(now))))}
        WHERE account_id = ${accountId} AND shipment_id = ${id}`
      yield* carriers.recordUsage(
        usageOfPoll({ ...outcome, query: lease.progress.query }, plan.progress.query.scac),
        yield* clock.now
      )
      if (Option.isSome(outcome.carrierPoll)) {
        yield* health.recordPoll(lease.progress.query.scac, outcome.carrierPoll.value, instantOf(now))
      }
      return true
    },
    sql.withTransaction,
    mapToStorageError("PollQueue.record")
  )
}
