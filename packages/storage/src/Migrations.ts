import { Effect, Layer } from "effect"
import { Migrator, SqlClient } from "effect/sql"
import { DatabaseUnusable } from "./sql/DatabaseUnusable.ts"
import { longTransaction } from "./sql/LongWork.ts"
import { rowLocks } from "./sql/RowLocks.ts"

/**
 * Every migration by number and name; its module is loaded when it is pending. A released migration never changes: a later
 * change is a new migration.
 */
const migrations = {
  "0001_initial": () => import("./migrations/0001_initial.ts").then(({ initial }) => initial),
  "0002_queues": () => import("./migrations/0002_queues.ts").then(({ queues }) => queues),
  "0003_vessels_and_factors": () =>
    import("./migrations/0003_vessels_and_factors.ts").then(({ vesselsAndFactors }) => vesselsAndFactors),
  "0004_congestion": () => import("./migrations/0004_congestion.ts").then(({ congestion }) => congestion),
  "0005_reviews": () => import("./migrations/0005_reviews.ts").then(({ reviews }) => reviews),
  "0006_checks": () => import("./migrations/0006_checks.ts").then(({ checks }) => checks),
  "0007_fleet_watch": () => import("./migrations/0007_fleet_watch.ts").then(({ fleetWatch }) => fleetWatch),
  "0008_own_ports": () => import("./migrations/0008_own_ports.ts").then(({ ownPorts }) => ownPorts),
  "0009_port_watches": () => import("./migrations/0009_port_watches.ts").then(({ portWatches }) => portWatches),
  "0010_answers": () => import("./migrations/0010_answers.ts").then(({ answers }) => answers),
  "0011_usage_and_credits": () =>
    import("./migrations/0011_usage_and_credits.ts").then(({ usageAndCredits }) => usageAndCredits),
  "0012_keys": () => import("./migrations/0012_keys.ts").then(({ keys }) => keys),
  "0013_carriers": () => import("./migrations/0013_carriers.ts").then(({ carriers }) => carriers),
  "0014_endpoint_verification": () =>
    import("./migrations/0014_endpoint_verification.ts").then(({ endpointVerification }) => endpointVerification),
  "0015_limits": () => import("./migrations/0015_limits.ts").then(({ limits }) => limits),
  "0016_egress": () => import("./migrations/0016_egress.ts").then(({ egress }) => egress),
  "0017_usage_meters": () => import("./migrations/0017_usage_meters.ts").then(({ usageMeters }) => usageMeters),
  "0018_stored_instants": () =>
    import("./migrations/0018_stored_instants.ts").then(({ storedInstants }) => storedInstants),
  "0019_idempotent_bytes": () =>
    import("./migrations/0019_idempotent_bytes.ts").then(({ idempotentBytes }) => idempotentBytes),
  "0020_delivery_format": () =>
    import("./migrations/0020_delivery_format.ts").then(({ deliveryFormat }) => deliveryFormat),
  "0021_worker_heartbeats": () =>
    import("./migrations/0021_worker_heartbeats.ts").then(({ workerHeartbeats }) => workerHeartbeats),
  "0022_url_secret": () => import("./migrations/0022_url_secret.ts").then(({ urlSecret }) => urlSecret),
  "0023_final_pod": () => import("./migrations/0023_final_pod.ts").then(({ finalPod }) => finalPod),
  "0024_untracked_events": () =>
    import("./migrations/0024_untracked_events.ts").then(({ untrackedEvents }) => untrackedEvents),
  "0025_ordering": () => import("./migrations/0025_ordering.ts").then(({ ordering }) => ordering),
  "0026_dashboard_tokens": () =>
    import("./migrations/0026_dashboard_tokens.ts").then(({ dashboardTokens }) => dashboardTokens),
  "0027_portal_tokens": () => import("./migrations/0027_portal_tokens.ts").then(({ portalTokens }) => portalTokens),
  "0028_vessel_cargo": () => import("./migrations/0028_vessel_cargo.ts").then(({ vesselCargo }) => vesselCargo),
  "0029_vessel_calls": () => import("./migrations/0029_vessel_calls.ts").then(({ vesselCalls }) => vesselCalls),
  "0030_transhipment_record": () =>
    import("./migrations/0030_transhipment_record.ts").then(({ transhipmentRecord }) => transhipmentRecord),
  "0031_feed_lag": () => import("./migrations/0031_feed_lag.ts").then(({ feedLag }) => feedLag),
  "0032_account_tokens": () => import("./migrations/0032_account_tokens.ts").then(({ accountTokens }) => accountTokens),
  "0033_vessel_state_imo": () =>
    import("./migrations/0033_vessel_state_imo.ts").then(({ vesselStateImo }) => vesselStateImo),
  "0034_list_indexes": () => import("./migrations/0034_list_indexes.ts").then(({ listIndexes }) => listIndexes),
  "0035_cells": () => import("./migrations/0035_cells.ts").then(({ cells }) => cells),
  "0036_move_numbers": () => import("./migrations/0036_move_numbers.ts").then(({ moveNumbers }) => moveNumbers),
  "0037_poll_turns": () => import("./migrations/0037_poll_turns.ts").then(({ pollTurns }) => pollTurns),
  "0038_expired_secrets": () =>
    import("./migrations/0038_expired_secrets.ts").then(({ expiredSecrets }) => expiredSecrets),
  "0039_month_partitions": () =>
    import("./migrations/0039_month_partitions.ts").then(({ monthPartitions }) => monthPartitions),
  "0040_account_indexes": () =>
    import("./migrations/0040_account_indexes.ts").then(({ accountIndexes }) => accountIndexes),
  "0041_port_watch_ranges": () =>
    import("./migrations/0041_port_watch_ranges.ts").then(({ portWatchRanges }) => portWatchRanges),
  "0042_skipped_positions": () =>
    import("./migrations/0042_skipped_positions.ts").then(({ skippedPositions }) => skippedPositions),
  "0043_response_headers": () =>
    import("./migrations/0043_response_headers.ts").then(({ responseHeaders }) => responseHeaders),
  "0044_secret_key_proof": () =>
    import("./migrations/0044_secret_key_proof.ts").then(({ secretKeyProof }) => secretKeyProof),
  "0045_request_headers": () =>
    import("./migrations/0045_request_headers.ts").then(({ requestHeaders }) => requestHeaders),
  "0046_account_keys": () => import("./migrations/0046_account_keys.ts").then(({ accountKeys }) => accountKeys),
  "0047_port_call_months": () =>
    import("./migrations/0047_port_call_months.ts").then(({ portCallMonths }) => portCallMonths),
  "0048_skipped_index": () => import("./migrations/0048_skipped_index.ts").then(({ skippedIndex }) => skippedIndex)
}

/** The table of the applied migrations of a database. */
export const MIGRATION_TABLE = "landfall_migration"

/** The table that exists in a database while a move into it is not finished. */
export const MOVE_TABLE = "landfall_move"

/** The number of the newest migration that this version knows. */
export const NEWEST_MIGRATION = Math.max(...Object.keys(migrations).map((name) => Number.parseInt(name, 10)))

/** The migrations up to a number, in their order. */
export const migrationsUpTo = (last: number): Migrator.Loader =>
  Effect.succeed(
    Object.entries(migrations)
      .map(([file, load]) => ({ number: Number.parseInt(file, 10), name: file.replace(/^\d+_/, ""), load }))
      .filter(({ number }) => number <= last)
      .map(({ load, name, number }) => [
        number,
        name,
        Effect.promise<Effect.Effect<unknown, unknown, SqlClient.SqlClient>>(load)
      ])
  )

const migrator = Migrator.make({})({ loader: migrationsUpTo(NEWEST_MIGRATION), table: MIGRATION_TABLE })

/**
 * On SQLite the migrator's transaction locks the database. On Postgres there is no table to lock before the first
 * migration: a named lock serialises the migrators.
 */
const runMigrations = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.onDialectOrElse({
    pg: () => longTransaction(sql)(Effect.andThen(rowLocks(sql).lockName(MIGRATION_TABLE), migrator)),
    orElse: () => migrator
  })
)

/**
 * Rejects a SQLite file of another program. A schema of Postgres may hold tables of several programs, so that only a
 * conflicting name is an error there, which the migration reports.
 */
const rejectForeignDatabase = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.onDialectOrElse({
    pg: () => Effect.void,
    orElse: () =>
      Effect.gen(function* () {
        const rows = yield* sql<{ readonly name: string }>`SELECT name FROM sqlite_schema
          WHERE type = 'table' AND substr(name, 1, 7) <> 'sqlite_' ORDER BY name`
        const names = rows.map(({ name }) => name)
        if (names.length === 0 || names.includes(MIGRATION_TABLE)) return
        return yield* new DatabaseUnusable({
          message: `The database belongs to another program: it has the tables ${names.slice(0, 3).join(", ")}. It was not changed; name another file`
        })
      })
  })
)

/** The number of the newest migration that was applied to the database. Fails when none ever was. */
export const newestApplied = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{
    readonly newest: number | null
  }>`SELECT max(migration_id) AS newest FROM ${sql(MIGRATION_TABLE)}`
  return rows[0]?.newest ?? 0
})

/** Whether a move into the database was begun and not finished. */
export const hasMoveTable = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const rows = yield* sql.onDialectOrElse({
    pg: () => sql`SELECT 1 WHERE to_regclass(${MOVE_TABLE}) IS NOT NULL`.values,
    orElse: () => sql`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ${MOVE_TABLE}`.values
  })
  return rows.length > 0
})

/** Rejects a database into which a move was begun and not finished: a part of its rows is missing. */
const rejectUnfinishedMove = Effect.gen(function* () {
  if (!(yield* hasMoveTable(yield* SqlClient.SqlClient))) return
  return yield* new DatabaseUnusable({
    message:
      "A move into this database was not finished, so that rows are missing: run the same landfall move again, which continues it"
  })
})

/** Whether every migration is applied. False for a database that cannot be read: the migration reports why. */
const isUpToDate = newestApplied.pipe(
  Effect.map((newest) => newest === NEWEST_MIGRATION),
  Effect.orElseSucceed(() => false)
)

/**
 * Applies the pending migrations; when there are none, it locks nothing. Several processes may start at the same time: one migrates
 * while the others wait. A database of a newer version is rejected and not changed.
 */
export const applyMigrations = Effect.gen(function* () {
  if (yield* isUpToDate) return
  yield* rejectForeignDatabase
  yield* runMigrations
  const newest = yield* newestApplied
  if (newest > NEWEST_MIGRATION) {
    return yield* new DatabaseUnusable({
      message: `The database was created by a newer version of Landfall (schema ${newest}; this version supports ${NEWEST_MIGRATION}): install the newer version, or name another database`
    })
  }
}).pipe(
  Effect.catchTags({
    SqlError: (error) =>
      new DatabaseUnusable({
        message: `The database cannot be prepared (${error.message}): check its disk space and privileges`
      }),
    MigrationError: (error) =>
      new DatabaseUnusable({
        message: `The migration of the database failed (${error.message}). The database was not changed: run the previous version and report this`
      })
  })
)

/** `applyMigrations`, and rejects a database into which a move was not finished. */
export const migrate = Effect.andThen(
  applyMigrations,
  Effect.catchTag(
    rejectUnfinishedMove,
    "SqlError",
    (error) => new DatabaseUnusable({ message: `The database cannot be read (${error.message}): check the database` })
  )
)

/** `migrate` as a layer that provides nothing. */
export const layer = Layer.effectDiscard(migrate)
