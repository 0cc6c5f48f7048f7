import { AccountId } from "@landfall/core/accounts/Account"
import { ShipmentId } from "@landfall/core/alerts/ShipmentId"
import { Instant, instantOf } from "@landfall/core/time/Instant"
import type { SourceQuery } from "@landfall/core/tracking/carriers/TrackingSource"
import { NEVER_POLLED } from "@landfall/core/tracking/polling/CarrierHealth"
import { noUsage, usageOfClaim, usageOfPoll } from "@landfall/core/tracking/polling/CarrierUsage"
import type { PollPlan } from "@landfall/core/tracking/polling/PollPlan"
import {
  type CarrierStatus,
  type PollAllocator,
  type PollLease,
  type PollOutcome,
  PollQueue
} from "@landfall/core/tracking/polling/PollQueue"
import { enrolPoll, leasePoll, recordPoll } from "@landfall/core/tracking/polling/PollRecord"
import type { Scac } from "@landfall/core/tracking/references/Sealine"
import type { Shipment } from "@landfall/core/tracking/shipments/Shipment"
import type { ShipmentDecision } from "@landfall/core/tracking/shipments/ShipmentStore"
import { Effect, Layer, Option, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { SqlClient, SqlSchema } from "effect/sql"
import { accountFences } from "../../sql/AccountFences.ts"
import { jsonColumns, jsonRows, OWNED_ID_COLUMNS } from "../../sql/JsonRows.ts"
import { LeaseClock } from "../../sql/LeaseClock.ts"
import { readTransaction } from "../../sql/ReadTransaction.ts"
import { rowLocks } from "../../sql/RowLocks.ts"
import { mapToStorageError } from "../../sql/StorageErrorMapping.ts"
import { transactionWithDeferredSync } from "../../sqlite/DeferredSync.ts"
import { pollCells, pollProgressOf } from "../shipments/PollRow.ts"
import { ShipmentRow } from "../shipments/ShipmentRow.ts"
import { TrackingRows } from "../shipments/TrackingRows.ts"
import { makeCarrierHealthRows } from "./CarrierHealthRows.ts"
import { makeCarrierQueues } from "./CarrierQueues.ts"
import { makeRelease } from "./CarrierRelease.ts"
import { makeDuePollRows } from "./DuePollRows.ts"
import { makePollResponses } from "./PollResponseRows.ts"
import { makePollStatusRows } from "./PollStatusRows.ts"

const ENROLLED_COLUMNS = jsonColumns({
  account_id: "TEXT",
  shipment_id: "TEXT",
  scac: "TEXT",
  kind: "TEXT",
  due_at: "BIGINT"
})
const ShipmentKey = Schema.Struct({ accountId: AccountId, id: ShipmentId })
const SCAC_COLUMN = jsonColumns({ scac: "TEXT" })

/** A claim waits for the one before it: both count against the allowance of a carrier. */
const CLAIM_LOCK = "shipment_check claim"

/** What a poll without a response stores. */
const NOTHING_STORED: Effect.Success<ReturnType<ReturnType<typeof makePollResponses>["store"]>> = {
  others: [],
  added: new Set()
}

/** How often a waiting poller looks for new shipments and refreshed ones. */
const ARRIVAL_INTERVAL = "1 second"

// Claims run often over many rows and make no spans; the poll of a carrier takes far longer than its record.
const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const random = yield* SecureRandom.SecureRandom
  const clock = yield* LeaseClock
  const tracking = yield* TrackingRows
  const locks = rowLocks(sql)
  const { andUnfenced } = accountFences(sql)
  const carriers = makeCarrierQueues(sql)
  const duePolls = makeDuePollRows(sql)
  const responses = makePollResponses(sql, tracking)
  const health = makeCarrierHealthRows(sql)
  const statuses = makePollStatusRows(sql)
  const releaseFrom = makeRelease(sql, responses)
  const currentInstant = Effect.map(clock.now, (now) => Instant.make(now))

  const findNew = SqlSchema.findAll({
    Request: Schema.Struct({ now: Schema.Int, limit: Schema.Int }),
    Result: ShipmentRow,
    execute: ({ now, limit }) => sql`SELECT s.*
      FROM shipment_check AS c JOIN shipment AS s ON s.account_id = c.account_id AND s.id = c.shipment_id
      WHERE c.scac IS NULL AND c.due_at <= ${now} ${andUnfenced("c.account_id")} ORDER BY c.due_at, c.shipment_id LIMIT ${limit}
      ${locks.skipLockedOf("c")}`
  })

  const enrol = Effect.fnUntraced(
    function* (queriesFor: (shipment: Shipment) => ReadonlyArray<SourceQuery>, limit: number) {
      const now = yield* currentInstant
      const newShipments = yield* findNew({ now, limit })
      if (newShipments.length === 0) return 0
      const enrolled = newShipments.map((shipment) => ({ shipment, ...enrolPoll(queriesFor(shipment), now) }))
      const rows = enrolled.map(({ shipment, query, dueAt }) => [
        shipment.accountId,
        shipment.id,
        Option.isSome(query) ? query.value.scac : null,
        Option.isSome(query) ? query.value.kind : null,
        Option.getOrNull(dueAt)
      ])
      yield* sql`UPDATE shipment_check SET scac = enrolled.scac, kind = enrolled.kind, due_at = enrolled.due_at
        FROM ${jsonRows(sql, ENROLLED_COLUMNS, rows)} AS enrolled
        WHERE shipment_check.account_id = enrolled.account_id AND shipment_check.shipment_id = enrolled.shipment_id`
      const scacs = new Set(enrolled.flatMap(({ query }) => (Option.isSome(query) ? [query.value.scac] : [])))
      yield* carriers.recordUsage([...scacs].map(noUsage), now)
      return newShipments.length
    },
    sql.withTransaction,
    mapToStorageError("PollQueue.enrol")
  )

  const release = Effect.fnUntraced(
    function* (configured: ReadonlyArray<Scac>, limit: number) {
      yield* locks.lockName(CLAIM_LOCK)
      const now = yield* currentInstant
      const known = (yield* carriers.readAll(now, 1)).map(({ scac }) => scac)
      let released = 0
      for (const scac of known.filter((scac) => !configured.includes(scac))) {
        released += yield* releaseFrom(scac, now, limit - released)
        if (released >= limit) return released
      }
      yield* sql`UPDATE shipment_check SET due_at = ${now} WHERE scac IS NULL AND due_at > ${now} ${andUnfenced()}`
      return released
    },
    sql.withTransaction,
    mapToStorageError("PollQueue.release")
  )

  const claim = Effect.fnUntraced(
    function* (allocate: PollAllocator, limit: number, leaseMillis: number) {
      yield* locks.lockName(CLAIM_LOCK)
      const now = yield* currentInstant
      const queues = yield* carriers.readAll(now, limit + 1)
      const due = yield* duePolls.take(allocate(queues), queues, now)
      if (due.length === 0) return []
      const token = yield* random.uuidV4()
      const rows = due.map(({ account_id, shipment_id }) => [account_id, shipment_id])
      const { leaseToken, dueAt } = leasePoll(token, now, leaseMillis)
      yield* sql`UPDATE shipment_check SET lease_token = ${Option.getOrNull(leaseToken)}, due_at = ${Option.getOrNull(dueAt)}
        FROM ${jsonRows(sql, OWNED_ID_COLUMNS, rows)} AS leased
        WHERE shipment_check.account_id = leased.account_id AND shipment_check.shipment_id = leased.id`
      const byCarrier = Map.groupBy(due, ({ scac }) => scac)
      yield* carriers.recordUsage(
        [...byCarrier].map(([scac, polls]) => usageOfClaim(scac, polls.length)),
        now
      )
      return due.map(
        (row): PollLease => ({
          shipmentId: row.shipment_id,
          accountId: row.account_id,
          token,
          progress: pollProgressOf(row)
        })
      )
    },
    // A lease that a power failure loses is a poll that is claimed again.
    transactionWithDeferredSync(sql),
    mapToStorageError("PollQueue.claim")
  )

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

  const record = Effect.fn("PollQueue.record")(
    function* (outcome: PollOutcome) {
      const { lease, now } = outcome
      const { shipmentId: id, accountId } = lease
      yield* locks.lockAccount(accountId)
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

  const reconfigure = Effect.fnUntraced(
    function* (fingerprints: ReadonlyMap<Scac, string>, limit: number) {
      yield* locks.lockName(CLAIM_LOCK)
      return yield* health.reconfigure(fingerprints, yield* currentInstant, limit)
    },
    sql.withTransaction,
    mapToStorageError("PollQueue.reconfigure")
  )

  const carrierStatuses = Effect.fnUntraced(
    function* (dueLimit: number) {
      const healthOf = yield* health.readAll
      const queues = yield* carriers.readAll(yield* clock.now, dueLimit)
      return queues.map((queue): CarrierStatus => ({ ...queue, health: healthOf.get(queue.scac) ?? NEVER_POLLED }))
    },
    readTransaction(sql),
    mapToStorageError("PollQueue.carriers")
  )

  const findNext = SqlSchema.findOneOption({
    Request: Schema.Array(Schema.String),
    Result: Schema.Struct({ nextAt: Schema.OptionFromNullOr(Schema.Int) }),
    execute: (codes) => {
      const rows = codes.map((code) => [code])
      return sql`SELECT min((SELECT min(c.due_at) FROM shipment_check AS c
          WHERE c.scac = carrier.scac AND c.due_at IS NOT NULL ${andUnfenced("c.account_id")})) AS next_at
        FROM ${jsonRows(sql, SCAC_COLUMN, rows)} AS carrier`
    }
  })

  return PollQueue.of({
    enrol,
    release,
    reconfigure,
    claim,
    record,
    refresh: Effect.fn("PollQueue.refresh")(
      (accountId: AccountId, id: ShipmentId) =>
        Effect.flatMap(currentInstant, (now) => statuses.refresh(accountId, id, now)),
      sql.withTransaction,
      mapToStorageError("PollQueue.refresh")
    ),
    carriers: carrierStatuses,
    status: Effect.fn("PollQueue.status")(statuses.find, mapToStorageError("PollQueue.status")),
    nextDueAt: Effect.fnUntraced(function* (codes) {
      return Option.flatMap(yield* findNext(codes), ({ nextAt }) => nextAt)
    }, mapToStorageError("PollQueue.nextDueAt")),
    arrival: Effect.sleep(ARRIVAL_INTERVAL)
  })
})

/** `PollQueue` in the tables `shipment_check`, `carrier_allowance` and `source_answer`. */
export const layer = Layer.effect(PollQueue, make)
