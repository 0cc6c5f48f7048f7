import { SharedBuckets, type SharedPolicy, type TokenDebit } from "@landfall/core/limits/SharedBuckets"
import { millisOf } from "@landfall/core/limits/TokenBucket"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { jsonColumns, jsonRows } from "../sql/JsonRows.ts"
import { LeaseClock } from "../sql/LeaseClock.ts"
import { rowLocks } from "../sql/RowLocks.ts"
import { mapToStorageError } from "../sql/StorageErrorMapping.ts"

/** The maximum number of full buckets that are deleted at the same time. */
const MAX_DELETED = 1000

const COLUMNS = jsonColumns({ bucket: "TEXT", millis: "DOUBLE PRECISION" })
const decodeRows = Schema.decodeUnknownEffect(
  Schema.Array(Schema.Struct({ bucket: Schema.String, fullAt: Schema.Finite }))
)

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const clock = yield* LeaseClock
  const { skipLocked } = rowLocks(sql)
  const later = sql.onDialectOrElse({ pg: () => sql.literal("greatest"), orElse: () => sql.literal("max") })

  const deleteFull = (now: number) => sql`DELETE FROM rate_bucket WHERE bucket IN
    (SELECT bucket FROM rate_bucket WHERE full_at <= ${now} ORDER BY full_at LIMIT ${MAX_DELETED} ${skipLocked})`

  const take = Effect.fn("SharedBuckets.take")(function* (policy: SharedPolicy, debits: ReadonlyArray<TokenDebit>) {
    const now = yield* clock.now
    yield* deleteFull(now)
    // In one order, so that servers that take from the same buckets at the same time do not block each other.
    const prefix = `${policy.name} `
    const cells = debits.map(({ key, tokens }) => [prefix + key, millisOf(policy, tokens)] as const)
    const ordered = cells.toSorted(([a], [b]) => (a < b ? -1 : 1))
    const rows = yield* sql`INSERT INTO rate_bucket (bucket, full_at)
      SELECT bucket, ${now} + millis FROM ${jsonRows(sql, COLUMNS, ordered)} AS taken WHERE 1 = 1
      ON CONFLICT (bucket) DO UPDATE
        SET full_at = ${later}(rate_bucket.full_at, ${now}) + excluded.full_at - ${now}
      RETURNING bucket, full_at`
    const states = yield* decodeRows(rows)
    return states.map(({ bucket, fullAt }) => ({ key: bucket.slice(prefix.length), millisUntilFull: fullAt - now }))
  }, mapToStorageError("SharedBuckets.take"))

  return SharedBuckets.of({ take })
})

/** `SharedBuckets` in the table `rate_bucket`. */
export const layer = Layer.effect(SharedBuckets, make)
