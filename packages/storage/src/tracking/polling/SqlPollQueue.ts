import type { AccountId } from "@landfall/core/accounts/Account"
import type { ShipmentId } from "@landfall/core/alerts/ShipmentId"
import { Instant } from "@landfall/core/time/Instant"
import { NEVER_POLLED } from "@landfall/core/tracking/polling/CarrierHealth"
import { usageOfClaim } from "@landfall/core/tracking/polling/CarrierUsage"
import {
  type CarrierStatus,
  type PollAllocator,
  type PollLease,
  PollQueue
} from "@landfall/core/tracking/polling/PollQueue"
import { leasePoll } from "@landfall/core/tracking/polling/PollRecord"
import type { Scac } from "@landfall/core/tracking/references/Sealine"
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
import { pollProgressOf } from "../shipments/PollRow.ts"
import { TrackingRows } from "../shipments/TrackingRows.ts"
import { makeCarrierHealthRows } from "./CarrierHealthRows.ts"
import { makeCarrierQueues } from "./CarrierQueues.ts"
import { makeRelease } from "./CarrierRelease.ts"
import { makeDuePollRows } from "./DuePollRows.ts"
import { makeEnrolment } from "./PollEnrolment.ts"
import { makePollRecording } from "./PollRecording.ts"
import { makePollResponses } from "./PollResponseRows.ts"
import { makePollStatusRows } from "./PollStatusRows.ts"

const SCAC_COLUMN = jsonColumns({ scac: "TEXT" })

/** A claim waits for the one before it: both count against the allowance of a carrier. */
const CLAIM_LOCK = "shipment_check claim"

/** The interval at which a waiting poller searches for new and refreshed shipments. */
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

  const release = Effect.fnUntraced(
    function* (configured: ReadonlyArray<Scac>, limit: number) {
      yield* locks.lockName(CLAIM_LOCK)
      const now = yield* currentInstant
      const stored = (yield* carriers.readAll(now, 1)).map(({ scac }) => scac)
      let released = 0
      for (const scac of stored.filter((scac) => !configured.includes(scac))) {
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
    enrol: makeEnrolment(sql, clock, carriers),
    release,
    reconfigure,
    claim,
    record: makePollRecording(sql, clock, { tracking, carriers, responses, health }),
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
